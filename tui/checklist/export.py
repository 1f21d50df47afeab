"""Asks for form and name of the report, and writes it."""

import time
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, RadioButton, RadioSet, Static

from msfaq.engine import Engine
from msfaq.errors import MsfaqError
from msfaq.tui.checklist.dialogs import DIALOG_CSS
from msfaq.tui.checklist.messages import ReportWritten
from msfaq.tui.context import context
from msfaq.tui.work import start
from msfaq.worksheets.checklist import Checklist
from msfaq.worksheets.contents import Contents
from msfaq.worksheets.words import word
from msfaq.worksheets.writing import FORMS, report_on, write_file

_FORMS: Final = (("md", "Markdown"), ("html", "HTML"), ("json", "JSON"))


class ExportDialog(ModalScreen["ReportWritten | None"]):
    """Writes the report; returns where it stands, or None."""

    CSS = DIALOG_CSS.format(name="ExportDialog") + "ExportDialog RadioSet { layout: horizontal; width: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "write", show=False, priority=True),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, checklist: Checklist, contents: Contents, lang: str) -> None:
        super().__init__()
        self._checklist = checklist
        self._contents = contents
        self._lang = lang
        self._agreed = ""

    def compose(self) -> ComposeResult:
        """Lay out the dialog."""
        zh = self._lang == "zh"
        with Vertical():
            yield Static(word("report", self._lang), markup=False)
            with RadioSet():
                for at, (_, name) in enumerate(_FORMS):
                    yield RadioButton(name, value=at == 0)
            yield Input("accuracy-report.md")
            yield Static(word("redacted", self._lang), markup=False)
            yield Static("回车 或 ctrl+s 写入   esc 取消" if zh else "enter or ctrl+s write   esc cancel", id="hint")

    def on_mount(self) -> None:
        """Begin at the name."""
        self.query_one(Input).focus()

    def on_radio_set_changed(self, event: RadioSet.Changed) -> None:
        """Give the name the suffix of the form."""
        name = self.query_one(Input)
        name.value = str(Path(name.value or "accuracy-report").with_suffix(f".{_FORMS[event.index][0]}"))

    def on_input_submitted(self) -> None:
        """Write the report."""
        self.action_write()

    def action_write(self) -> None:
        """Write the report; a file that is there is replaced only when asked twice."""
        name = self.query_one(Input).value.strip()
        file = Path(self._contents.project) / Path(name or "accuracy-report.md").expanduser()
        zh = self._lang == "zh"
        if file.suffix[1:].lower() not in FORMS:
            self._say("文件名要以 .md、.html 或 .json 结尾" if zh else "end the name in .md, .html or .json")
        elif file.exists() and self._agreed != str(file):
            self._agreed = str(file)
            self._say(f"{file} 已存在，再按一次回车覆盖" if zh else f"{file} exists; enter once more replaces it")
        else:
            self._say("…")
            start(self, partial(self._write, file), "writing", exclusive=True)

    async def _write(self, file: Path) -> None:
        # In the background: asking the device for its name may take seconds.
        def write(engine: Engine) -> None:
            from msfaq.redaction.redact import redact

            made = int(time.time())
            report = report_on(self._contents, self._checklist, engine, lang=self._lang, made=made, redact=redact)
            write_file(file, FORMS[file.suffix[1:].lower()](report))

        try:
            await context(self).library.do(write)
        except MsfaqError as fault:
            self._say(str(fault))
        else:
            self.dismiss(ReportWritten(file))

    def action_leave(self) -> None:
        """Write nothing."""
        self.dismiss(None)

    def _say(self, line: str) -> None:
        self.query_one("#hint", Static).update(Text(line))

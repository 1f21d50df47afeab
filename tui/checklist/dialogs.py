"""Small dialogs: a note, a file, an attachment to remove."""

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import DirectoryTree, Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from msfaq.worksheets.contents import Attachment
from msfaq.worksheets.worksheet import LONGEST_NOTE

DIALOG_CSS = """
{name} {{ align: center middle; }}
{name} > Vertical {{ width: 90%; max-width: 100; height: auto; max-height: 90%; padding: 0 1; background: $surface;
  border: round $primary; }}
{name} Static {{ height: auto; }}
"""


class NoteDialog(ModalScreen["str | None"]):
    """Edits a note; returns it, or None when nothing is to change."""

    CSS = DIALOG_CSS.format(name="NoteDialog") + "NoteDialog TextArea { height: 12; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", show=False, priority=True),
        Binding("escape", "leave", show=False, priority=True),
    ]

    def __init__(self, title: str, note: str, lang: str, *, is_changed: bool = False) -> None:
        super().__init__()
        self._heading = title
        self._note = note
        self._lang = lang
        self._is_warned = False
        self._is_changed = is_changed

    def compose(self) -> ComposeResult:
        """Lay out the dialog."""
        with Vertical():
            yield Static(self._heading, markup=False)
            yield TextArea(self._note, soft_wrap=True)
            yield Static(id="hint", markup=False)

    def on_mount(self) -> None:
        """Begin at the end of the text."""
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)
        self._hint("ctrl+s 保存   esc 取消", "ctrl+s keep   esc cancel")

    def on_text_area_changed(self) -> None:
        """Take back a warning about what is being dropped."""
        self._is_warned = False

    def action_save(self) -> None:
        """Return the note."""
        text = self.query_one(TextArea).text
        if len(text) > LONGEST_NOTE:
            self._hint(
                f"太长：{len(text)} 字，最多 {LONGEST_NOTE}；请改为附文件",
                f"too long: {len(text)} characters, at most {LONGEST_NOTE}; attach it as a file",
            )
            return
        self.dismiss(text)

    def action_leave(self) -> None:
        """Leave; a changed note is dropped only when asked twice."""
        is_changed = self._is_changed or self.query_one(TextArea).text != self._note
        if is_changed and not self._is_warned:
            self._is_warned = True
            self._hint(
                "有改动未保存：ctrl+s 保存，再按一次 esc 丢弃", "not kept yet: ctrl+s keeps it, esc once more drops it"
            )
            return
        self.dismiss(None)

    def _hint(self, zh: str, en: str) -> None:
        self.query_one("#hint", Static).update(zh if self._lang == "zh" else en)


class FileDialog(ModalScreen["Path | None"]):
    """Chooses a file, by name or in the project's tree."""

    CSS = DIALOG_CSS.format(name="FileDialog") + "FileDialog DirectoryTree { height: 12; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, project: Path, lang: str) -> None:
        super().__init__()
        self._project = project
        self._lang = lang

    def compose(self) -> ComposeResult:
        """Lay out the dialog."""
        zh = self._lang == "zh"
        with Vertical():
            yield Static("附上一个文件（日志或脚本的输出）" if zh else "Attach a file (a log, a script's output)")
            yield Input(placeholder="相对项目的路径" if zh else "path, from the project on")
            yield DirectoryTree(self._project)
            yield Static(
                "回车 附上   tab 目录树   esc 取消" if zh else "enter attach   tab tree   esc cancel", id="hint"
            )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the file named."""
        if not event.value.strip():
            return
        file = self._project / Path(event.value.strip()).expanduser()
        if file.is_file():
            self.dismiss(file)
        else:
            problem = "没有这个文件：" if self._lang == "zh" else "there is no such file: "
            self.query_one("#hint", Static).update(Text(f"{problem}{file}"))

    def on_directory_tree_file_selected(self, event: DirectoryTree.FileSelected) -> None:
        """Take the file chosen."""
        event.stop()
        self.dismiss(event.path)

    def action_leave(self) -> None:
        """Choose none."""
        self.dismiss(None)


class DetachDialog(ModalScreen["int | None"]):
    """Chooses an attachment to remove; returns its number."""

    CSS = DIALOG_CSS.format(name="DetachDialog")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, attachments: tuple[Attachment, ...], lang: str) -> None:
        super().__init__()
        self._attachments = attachments
        self._lang = lang

    def compose(self) -> ComposeResult:
        """Lay out the dialog."""
        zh = self._lang == "zh"
        with Vertical():
            yield Static("删除哪个附件？" if zh else "Remove which attachment?")
            yield OptionList(*(Option(Text(f"{a.id}: {a.name} ({a.size:,})"), id=str(a.id)) for a in self._attachments))
            yield Static("回车 删除   esc 取消" if zh else "enter remove   esc cancel")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the number chosen."""
        event.stop()
        self.dismiss(int(event.option_id or 0))

    def action_leave(self) -> None:
        """Remove none."""
        self.dismiss(None)

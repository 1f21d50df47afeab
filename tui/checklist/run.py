"""Runs a snippet: adapt it to the project, run it there, keep what it prints."""

from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Select, Static, TextArea

from msfaq.corpus.entry import Bilingual, Entry
from msfaq.errors import InputError, MsfaqError
from msfaq.tui.keybar import Key, KeyBar
from msfaq.worksheets.contents import Attachment
from msfaq.worksheets.running import SnippetRun, runnable, snippet_code

_KEYS: Final = (
    Key("ctrl+r", Bilingual("运行/停止", "run / stop"), "screen.run_code"),
    Key("ctrl+s", Bilingual("附上输出", "attach the output"), "screen.attach"),
    Key("esc", Bilingual("返回", "back"), "screen.leave"),
)
_EVERY: Final = 0.2
"""Seconds between looks at a running snippet."""


class RunScreen(Screen["Attachment | None"]):
    """The code above, its output below; returns the output as an attachment, or None."""

    CSS = """
    RunScreen #hint { height: auto; max-height: 3; padding: 0 1; }
    RunScreen #code { height: 3fr; }
    RunScreen #output { height: 2fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r", "run_code", show=False, priority=True),
        Binding("ctrl+s", "attach", show=False, priority=True),
        Binding("escape", "leave", show=False, priority=True),
    ]

    def __init__(self, entry: Entry, project: Path, lang: str, attachments: tuple[Attachment, ...] = ()) -> None:
        """Make the screen for an entry; code adapted for one of ``attachments`` is taken up again."""
        super().__init__()
        self._entry = entry
        self._project = project
        self._lang = lang
        self._adapted = {one.name: one.code for one in attachments if one.kind == "snippet" and one.code}
        self._script: SnippetRun | None = None

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        titles = [(self._entry.snippets[n - 1].title.of(self._lang), n) for n in runnable(self._entry)]
        yield Select(titles, allow_blank=False) if titles else Static()
        yield Static(id="hint", markup=False)
        yield TextArea(id="code", show_line_numbers=True)
        yield TextArea(id="output", read_only=True, soft_wrap=True)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the first snippet."""
        self.query_one(KeyBar).show(_KEYS, self._lang)
        self.set_interval(_EVERY, self._look)
        if runnable(self._entry):
            self._show(runnable(self._entry)[0])
        else:
            self._say("这一条没有可以在这里运行的代码", "this entry has no code that can be run here")
        self.query_one("#code", TextArea).focus()

    def on_unmount(self) -> None:
        """Let nothing run on behind the person's back."""
        if self._script is not None:
            self._script.close()

    def on_select_changed(self) -> None:
        """Show the snippet chosen."""
        self._show(self._number)

    @property
    def _number(self) -> int:
        found = self.query(Select)
        value = found.first().value if found else 0
        return value if isinstance(value, int) and not isinstance(value, bool) else 0

    def _show(self, number: int) -> None:
        snippet = self._entry.snippets[number - 1]
        code = self._adapted.get(snippet.title.of(self._lang)) or snippet_code(self._entry, number)
        self.query_one("#code", TextArea).text = code
        self._say(
            f"把示例数据换成你自己的，再运行。运行目录：{self._project}",
            f"Put your own data in place of the example's, then run it. It runs in {self._project}",
        )

    def action_run_code(self) -> None:
        """Run the code as it stands, or stop it."""
        if self._script is not None and self._script.poll() is None:
            self._script.stop()
            self._look()
            return
        if self._script is not None:
            self._script.close()
            self._script = None
        try:
            code = self.query_one("#code", TextArea).text
            self._script = SnippetRun(self._entry, self._number, self._project, code=code, lang=self._lang)
        except (MsfaqError, OSError) as fault:
            self._say(str(fault), str(fault))
            return
        self._say("运行中……", "running …")
        self._look()

    def _look(self) -> None:
        run = self._script
        if run is None:
            return
        code = run.poll()
        try:
            text = run.output().text
        except InputError:
            text = ""
        output = self.query_one("#output", TextArea)
        if output.text != text:
            output.text = text
            output.scroll_end(animate=False)
        if code is not None:
            self._say(*_ended(run.stopped, code))

    def action_attach(self) -> None:
        """Return what was printed."""
        if self._script is None or self._script.poll() is None:
            self._say("先用 ctrl+r 运行完", "run it to its end first, with ctrl+r")
            return
        try:
            attachment = self._script.output()
        except InputError:
            self._say("没有输出可以附上", "it printed nothing that could be attached")
            return
        self.dismiss(attachment)

    def action_leave(self) -> None:
        """Go back without an output."""
        self.dismiss(None)

    def _say(self, zh: str, en: str) -> None:
        self.query_one("#hint", Static).update(Text(zh if self._lang == "zh" else en))


def _ended(stopped: str, code: int) -> tuple[str, str]:
    if stopped:
        return f"已停止（{stopped}）", f"ended: {stopped}"
    if code:
        return f"出错退出，退出码 {code}", f"failed with exit code {code}"
    return "运行完毕，ctrl+s 附上输出", "done; ctrl+s attaches the output"

"""What can be done with an item, the same on the list and on the item's page."""

from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.screen import Screen

from msfaq.corpus.entry import Bilingual, Entry
from msfaq.engine import Engine
from msfaq.errors import MsfaqError, WorksheetChanged
from msfaq.tui.checklist.dialogs import DetachDialog, FileDialog, NoteDialog
from msfaq.tui.checklist.messages import ItemChanged, LanguageChosen
from msfaq.tui.checklist.run import RunScreen
from msfaq.tui.keybar import Key, KeyBar
from msfaq.worksheets.contents import Attachment, Contents
from msfaq.worksheets.evidence import from_file
from msfaq.worksheets.words import MARKS
from msfaq.worksheets.worksheet import Worksheet

ITEM_KEYS: Final = (
    Key("p", Bilingual(f"{MARKS['found']} 有问题", f"{MARKS['found']} problem"), "screen.state('found')"),
    Key("o", Bilingual(f"{MARKS['fine']} 无问题", f"{MARKS['fine']} fine"), "screen.state('fine')"),
    Key(
        "x",
        Bilingual(f"{MARKS['not-applicable']} 不涉及", f"{MARKS['not-applicable']} n/a"),
        "screen.state('not-applicable')",
    ),
    Key("u", Bilingual(f"{MARKS['open']} 未检查", f"{MARKS['open']} open"), "screen.state('open')"),
    Key("n", Bilingual("说明", "note"), "screen.note"),
    Key("r", Bilingual("运行代码", "run"), "screen.run_snippet"),
    Key("a", Bilingual("附文件", "attach file"), "screen.attach"),
    Key("d", Bilingual("删附件", "remove"), "screen.detach"),
)


class ItemActions(Screen[None]):
    """A screen with an item in hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "state('found')", show=False),
        Binding("o", "state('fine')", show=False),
        Binding("x", "state('not-applicable')", show=False),
        Binding("u", "state('open')", show=False),
        Binding("n", "note", show=False),
        Binding("r", "run_snippet", show=False),
        Binding("a", "attach", show=False),
        Binding("d", "detach", show=False),
        Binding("ctrl+t", "switch_language", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, engine: Engine, worksheet: Worksheet, lang: str) -> None:
        super().__init__()
        self.engine = engine
        """The engine whose book is shown."""
        self.worksheet = worksheet
        """The worksheet that is worked on."""
        self.lang = lang
        """``zh`` or ``en``."""
        self.contents = Contents(str(worksheet.project))
        """The worksheet as it was last read."""

    @property
    @abstractmethod
    def entry(self) -> Entry | None:
        """The entry of the item in hand, or None."""

    @abstractmethod
    def keys(self) -> tuple[Key, ...]:
        """Return the keys shown at the foot."""

    @abstractmethod
    def render_contents(self) -> None:
        """Show what the worksheet holds."""

    def reload(self) -> None:
        """Read the worksheet again and show it."""
        try:
            self.contents = self.worksheet.read()
        except MsfaqError as fault:
            self.complain(fault)
        self.render_contents()
        self.query_one(KeyBar).show(self.keys(), self.lang)

    def complain(self, fault: MsfaqError) -> None:
        """Say in one line what could not be done."""
        self.notify(str(fault), severity="error", timeout=12, markup=False)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()

    def action_switch_language(self) -> None:
        """Show the same in the other language."""
        self.lang = "en" if self.lang == "zh" else "zh"
        self.post_message(LanguageChosen(self.lang))
        self.reload()

    def action_state(self, state: str) -> None:
        """Say what was found."""
        self._change(lambda entry: self.worksheet.set_state(entry.id, state))

    def action_note(self) -> None:
        """Edit the note."""
        if self.entry is not None:
            self._edit_note(self.entry, self.contents.record(self.entry.id).note, "")

    def action_run_snippet(self) -> None:
        """Run a snippet, adapted or not, and keep what it prints."""
        entry = self.entry
        if entry is not None:
            screen = RunScreen(entry, self.worksheet.project, self.lang, self.contents.record(entry.id).attachments)
            self.app.push_screen(screen, self._attach_output)

    def action_attach(self) -> None:
        """Attach a file."""
        if self.entry is not None:
            self.app.push_screen(FileDialog(self.worksheet.project, self.lang), self._attach_file)

    def action_detach(self) -> None:
        """Remove an attachment."""
        entry = self.entry
        if entry is not None and (attachments := self.contents.record(entry.id).attachments):
            self.app.push_screen(DetachDialog(attachments, self.lang), self._remove)

    def _edit_note(self, entry: Entry, before: str, addition: str) -> None:
        def put(text: str | None) -> None:
            if text is None:
                return
            try:
                self.worksheet.set_note(entry.id, text, before=before)
            except WorksheetChanged as changed:
                # Both texts go back into the editor: the person decides, and neither is lost.
                self.complain(changed)
                self._edit_note(entry, changed.current, text)
                return
            except MsfaqError as fault:
                self.complain(fault)
                self._edit_note(entry, before, text)
                return
            self._tell(entry)

        text = "\n\n".join(filter(None, (before if addition != before else "", addition)))
        self.app.push_screen(NoteDialog(entry.title.of(self.lang), text, self.lang, is_changed=bool(addition)), put)

    def _attach_file(self, file: Path | None) -> None:
        if file is not None:
            self._change(lambda entry: self.worksheet.attach(entry.id, from_file(file)))

    def _attach_output(self, attachment: Attachment | None) -> None:
        if attachment is not None:
            self._change(lambda entry: self.worksheet.attach(entry.id, attachment))

    def _remove(self, number: int | None) -> None:
        if number is not None:
            self._change(lambda entry: self.worksheet.detach(number))

    def _change(self, work: Callable[[Entry], object]) -> None:
        entry = self.entry
        if entry is None:
            return
        try:
            work(entry)
        except MsfaqError as fault:
            self.complain(fault)
        else:
            self._tell(entry)

    def _tell(self, entry: Entry) -> None:
        self.reload()
        self.post_message(ItemChanged(entry.id, self.contents.record(entry.id)))

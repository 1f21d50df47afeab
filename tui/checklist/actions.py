"""What can be done with an item, the same on the list and on the item's page."""

from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.binding import BindingType
from textual.widgets import Markdown

from msfaq.corpus.entry import Entry
from msfaq.errors import MsfaqError, WorksheetChanged
from msfaq.tui.actions import bindings
from msfaq.tui.checklist.dialogs import DetachDialog, FileDialog, NoteDialog
from msfaq.tui.checklist.messages import ItemChanged
from msfaq.tui.checklist.run import RunScreen
from msfaq.tui.context import Change
from msfaq.tui.links import follow_link
from msfaq.tui.screens.base import View
from msfaq.worksheets.contents import FINE, FOUND, NOT_APPLICABLE, OPEN, Attachment, Contents
from msfaq.worksheets.evidence import from_file
from msfaq.worksheets.worksheet import Worksheet

_KEPT: Final = ("found", "fine", "not_applicable", "unmark", "note", "run_snippet", "attach", "detach", "export")
"""Actions that write to the worksheet or run something."""

_ITEM: Final = (*_KEPT[:-1], "leave")


class ItemActions(View):
    """A screen with an item in hand."""

    NAME = "checklist"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("checklist", *_ITEM)]

    def __init__(self, worksheet: Worksheet) -> None:
        super().__init__()
        self.worksheet = worksheet
        """The worksheet that is worked on."""
        self.contents = Contents(str(worksheet.project))
        """The worksheet as it was last read."""

    @property
    def lang(self) -> str:
        """The language shown."""
        return self.here.lang

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keep and run nothing from the browser: others on this machine may reach it."""
        if action in _KEPT and self.here.web:
            return False
        return super().check_action(action, parameters)

    @property
    @abstractmethod
    def entry(self) -> Entry | None:
        """The entry of the item in hand, or None."""

    @abstractmethod
    def render_contents(self) -> None:
        """Show what the worksheet holds."""

    def reload(self) -> None:
        """Read the worksheet again and show it."""
        if not self.here.web:
            try:
                self.contents = self.worksheet.read()
            except MsfaqError as fault:
                self.complain(fault)
        self.render_contents()

    async def changed(self, _change: Change) -> None:
        """Show the same in the other language."""
        self.reload()

    @on(Markdown.LinkClicked)
    def _follow(self, event: Markdown.LinkClicked) -> None:
        event.stop()
        follow_link(self, event.href)

    def complain(self, fault: MsfaqError) -> None:
        """Say in one line what could not be done."""
        self.notify(str(fault), severity="error", timeout=12, markup=False)

    def action_leave(self) -> None:
        """Go back to the list."""

    def action_found(self) -> None:
        """Say that there is a problem."""
        self._mark(FOUND)

    def action_fine(self) -> None:
        """Say that there is none."""
        self._mark(FINE)

    def action_not_applicable(self) -> None:
        """Say that it does not concern this project."""
        self._mark(NOT_APPLICABLE)

    def action_unmark(self) -> None:
        """Take back what was said."""
        self._mark(OPEN)

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

    def _mark(self, state: str) -> None:
        self._change(lambda entry: self.worksheet.set_state(entry.id, state))

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

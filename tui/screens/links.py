"""The dialog with where an answer leads: related entries and sources."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from msfaq.corpus.entry import Entry
from msfaq.corpus.guide import Guide
from msfaq.errors import MsfaqError
from msfaq.tui.clipboard import copy
from msfaq.tui.screens.base import Dialog


class LinksScreen(Dialog[str]):
    """Opens a related entry or a guide (the result is its id) or a source; copies a source's address."""

    TITLE_KEY = "links title"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("c", "copy_address", "", show=False)]

    def __init__(self, entry: Entry | Guide) -> None:
        super().__init__()
        self._entry = entry

    def body(self) -> ComposeResult:
        """Yield the list and what can be done with it."""
        yield OptionList(id="links", markup=False, compact=True)
        yield Static(self.say("links hint"), classes="dialog-note", markup=False)

    async def on_mount(self) -> None:
        """Fill the list, entries and guides by title."""
        lang, options = self.here.lang, []
        for name in (*self._entry.related, *getattr(self._entry, "guides", ())):
            try:
                title = (await self.here.library.document(name))[0].title.of(lang)
            except MsfaqError:
                continue
            options.append(Option(Content.assemble(title, "\n  ", (name, "$text-muted")), id=f"entry:{name}"))
        for at, source in enumerate(self._entry.sources):
            address = Content.assemble("\n  ", (source.url, "$text-muted")) if source.url else Content("")
            option = Option(Content.assemble(source.name, address), id=f"source:{at}", disabled=not source.url)
            options.append(option)
        links = self.query_one(OptionList)
        links.add_options(options)
        links.highlighted = 0
        links.focus()

    @on(OptionList.OptionSelected)
    def _open(self, event: OptionList.OptionSelected) -> None:
        kind, _, name = (event.option.id or "").partition(":")
        if kind == "entry":
            self.dismiss(name)
        else:
            url = self._entry.sources[int(name)].url
            self.app.open_url(url)
            self.notify(self.say("opened", url=url), markup=False, timeout=3)

    async def action_copy_address(self) -> None:
        """Copy the address, or the entry's id, under the cursor."""
        links = self.query_one(OptionList)
        if links.highlighted is None:
            return
        kind, _, name = (links.get_option_at_index(links.highlighted).id or "").partition(":")
        text = name if kind == "entry" else self._entry.sources[int(name)].url
        await copy(self.app, text)
        self.notify(self.say("copied", what=text), markup=False, timeout=2)

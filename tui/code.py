"""The ways of a code block out of the page: saved to a file, or run here. Both ask first."""

from collections.abc import Callable, Mapping

from textual.screen import Screen

from msfaq.answers.compose import fill
from msfaq.corpus.entry import Entry, Placeholder, Snippet
from msfaq.tui.context import context
from msfaq.tui.running import runnable
from msfaq.tui.words import word


def placeholders(entry: Entry, snippet: Snippet) -> tuple[Placeholder, ...]:
    """Return the placeholders that stand in this block."""
    return tuple(p for p in entry.placeholders if fill(snippet.code, p.name, "") != snippet.code)


def filled(snippet: Snippet, values: Mapping[str, str]) -> str:
    """Return the block's code with the values put in."""
    code = snippet.code
    for name, value in values.items():
        code = fill(code, name, value)
    return code


def save(screen: "Screen[object]", entry: Entry, snippet: Snippet) -> None:
    """Ask for a file name and write the block there."""
    if _only_in_terminal(screen):
        return
    from msfaq.tui.screens.save import SaveScreen

    ending = {"python": "py", "bash": "sh", "sh": "sh", "shell": "sh"}.get(snippet.lang, snippet.lang or "txt")

    def write(code: str) -> None:
        screen.app.push_screen(SaveScreen(code, f"{entry.id}.{ending}"))

    _with_values(screen, entry, snippet, write)


def run_here(screen: "Screen[object]", entry: Entry, snippet: Snippet) -> None:
    """Show the exact command and folder; run the block once that is confirmed."""
    lang = context(screen).lang
    if _only_in_terminal(screen):
        return
    if not runnable(snippet.lang):
        screen.notify(word("cannot run kind", lang, kind=snippet.lang), severity="warning", markup=False)
        return
    from msfaq.tui.running import Plan
    from msfaq.tui.screens.confirm import ConfirmScreen
    from msfaq.tui.screens.output import OutputScreen

    def confirm(code: str) -> None:
        def confirmed(plan: Plan | None) -> None:
            if plan is not None:
                screen.app.push_screen(OutputScreen(plan))

        screen.app.push_screen(ConfirmScreen(snippet, code), confirmed)

    _with_values(screen, entry, snippet, confirm)


def _with_values(screen: "Screen[object]", entry: Entry, snippet: Snippet, then: Callable[[str], None]) -> None:
    wanted = placeholders(entry, snippet)
    if not wanted:
        then(snippet.code)
        return
    from msfaq.tui.screens.fill import FillScreen

    def got(values: Mapping[str, str] | None) -> None:
        if values is not None:
            then(filled(snippet, values))

    screen.app.push_screen(FillScreen(wanted), got)


def _only_in_terminal(screen: "Screen[object]") -> bool:
    """Tell whether this is forbidden here: whoever reaches the port of a browser session would run code as its user."""
    here = context(screen)
    if here.web:
        screen.notify(word("web no run", here.lang), severity="warning")
    return here.web

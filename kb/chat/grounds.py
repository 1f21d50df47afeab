"""Gathers what a responder may lean on: the passages that the offline reply shows, and what else the entries say."""

from collections.abc import Sequence

from msfaq.answers.compose import snippet_markdown
from msfaq.answers.links import plain_links
from msfaq.chat.draft import Draft
from msfaq.chat.reply import Reply
from msfaq.chat.responder import Grounded, Grounding
from msfaq.corpus.entry import Entry
from msfaq.engine import Engine


def ground(
    engine: Engine, draft: Draft, reply: Reply, text: str, asked: str, earlier: Sequence[tuple[str, str]]
) -> Grounded:
    """Return a turn as a responder receives it; ``asked`` is what of the text tells."""
    known = set(engine.entry_ids())
    entries = [engine.entry(name) for name in reply.answers if name in known]
    return Grounded(
        text=text,
        lang=reply.lang,
        outcome=reply.outcome,
        markdown=reply.markdown,
        groundings=tuple(draft.groundings),
        earlier=tuple(earlier),
        asked=asked,
        further=_further(entries, draft.groundings, reply.lang),
        titles=tuple((entry.id, entry.title.of(reply.lang)) for entry in entries),
        own=tuple(entry.id for entry in entries if entry.origin != "book"),
        sources=tuple(dict.fromkeys(one.url for entry in entries for one in entry.sources if one.url)),
        opening="\n\n".join(draft.opening),
        closing="\n\n".join(draft.closing),
    )


def _further(entries: Sequence[Entry], shown: Sequence[Grounding], lang: str) -> tuple[Grounding, ...]:
    """Return what else the entries say: the first one's other sections, and the code of each."""
    texts = {one.text for one in shown}
    found = []
    for place, entry in enumerate(entries):
        sections = () if place else entry.sections(lang)
        found += [Grounding(entry.id, f"**{one.heading}**\n\n{plain_links(one.markdown)}") for one in sections]
        found += [Grounding(entry.id, snippet_markdown(one, lang), "code", one.code) for one in entry.snippets]
    return tuple(one for one in found if one.text not in texts)

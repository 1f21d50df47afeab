"""The shipped book: complete, and every message leads to its own page."""

from pathlib import Path

import pytest
from shipped import BOOK

from msfaq import Engine
from msfaq.check.signatures import sample_text
from msfaq.corpus.entry import Entry
from msfaq.index.signatures import SignatureIndex
from msfaq.logs.reading import read
from msfaq.render.document import diagnosis_markdown

SIGNATURES = SignatureIndex.from_entries(BOOK.entries.values())
TOPICS = [line.split()[0] for line in (Path(__file__).parent / "data" / "topics.txt").read_text("utf-8").splitlines()]


def test_every_topic_has_its_entry() -> None:
    assert [topic for topic in TOPICS if topic not in BOOK.entries and topic not in BOOK.aliases] == []


@pytest.mark.parametrize("entry", [e for e in BOOK.entries.values() if e.signatures], ids=lambda entry: entry.id)
def test_every_message_leads_to_its_own_page(engine: Engine, entry: Entry) -> None:
    for signature in entry.signatures:
        if signature.weak:
            continue
        found = [answer.id for answer in engine.lookup(sample_text(signature), limit=5).answers]
        assert found, signature.match
        assert found[0] == entry.id or found[0] in entry.overlaps, (signature.match, found)


@pytest.mark.parametrize("entry", [e for e in BOOK.entries.values() if e.rejects], ids=lambda entry: entry.id)
def test_near_misses_match_no_signature_of_the_entry(entry: Entry) -> None:
    for text in entry.rejects:
        assert entry.id not in {hit.entry_id for hit in SIGNATURES.find(read(text).text)}, text


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.slow
@pytest.mark.parametrize("entry", BOOK.entries.values(), ids=lambda entry: entry.id)
def test_every_title_finds_its_entry(engine: Engine, entry: Entry, lang: str) -> None:
    diagnosis = engine.lookup(entry.title.of(lang), lang=lang, limit=5)
    assert entry.id in [answer.id for answer in diagnosis.answers]
    assert diagnosis_markdown(diagnosis)


def test_no_page_speaks_of_links_to_nowhere() -> None:
    for entry in BOOK.entries.values():
        for source in entry.sources:
            assert source.url == "" or source.url.startswith("https://"), entry.id
            assert "seeds/" not in source.name + source.url

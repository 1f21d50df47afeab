"""The form of the documents' store: one SQLite file."""

from typing import Final

FORMAT: Final = 1
"""Version of the store's form; raised whenever a table, a token rule or the cutting would come out otherwise."""

DATABASE: Final = "documents.sqlite"
"""Name of the file in its folder."""

TABLES: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
-- What the user added, and what was removed from beneath it; absolute paths.
CREATE TABLE root (path TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE excluded (path TEXT PRIMARY KEY) WITHOUT ROWID;
-- One row a document; `mtime` in nanoseconds, `digest` of its bytes.
CREATE TABLE file (id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL,
                   mtime INTEGER NOT NULL, digest TEXT NOT NULL, passages INTEGER NOT NULL);
CREATE TABLE passage (id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, heading TEXT NOT NULL,
                      text TEXT NOT NULL, first_line INTEGER NOT NULL, last_line INTEGER NOT NULL,
                      cell INTEGER NOT NULL, lang TEXT NOT NULL, crc INTEGER NOT NULL);
CREATE INDEX passage_file ON passage (file);
-- Row i of `words` is passage i; each column holds tokens of msfaq.index.tokens, parted by blanks.
CREATE VIRTUAL TABLE words USING fts5(heading, body, content='',
                                      tokenize="unicode61 remove_diacritics 0 tokenchars '_.-'");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, 'row');
-- The vectors of a document's passages in their order: float16, unit rows.
CREATE TABLE vectors (file INTEGER PRIMARY KEY, rows BLOB NOT NULL, crc INTEGER NOT NULL);
"""

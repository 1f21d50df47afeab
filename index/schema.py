"""The form of the index: one SQLite file with everything a question needs."""

from typing import Final

TABLES: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
-- One row an entry: all of it as JSON, packed (msfaq.index.packing); its kind, and its platforms
-- parted by blanks, stand beside it.
CREATE TABLE entry (id TEXT PRIMARY KEY, kind TEXT NOT NULL, platforms TEXT NOT NULL, data BLOB NOT NULL,
                    crc INTEGER NOT NULL) WITHOUT ROWID;
-- Numbers for entries and guides: they are named tens of thousands of times below.
CREATE TABLE owner (number INTEGER PRIMARY KEY, id TEXT NOT NULL, guide INTEGER NOT NULL);
-- Every title, phrase, keyword and id, folded and hashed (msfaq.index.names): a question that is one of them needs no
-- search.
CREATE TABLE name (hash INTEGER NOT NULL, owner INTEGER NOT NULL, PRIMARY KEY (hash, owner)) WITHOUT ROWID;
-- One row a guide, packed as entries are.
CREATE TABLE guide (id TEXT PRIMARY KEY, data BLOB NOT NULL, crc INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE alias (alias TEXT PRIMARY KEY, id TEXT NOT NULL) WITHOUT ROWID;
-- One row an entry and language: its distinct words, packed.
CREATE TABLE document (row INTEGER PRIMARY KEY, id TEXT NOT NULL, lang TEXT NOT NULL, words BLOB NOT NULL);
-- Row i of `words` is row i of `document`; each column holds tokens of msfaq.index.tokens, parted by blanks.
CREATE VIRTUAL TABLE words USING fts5(title, asks, marks, body, code, content='',
                                      tokenize="unicode61 remove_diacritics 0 tokenchars '_.-'");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, 'row');
-- Row i of `unit` is vector i: a title, a phrase, or a passage. A passage's language stands with it, and packed its
-- heading, a line end, and its text; those of the others stand in their entry.
CREATE TABLE unit (row INTEGER PRIMARY KEY, owner INTEGER NOT NULL, lang TEXT, text BLOB);
CREATE TABLE blob (name TEXT PRIMARY KEY, data BLOB NOT NULL, crc INTEGER NOT NULL) WITHOUT ROWID;
"""

"""The form of the index: one SQLite file with everything a question needs."""

from typing import Final

TABLES: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
-- One row an entry: all of it as JSON, packed (msfaq.index.packing); before it stands what tells whether the entry may
-- be an answer (msfaq.corpus.scope), lists parted by blanks, with a checksum of its own. Without row ids, rows of this
-- size leave a tenth of their pages empty.
CREATE TABLE entry (id TEXT PRIMARY KEY, kind TEXT NOT NULL, area TEXT NOT NULL, title_zh TEXT NOT NULL,
                    title_en TEXT NOT NULL, platforms TEXT NOT NULL, modes TEXT NOT NULL, versions TEXT NOT NULL,
                    general INTEGER NOT NULL, scope_crc INTEGER NOT NULL, data BLOB NOT NULL, crc INTEGER NOT NULL);
-- Numbers for entries and guides: they are named tens of thousands of times below. How many sections each has, in
-- Chinese and in all, tells the language of a passage (msfaq.index.passages).
CREATE TABLE owner (number INTEGER PRIMARY KEY, id TEXT NOT NULL, guide INTEGER NOT NULL, chinese INTEGER NOT NULL,
                    sections INTEGER NOT NULL);
-- Every title, phrase, keyword and id, folded and hashed (msfaq.index.names): a question that is one of them needs no
-- search.
CREATE TABLE name (hash INTEGER NOT NULL, owner INTEGER NOT NULL, PRIMARY KEY (hash, owner)) WITHOUT ROWID;
-- One row a guide, packed as entries are.
CREATE TABLE guide (id TEXT PRIMARY KEY, data BLOB NOT NULL, crc INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE alias (alias TEXT PRIMARY KEY, id TEXT NOT NULL) WITHOUT ROWID;
-- Every word, and the documents that have it (msfaq.index.postings): document 2n is the Chinese text of the entry with
-- number n, document 2n + 1 the English one.
CREATE TABLE word (word TEXT PRIMARY KEY, documents BLOB NOT NULL) WITHOUT ROWID;
-- Pieces that are read whole: among them the vectors and whose they are (msfaq.index.units), the words of the passages
-- (msfaq.index.passage_words), and the turns of the conversations written for the book (msfaq.index.followups).
CREATE TABLE blob (name TEXT PRIMARY KEY, data BLOB NOT NULL, crc INTEGER NOT NULL) WITHOUT ROWID;
"""

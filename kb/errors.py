"""Every exception msfaq raises, in one tree.

::

    MsfaqError
    ├── EntryError      a document of the book cannot be read (file and line)
    ├── UnknownEntry    no entry has this id
    ├── InputError      the question cannot be read at all
    ├── DocumentError   a document of the user's own cannot be read
    ├── IndexFault      the index cannot be built, opened or written
    │   ├── IndexStale  what lies on disk is not the index wanted
    │   └── DocumentsDamaged  the store of the user's own documents is damaged or of another release
    ├── SessionFault    conversations cannot be read or kept
    ├── ModelError      the embedding model is absent or does not fit
    │   └── ModelUnavailable  the model that was chosen cannot be had
    ├── SnippetError    a snippet cannot be run on this machine
    └── WorksheetFault  a worksheet cannot be read or written
        └── WorksheetChanged  another program changed meanwhile what was to be replaced

Each message says what happened, with which object, and what to do. This module imports nothing of msfaq, and every
other module may import it.
"""


class MsfaqError(Exception):
    """Root of the tree: catching it catches whatever msfaq raises on purpose."""


class EntryError(MsfaqError):
    """A document of the book breaks the format; the message begins with ``file:line:``."""

    def __init__(self, path: str, line: int, problem: str) -> None:
        super().__init__(f"{path}:{line}: {problem}")
        self.path = path
        self.line = line
        self.problem = problem


class UnknownEntry(MsfaqError):
    """No entry has the id that was asked for."""


class InputError(MsfaqError):
    """The question cannot be read at all (an unreadable file, an empty text)."""


class DocumentError(MsfaqError):
    """A document of the user's own cannot be read; the message says why in a few words, without its name."""


class IndexFault(MsfaqError):
    """The index cannot be built, opened or written."""


class IndexStale(IndexFault):
    """What lies on disk is older, newer, damaged or made by another model: build it anew."""


class DocumentsDamaged(IndexFault):
    """The store of the user's own documents is damaged or was written by another release: it must be read in anew."""


class SessionFault(MsfaqError):
    """The kept conversations cannot be read or written."""


class ModelError(MsfaqError):
    """The embedding model is absent, damaged, or does not fit the index."""


class ModelUnavailable(ModelError):
    """The model that was chosen cannot be had: not installed, not there, not readable."""


class SnippetError(MsfaqError):
    """A snippet cannot be run on this machine."""


class WorksheetFault(MsfaqError):
    """A worksheet cannot be read or written; what lies on disk stays as it is."""


class WorksheetChanged(WorksheetFault):
    """What was to be replaced is no longer what it was; nothing was written."""

    def __init__(self, message: str, current: str) -> None:
        super().__init__(message)
        self.current = current
        """What stands there."""

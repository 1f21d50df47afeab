"""What workers and widgets tell the screens; only screens act on it."""

from textual.message import Message

from msfaq.diagnosis import Diagnosis


class Answered(Message):
    """The engine has answered a question; another may be asked by the time this is read."""

    def __init__(self, question: str, diagnosis: Diagnosis) -> None:
        super().__init__()
        self.question = question
        self.diagnosis = diagnosis


class Refused(Message):
    """The engine could not read the question, or could not be opened."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class Pasted(Message):
    """Several lines, or a file, were given as the question."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class EntryWanted(Message):
    """The reader has followed a link to an entry or a guide."""

    def __init__(self, entry_id: str) -> None:
        super().__init__()
        self.entry_id = entry_id


class Shown(Message):
    """An entry or a guide stands on the page."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.document = document
        """Its id."""


class Worded(Message):
    """A model has written more of a chat's reply."""

    def __init__(self, piece: str, turn: int) -> None:
        super().__init__()
        self.piece = piece
        """What it wrote, checked."""
        self.turn = turn
        """Number of the turn that it belongs to."""

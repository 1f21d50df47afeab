"""What is made of one open index; with another index all of it is made anew."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from msfaq.answers.answering import Finder
from msfaq.index.signatures import SignatureIndex
from msfaq.index.store import Store
from msfaq.once import Once

if TYPE_CHECKING:
    from msfaq.index.encoders import Encoder
    from msfaq.index.retriever import Retriever
    from msfaq.reports.diagnosing import Diagnoser


class Opened:
    """An open index and what answers from it, each part made when it is first needed."""

    def __init__(self, store: Store, encoder: "Callable[[], Encoder]", lock: AbstractContextManager[object]) -> None:
        """Make nothing yet; ``encoder`` opens the model of the index, ``lock`` is reentrant."""
        self.store = store
        """The index."""
        self.lock = lock
        """Held while a part is made."""
        self._encoder = encoder

    @Once
    def signatures(self) -> SignatureIndex:
        """The messages that are recognised."""
        return SignatureIndex.from_json(self.store.text("signatures"))

    @Once
    def finder(self) -> Finder:
        """What answers questions."""
        return Finder(self.store, self.signatures, lambda: self.retriever)

    @Once
    def diagnoser(self) -> "Diagnoser":
        """What answers logs."""
        # Imported here: a question in words needs no reader of logs.
        from msfaq.reports.diagnosing import Diagnoser

        return Diagnoser(self.store, self.signatures)

    @Once
    def retriever(self) -> "Retriever":
        """The ranking by words and meaning."""
        # Imported here: NumPy and FAISS take longer to load than an exact answer takes to find.
        from msfaq.index.fusion import shipped_fusion
        from msfaq.index.retriever import Retriever

        return Retriever(self.store, self._encoder(), shipped_fusion())

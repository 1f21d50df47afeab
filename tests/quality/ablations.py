"""The engine with one part taken away, to see what the part is worth."""

from collections.abc import Callable, Mapping

from msfaq.engine import Engine
from msfaq.index.fusion import Features, Fusion, shipped_fusion
from msfaq.index.homophones import Homophones
from msfaq.index.retriever import Retriever
from msfaq.index.signatures import SignatureIndex
from msfaq.index.spelling import Speller
from msfaq.logs.failure import Line
from msfaq.logs.keylines import KeyLine
from msfaq.logs.reading import Reading

WORDS = ("share", "coverage")
MEANING = ("cosine", "head_cosine", "support")


class PlainSum(Fusion):
    """Ranks by the plain sum of BM25's share and the cosine."""

    def score(self, features: Features) -> float:
        """Return share + cosine."""
        return features.share + features.cosine


def without_signatures(engine: Engine) -> None:
    """Recognise no message."""
    engine._opened.__dict__["signatures"] = SignatureIndex(())


def without_names(engine: Engine) -> None:
    """Recognise no entry by its name."""
    engine.store.named = lambda text: ()  # type: ignore[method-assign]


def without(*features: str) -> Callable[[Engine], None]:
    """Rank without these features."""

    def change(engine: Engine) -> None:
        kept = {name: 0.0 if name in features else 1.0 for name in Features._fields}
        shipped = shipped_fusion()

        class Part(Fusion):
            def score(self, given: Features) -> float:
                return shipped.score(Features(**{name: kept[name] * value for name, value in given._asdict().items()}))

            def confidence(self, context: object) -> float:
                return shipped.confidence(context)  # type: ignore[arg-type]

        _with_fusion(engine, Part({}, {}))

    return change


def without_learning(engine: Engine) -> None:
    """Rank by a plain sum instead of the fitted one."""
    _with_fusion(engine, PlainSum({}, {"bias": 0.0}))


def without_mending(engine: Engine) -> None:
    """Leave misspelt words as they are."""
    retriever = engine._opened.retriever
    retriever.__dict__["_speller"] = Speller({}, lambda word: True)
    retriever.__dict__["_homophones"] = Homophones({}, lambda word: True, lambda pairs: pairs)


def _with_fusion(engine: Engine, fusion: Fusion) -> None:
    engine._opened.__dict__["retriever"] = Retriever(engine.store, engine._encoder, fusion)


def unread(text: str) -> Reading:
    """Read a text as it stands: no prefix taken off, no line chosen."""
    line = Line(1, text, 0, "", "", False)
    return Reading(text, (0,), (line.number,), (), (KeyLine(text[:800], 1, "question"),), is_log=False)


ABLATIONS: Mapping[str, Callable[[Engine], None]] = {
    "signatures": without_signatures,
    "names": without_names,
    "words (BM25, coverage)": without(*WORDS),
    "phrases (naive Bayes)": without("usage"),
    "meaning (vectors)": without(*MEANING),
    "the fitted ranking": without_learning,
    "mending of words": without_mending,
}
"""What is taken away → how."""

"""Makes the tokenizer: how a text is cut into words, and which pieces of words are known.

Words end at borders of case, digits, Chinese and punctuation, so that ``GeneratorDataset``, ``generator_dataset`` and
``generatordataset`` become the same pieces. Pieces are found greedily, longest first (WordPiece), and are the same at
the beginning and inside a word: Chinese has no blanks, and a static table should not learn each meaning twice.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers

UNKNOWN: Final = "[UNK]"
"""Stands for a word without any known piece; its row is zero."""

UNKNOWN_ID: Final = 0
"""Its number: the learner gives special pieces the first ones."""

LONGEST_WORD: Final = 48
"""Longer runs are base64, hashes or rulers; without a limit the greedy search would take cubic time on them."""

_LONG_NUMBER: Final = r"\d{5,}"
"""Addresses, sizes, error numbers: exact search knows them, their digits only blur a meaning."""

_CASE_BORDER: Final = r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"
_OTHER_WORDS: Final = r"[\p{L}\p{M}&&[^\p{Han}]]+|\p{N}{1,4}"
_ONE_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_PLAIN_WORD: Final = re.compile(r"[a-z]{2,}")


def empty_tokenizer(model: models.Model, han: str = r"\p{Han}") -> Tokenizer:
    """Return a tokenizer that cuts texts into lower-case words and leaves the pieces to ``model``.

    ``han`` names the Chinese characters that words are made of, in the form of a regular expression's class; the others
    part words like blanks. A word with a single unknown character would be unknown as a whole, and Chinese has no
    blanks that would keep such a word short.
    """
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.NFKC(),
            normalizers.Replace(Regex(_LONG_NUMBER), " "),
            normalizers.Replace(Regex(_CASE_BORDER), " "),
            normalizers.Lowercase(),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Split(
        Regex(f"[{han}]{{1,{LONGEST_WORD}}}|{_OTHER_WORDS}"), "removed", invert=True
    )
    return tokenizer


def english_pieces(teacher_vocabulary: Mapping[str, int], most: int) -> list[str]:
    """Return the teacher's words and word endings of plain English letters, ``most`` at most, by rising number.

    Vocabularies number their pieces by falling frequency, so that the commonest words are kept.
    """
    ordered = sorted(teacher_vocabulary, key=lambda piece: teacher_vocabulary[piece])
    bare = dict.fromkeys(piece.removeprefix("##") for piece in ordered)
    return [piece for piece in bare if _PLAIN_WORD.fullmatch(piece)][:most]


def train_tokenizer(texts: Sequence[str], also: Iterable[str], size: int) -> Tokenizer:
    """Learn ``size`` pieces from the texts (byte-pair merges), join the pieces ``also``, and return the tokenizer.

    The same texts give the same tokenizer. Pieces of ours come first, so that ids say which are learned.
    """
    learner = empty_tokenizer(models.BPE(unk_token=UNKNOWN))
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=[UNKNOWN], show_progress=False, min_frequency=2)
    learner.train_from_iterator(texts, trainer)
    learned = learner.get_vocab()
    pieces = sorted(learned, key=lambda piece: learned[piece])
    pieces += [piece for piece in also if piece not in learned]
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    return empty_tokenizer(
        models.WordPiece(
            vocabulary, unk_token=UNKNOWN, continuing_subword_prefix="", max_input_chars_per_word=LONGEST_WORD
        ),
        "".join(piece for piece in pieces if _ONE_HAN.fullmatch(piece)) or r"\p{Han}",
    )

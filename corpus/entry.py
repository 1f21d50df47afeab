"""The values that the reading of the book yields: an `Entry` and its parts, all frozen."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Bilingual:
    """The same thing said in both languages."""

    zh: str
    """In Chinese."""
    en: str
    """In English."""

    def of(self, lang: str) -> str:
        """Return the text in ``lang`` (``"zh"`` or ``"en"``)."""
        return self.zh if lang == "zh" else self.en


@dataclass(frozen=True, slots=True)
class Phrases:
    """Ways in which people ask for something or say it, per language."""

    zh: tuple[str, ...] = ()
    """Chinese or code-mixed phrases."""
    en: tuple[str, ...] = ()
    """English phrases."""

    def of(self, lang: str) -> tuple[str, ...]:
        """Return the phrases in ``lang`` (``"zh"`` or ``"en"``)."""
        return self.zh if lang == "zh" else self.en


@dataclass(frozen=True, slots=True)
class Signature:
    """A message template by which an entry is recognised exactly."""

    match: str
    """The template: literal text with captures such as ``{op:name}``; see `msfaq.corpus.template`."""
    also: tuple[str, ...] = ()
    """Templates that must occur somewhere in the same failure too: the second key of a shared wording."""
    unless: tuple[str, ...] = ()
    """Templates that must not occur anywhere in the same failure."""
    versions: str = "all"
    """MindSpore releases that print this wording, a PEP 440 specifier or ``all``."""
    weak: bool = False
    """True when the wording is so general that it points at the entry without settling it."""
    aside: bool = False
    """True when the message accompanies other failures: whatever else is recognised goes before it."""
    variant: str = ""
    """Name of the entry's `Variant` that says what to do about this wording; empty where the entry has one mend."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One kind among the messages of an entry, with what to do about it."""

    name: str
    """Name by which signatures refer to it."""
    mend: Bilingual
    """Markdown: what the message means and how to mend it."""
    code: str = ""
    """English title of the code block that mends it; empty for none."""
    go: str = ""
    """Name of the question at which an entry's walk goes on from here; empty for none."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where the facts of an entry can be checked."""

    name: str
    """What it is: a page's title and release, a MindSpore source file, a run."""
    url: str = ""
    """Its public address, or empty when there is none (an own measurement)."""


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A part of a shell block that the reader must fill in, written ``{name}`` in the code."""

    name: str
    """The word between the braces."""
    default: str
    """A value that is right on most machines, put in where none is given."""
    find: Bilingual
    """How to find the right value."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question of a walk; exactly one of ``go``, ``see`` and ``result`` is set."""

    when: Bilingual
    """The answer's wording."""
    said: Phrases = field(default_factory=Phrases)
    """How people say it in their own words, yes and no apart."""
    go: str = ""
    """Name of the next question."""
    see: str = ""
    """Id of the entry that settles the case."""
    result: Bilingual | None = None
    """The conclusion itself."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a guided walk."""

    name: str
    """Name by which choices lead here; the first question of a walk is its start."""
    ask: Bilingual
    """The question."""
    choices: tuple[Choice, ...]
    """The possible answers, two or more."""


@dataclass(frozen=True, slots=True)
class Section:
    """The text under one fixed heading, in one language."""

    key: str
    """One of ``meaning cause look fix verify otherwise asked``; see `msfaq.corpus.vocabulary.SECTIONS`. ``note``
    for what a user has added to an entry."""
    heading: str
    """The heading as it stands in the file."""
    markdown: str
    """The text beneath it, Markdown without the heading."""
    first_line: int
    """1-based number of the heading's line in the file."""
    body_line: int
    """1-based number of the line in the file on which ``markdown`` begins."""
    last_line: int
    """1-based number of the section's last line, inclusive."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """One code block and what it promises."""

    title: Bilingual
    """What the block shows, from the heading above it."""
    lang: str
    """``python``, ``bash``, ``text`` or another name from the fence."""
    code: str
    """The code, ending in a newline."""
    promise: str
    """One of `msfaq.corpus.vocabulary.PROMISES`."""
    needs: tuple[str, ...]
    """What the machine must have; subset of `msfaq.corpus.vocabulary.NEEDS`."""
    prints: tuple[str, ...]
    """Texts that the output of a run must contain."""
    because: str
    """Why a ``syntax`` block cannot be run; empty for the others."""
    destructive: bool
    """True when running it ends processes, deletes something or cannot be undone."""
    timeout: int
    """Seconds after which a run counts as failed."""
    first_line: int
    """1-based number of the opening fence's line in the file."""
    last_line: int
    """1-based number of the closing fence's line, inclusive."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer of the book: everything that its Markdown file says."""

    id: str
    """Lower-case words joined by hyphens, never reused; equals the file's name."""
    kind: str
    """One of `msfaq.corpus.vocabulary.KINDS`."""
    area: str
    """One of `msfaq.corpus.vocabulary.AREAS`; equals the folder's name."""
    title: Bilingual
    """One line that says what the entry is about."""
    asks: Phrases
    """Ways in which people ask for it, stored to be found by."""
    signatures: tuple[Signature, ...]
    """Message templates that identify it; empty for entries without an error text."""
    rejects: tuple[str, ...]
    """Texts close to the signatures that must not be taken for this entry."""
    readout: tuple[Bilingual, ...]
    """Sentences with captures in braces; the first whose captures were all read is shown with the answer."""
    variants: tuple[Variant, ...]
    """Kinds of its messages that are mended differently; empty for most entries."""
    keywords: tuple[str, ...]
    """Exact names to be found by: error codes, symbolic names, API names old and new."""
    aliases: tuple[str, ...]
    """Other ids that lead here."""
    platforms: tuple[str, ...]
    """Where it holds; subset of `msfaq.corpus.vocabulary.PLATFORMS`."""
    modes: tuple[str, ...]
    """Execution modes in which it holds; subset of `msfaq.corpus.vocabulary.MODES`."""
    versions: str
    """MindSpore releases for which it holds, a PEP 440 specifier or ``all``."""
    secondary: bool
    """True when the message is only the echo of an earlier failure."""
    leads_to: tuple[str, ...]
    """Ids of entries whose messages this fault causes further down the log."""
    overlaps: tuple[str, ...]
    """Ids of entries whose signatures are allowed to match this entry's messages as well."""
    official: bool
    """False for our own notes, where no official answer exists."""
    general: bool
    """True for errors that any Python program may have: one is ours to answer only beside something of MindSpore's."""
    related: tuple[str, ...]
    """Ids worth reading next."""
    sources: tuple[Source, ...]
    """Where the facts can be checked; at least one."""
    placeholders: tuple[Placeholder, ...]
    """Parts of shell blocks to be filled in."""
    walk: tuple[Question, ...]
    """The guided questions of a decision entry; empty for other kinds."""
    sections_zh: tuple[Section, ...]
    """The Chinese part, in heading order."""
    sections_en: tuple[Section, ...]
    """The English part, in heading order."""
    snippets: tuple[Snippet, ...]
    """The code, once for both languages, in file order."""
    path: str
    """The file, relative to the folder of entries, with forward slashes; of a user's own entry, absolute."""
    origin: str = "book"
    """``book``, ``own`` for the user's own, ``extended`` for one of the book's that the user has added to."""
    guides: tuple[str, ...] = ()
    """Ids of the guides that lead to it, in alphabetical order; they name it as related, it does not name them."""

    def sections(self, lang: str) -> tuple[Section, ...]:
        """Return the sections in ``lang`` (``"zh"`` or ``"en"``)."""
        return self.sections_zh if lang == "zh" else self.sections_en

    def variant(self, name: str) -> Variant | None:
        """Return the kind of message that has this name, or None."""
        return next((one for one in self.variants if one.name == name), None)

    def fix_snippet(self, variant: Variant | None = None) -> Snippet | None:
        """Return the snippet a reader wants first: the fix, else an example, else code known only to be well formed.

        Of a ``variant`` it is the variant's own, or None.
        """
        if variant is not None:
            return next((one for one in self.snippets if one.title.en == variant.code), None)
        for promise in ("fix", "runs", "syntax"):
            for snippet in self.snippets:
                if snippet.promise == promise:
                    return snippet
        return None

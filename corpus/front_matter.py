"""Reads the YAML block at the top of a document into typed values, with the line of every mistake."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import yaml
from dacite import Config, from_dict
from dacite.exceptions import DaciteError, DaciteFieldError, UnexpectedDataError

from msfaq.corpus.entry import Bilingual, Phrases, Placeholder, Question, Signature, Source, Variant
from msfaq.errors import EntryError

T = TypeVar("T")

_BOOLEANS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class EntryHead:
    """The front matter of an entry; each field is explained at `msfaq.corpus.entry.Entry`."""

    id: str
    kind: str
    area: str
    title: Bilingual
    platforms: tuple[str, ...]
    modes: tuple[str, ...]
    sources: tuple[Source, ...]
    asks: Phrases = field(default_factory=Phrases)
    signatures: tuple[Signature, ...] = ()
    rejects: tuple[str, ...] = ()
    readout: tuple[Bilingual, ...] = ()
    variants: tuple[Variant, ...] = ()
    keywords: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    versions: str = "all"
    secondary: bool = False
    leads_to: tuple[str, ...] = ()
    overlaps: tuple[str, ...] = ()
    official: bool = True
    general: bool = False
    related: tuple[str, ...] = ()
    placeholders: tuple[Placeholder, ...] = ()
    walk: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtensionHead:
    """The front matter of what a user adds to an entry; its fields are added to the entry's of the same name."""

    extends: str
    """Id of the entry."""
    asks: Phrases = field(default_factory=Phrases)
    signatures: tuple[Signature, ...] = ()
    rejects: tuple[str, ...] = ()
    readout: tuple[Bilingual, ...] = ()
    variants: tuple[Variant, ...] = ()
    keywords: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    overlaps: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class GuideHead:
    """The front matter of a guide; each field is explained at `msfaq.corpus.guide.Guide`."""

    id: str
    title: Bilingual
    sources: tuple[Source, ...]
    related: tuple[str, ...] = ()


def parse_front_matter(kind: type[T], text: str, *, path: str, first_line: int) -> T:
    """Read the YAML ``text`` as a ``kind``.

    All YAML scalars are taken as written (``2.10`` stays ``"2.10"``); only declared booleans are converted.
    ``first_line`` is the 1-based line of the file on which ``text`` begins.

    Raises EntryError, naming ``path`` and the line, for broken YAML, an unknown key or a value of the wrong type.
    """
    try:
        # The base loader keeps every scalar a string, so that versions and "no" survive.
        data = yaml.load(text, Loader=yaml.CBaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise EntryError(path, first_line + (mark.line if mark else 0), f"broken YAML: {error.problem}") from error
    except yaml.YAMLError as error:
        raise EntryError(path, first_line, f"broken YAML: {error}".replace("\n", " ")) from error
    if not isinstance(data, Mapping):
        raise EntryError(path, first_line, "the front matter must be a list of 'key: value' lines")
    config = Config(strict=True, cast=[tuple], type_hooks={bool: _boolean, tuple[str, ...]: _listed})
    try:
        return from_dict(kind, dict(data), config)
    except UnexpectedDataError as error:
        key = sorted(str(name) for name in error.keys)[0]
        raise EntryError(path, _line_of(text, key, first_line), f"unknown key '{key}'") from error
    except DaciteFieldError as error:
        name, problem = error.field_path or "", _plain(error)
        place = name.rpartition(".")[0] if problem == "is missing" else name
        raise EntryError(path, _line_of(text, place, first_line), f"'{name}': {problem}") from error
    except (DaciteError, TypeError, ValueError) as error:
        raise EntryError(path, first_line, str(error)) from error


def _boolean(value: Any) -> Any:
    """Return the boolean that a scalar names; anything else comes back as it is, for dacite to refuse."""
    return _BOOLEANS.get(value, value) if isinstance(value, str) else value


def _listed(value: Any) -> Any:
    """Return a list as it is, and a scalar so that dacite refuses it rather than cut it into letters."""
    return value if isinstance(value, list) else [value, None]


def _plain(error: DaciteFieldError) -> str:
    """Say in a user's words what dacite found."""
    message = str(error)
    if message.startswith("missing value"):
        return "is missing"
    found = re.search(r'should be "(.+)" instead of value "(.*)" of type', message, re.DOTALL)
    return f"should be {found[1]}, found {found[2]!r}" if found else message


def _line_of(text: str, field_path: str, first_line: int) -> int:
    """Return the line of the file on which a field stands, or the field around it when it is missing."""
    at = 0
    for name in filter(None, re.split(r"[.\[\]]+", field_path)):
        found = re.compile(rf"^[ \t-]*{re.escape(name)}[ \t]*:", re.MULTILINE).search(text, at)
        if not found:
            break
        at = found.start()
    return first_line + text.count("\n", 0, at)

"""Reads the compatibility table from its files, and looks rows up."""

from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import yaml
from dacite import Config, from_dict
from dacite.exceptions import DaciteError
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from msfaq.corpus.compatibility.rows import (
    BoardRow,
    CannRow,
    CompanionRow,
    Compatibility,
    CudaRow,
    ReleaseRow,
    SystemRow,
)
from msfaq.corpus.entry import Source
from msfaq.errors import EntryError

T = TypeVar("T")

TABLE: Final = Path(__file__).parent
"""Folder of the shipped table."""

_CONFIG: Final = Config(strict=True, cast=[tuple], type_hooks={bool: lambda text: text == "true"})
_SPECIFIERS: Final = ("numpy", "protobuf", "mindspore", "python")


@cache
def read_compatibility(folder: Path = TABLE) -> Compatibility:
    """Read ``releases.yaml``, ``companions.yaml`` and ``platforms.yaml``.

    Raises EntryError when a file cannot be read, breaks the form, or states something without a source.
    """
    releases, companions, platforms = (
        _load(folder / f"{name}.yaml") for name in ("releases", "companions", "platforms")
    )
    return Compatibility(
        releases=tuple(_release(row, releases, folder / "releases.yaml") for row in releases["releases"]),
        companions=_rows(CompanionRow, companions, "companions", folder / "companions.yaml"),
        cann=_rows(CannRow, platforms, "cann", folder / "platforms.yaml"),
        cuda=_rows(CudaRow, platforms, "cuda", folder / "platforms.yaml"),
        systems=_rows(SystemRow, platforms, "systems", folder / "platforms.yaml"),
        boards=_rows(BoardRow, platforms, "boards", folder / "platforms.yaml"),
    )


def release_row(table: Compatibility, release: str) -> ReleaseRow | None:
    """Return the row of a MindSpore release, its own before its series', or None when nothing is stated.

    >>> release_row(read_compatibility(), "2.7.1.post1").release
    '2.7.1'
    """
    try:
        wanted = (*Version(release).release, 0, 0)[:3]
    except InvalidVersion:
        return None
    found = [row for row in table.releases if wanted[: len(_parts(row))] == _parts(row)]
    return max(found, key=lambda row: len(_parts(row)), default=None)


def companion_row(table: Compatibility, name: str, release: str) -> CompanionRow | None:
    """Return the row for this release of a companion package, or None when nothing is stated."""
    return next((row for row in table.companions if row.name == name and holds(row.release, release)), None)


def holds(specifier: str, release: str) -> bool:
    """Tell whether a release satisfies a PEP 440 specifier; pre-releases count."""
    try:
        return SpecifierSet(specifier).contains(Version(release), prereleases=True)
    except (InvalidSpecifier, InvalidVersion):
        return False


def _parts(row: ReleaseRow) -> tuple[int, ...]:
    return Version(row.release).release


def _load(file: Path) -> dict[str, Any]:
    try:
        return dict(yaml.load(file.read_text("utf-8"), Loader=yaml.CBaseLoader))
    except (OSError, yaml.YAMLError, TypeError, ValueError) as error:
        raise EntryError(file.name, 1, f"cannot be read: {error}") from error


def _release(row: dict[str, Any], document: dict[str, Any], file: Path) -> ReleaseRow:
    place = f"release {row.get('release', '?')}"
    stated = row.keys() - {"release", "sources"}
    named = row.get("sources", {})
    if stated != named.keys():
        raise EntryError(file.name, 1, f"{place}: stated {sorted(stated)}, but sources for {sorted(named)}")
    resolved = {key: _source(document, name, file, place) for key, name in named.items()}
    return _typed(ReleaseRow, {**row, "sources": resolved}, file, place)


def _rows(kind: type[T], document: dict[str, Any], name: str, file: Path) -> tuple[T, ...]:
    found = []
    for number, row in enumerate(document[name], start=1):
        place = f"{name}, row {number}"
        values = {"others" if key == "with" else key: value for key, value in row.items()}
        values["source"] = _source(document, row.get("source", ""), file, place)
        found.append(_typed(kind, values, file, place))
    return tuple(found)


def _source(document: dict[str, Any], name: str, file: Path, place: str) -> Source:
    if name not in document["sources"]:
        raise EntryError(file.name, 1, f"{place}: no source is called '{name}'")
    return from_dict(Source, document["sources"][name], _CONFIG)


def _typed(kind: type[T], values: dict[str, Any], file: Path, place: str) -> T:
    try:
        for name in _SPECIFIERS:
            if kind in (ReleaseRow, CompanionRow) and isinstance(values.get(name), str):
                SpecifierSet(values[name])
        plain = {field.name: values[field.name] for field in fields(kind) if field.name in values}  # type: ignore[arg-type]
        if values.keys() - plain.keys():
            raise EntryError(file.name, 1, f"{place}: unknown key {sorted(values.keys() - plain.keys())}")
        return from_dict(kind, plain, _CONFIG)
    except (DaciteError, InvalidSpecifier) as error:
        raise EntryError(file.name, 1, f"{place}: {error}") from error

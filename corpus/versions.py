"""Release ranges as entries write them: a PEP 440 specifier such as ``>=1.5,<2.4``, or ``all``."""

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version


def parse_versions(text: str) -> SpecifierSet:
    """Read a range; ``all`` is the range without bounds.

    Raises ValueError when it is neither.
    """
    if text == "all":
        return SpecifierSet()
    try:
        return SpecifierSet(text)
    except InvalidSpecifier as error:
        raise ValueError(f"'{text}' is no release range; write e.g. '>=1.5,<2.4' or 'all'") from error


def covers(versions: str, release: str) -> bool:
    """Tell whether a range holds the release (pre-releases count as their release).

    Raises ValueError when ``release`` is no version number.

    >>> covers(">=1.5,<2.4", "2.3.1")
    True
    """
    try:
        version = Version(release)
    except InvalidVersion as error:
        raise ValueError(f"'{release}' is no MindSpore release; write e.g. 2.10 or 2.3.1") from error
    return parse_versions(versions).contains(version.base_version, prereleases=True)

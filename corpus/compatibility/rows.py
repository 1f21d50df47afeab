"""The rows of the compatibility table; what a row leaves empty is not stated by any known source."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from msfaq.corpus.entry import Source


@dataclass(frozen=True, slots=True)
class ReleaseRow:
    """One MindSpore release, or one series of releases, and what goes with it."""

    release: str
    """``2.10.0`` for one release, ``1.3`` for all of a series."""
    packages: tuple[str, ...] = ()
    """Distributions that carry it on PyPI."""
    python: tuple[str, ...] = ()
    """Minor Python releases, such as ``3.11``."""
    os: tuple[str, ...] = ()
    """Systems that its installation page names."""
    arch: tuple[str, ...] = ()
    """``x86_64``, ``aarch64``."""
    glibc: str = ""
    """Least version of the C library."""
    glibcxx: str = ""
    """Least GLIBCXX symbol version of libstdc++."""
    cuda: Mapping[str, str] = field(default_factory=dict)
    """CUDA release → cuDNN series, for the GPU back end."""
    cann: tuple[str, ...] = ()
    """CANN releases recommended with it, the first one first."""
    cann_accepts: tuple[str, ...] = ()
    """CANN series that the package accepts without a warning."""
    driver: str = ""
    """Release of the Ascend driver and firmware published with that CANN."""
    chips: tuple[str, ...] = ()
    """Ascend products that its page names."""
    numpy: str = ""
    """The package's requirement, a PEP 440 specifier."""
    numpy_built: str = ""
    """Major release of the NumPy C interface for which compiled parts were built."""
    protobuf: str = ""
    """The package's requirement, a PEP 440 specifier."""
    sources: Mapping[str, Source] = field(default_factory=dict)
    """Field → where it is stated; every stated field has one."""


@dataclass(frozen=True, slots=True)
class CompanionRow:
    """A range of releases of a package that builds on MindSpore."""

    name: str
    """Its distribution: mindnlp, mindone, mindformers, vllm-mindspore, mindspore-lite."""
    release: str
    """Its releases, a PEP 440 specifier."""
    source: Source
    """Where the row is stated."""
    mindspore: str = ""
    """The MindSpore releases that go with it, a PEP 440 specifier."""
    exact: bool = False
    """Whether the source names one tested pair and promises nothing of others."""
    python: str = ""
    """Python releases, a PEP 440 specifier."""
    numpy: str = ""
    """NumPy releases, a PEP 440 specifier."""
    cann: str = ""
    """The CANN release published with it, or a specifier."""
    driver: str = ""
    """The Ascend driver published with it."""
    others: Mapping[str, str] = field(default_factory=dict)
    """Further distributions and their releases (the key ``with`` of the file)."""


@dataclass(frozen=True, slots=True)
class CannRow:
    """A CANN release and the Ascend driver published with it."""

    cann: str
    """Such as ``8.3.RC1``."""
    driver: str
    """Such as ``25.3.RC1``."""
    source: Source
    """Where it is stated."""


@dataclass(frozen=True, slots=True)
class CudaRow:
    """A CUDA release that some MindSpore release was built for."""

    cuda: str
    """Such as ``11.6``."""
    driver: str
    """Least NVIDIA driver."""
    cudnn: str
    """The cuDNN series that goes with it."""
    source: Source
    """Where it is stated."""


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A system other than Linux, and what runs there."""

    system: str
    """System and release."""
    arch: str
    """Architecture."""
    python: tuple[str, ...]
    """Minor Python releases."""
    devices: tuple[str, ...]
    """Device targets that exist there."""
    source: Source
    """Where it is stated."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A tested set on a developer board."""

    board: str
    """The board."""
    mindspore: str
    """MindSpore release."""
    cann: str
    """CANN release, toolkit and kernels alike."""
    source: Source
    """Where it is stated."""


@dataclass(frozen=True, slots=True)
class Compatibility:
    """The whole table."""

    releases: tuple[ReleaseRow, ...]
    """Oldest first."""
    companions: tuple[CompanionRow, ...]
    """In the order of the file."""
    cann: tuple[CannRow, ...]
    """Oldest first."""
    cuda: tuple[CudaRow, ...]
    """Oldest first."""
    systems: tuple[SystemRow, ...]
    """In the order of the file."""
    boards: tuple[BoardRow, ...]
    """In the order of the file."""

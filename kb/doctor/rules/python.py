"""Rules on Python, the C library and the architecture."""

from collections.abc import Iterator
from typing import Final

from packaging.version import InvalidVersion, Version

from msfaq.corpus.compatibility.rows import Compatibility
from msfaq.corpus.compatibility.table import release_row
from msfaq.doctor.found import Found
from msfaq.doctor.misfit import Misfit, both
from msfaq.doctor.rules.packages import mindspore_package

_ARCHITECTURES: Final = ("x86_64", "amd64", "aarch64", "arm64")


def python_release(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """A wheel of the MindSpore installed, or of the newest one, exists for this Python."""
    mindspore = mindspore_package(found)
    row = release_row(table, mindspore.version) if mindspore else table.releases[-1]
    minor = ".".join(found.interpreter.version.split(".")[:2])
    if not row or not row.python or minor in row.python:
        return
    release = mindspore.version if mindspore else row.release
    listed = ", ".join(row.python)
    yield Misfit(
        "python-release",
        both(f"Python {minor} 配 MindSpore {release}", f"Python {minor} beside MindSpore {release}"),
        both(f"这个版本的 wheel 只有 Python {listed}。", f"Its wheels are for Python {listed}."),
        both(
            f"新建一个 Python {row.python[-1]} 环境：conda create -n ms python={row.python[-1]}",
            f"Make an environment with Python {row.python[-1]}: conda create -n ms python={row.python[-1]}",
        ),
        "versions-that-go-together",
    )


def platform(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """The processor and the interpreter are ones that wheels exist for."""
    system, python = found.system, found.interpreter
    if system.architecture.lower() not in _ARCHITECTURES or python.bits != 64:
        yield Misfit(
            "architecture",
            both(f"{system.architecture}，{python.bits} 位 Python", f"{system.architecture}, {python.bits}-bit Python"),
            both(
                "MindSpore 只发布 64 位 x86_64 和 aarch64/arm64 的 wheel。",
                "Wheels exist for 64-bit x86_64 and aarch64/arm64.",
            ),
            both("安装 64 位 Python，或换机器。", "Install a 64-bit Python, or take another machine."),
            "pip-wheel-not-supported",
        )
    if python.implementation != "CPython":
        yield Misfit(
            "implementation",
            both(f"解释器是 {python.implementation}", f"The interpreter is {python.implementation}"),
            both("MindSpore 的扩展模块只为 CPython 编译。", "MindSpore's extension modules are compiled for CPython."),
            both("用 CPython 新建环境。", "Make an environment with CPython."),
            "pip-wheel-not-supported",
        )


def c_library(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """The C library and libstdc++ are new enough."""
    mindspore = mindspore_package(found)
    row = release_row(table, mindspore.version) if mindspore else table.releases[-1]
    name, _, version = found.system.libc.partition(" ")
    if name == "musl":
        yield Misfit(
            "musl",
            both("系统的 C 库是 musl（如 Alpine）", "The C library is musl (as on Alpine)"),
            both("MindSpore 的 wheel 只为 glibc 编译。", "MindSpore's wheels are built for glibc."),
            both(
                "换用基于 glibc 的镜像，例如 Ubuntu 或 openEuler。",
                "Take an image with glibc, such as Ubuntu or openEuler.",
            ),
            "glibc-version-not-found",
        )
    pairs = (("glibc", version if name == "glibc" else "", row.glibc if row else ""),)
    for library, have, need in (*pairs, ("GLIBCXX", found.system.glibcxx, row.glibcxx if row else "")):
        if have and need and older(have, need):
            yield Misfit(
                "c-library",
                both(f"{library} {have}，至少要 {need}", f"{library} {have}; at least {need} is needed"),
                both(
                    f"导入时会报 version `{library.upper()}_{need}' not found。",
                    f"Import fails: version `{library.upper()}_{need}' not found.",
                ),
                both(
                    "换新一些的系统或镜像；libstdc++ 可由 conda 提供：conda install -c conda-forge libstdcxx-ng",
                    "Take a newer system or image; conda has a libstdc++: conda install -c conda-forge libstdcxx-ng",
                ),
                "glibc-version-not-found",
            )


def older(have: str, need: str) -> bool:
    """Tell whether a release is older than another; what is no release number is never older."""
    try:
        return Version(have) < Version(need)
    except InvalidVersion:
        return False

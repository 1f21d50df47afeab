"""Rules on distributions: which MindSpore, what it requires, what hides it, what builds on it."""

from collections.abc import Iterator
from typing import Final

from packaging.markers import UndefinedEnvironmentName
from packaging.requirements import InvalidRequirement, Requirement

from msfaq.corpus.compatibility.rows import CompanionRow, Compatibility
from msfaq.corpus.compatibility.table import companion_row, holds, release_row
from msfaq.doctor.found import Found, Package
from msfaq.doctor.misfit import Misfit, both

MINDSPORE: Final = ("mindspore", "mindspore-gpu", "mindspore-ascend", "mindspore-cpu", "mindspore-dev")
"""Distributions that carry the package ``mindspore``; more than one write into the same folder."""

_COMPANIONS: Final = ("mindnlp", "mindone", "mindformers", "vllm-mindspore", "mindspore-lite")

_REQUIREMENT_ENTRIES: Final = {"numpy": "numpy-2-abi-banner", "protobuf": "protobuf-version"}


def mindspore_package(found: Found) -> Package | None:
    """Return the MindSpore that is installed, the plain one first."""
    return next((found.packages[name] for name in MINDSPORE if name in found.packages), None)


def one_mindspore(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """Exactly one MindSpore is installed."""
    installed = [found.packages[name] for name in MINDSPORE if name in found.packages]
    if not installed:
        program = found.interpreter.executable
        yield Misfit(
            "mindspore-missing",
            both("这个 Python 里没有安装 MindSpore", "MindSpore is not installed for this Python"),
            both(
                f"检查的是 {program}；MindSpore 可能装在另一个环境里。",
                f"{program} was looked at; it may be installed in another environment.",
            ),
            both(
                "激活训练用的环境，在其中运行 python -m msfaq doctor；还没有安装就先安装。",
                "Activate the environment you train in and run python -m msfaq doctor there, or install it.",
            ),
            "env-setup",
        )
    if len(installed) > 1:
        names = ", ".join(f"{package.name} {package.version}" for package in installed)
        uninstall = f"python -m pip uninstall -y {' '.join(package.name for package in installed)}"
        yield Misfit(
            "mindspore-twice",
            both(f"同时装了几个 MindSpore：{names}", f"Several MindSpore packages at once: {names}"),
            both(
                "它们写进同一个 mindspore 目录，后装的覆盖先装的一部分，留下的是混合体。",
                "They write into one folder, mindspore; each overwrote part of the other and left a mixture.",
            ),
            both(
                f"全部卸载后只装一个：{uninstall}",
                f"Uninstall all of them, then install one: {uninstall}",
            ),
            "mindspore-beside-variant",
        )


def numpy_interface(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """NumPy has the C interface that MindSpore was built for."""
    mindspore, numpy = mindspore_package(found), found.packages.get("numpy")
    row = release_row(table, mindspore.version) if mindspore else None
    if not mindspore or not numpy or not row:
        return
    allowed = f"<{int(row.numpy_built) + 1}" if row.numpy_built else row.numpy
    if not allowed or holds(allowed, numpy.version):
        return
    upper = f"{row.numpy},{allowed}" if row.numpy_built else allowed
    yield Misfit(
        "numpy-interface",
        both(
            f"NumPy {numpy.version} 配 MindSpore {mindspore.version}",
            f"NumPy {numpy.version} beside MindSpore {mindspore.version}",
        ),
        both(
            f"MindSpore {mindspore.version} 需要 NumPy {upper}；不满足时真正的算子报错会被 multiarray 之类的报错盖住。",
            f"MindSpore {mindspore.version} needs NumPy {upper}; otherwise errors about multiarray hide the real ones.",
        ),
        both(f'python -m pip install "numpy{upper}"', f'python -m pip install "numpy{upper}"'),
        "numpy-2-abi-banner",
    )


def requirements(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """What MindSpore and its companions require is installed."""
    said = {misfit.rule for misfit in numpy_interface(found, table)}
    names = [name for name in (*MINDSPORE, *_COMPANIONS) if name in found.packages]
    for package in (found.packages[name] for name in names):
        for requirement in _unmet(package, found):
            have = found.packages.get(requirement.name.lower().replace("_", "-"))
            if requirement.name == "numpy" and said:
                continue
            zh = f"装的是 {have.version}" if have else "没有安装"
            en = f"{have.version} is installed" if have else "it is not installed"
            yield Misfit(
                "requirement",
                both(
                    f"{package.name} {package.version} 要求 {requirement}，{zh}",
                    f"{package.name} {package.version} requires {requirement}; {en}",
                ),
                both(
                    "别的包后来改动了它，或安装时用了 --no-deps；导入或运行时才会出错。",
                    "Another package changed it later, or --no-deps was used; import or a run will fail.",
                ),
                both(
                    f'python -m pip install "{requirement}"，再用 python -m pip check 复查',
                    f'python -m pip install "{requirement}", then python -m pip check',
                ),
                _REQUIREMENT_ENTRIES.get(requirement.name, "pip-resolver-conflict"),
            )


def companions(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """Packages that build on MindSpore go with the one that is installed."""
    mindspore = mindspore_package(found)
    for name in _COMPANIONS:
        package = found.packages.get(name)
        row = companion_row(table, name, package.version) if package else None
        if not package or not row:
            continue
        if mindspore and row.mindspore and not holds(row.mindspore, mindspore.version):
            yield _companion(package, mindspore, row)
        for other, release in row.others.items():
            have = found.packages.get(other)
            if have and not holds(f"=={release}.*" if release.count(".") < 2 else f"=={release}", have.version):
                yield _companion(package, have, row, wanted=release)


def shadows(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """Nothing in the current folder or on PYTHONPATH hides a package."""
    for shadow in found.shadows:
        source = shadow.source_tree
        yield Misfit(
            "source-tree" if source else "shadowed-package",
            both(f"{shadow.path} 会盖住安装好的 {shadow.name}", f"{shadow.path} hides the installed {shadow.name}"),
            both(
                "这是 MindSpore 源码目录，里面没有编译出来的 _c_expression。"
                if source
                else "Python 先找当前目录和 PYTHONPATH，最后才是 site-packages。",
                "It is the MindSpore source, which lacks the compiled _c_expression."
                if source
                else "Python looks into the current folder and PYTHONPATH before site-packages.",
            ),
            both("换一个目录运行，或给它改名。", "Run from another folder, or rename it."),
            "no-module-mindspore-version",
        )


def _companion(package: Package, other: Package, row: CompanionRow, wanted: str = "") -> Misfit:
    wanted = wanted or row.mindspore
    exact = row.exact or wanted != row.mindspore
    zh, en = ("一起发布的是", "it was published with") if exact else ("要求", "it needs")
    return Misfit(
        "companion",
        both(
            f"{package.name} {package.version} 配 {other.name} {other.version}；{zh} {wanted}",
            f"{package.name} {package.version} beside {other.name} {other.version}; {en} {wanted}",
        ),
        both(
            f"接口随版本变化，常见结果是 cannot import name。依据：{row.source.name}。",
            f"Interfaces change between releases: 'cannot import name' and the like. Stated by: {row.source.name}.",
        ),
        both(
            f"换成配套的一对：要么换 {other.name}，要么换与 {other.name} {other.version} 配套的 {package.name}。",
            f"Make them a pair: change {other.name}, or take the {package.name} for {other.name} {other.version}.",
        ),
        "companion-version-mismatch",
    )


def _unmet(package: Package, found: Found) -> Iterator[Requirement]:
    for text in package.requires:
        try:
            requirement = Requirement(text)
            if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
                continue
        except (InvalidRequirement, UndefinedEnvironmentName):
            continue
        have = found.packages.get(requirement.name.lower().replace("_", "-"))
        if have is None or not holds(str(requirement.specifier), have.version):
            yield requirement

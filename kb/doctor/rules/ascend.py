"""Rules on Ascend devices: CANN, its environment, its operator packages and the driver."""

from collections.abc import Iterator
from typing import Final

from msfaq.corpus.compatibility.rows import Compatibility, ReleaseRow
from msfaq.corpus.compatibility.table import release_row
from msfaq.doctor.found import Ascend, Cann, Found
from msfaq.doctor.misfit import Misfit, both
from msfaq.doctor.parsing.npu_smi import chip_family
from msfaq.doctor.rules.packages import mindspore_package
from msfaq.doctor.rules.python import older

_SET_ENV: Final = "source /usr/local/Ascend/ascend-toolkit/set_env.sh"


def cann_present(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """Where there are devices, CANN is installed and its environment is set."""
    ascend = found.ascend
    if not ascend.nodes and not ascend.npus:
        return
    if not ascend.cann:
        yield Misfit(
            "cann-missing",
            both("有昇腾设备，没有找到 CANN", "Ascend devices, but no CANN"),
            both("MindSpore 的 Ascend 后端由 CANN 提供动态库。", "CANN provides the libraries of the Ascend back end."),
            both(
                "安装与 MindSpore 配套的 CANN toolkit 和 kernels，再 source set_env.sh。",
                "Install the CANN toolkit and kernels that go with MindSpore, then source set_env.sh.",
            ),
            "ascend-shared-object-missing",
        )
    elif not ascend.home:
        yield Misfit(
            "set-env",
            both(
                "没有设置 CANN 的环境变量（ASCEND_HOME_PATH 为空）",
                "CANN's environment is not set (ASCEND_HOME_PATH is empty)",
            ),
            both(
                "MindSpore 2.4 起不再自己找 CANN 的路径，会报 libge_runner.so 之类找不到。",
                "Since 2.4 MindSpore no longer finds CANN by itself: libge_runner.so and others are missing.",
            ),
            both(f"{_SET_ENV}，并写进 ~/.bashrc", f"{_SET_ENV}, also in ~/.bashrc"),
            "ascend-shared-object-missing",
        )
    elif ascend.home not in found.present:
        yield Misfit(
            "set-env-stale",
            both(
                f"ASCEND_HOME_PATH 指向不存在的 {ascend.home}",
                f"ASCEND_HOME_PATH names {ascend.home}, which does not exist",
            ),
            both(
                "多半是升级 CANN 之后旧的设置留在了 shell 里。",
                "Most often an old setting is left in the shell after CANN was upgraded.",
            ),
            both(f"开一个新 shell，重新 {_SET_ENV}", f"Open a new shell and {_SET_ENV}"),
            "ascend-shared-object-missing",
        )


def cann_release(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """CANN is one that this MindSpore goes with."""
    mindspore = mindspore_package(found)
    row = release_row(table, mindspore.version) if mindspore else None
    if not mindspore or not row or not found.ascend.cann:
        return
    cann = found.ascend.cann[0]
    accepted = _accepted(cann, row)
    if accepted is None or accepted:
        return
    listed = ", ".join(row.cann or row.cann_accepts)
    have = cann.version or cann.compiler
    yield Misfit(
        "cann-release",
        both(f"CANN {have} 配 MindSpore {mindspore.version}", f"CANN {have} beside MindSpore {mindspore.version}"),
        both(
            f"与它一起发布或被它接受的是 CANN {listed}；不配时会缺符号、缺算子，或初始化失败。",
            f"CANN {listed} goes with it; otherwise symbols or operators are missing, or initialisation fails.",
        ),
        both(
            f"安装 CANN {(row.cann or row.cann_accepts)[0]}，或换与 CANN {have} 配套的 MindSpore。",
            f"Install CANN {(row.cann or row.cann_accepts)[0]}, or the MindSpore that goes with CANN {have}.",
        ),
        "versions-that-go-together",
    )


def several_cann(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """Only one CANN is on the loader's path."""
    path = found.environ.get("LD_LIBRARY_PATH", "")
    used = [cann for cann in found.ascend.cann if cann.path.removesuffix("/latest") in path]
    if len({cann.kind for cann in used}) > 1:
        listed = ", ".join(f"{cann.kind} {cann.version}" for cann in used)
        yield Misfit(
            "several-cann",
            both(f"LD_LIBRARY_PATH 里有几套 CANN：{listed}", f"Several CANN packages on LD_LIBRARY_PATH: {listed}"),
            both(
                "库会从两套里混着加载，表现为段错误、卡住或找不到库。",
                "Libraries come from both: segmentation faults, hangs, missing libraries.",
            ),
            both("只 source 一套的 set_env.sh。", "Source the set_env.sh of one of them only."),
            "multiple-cann-packages",
        )


def kernels(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """The operator package of this chip is installed."""
    ascend = found.ascend
    families = {family for npu in ascend.npus if (family := chip_family(npu.name))}
    for family in sorted(families):
        if ascend.kernels and not any(name.startswith(family) for name in ascend.kernels):
            listed = ", ".join(ascend.kernels)
            yield Misfit(
                "kernels",
                both(
                    f"CANN 的算子包是 {listed}，芯片是 {family}",
                    f"CANN has operators for {listed}; the chip is {family}",
                ),
                both(
                    "会报 EZ1001 … check if the opp_kernel package is installed，或每个算子都现场编译。",
                    "EZ1001 … check if the opp_kernel package is installed; or each operator is compiled anew.",
                ),
                both(
                    f"安装与 toolkit 同版本、对应 {family} 的 Ascend-cann-kernels 包（8.5 起叫 ops 包）。",
                    f"Install Ascend-cann-kernels (named ops since 8.5) for {family}, of the toolkit's release.",
                ),
                "opp-kernel-missing",
            )


def ascend_driver(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """The driver is not older than the one published with this CANN."""
    ascend = found.ascend
    if not ascend.cann or not ascend.driver:
        return
    need = next((row.driver for row in table.cann if row.cann.lower() == ascend.cann[0].version.lower()), "")
    if need and older(_release(ascend.driver), _release(need)):
        yield Misfit(
            "ascend-driver",
            both(
                f"昇腾驱动 {ascend.driver}，与 CANN {ascend.cann[0].version} 一起发布的是 {need}",
                f"Ascend driver {ascend.driver}; {need} was published with CANN {ascend.cann[0].version}",
            ),
            both(
                "CANN 比驱动新太多时，设备打开失败或算子下发失败。",
                "When CANN is much newer than the driver, opening a device or launching a task fails.",
            ),
            both(
                f"先升级固件和驱动到 {need} 或更新，再重启。",
                f"Upgrade firmware and driver to {need} or newer, then restart.",
            ),
            "versions-that-go-together",
            serious=older(_release(ascend.driver), f"{_release(need).split('.')[0]}.0a0"),
        )


def devices(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """Devices can be opened and say that they are well."""
    yield from _closed(found.ascend)
    for npu in found.ascend.npus:
        if npu.health not in ("OK", "Normal"):
            yield Misfit(
                "npu-health",
                both(
                    f"NPU {npu.index}（{npu.name}）的健康状态是 {npu.health}",
                    f"NPU {npu.index} ({npu.name}) says {npu.health}",
                ),
                both(
                    "设备有告警，训练会在初始化或运行中失败。",
                    "The device has an alarm; training fails at the start or midway.",
                ),
                both(
                    f"npu-smi info -t health -i {npu.index}，按告警码处理",
                    f"npu-smi info -t health -i {npu.index}, then follow the alarm code",
                ),
                "collect-error-info",
            )


def _closed(ascend: Ascend) -> Iterator[Misfit]:
    if ascend.closed:
        listed = ", ".join(ascend.closed[:3])
        yield Misfit(
            "device-permission",
            both(f"当前用户打不开 {listed}", f"This user may not open {listed}"),
            both(
                "用户不在驱动安装时指定的组里，或容器没有挂载设备。",
                "The user is not in the group the driver was installed for, or the container lacks the device.",
            ),
            both(
                "把用户加进 /dev/davinci0 的属组（常见为 HwHiAiUser），重新登录。",
                "Add the user to the group of /dev/davinci0 (commonly HwHiAiUser) and log in again.",
            ),
            "ascend-shared-object-missing",
        )


def _accepted(cann: Cann, row: ReleaseRow) -> bool | None:
    """Tell whether the row holds this CANN; None when the row says nothing of CANN."""
    series = {".".join(version.split(".")[:2]) for version in (cann.version, cann.compiler) if version}
    if row.cann_accepts:
        return bool(series & set(row.cann_accepts))
    if not row.cann or not cann.version:
        return None
    return any(cann.version.lower().startswith(_stem(version)) for version in row.cann)


def _stem(version: str) -> str:
    """Return a release without its beta or alpha, which the file of a commercial release lacks."""
    return version.lower().partition(".beta")[0].partition(".alpha")[0]


def _release(version: str) -> str:
    """Return a driver's release in a form that compares: ``24.1.rc2`` stands before ``24.1.0``."""
    return version.lower().replace(".rc", "rc")

"""Rules on environment variables: each row is one variable, what is wrong with a value, and what comes of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from msfaq.corpus.compatibility.rows import Compatibility
from msfaq.corpus.entry import Bilingual
from msfaq.doctor.found import Found
from msfaq.doctor.misfit import Misfit, both
from msfaq.numerals import typed_number


@dataclass(frozen=True, slots=True)
class VariableRule:
    """What a variable must not be."""

    name: str
    """The variable."""
    wrong: Callable[[str, Found], bool]
    """Tells whether the value is one to speak of."""
    why: Bilingual
    """What comes of it."""
    mend: Bilingual
    """What to do."""
    entry: str
    """The entry to read."""
    serious: bool = True
    """False for a remark."""


def _outside(least: int, most: int) -> Callable[[str, Found], bool]:
    return lambda value, found: (number := typed_number(value)) is None or not least <= number <= most


def _missing(value: str, found: Found) -> bool:
    return value not in found.present


def _one(value: str, found: Found) -> bool:
    return value.strip().lower() in ("1", "true", "on")


def _no_such_device(value: str, found: Found) -> bool:
    count = found.ascend.nodes or len(found.ascend.npus) or len(found.cuda.cards)
    number = typed_number(value)
    return number is None or (bool(count) and number >= count)


_UNSET: Final = both("取消它：unset {name}", "Take it out: unset {name}")

VARIABLES: Final = (
    VariableRule(
        "GLOG_v",
        _outside(0, 4),
        both(
            "只认 0 到 4（DEBUG、INFO、WARNING、ERROR、CRITICAL）。",
            "It takes 0 to 4 (DEBUG, INFO, WARNING, ERROR, CRITICAL).",
        ),
        both("export GLOG_v=2", "export GLOG_v=2"),
        "log-level-glog",
    ),
    VariableRule(
        "GLOG_v",
        lambda value, found: value in ("0", "1"),
        both(
            "DEBUG、INFO 日志会明显拖慢训练，并写满磁盘。", "DEBUG and INFO logs slow training down and fill the disk."
        ),
        both("定位完问题后 export GLOG_v=2", "export GLOG_v=2 once the problem is found"),
        "log-level-glog",
        serious=False,
    ),
    VariableRule(
        "RANK_TABLE_FILE",
        _missing,
        both(
            "文件不存在，通信初始化会失败；不用 rank table 启动时这个变量应当不设。",
            "There is no such file, so communication cannot start; without a rank table it must be unset.",
        ),
        both(
            "改成存在的绝对路径，或 unset RANK_TABLE_FILE",
            "Name an existing file by its absolute path, or unset RANK_TABLE_FILE",
        ),
        "ranktable-file-unreadable",
    ),
    VariableRule(
        "DEVICE_ID",
        _no_such_device,
        both("没有这个编号的设备。", "There is no device of this number."),
        both(
            "用 0 到设备数减 1 的编号，或 unset DEVICE_ID",
            "Use a number from 0 to the count less 1, or unset DEVICE_ID",
        ),
        "ee1001-device-id",
    ),
    VariableRule(
        "MS_SCHED_PORT",
        _outside(1024, 65535),
        both("端口要在 1024 到 65535 之间。", "The port must lie from 1024 to 65535."),
        both("换一个空闲端口，例如 export MS_SCHED_PORT=8118", "Take a free one, such as export MS_SCHED_PORT=8118"),
        "parallel-script-start-errors",
    ),
    VariableRule(
        "MS_SIMULATION_LEVEL",
        lambda value, found: bool(value),
        both(
            "模拟执行：不使用真实设备，结果不是训练结果。",
            "Simulation: no device is used, and results are no training.",
        ),
        _UNSET,
        "dryrun-simulation",
    ),
    VariableRule(
        "MS_KERNEL_LAUNCH_SKIP",
        lambda value, found: bool(value),
        both("会跳过算子执行，结果是错的。", "Operators are skipped, so results are wrong."),
        _UNSET,
        "get-more-error-info",
    ),
    VariableRule(
        "MS_DEV_PRECOMPILE_ONLY",
        _one,
        both("只编译不执行。", "Networks are compiled and never run."),
        _UNSET,
        "get-more-error-info",
    ),
    VariableRule(
        "MS_DEV_FORCE_USE_COMPILE_CACHE",
        _one,
        both(
            "不检查脚本是否改过就用编译缓存，改了代码也不生效。",
            "The compile cache is used without asking whether the script has changed.",
        ),
        _UNSET,
        "first-step-slow",
    ),
    *(
        VariableRule(
            name,
            _one,
            both(
                "逐个算子同步下发，只为定位问题，会慢很多。",
                "Every operator is waited for; meant for finding a fault, and slow.",
            ),
            _UNSET,
            "get-more-error-info",
            serious=False,
        )
        for name in (
            "MS_DEV_LAUNCH_BLOCKING",
            "MS_DEV_HOST_BLOCKING_RUN",
            "ASCEND_LAUNCH_BLOCKING",
            "CUDA_LAUNCH_BLOCKING",
        )
    ),
    VariableRule(
        "OMP_NUM_THREADS",
        lambda value, found: not 0 < (typed_number(value) or 0) <= found.system.cpus,
        both(
            "不是 1 到处理器个数之间的整数；线程过多反而更慢。",
            "It is not a number from 1 to the count of processors; more threads are slower.",
        ),
        both(
            "设成每个进程可用的核数，或 unset OMP_NUM_THREADS", "Set it to the processors of one process, or unset it"
        ),
        "dataset-cpu-sys-high",
        serious=False,
    ),
)
"""Rows in the order of their importance."""


def variables(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """Every variable has a value that makes sense."""
    for row in VARIABLES:
        value = found.environ.get(row.name, "")
        if value and row.wrong(value, found):
            mend = both(row.mend.zh.replace("{name}", row.name), row.mend.en.replace("{name}", row.name))
            what = f"{row.name}={value}"
            yield Misfit(
                f"variable-{row.name.lower().replace('_', '-')}",
                both(what, what),
                row.why,
                mend,
                row.entry,
                row.serious,
            )


def proxies(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """A proxy leaves local addresses alone."""
    names = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    proxy = next((name for name in names if found.environ.get(name)), "")
    bypass = f"{found.environ.get('no_proxy', '')},{found.environ.get('NO_PROXY', '')}"
    if proxy and not any(host in bypass for host in ("127.0.0.1", "localhost", "*")):
        yield Misfit(
            "proxy-local",
            both(f"设置了 {proxy}，no_proxy 里没有 127.0.0.1", f"{proxy} is set, and no_proxy lacks 127.0.0.1"),
            both(
                "访问本机端口的工具（MindInsight、Jupyter、推理服务）会被送去代理。",
                "Tools that talk to local ports (MindInsight, Jupyter, servers) are sent to the proxy.",
            ),
            both('export no_proxy="127.0.0.1,localhost,$no_proxy"', 'export no_proxy="127.0.0.1,localhost,$no_proxy"'),
            "insight-err-connection-refused",
            serious=False,
        )

"""Rules on NVIDIA cards: CUDA, cuDNN and the driver beside the MindSpore that is installed."""

from collections.abc import Iterator
from typing import Final

from msfaq.corpus.compatibility.rows import Compatibility
from msfaq.corpus.compatibility.table import release_row
from msfaq.doctor.found import Found, Library
from msfaq.doctor.misfit import Misfit, both
from msfaq.doctor.rules.packages import mindspore_package
from msfaq.doctor.rules.python import older

_SEARCHED: Final = ("/usr/local/cuda/", "/usr/lib")
"""Places where the loader or the plugin's own RPATH looks without LD_LIBRARY_PATH."""

_LEAST_CAPABILITY: Final = "5.3"
"""MindSpore runs on cards above this compute capability."""


def cuda_release(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """A CUDA runtime that this MindSpore was built for is on the machine, where the loader finds it."""
    mindspore = mindspore_package(found)
    row = release_row(table, mindspore.version) if mindspore else None
    if not found.cuda.cards or not mindspore or not row or not row.cuda:
        return
    usable = [library for library in found.cuda.runtimes if _minor(library.version) in row.cuda]
    path = found.environ.get("LD_LIBRARY_PATH", "").split(":")
    if any(_folder(library) in path or library.path.startswith(_SEARCHED) for library in usable):
        return
    if usable:
        yield _off_the_path(usable[0])
        return
    listed = ", ".join(dict.fromkeys(_minor(library.version) for library in found.cuda.runtimes))
    wanted = ", ".join(row.cuda)
    newest = list(row.cuda)[-1]
    yield Misfit(
        "cuda-release",
        both(
            f"CUDA {listed} 配 MindSpore {mindspore.version}" if listed else "有 NVIDIA 显卡，没有找到 CUDA 运行库",
            f"CUDA {listed} beside MindSpore {mindspore.version}"
            if listed
            else "An NVIDIA card, but no CUDA runtime library",
        ),
        both(
            f"它的 GPU 后端为 CUDA {wanted} 编译；找不到时只剩 CPU：Unsupported device target GPU。",
            f"Its GPU back end is built for CUDA {wanted}; without it: Unsupported device target GPU.",
        ),
        both(
            f"安装 CUDA {newest}（runfile 的 --toolkitpath 不需要 root），把它的 lib64 放到 LD_LIBRARY_PATH 最前。",
            f"Install CUDA {newest} (the runfile's --toolkitpath needs no root), lib64 first on LD_LIBRARY_PATH.",
        ),
        "cublas-not-found",
    )


def _off_the_path(library: Library) -> Misfit:
    version, folder = _minor(library.version), _folder(library)
    return Misfit(
        "cuda-path",
        both(
            f"CUDA {version} 装在 {folder}，不在 LD_LIBRARY_PATH 里",
            f"CUDA {version} is in {folder}, which LD_LIBRARY_PATH lacks",
        ),
        both("加载器找不到它，GPU 后端用不了。", "The loader does not find it, so there is no GPU back end."),
        both(f"export LD_LIBRARY_PATH={folder}:$LD_LIBRARY_PATH", f"export LD_LIBRARY_PATH={folder}:$LD_LIBRARY_PATH"),
        "cublas-not-found",
    )


def cudnn(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """CuDNN is of the series that goes with the CUDA in use."""
    mindspore = mindspore_package(found)
    row = release_row(table, mindspore.version) if mindspore else None
    if not found.cuda.cards or not row or not found.cuda.runtimes:
        return
    cuda = next((minor for library in found.cuda.runtimes if (minor := _minor(library.version)) in row.cuda), "")
    need = row.cuda.get(cuda)
    if not need:
        return
    have = found.cuda.cudnn[0].version if found.cuda.cudnn else ""
    if (have and _minor(have) == need) or (have and have.count(".") == 0 and need.startswith(have)):
        return
    yield Misfit(
        "cudnn-release",
        both(
            f"cuDNN {have or '没有找到'}，CUDA {cuda} 配的是 {need}.x",
            f"cuDNN {have or 'not found'}; {need}.x goes with CUDA {cuda}",
        ),
        both(
            "版本不配时创建 cuDNN 句柄失败，或报 undefined symbol、NOT_SUPPORTED。",
            "A mismatch shows as a failing cuDNN handle, an undefined symbol, or NOT_SUPPORTED.",
        ),
        both(f"安装 cuDNN {need}.x for CUDA {cuda}。", f"Install cuDNN {need}.x for CUDA {cuda}."),
        "gpu-library-handle-failed",
    )


def nvidia_driver(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """The driver is new enough for the CUDA in use, and the card for MindSpore."""
    cuda = _minor(found.cuda.runtimes[0].version) if found.cuda.runtimes else ""
    need = next((row.driver for row in table.cuda if row.cuda == cuda), "")
    for card in found.cuda.cards[:1]:
        if need and older(card.driver, need):
            yield Misfit(
                "nvidia-driver",
                both(
                    f"NVIDIA 驱动 {card.driver}，CUDA {cuda} 至少要 {need}",
                    f"NVIDIA driver {card.driver}; CUDA {cuda} needs {need}",
                ),
                both("驱动太旧时 CUDA 初始化失败。", "With an older driver CUDA cannot be initialised."),
                both("升级驱动后重启。", "Upgrade the driver and restart the machine."),
                "gpu-library-handle-failed",
            )
    for card in found.cuda.cards:
        if card.capability and not older(_LEAST_CAPABILITY, card.capability):
            yield Misfit(
                "compute-capability",
                both(
                    f"{card.name} 的计算能力是 {card.capability}",
                    f"{card.name} has compute capability {card.capability}",
                ),
                both(f"MindSpore 要求高于 {_LEAST_CAPABILITY}。", f"MindSpore needs more than {_LEAST_CAPABILITY}."),
                both("换卡，或用 CPU。", "Use another card, or the CPU."),
                "gpu-compute-capability",
            )


def nvcc(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """The compiler and the runtime are of one CUDA release."""
    cuda = _minor(found.cuda.runtimes[0].version) if found.cuda.runtimes else ""
    if found.cuda.cards and found.cuda.nvcc and cuda.count(".") and found.cuda.nvcc != cuda:
        yield Misfit(
            "nvcc-release",
            both(
                f"nvcc 是 {found.cuda.nvcc}，先找到的 CUDA 运行库是 {cuda}",
                f"nvcc is {found.cuda.nvcc}; the CUDA runtime found first is {cuda}",
            ),
            both(
                "PATH 和 LD_LIBRARY_PATH 指向了两套 CUDA。", "PATH and LD_LIBRARY_PATH lead to two CUDA installations."
            ),
            both("让两者指向同一个 /usr/local/cuda-X.Y。", "Let both lead to one /usr/local/cuda-X.Y."),
            "cublas-not-found",
            serious=False,
        )


def _folder(library: Library) -> str:
    return library.path.rpartition("/")[0]


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])

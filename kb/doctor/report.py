"""The doctor's findings as one value, and the doctor himself."""

from dataclasses import dataclass
from typing import Any, Final

from msfaq.corpus.compatibility.rows import Compatibility
from msfaq.corpus.compatibility.table import read_compatibility
from msfaq.corpus.entry import Bilingual
from msfaq.doctor.examine import examine
from msfaq.doctor.found import Found
from msfaq.doctor.machine import Machine, Output
from msfaq.doctor.misfit import Misfit, Rule, both
from msfaq.doctor.rules import ascend, cuda, environment, packages, python, resources
from msfaq.doctor.summary import Fact, facts
from msfaq.version import VERSION

SCHEMA: Final = "msfaq-doctor/1"
"""Name and number of the JSON form."""

RULES: Final[tuple[Rule, ...]] = (
    packages.one_mindspore,
    python.python_release,
    python.platform,
    python.c_library,
    packages.numpy_interface,
    packages.requirements,
    packages.companions,
    packages.shadows,
    ascend.cann_present,
    ascend.cann_release,
    ascend.several_cann,
    ascend.kernels,
    ascend.ascend_driver,
    ascend.devices,
    cuda.cuda_release,
    cuda.cudnn,
    cuda.nvidia_driver,
    cuda.nvcc,
    environment.variables,
    environment.proxies,
    resources.disk,
    resources.shared_memory,
    resources.limits,
    resources.occupied,
)
"""All rules, in the order in which they are told."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that could not be read."""

    what: str
    """The command or file."""
    why: Bilingual
    """What it said instead."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, what does not fit, and what could not be read."""

    facts: tuple[Fact, ...]
    """What was found, briefly."""
    misfits: tuple[Misfit, ...]
    """What does not fit, serious ones first."""
    unread: tuple[Unread, ...]
    """What could not be read."""

    @property
    def fits(self) -> bool:
        """Whether nothing is amiss; remarks do not count."""
        return not any(misfit.serious for misfit in self.misfits)

    def to_dict(self, lang: str) -> dict[str, Any]:
        """Return the JSON form (docs/doctor.md) in ``lang`` (``"zh"`` or ``"en"``)."""
        return {
            "schema": SCHEMA,
            "msfaq": VERSION,
            "fits": self.fits,
            "found": [{"group": fact.group, "name": fact.name, "value": fact.value} for fact in self.facts],
            "misfits": [
                {
                    "rule": misfit.rule,
                    "serious": misfit.serious,
                    **{name: getattr(misfit, name).of(lang) for name in ("what", "why", "mend")},
                    "entry": misfit.entry,
                }
                for misfit in self.misfits
            ],
            "unread": [{"what": unread.what, "why": unread.why.of(lang)} for unread in self.unread],
        }


def diagnose(machine: Machine, table: Compatibility | None = None) -> Report:
    """Look at a machine, changing nothing on it.

    Raises EntryError when the compatibility table cannot be read.
    """
    table = table or read_compatibility()
    found, answers = examine(machine)
    misfits = tuple(misfit for rule in RULES for misfit in rule(found, table))
    ordered = tuple(sorted(misfits, key=lambda misfit: not misfit.serious))
    return Report(facts(found), ordered, tuple(_unread(found, answers)))


def _unread(found: Found, answers: dict[str, Output]) -> list[Unread]:
    # A tool that is absent is worth a word only where its devices are there.
    expected = {"npu-smi": bool(found.ascend.nodes), "nvidia-smi": False}
    unread = []
    for name, answer in answers.items():
        if answer.state == "timeout":
            unread.append(Unread(name, both("超时没有回答，驱动可能卡住了", "no answer in time; the driver may hang")))
        elif answer.state == "failed":
            said = next((line.strip() for line in answer.text.splitlines() if line.strip()), "")
            unread.append(Unread(name, both(f"失败：{said}", f"failed: {said}")))
        elif answer.state == "absent" and expected[name]:
            unread.append(
                Unread(
                    name,
                    both(
                        "有设备文件，但没有这个命令；容器里要挂载它",
                        "device files, but no such command; a container must mount it",
                    ),
                )
            )
    if not found.ascend.driver and found.ascend.nodes:
        unread.append(
            Unread(
                "/usr/local/Ascend/driver/version.info", both("读不到驱动版本", "the driver's release cannot be read")
            )
        )
    return unread

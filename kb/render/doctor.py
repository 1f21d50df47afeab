"""The doctor's report as Markdown."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from msfaq.answers.compose import code_span
from msfaq.doctor.misfit import Misfit
from msfaq.doctor.report import Report

_WORDS: Final = {
    "zh": {
        "found": "检查到的",
        "misfits": "不匹配的（{0}）",
        "remarks": "值得留意",
        "fits": "没有发现不匹配的地方。",
        "unread": "没能读到的",
        "why": "原因",
        "mend": "处理",
        "read": "详情",
        "stop": "：",
    },
    "en": {
        "found": "Found",
        "misfits": "Does not fit ({0})",
        "remarks": "Worth knowing",
        "fits": "Nothing amiss.",
        "unread": "Could not be read",
        "why": "Why",
        "mend": "Mend",
        "read": "Read",
        "stop": ": ",
    },
}

_GROUPS: Final = {
    "python": ("Python", "Python"),
    "packages": ("软件包", "Packages"),
    "system": ("系统", "System"),
    "ascend": ("昇腾", "Ascend"),
    "nvidia": ("NVIDIA", "NVIDIA"),
    "environment": ("环境变量", "Environment"),
    "resources": ("资源", "Resources"),
}


def doctor_markdown(report: Report, lang: str) -> str:
    """Return the report in ``lang`` (``"zh"`` or ``"en"``): what was found, what does not fit, what was not read."""
    words = _WORDS[lang]
    parts = [f"## {words['found']}", "\n".join(_found(report, lang))]
    serious = [misfit for misfit in report.misfits if misfit.serious]
    remarks = [misfit for misfit in report.misfits if not misfit.serious]
    if serious:
        parts += [f"## {words['misfits'].format(len(serious))}", *_misfits(serious, lang)]
    if remarks:
        parts += [f"## {words['remarks']}", *_misfits(remarks, lang)]
    if report.unread:
        rows = (f"- {code_span(unread.what)}{words['stop']}{unread.why.of(lang)}" for unread in report.unread)
        parts += [f"## {words['unread']}", "\n".join(rows)]
    if not serious:
        parts.append(words["fits"])
    return "\n\n".join(parts) + "\n"


def _found(report: Report, lang: str) -> Iterator[str]:
    stop = _WORDS[lang]["stop"]
    for group, members in groupby(report.facts, key=lambda fact: fact.group):
        title = _GROUPS[group][0 if lang == "zh" else 1]
        values = "; ".join(fact.value if fact.name == group else f"{fact.name} {fact.value}" for fact in members)
        yield f"- **{title}**{stop}{values}"


def _misfits(misfits: list[Misfit], lang: str) -> Iterator[str]:
    words = _WORDS[lang]
    stop = words["stop"]
    for number, misfit in enumerate(misfits, start=1):
        indent = " " * len(f"{number}. ")
        yield "\n".join(
            (
                f"{number}. **{misfit.what.of(lang)}**",
                f"{indent}- {words['why']}{stop}{misfit.why.of(lang)}",
                f"{indent}- {words['mend']}{stop}{misfit.mend.of(lang)}",
                f"{indent}- {words['read']}{stop}`msfaq show {misfit.entry}`",
            )
        )

"""A team's own documents, and a question that only they answer."""

from pathlib import Path

from msfaq.diagnosis import OwnPassage
from msfaq.engine import Engine
from msfaq.render.document import diagnosis_markdown

QUESTION = "how do I renew the flux badge of the cluster gateway"
RUNBOOK = """\
# Gateway

General words.

## How to renew the flux badge of the cluster gateway

Run `badge --renew` on the gateway, then restart the agent.
"""
WIKI = """\
# 集群

## 训练节点的磁盘配额怎么申请

在工单系统里选“磁盘配额”，填写项目编号。
"""


def write_wiki(folder: Path) -> Path:
    """Write the documents into a new folder, and return it."""
    folder.mkdir()
    (folder / "runbook.md").write_text(RUNBOOK, "utf-8")
    (folder / "cluster.md").write_text(WIKI, "utf-8")
    # A few pages more, so that rare words are rare.
    for number in range(12):
        (folder / f"page{number}.rst").write_text(f"Topic {number}\n=======\n\nwords of topic {number}\n", "utf-8")
    return folder


def ask(data: Path, text: str, lang: str = "en") -> tuple[str, tuple[OwnPassage, ...], list[str]]:
    talk: list[str] = []
    with Engine(data=data, talk=talk.append) as engine:
        diagnosis = engine.lookup(text, lang=lang)
        assert diagnosis_markdown(diagnosis)
        return diagnosis.outcome, diagnosis.documents, talk

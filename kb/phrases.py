"""The engine's own sentences, in both languages."""

from typing import Final

_PHRASES: Final = {
    "answered": ("", ""),
    "unsure": (
        "没有十足把握，下面是最可能的几条。补上报错原文、平台（Ascend/GPU/CPU）和 MindSpore 版本，可以判断得更准。",
        "Not certain. These are the likeliest; the error's own text, the platform (Ascend, GPU, CPU) and the MindSpore "
        "release would tell them apart.",
    ),
    "unknown": (
        "没有找到能回答这个问题的条目。",
        "Not known: no entry answers this.",
    ),
    "own documents": (
        "没有条目能回答这个问题；下面的内容出自你自己的文档，不是 msfaq 的回答。",
        "No entry answers this. What follows is from your own documents, not from msfaq.",
    ),
    "healthy": ("日志里没有发现失败。", "No failure found in the log."),
    "why exact": ("第 {line} 行与报错模板完全吻合：{template}", "Line {line} matches the message exactly: {template}"),
    "why named": ("问的正是本条的一个名称", "The question is a name of this entry"),
    "why near": (
        "第 {line} 行的用词和含义与本条最接近",
        "The words and the meaning of line {line} come nearest to this entry",
    ),
}


def phrase(key: str, lang: str) -> str:
    """Return one of the engine's sentences in ``lang``."""
    return _PHRASES[key][0 if lang == "zh" else 1]

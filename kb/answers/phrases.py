"""The engine's own sentences, in both languages."""

from typing import Final

_PHRASES: Final = {
    "answered": ("", ""),
    "unsure": ("没有十足把握，下面是最可能的几条。{question}", "Not certain. These are the likeliest. {question}"),
    "split platform": ("分辨它们先看平台：是 {values}？", "To tell them apart: is it on {values}?"),
    "split mode": ("分辨它们先看模式：是{values}？", "To tell them apart: is it {values}?"),
    "split kind": (
        "分辨它们先看：是报了错（{errors}），还是想知道怎么做？",
        "To tell them apart: did an error come up ({errors}), or do you want to know how to do something?",
    ),
    "split message": (
        "分辨它们看报错原文：输出里有没有 {messages}？",
        "To tell them apart: does the output have {messages}?",
    ),
    "split else": (
        "补上报错原文、平台（Ascend/GPU/CPU）和 MindSpore 版本，可以判断得更准。",
        "The error's own text, the platform (Ascend, GPU, CPU) and the MindSpore release would tell them apart.",
    ),
    "or": (" 还是 ", " or "),
    "graph": ("静态图", "graph mode"),
    "pynative": ("动态图（PyNative）", "PyNative"),
    "unknown": (
        "没有找到能回答这个问题的条目。",
        "Not known: no entry answers this.",
    ),
    "own documents": (
        "没有条目能回答这个问题；下面的内容出自你自己的文档，不是 msfaq 的回答。",
        "No entry answers this. What follows is from your own documents, not from msfaq.",
    ),
    "late line": (
        "这一行只是在等结果：动态图异步执行，出错的算子在它之前就已下发。设环境变量 `MS_DEV_LAUNCH_BLOCKING=1` 再跑，"
        "调用栈会指到真正的那一行。",
        "This line only waited for a result: PyNative runs operators asynchronously, and the one that failed was "
        "started before. Set the environment variable `MS_DEV_LAUNCH_BLOCKING=1` and run again: the traceback then "
        "shows its line.",
    ),
    "warned": (
        "输出里没有报错。其中的警告对应下面的条目，它们不是程序失败的原因，至多是线索。",
        "The output shows no error. Its warnings have the entries below; they do not say why the program failed and "
        "are hints at most.",
    ),
    "healthy": ("日志里没有发现失败。", "No failure found in the log."),
    "healthy logs": (
        "没有发现失败。读了日志 {logs} 个，共 {lines} 行。",
        "No failure found. Logs read: {logs}; lines: {lines}.",
    ),
    "story": (
        "{who}最先失败{when}{where}（{log} 第 {line} 行）",
        "{who} failed first{when}{where} ({log}, line {line})",
    ),
    "story alone": ("失败最早见于 {log} 第 {line} 行{when}{where}", "It began at line {line} of {log}{when}{where}"),
    "story echoes": (
        "这里的失败都只是别处失败的回声，起因没有写进这些日志；最先的回声在 {log} 第 {line} 行{when}",
        "Every failure here is only the echo of one that these logs do not show; the first echo is at line {line} of "
        "{log}{when}",
    ),
    "standard input": ("标准输入", "standard input"),
    "story when": ("，时间 {time}", " at {time}"),
    "story after": ("，时间在 {time} 之后", " after {time}"),
    "story where": ("，位置 {place}", " in {place}"),
    "story rank": ("rank {rank}", "Rank {rank}"),
    "story ranks": ("{count} 个 rank 同样失败，其中 rank {rank} ", "{count} ranks failed alike; rank {rank}"),
    "story host": ("{host} 上的 ", " on {host}"),
    "story waited": ("{count} 个 rank 等它直到超时或断连", "ranks that waited for it until they timed out: {count}"),
    "story all waited": (
        "其余 {count} 个 rank 都在等它，直到超时或断连",
        "the other {count} ranks waited for it until they timed out",
    ),
    "story ended": ("{count} 个 rank 被结束", "ranks that were ended: {count}"),
    "story reported": ("{count} 个 rank 报告了别的进程退出", "ranks that reported another's death: {count}"),
    "story failed": ("{count} 个 rank 随后另有失败", "ranks that failed in another way later: {count}"),
    "story silent": ("{count} 个 rank 的日志里没有失败", "ranks that logged no failure: {count}"),
    "story unread": ("{count} 个日志没能读完", "logs that could not be read whole: {count}"),
    "why exact": ("第 {line} 行与报错模板吻合：{template}", "line {line} matches the message {template}"),
    "why named": ("按名称匹配", "matched by its name"),
    "why near": ("第 {line} 行按用词和含义匹配", "line {line} matched by words and meaning"),
}


def phrase(key: str, lang: str) -> str:
    """Return one of the engine's sentences in ``lang``."""
    return _PHRASES[key][0 if lang == "zh" else 1]

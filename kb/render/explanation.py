"""An explanation as Markdown: lines, matches and searches as tables."""

from collections.abc import Mapping
from typing import Final

from msfaq.answers.compose import code_span
from msfaq.explanation import Explanation, Judged, Recognised, Search

_WORDS: Final = {
    "zh": {
        "title": "这个回答是怎么来的",
        "read": "读了 {0} 行，当作{1}，其中有 {2} 处失败。",
        "log": "日志",
        "question": "提问",
        "recognised": "吻合的报错模板",
        "none": "没有报错模板吻合。",
        "named": "整个问题就是这些条目的名称",
        "searched": "检索的文本（第 {0} 行，{1}）",
        "settled": "报错模板或名称已经定论，没有再检索。",
        "confidence": "第一条正确的概率 {0}；依据",
        "match_columns": "| 条目 | 行 | 模板 | 读出的值 | 字数 | 性质 |",
        "search_columns": "| 条目 | 得分 | 词 | 义 | 特征 |",
        "weak": "仅提示",
        "echo": "回声",
        "judged": "最后的判断",
        "judged_columns": "| 条目 | 概率 | 因何降低 |",
        "lowered echo": "只是回声",
        "lowered aside": "在错误之外，或只是伴随出现",
        "lowered others": "像别的程序，没有提到 MindSpore",
        "lowered anybodys": "失败里看不出 MindSpore",
        "lowered exact": "不高于吻合的报错",
    },
    "en": {
        "title": "How this answer came about",
        "read": "Read {0} lines as a {1} with {2} failures in it.",
        "log": "log",
        "question": "question",
        "recognised": "Messages recognised",
        "none": "No message is recognised.",
        "named": "The whole question is a name of",
        "searched": "Searched for (line {0}, {1})",
        "settled": "A message or a name settled it; nothing was searched for.",
        "confidence": "The first is right with probability {0}; made of",
        "match_columns": "| entry | line | template | captures | characters | kind |",
        "search_columns": "| entry | score | words | meaning | features |",
        "weak": "hint",
        "echo": "echo",
        "judged": "Judged in the end",
        "judged_columns": "| entry | probability | lowered because |",
        "lowered echo": "only an echo",
        "lowered aside": "outside the errors, or a mere companion",
        "lowered others": "may be another program's, names nothing of MindSpore",
        "lowered anybodys": "nothing in the failure shows MindSpore",
        "lowered exact": "no surer than the message recognised",
    },
}


def explanation_markdown(explanation: Explanation, lang: str) -> str:
    """Return the explanation as a section of its own."""
    words = _WORDS[lang]
    read = words["read"].format(explanation.lines, words[explanation.read_as], explanation.failures)
    parts = [f"## {words['title']}", read]
    if explanation.recognised:
        rows = [_match(one, words) for one in explanation.recognised]
        parts += [f"**{words['recognised']}**", "\n".join([words["match_columns"], "|---|---|---|---|---|---|", *rows])]
    else:
        parts.append(words["none"])
    if explanation.named:
        parts.append(f"{words['named']}: {', '.join(map(code_span, explanation.named))}")
    if not explanation.searches:
        parts.append(words["settled"])
    for search in explanation.searches:
        parts += _search(search, words)
    if explanation.judged:
        rows = [_judged(one, words) for one in explanation.judged]
        parts += [f"**{words['judged']}**", "\n".join([words["judged_columns"], "|---|---|---|", *rows])]
    return "\n\n".join(parts) + "\n"


def _judged(one: Judged, words: dict[str, str]) -> str:
    reasons = "; ".join(words[f"lowered {name}"] for name in one.lowered)
    return f"| `{one.id}` | {one.confidence:.2f} | {reasons} |"


def _match(one: Recognised, words: dict[str, str]) -> str:
    marks = " ".join(words[name] for name, holds in (("weak", one.weak), ("echo", one.secondary)) if holds)
    captures = _values(one.captures)
    return (
        f"| `{one.id}` | {one.line} | {_cell(one.template)} | {_cell(captures) if captures else ''} "
        f"| {one.specificity:.0f} | {marks} |"
    )


def _search(search: Search, words: dict[str, str]) -> list[str]:
    rows = [
        f"| `{one.id}` | {one.score:.2f} | {one.word_rank or '–'} | {one.meaning_rank or '–'} "
        f"| {_cell(_values(one.features))} |"
        for one in search.candidates
    ]
    return [
        f"**{words['searched'].format(search.line, search.role)}** {code_span(search.text)}",
        f"{words['confidence'].format(f'{search.confidence:.2f}')} {code_span(_values(search.context))}",
        "\n".join([words["search_columns"], "|---|---|---|---|---|", *rows]),
    ]


def _values(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items() if value)


def _cell(text: str) -> str:
    return code_span(text.replace("|", "¦"))

"""The words around a worksheet, in both languages: reports, command line and screens take them from here."""

from typing import Final

from msfaq.worksheets.contents import FINE, FOUND, NOT_APPLICABLE, OPEN

MARKS: Final = {OPEN: "○", FOUND: "!", FINE: "✓", NOT_APPLICABLE: "–"}
"""One column that tells the states apart without colour."""

_WORDS: Final = {
    OPEN: ("未检查", "open"),
    FOUND: ("发现问题", "problem found"),
    FINE: ("无问题", "no problem"),
    NOT_APPLICABLE: ("不涉及", "not applicable"),
    "checklist": ("精度检查表", "Accuracy checklist"),
    "report": ("精度检查报告", "Accuracy report"),
    "project": ("项目", "Project"),
    "made": ("生成时间", "Made"),
    "environment": ("环境", "Environment"),
    "progress": ("{done}/{all} 项已检查", "{done} of {all} looked at"),
    "problems": ("发现的问题", "Problems found"),
    "none found": ("没有发现问题的项。", "No item with a problem."),
    "still open": ("尚未完成", "Still open"),
    "nothing open": ("全部检查完毕。", "Everything was looked at."),
    "no evidence": ("{codes}：有结论但没有说明或输出作证据", "{codes}: a verdict without a note or an output"),
    "open items": ("{codes}：未检查", "{codes}: not looked at"),
    "open walk": ("{title}：停在“{question}”", "{title}: stopped at “{question}”"),
    "items": ("逐项结论", "Items"),
    "item": ("检查项", "Item"),
    "state": ("结论", "State"),
    "evidence": ("证据", "Evidence"),
    "note": ("说明", "note"),
    "attachment": ("附件", "attachment"),
    "attachments": ("{0} 个附件", "{0} attached"),
    "details": ("说明与附件", "Notes and outputs"),
    "from file": ("文件", "file"),
    "from pipe": ("管道", "pipe"),
    "from snippet": ("代码运行", "snippet run"),
    "whole": ("{size} 字节", "{size} bytes"),
    "cut": ("{size} 字节，略去 {left_out} 字节", "{size} bytes, {left_out} left out"),
    "code": ("运行的代码", "The code that was run"),
    "walks": ("判断流程", "Decision procedures"),
    "result": ("结论", "Result"),
    "see": ("见条目 {id}：{title}", "see {id}: {title}"),
    "stopped": ("停在", "Stopped at"),
    "unfinished": ("未走完", "unfinished"),
    "finished": ("已有结论", "came to a result"),
    "keys": (
        "输入编号作答；b 返回上一题，r 重新开始，q 退出",
        "Answer with a number; b goes back, r begins again, q leaves",
    ),
    "redacted": ("已隐去密钥、地址和用户名。", "Keys, addresses and user names were taken out."),
    "not redacted": ("没有隐去任何内容，发出前请自行检查。", "Nothing was taken out; read it before you send it."),
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words for ``key`` in ``lang``, with values put in."""
    text = _WORDS[key][0 if lang == "zh" else 1]
    return text.format(**values) if values else text


def codes(names: list[str], lang: str) -> str:
    """Return codes as a list in words."""
    return ("、" if lang == "zh" else ", ").join(names)

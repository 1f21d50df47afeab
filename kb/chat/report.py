"""Helps to write a good bug report, from what the conversation knows."""

from typing import Final

from msfaq.answers.compose import code_span, escape_markdown
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.redaction.redact import redact

_TRACKER: Final = "<https://gitee.com/mindspore/mindspore/issues>"


def report(context: Context) -> Draft | None:
    """Write a report when one is asked for."""
    if "report" not in context.turn.intents or context.turn.is_failure:
        return None
    return write_report(context)


def write_report(context: Context, lead: str = "") -> Draft:
    """Write the report: environment, what was tried, the log's telling lines, redacted."""
    slots, machine, topic = context.state.slots, context.machine, context.topic
    blank = context.word("blank")
    here = f" ({context.word('machine')})"
    tried = [context.engine.entry(name).title.of(context.lang) for name in context.state.tried]
    rows = {
        "title": topic.title.of(context.lang) if topic is not None else blank,
        "version": slots.get("version") or (machine.version + here if machine.version else blank),
        "platform": slots.get("platform") or (machine.platform + here if machine.platform else blank),
        "os": f"{slots['os']}，"
        if "os" in slots and context.lang == "zh"
        else f"{slots['os']}, "
        if "os" in slots
        else "",
        "python": machine.python + here if machine.python else blank,
        "mode": context.word(slots["mode"]) if "mode" in slots else blank,
        "devices": slots.get("devices", blank),
        "tried": "; ".join(escape_markdown(title) for title in tried) or "-",
    }
    draft = context.draft()
    if lead:
        draft.say(lead)
    draft.say(context.word("report", _TRACKER))
    draft.say(context.word("report rows", **rows))
    excerpt = redact(context.state.excerpt)
    if excerpt:
        lines = "\n".join(f"- {code_span(line)}" for line in excerpt.split("\n"))
        draft.say(context.word("excerpt") + "\n\n" + lines)
    for name in context.state.tried or ((topic.id,) if topic is not None else ()):
        draft.cite(name)
    return draft

"""Rules for turns about releases: for which the topic holds, and what to write where the release lacks something."""

import re
from typing import Final

from msfaq.answers.items import bullet, items
from msfaq.answers.links import plain_links
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.releases import holds_for
from msfaq.chat.sections import add_more, add_sections
from msfaq.chat.turn import Turn
from msfaq.corpus.entry import Entry
from msfaq.corpus.vocabulary import ASKED

_VERSION: Final = re.compile(r"(?<![\d.])[12]\.\d{1,2}(?:\.\d)?(?![\d.])")
_RELEASE: Final = re.compile(
    r"(?:mind\s?spore|ms|version|release|版本|it'?s|i'?m|we'?re|is|on|use|using|running|we|i|我|们|的|是|用|装|在|跑|[\s,.:=，。：v])*"
    r"[12]\.\d{1,2}(?:\.\d{1,2})?(?:版本?|[\s.,。，吧呢的])*",
    re.IGNORECASE,
)
"""A turn that says nothing but a release."""

_LACKS: Final = re.compile(
    r"(?:没有?|无)(?:这个?|那个?|该)?(?:接口|模块|参数|api|方法|属性|函数|类|开关|选项)"
    r"|(?:接口|模块|参数|方法|属性|函数|api)(?:不存在|没有|找不到)|(?:没有|找不到) ?[`'\"]?mindspore\."
    r"|[旧老](?:版本?|接口|写法|api)|以前(?:的|怎么)?写|怎么写|写什么|(?:一样|这么|这样)写?[吗么]"
    r"|\b(?:doesn'?t|does not|don'?t|do not) (?:exist|have (?:it|that|this))\b|\bno (?:such|attribute)\b"
    r"|\battributeerror\b|\b(?:there is no|there's no|has no|have no|lacks?|missing)\b"
    r"|\bstuck (?:on|with)\b|\bwhat (?:do|should|can) (?:i|we) (?:write|use|call)\b"
    r"|\bsame (?:call|api|way|name|one|line|setting|variable|flag|code|there|here)\b"
    r"|\b(?:is|was) (?:it|that|this) the same\b"
    r"|[也还](?:是|用|叫)(?:这个|那个|同一个|同样的?)(?:接口|参数|写法|名字|变量|开关|api|命令)?\s*(?:[吗么呢？?]|$)"
    r"|\bnot (?:there|available|in)\b|\b(?:older|old|legacy) (?:api|release|version|call|way|one)",
    re.IGNORECASE,
)
"""How it is said that a release has not got what a step uses."""

_OLDER: Final = re.compile(
    r"[旧老]版|以前|之前|及以前|更早|早先|\bolder\b|\bup to\b|\bbefore\b|\bearlier\b|\buntil\b|set_context"
    r"|(?<![\d.])[12]\.\d{1,2}(?![\d.]*\d)",
    re.IGNORECASE,
)
"""What lines have that say how it was written in earlier releases."""

_OF_THING: Final = re.compile(r"(?i)(?:\b(?:which|what)|哪个) ?([a-z]\w+) ?(?:version|release|版本)")
_OURS: Final = ("mindspore", "ms", "exact", "minimum", "other", "newer", "older")
"""What may stand there for a release of MindSpore itself."""

_NAME: Final = re.compile(r"[A-Za-z]\w*_\w+")
"""A name of code that a turn says its release lacks."""

_ASKS_RELEASE: Final = re.compile(r"(?i)^\W*\*\*[^*]*(?:releases?|versions?|版本|几点几|\b[12]\.\d+)[^*]*\*\*")
"""A question with its answer that is about releases; other answers name one only as where they were tried."""

_MOST_OLDER: Final = 4
"""Such lines shown."""


def older(context: Context) -> Draft | None:
    """Say how the topic's steps are written in a release that lacks what they use."""
    topic, turn = context.topic, context.turn
    if topic is None or turn.is_failure or "compare" in turn.intents:
        return None
    release = _VERSION.search(turn.text)
    if release is None or _LACKS.search(turn.text) is None:
        return None
    rows = [one for part in topic.sections(context.lang) for one in items(part) if _OLDER.search(one.text)]
    names = _NAME.findall(turn.text)
    if names:
        # What stands for another call than the one that is lacking says nothing of it.
        rows = [one for one in rows if any(name in one.text for name in names)]
    if not rows:
        return None
    # What says from when on it holds, or until when, tells most.
    rows.sort(key=lambda one: holds_for(one.text, release[0]) == 0)
    draft = context.draft(joined=context.state.joined)
    lines = "\n".join(bullet(one.text) for one in rows[:_MOST_OLDER])
    draft.quote(topic.id, context.word("older lines") + "\n\n" + plain_links(lines))
    add_more(context, draft, topic)
    return draft


def versions(context: Context) -> Draft | None:
    """Say for which releases the topic holds, and where it names releases."""
    topic = context.topic
    turn = context.turn
    # “How do I check which versions I have” is about looking.
    is_asked = "version" in turn.intents and turn.weight <= 2 and "verify" not in turn.intents
    if topic is None or turn.is_failure or not (is_asked or _RELEASE.fullmatch(turn.text.strip())):
        return None
    draft = context.draft(joined=context.state.joined)
    if asked := _numbered(context, topic):
        return draft.quote(topic.id, plain_links("\n".join(bullet(one) for one in asked)))
    if is_asked and turn.alone.outcome == "answered" and turn.alone.answers[0].id != topic.id and _things(turn):
        return None
    if is_asked and (thing := _OF_THING.search(turn.text)) is not None and thing[1].lower() not in _OURS:
        return None
    key = "versions all" if topic.versions == "all" else "versions"
    draft.quote(topic.id, context.word(key, topic.versions))
    if context.machine.version and is_asked:
        draft.say(context.word("version here", context.machine.version))
    lines = [
        one.text
        for part in topic.sections(context.lang)
        for one in items(part)
        if _VERSION.search(one.text) is not None and (part.key != ASKED or _ASKS_RELEASE.search(one.text))
    ]
    if lines:
        draft.quote(
            topic.id, context.word("version lines") + "\n\n" + plain_links("\n".join(bullet(one) for one in lines))
        )
    if not lines or not is_asked:
        # Who tells a release wants to know what to do there.
        add_sections(context, draft, topic, ("fix",))
    return draft


def _things(turn: Turn) -> list[str]:
    """Return the names in a turn of what may have a release of its own: “which CANN version”."""
    return [word for word in turn.words if word.isascii() and word.isalpha() and len(word) > 1]


def _numbered(context: Context, entry: Entry) -> list[str]:
    """Return the items of an entry that give the number of a thing which the turn names: “which gcc?”."""
    things = _things(context.turn)
    numbers = [re.compile(rf"(?i)\b{re.escape(thing)}\b[^\d\n]{{0,16}}\d+(?:\.\d+)+") for thing in things]
    texts = [one.text for part in entry.sections(context.lang) for one in items(part)]
    return [text for text in texts if any(number.search(text) for number in numbers)]

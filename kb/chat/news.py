"""Finds what a turn brings up anew: behind what it leaves, reports as done or sets aside, or quotes in its midst."""

from typing import Final

import re2

from msfaq.chat.content import content_words
from msfaq.index.patterns import options
from msfaq.logs.reading import read

_CASE_BLIND: Final = options()

_SPOKEN_LENGTH: Final = 300
"""Characters of a turn that a person speaks; what is longer is pasted."""

_TURNING: Final = re2.compile(
    r"(?:^|[.!?;,。！？；，]\s*|\s)(?:"
    r"(?:next(?: (?:one|up|error|problem|question|thing))?|now(?: i get| it says)?"
    r"|(?:another|(?:a )?new|(?:a )?different|other) (?:one|error|problem|question|thing|issue)(?: now)?)\s*[:：]"
    r"|(?:下一[个条]|另一?[个条]|新的?|换[个一]|再问一?个|还有一?个)(?:问题|话题|报错|错误|错)?\s*[:：,，]"
    r"|(?:现在|又|改成)(?:报|变成|换成|成了|是)?(?:另一个|新的?)?(?:错|错误|报错)?\s*[:：])",
    _CASE_BLIND,
)
"""Words by which somebody leaves what was talked about, and what they bring up follows."""

_CLAUSE: Final = re2.compile(r"[。！？；，]+\s*|[.!?;,]+\s+|\n+|\s+-{1,2}\s+|\s*\bbut\b,?\s*|(?:但是?|不过|可是)[，,]?")
"""What stands between two clauses."""

_DONE: Final = re2.compile(
    r"\b(?:works?|worked|working|fixed|solved|resolved|mended|done|disappeared|vanished|gone|passe[sd]|succeeded"
    r"|no (?:more|longer)|went (?:away|through)|(?:is|are|looks|all|\w+s) (?:ok(?:ay)?|fine|good)(?: now)?"
    r"|runs(?: now)?|did (?:it|the trick)|starts? (?:now|up)|now (?:\w+ ){0,3}starts?)\b"
    r"|好了|没了|解决了|解决啦|搞定|(?:可以|能跑|跑通|通过|成功|恢复|正常|消失|起来|装上|修好|弄好|改好|过)了|不报了"
    r"|没问题了|^通了|[^不]通了",
    _CASE_BLIND,
)
"""Says of a clause that it reports something as mended or done."""

_UNDONE: Final = re2.compile(
    r"\b(?:not|n't|isnt|doesnt|didnt|never|if|when|once|until|unless|whether|before|almost|still|what|how|why|which"
    r"|can|does|should|would|used to|since|because|one|single|some|other|only)\b|[?？吗呢]\s*$"
    r"|^\s*(?:(?:but|and|so) )?(?:on|in|under|with)\b|\bon (?:an? |the |my )?(?:cpu|gpu|ascend|mac|windows|linux)\b"
    r"|没(?:有)?(?:好|解决|成功|通)|不(?:能|可以|正常|成功|行)|还是|仍|如果|要是|才|怎|什么|哪|以后|之后|就",
    _CASE_BLIND,
)
"""Says of such a clause that it does not: it denies, asks or supposes."""

_THANKS: Final = re2.compile(r"\b(?:thx|thanks|thank you|cheers)\b|谢|辛苦", _CASE_BLIND)

_NOW: Final = re2.compile(r"^\s*(?:(?:and |but )?(?:it(?:'s| is) )?now\b|现在)", _CASE_BLIND)
"""Begins a clause about what there is now, wherever it stands."""

_MESSAGE: Final = re2.compile(
    r"(?:^|[\s:：,，.。;；(（“\"'`])((?:[A-Z]\w*(?:Error|Exception|Warning)|E[A-Z]\d{4}|OSError|ERROR|CRITICAL)[:：]\s*\S.*)"
)
"""A message quoted in the midst of a sentence, from the kind of error on."""

_MESSAGE_WORDS: Final = 3
"""Content words of a quoted message from which it says more than its kind."""

_SET_ASIDE: Final = re2.compile(
    r"(?:^|[.!?;,]\s+|\bno,? )(?:(?:no|i (?:mean|said)),? )*(?:(?:it'?s |is |i'?m |this is )?not|forget|never ?mind)"
    r"(?: (?:about|the|an|a|any))* ((?:[\w+/-]+(?:\.\w+)* ?){1,4}?)\s*(?:[.!;,]|$)"
    r"|(?:^|[\s，。；！,.;!])(?:我)?(?:问的|说的|要的)?(?:不是|不要|不问|没问|别管|先不管|不管)(?:说|问|要|指)?\s*((?:[^，。；！？,.;!?\s内]){1,16})"
    r"(?:[，。；！,.;!]|$)",
    _CASE_BLIND,
)
"""Words by which somebody says what they do not mean, and what that is."""


_DENIED: Final = re2.compile(
    r"(?:^|[.!?;,]\s+|\bhave |\bgot )(?:there (?:is|are) )?no ((?:[\w+/-]+ ?){1,2}?)"
    r"(?: here| at all| any ?more| now| yet)?\s*(?:[.!;,]|$)"
    r"|\b(?:don'?t|doesn'?t|do not|does not|am not|are not|aren'?t|not) (?:use|using|have|get|see|need) "
    r"(?:any |an? |the |that )?((?:[\w+/-]+ ?){1,2}?)\s*(?:[.!;,]|$)"
    r"|(?:没有?|没在?|并没|从没)(?:用|开|报|有|碰到|遇到)((?:[^，。；！？,.;!?\s]){1,10})(?:[，。；！？,.;!?\s]|$)",
    _CASE_BLIND,
)
"""Words by which somebody says what they do not have or use, and what that is."""


def after_turning(text: str) -> str:
    """Return what a turn brings up after it has left what was talked about; empty where it does not say so.

    Words of a pasted message are none by which somebody leaves it.

    >>> after_turning("fixed. next one: Stream isn't enough"), after_turning("改好了。换个问题：怎么存 checkpoint")
    ("Stream isn't enough", '怎么存 checkpoint')
    """
    found = list(_TURNING.finditer(text[:_SPOKEN_LENGTH]))[-1:]
    if not found:
        return ""
    start, end = found[0].span()
    before = text[:start].strip()
    is_pasted = bool(before) and bool(read(before).failures or read(before).is_log)
    return "" if is_pasted else text[end:].strip()


def after_done(text: str) -> str:
    """Return what a turn brings up behind clauses that report something as mended; empty where nothing follows.

    >>> after_done("installed cudnn, both workers start now. how do I limit GPU memory")
    'how do I limit GPU memory'
    >>> after_done("EI0006 没了，现在第一个 step 报 EI0005"), after_done("it works only when I restart it")
    ('现在第一个 step 报 EI0005', '')
    """
    at, now, rest = 0, "", ""
    for end, start in (*((found.start(), found.end()) for found in _CLAUSE.finditer(text)), (len(text), len(text))):
        clause = text[at:end]
        if end > _SPOKEN_LENGTH:
            break
        is_done = _DONE.search(clause) and not _UNDONE.search(clause)
        if is_done or (rest and (not clause.strip() or _THANKS.search(clause))):
            rest = now + text[start:].strip()
        elif not rest and _NOW.search(clause):
            now += text[at:start]
        at = start
    return rest if rest != now else ""


def told_message(text: str) -> str:
    """Return the message that a turn quotes in the midst of a sentence; empty where it has none, or only its kind.

    >>> told_message("that is done. import gives: ImportError: DLL load failed while importing _c_expression")
    'ImportError: DLL load failed while importing _c_expression'
    """
    found = list(_MESSAGE.finditer(text))[-1:]
    message = str(found[0][1]).strip() if found else ""
    return message if len(content_words(message)) > _MESSAGE_WORDS else ""


def set_aside(text: str) -> tuple[str, str]:
    """Return a turn without what it says is not meant, and what that is; the turn whole where it says nothing else.

    >>> set_aside("no, not 3D conv. training is slow")
    ('training is slow', '3D conv')
    >>> set_aside("不是 OOM，是 softmax 的精度")
    ('是 softmax 的精度', 'OOM')
    """
    if len(text) > _SPOKEN_LENGTH:
        return text, ""
    refused = [str(found[1] or found[2]).strip() for found in _SET_ASIDE.finditer(text)]
    rest = str(_SET_ASIDE.sub(" ", text)).strip()
    refused = [one for one in refused if content_words(one)]
    return (rest, " ".join(refused)) if refused and content_words(rest) else (text, "")


def denied_things(text: str) -> str:
    """Return what a turn says its speaker does not have or use; empty where it says nothing of the kind.

    >>> denied_things("no OOM. I asked about compile time"), denied_things("我没用混合精度，fp32 的")
    ('OOM', '混合精度')
    """
    found = _DENIED.finditer(text) if len(text) <= _SPOKEN_LENGTH else ()
    return " ".join(str(one[1] or one[2] or one[3]).strip() for one in found)

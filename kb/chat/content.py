"""Tells the words that carry a turn's subject from those that only hold it together."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import re2

from msfaq.chat.slots import without_case_words
from msfaq.index.patterns import options
from msfaq.index.tokens import tokens

_CASE_BLIND: Final = options()

_FUNCTION_ZH: Final = (
    "那个 这个 那些 这些 那边 这边 那样 这样 这么 那么 怎么样 怎么 如何 怎样 什么 为什么 哪个 哪些 哪里 哪 "
    "多少 几个 请问 请 帮我 帮忙 帮 "
    "一下 一个 一些 一点 可以 能不能 能否 能 会不会 会 是不是 是否 有没有 没有 不是 还有 还是 就是 只是 但是 "
    "可是 因为 所以 如果 要是 "
    "然后 现在 已经 刚才 之前 之后 以后 的话 时候 我们 你们 他们 它们 自己 我 你 他 她 它 的 了 呢 吗 啊 呀 吧 "
    "嘛 哦 嗯 呗 啦 得 地 着 过 "
    "是 有 在 上 里 中 下 给 把 被 让 对 和 跟 与 或 及 也 都 又 再 还 就 才 很 太 更 最 不 没 要 想 用 说 讲 "
    "看 做 到 从 为 以 个 这 那 啥 咋 "
    "老板 领导 甲方 马上 赶紧 尽快 着急 很急 急用 "
    "这台 那台 这句话 句话 其实 话说 先 接着 继续 顺便 另外 同时 应该 需要 必须 直接 具体 通常 一般 好的 好 问下 问"
)
_FUNCTION_EN: Final = (
    "a an the this that these those it its they them their i me my we us our you your he she is are was were "
    "be been am do does did "
    "done doing have has had can could may might must shall should will would to of in on at by for from with "
    "without into onto over "
    "under about as and or but if then than so not no yes too also just only even still yet now here there "
    "when where which who whom "
    "whose what why how all any some each every one ones two both other another same such more most much many "
    "few less least very "
    "please ok okay well hi hello hey let lets get gets got give tell show know want wants wanted need needs needed "
    "like mean again back "
    "up down out off s t re "
    "ve ll d m don doesn didn isn aren wasn won couldn once while though because fine actually really worked "
    "helped succeeded fixed corrected repaired rewritten revised cool nice alright sounds sorry wait "
    "meant suppose guess "
    "dont doesnt didnt isnt arent wasnt wont cant couldnt shouldnt wouldnt havent hasnt im ive id youre theyre thats "
    "whats hows wheres lets pls plz please thx ty u ur r tho thru bc cuz coz idk btw imo smth sth ppl "
    "gonna wanna gotta "
    "kinda sorta yeah yep nope nah exact "
    "boss deadline asap urgent urgently hurry quick quickly"
)
_GENERIC_ZH: Final = (
    "顺便 好使 一遍 中文 英文 话题 "
    "训练 运行 程序 代码 脚本 模型 网络 任务 报错 出错 错误 异常 失败 问题 故障 崩溃 崩 挂 跑不起来 跑不了 跑 "
    "起不来 起 来 不行 不了 坏 求助 救命 "
    "大佬 麻烦 急 昨天 今天 突然 解决 处理 办 原因"
)
_GENERIC_EN: Final = (
    "meanwhile reading topic aside unrelated anyway english chinese "
    "mindspore training train run runs running program code script model network job task error errors fail "
    "fails failed failing crash "
    "crashes crashed problem problems issue issues broken trouble help wrong stuck exception work works "
    "working died dies stopped"
)

_DETAIL_ZH: Final = (
    "环境 变量 参数 开关 选项 配置 设置 命令 默认 版本 文件 路径 目录 函数 方法 接口 名字 名称 工具 例子 示例 单位 "
    "日志 完整 全部 数值 多少 取值 字段 字母 数字 输出 打开 地方 位置 写法 代码 脚本 步骤 时间 大小 类型 个数 数量 "
    "查看 确认 办法 方式 调用 范围 上限 下限 最大 最小 最多 最少 格式 允许 删除 删掉 删 搜索 搜 打开 填"
)
_DETAIL_EN: Final = (
    "env environment variable variables var vars parameter parameters param params argument arguments arg args "
    "flag flags switch switches option options setting settings config configuration command commands cmd "
    "value values default defaults version versions release file files folder path paths dir directory "
    "class function functions method methods api apis interface name names field fields key keys type kind part "
    "tool tools code script scripts example snippet unit log logs message messages output outputs line lines number "
    "numbers step steps time times place way word words thing things full complete exactly first last second "
    "range ranges allowed limit limits bound bounds max maximum min minimum smallest largest unit units format "
    "formats delete remove search grep dir location located pass passed "
    "liner print prints call calls open opens start starts begin look see read reads find use used uses set pick picks"
)
_FAILS: Final = re2.compile(
    r"(?i)\b(?:fail(?:s|ed|ing)?|crash(?:es|ed|ing)?|dies|died|dying|errors?|wrong|broken)\b"
    r"|报错|出错|失败|崩|挂|起不来|跑不起来|跑不了|不行"
)
"""Tells of a failure without saying which."""

_START: Final = re2.compile(r"(?i)\b(?:jobs?|start(?:s|ing|up)?|launch(?:es|ing)?|clusters?)\b|启动|作业|集群")
"""Says of what or when, and nothing of what happened."""

_KEPT_LENGTH: Final = 1000
"""Characters of a text up to which its words are kept: rule after rule asks for those of one turn."""

_DETAILS: Final = frozenset((*_DETAIL_ZH.split(), *_DETAIL_EN.split()))
"""Words by which a detail of anything is asked for: “which variable”, “the full command”, “默认值”."""


def detail_share(weights: Mapping[str, float]) -> float:
    """Return the share of words, by weight, that only ask for a detail and do not say of what; 0 without words.

    >>> detail_share({"env": 2.0, "var": 2.0}), detail_share({"hccl": 3.0, "default": 1.0})
    (1.0, 0.25)
    """
    total = sum(weights.values())
    return sum(weight for word, weight in weights.items() if word in _DETAILS) / total if total else 0.0


def is_detail_word(word: str) -> bool:
    """Tell whether a word only asks for a detail of anything."""
    return word in _DETAILS


def content_words(text: str) -> tuple[str, ...]:
    """Return the words of `msfaq.index.tokens` that carry the subject, in order, without repetitions.

    >>> content_words("那 GPU 上呢")
    ('gpu',)
    """
    return _kept_words(text) if len(text) <= _KEPT_LENGTH else _content_words(text)


def _content_words(text: str) -> tuple[str, ...]:
    # A single Chinese character between function words is one itself.
    return tuple(word for word in dict.fromkeys(tokens(_function().sub(" ", text))) if len(word) > 1 or word.isascii())


_kept_words = lru_cache(maxsize=256)(_content_words)


def is_vague(text: str) -> bool:
    """Tell whether a text says no more than that something does not work.

    >>> is_vague("训练报错了怎么办"), is_vague("GetNext 超时怎么办")
    (True, False)
    """
    return not content_words(_generic().sub(" ", _function().sub(" ", text)))


def only_fails(text: str) -> bool:
    """Tell whether a text says that something fails, and at most on which machine.

    >>> only_fails("8 卡启动报错"), only_fails("can a GPU script run on Ascend")
    (True, False)
    """
    return _FAILS.search(text) is not None and is_vague(_START.sub(" ", without_case_words(text)))


def only_asks(text: str) -> bool:
    """Tell whether a text names no subject: it says at most that something fails, or which detail is wanted.

    >>> only_asks("the two messages"), only_asks("GetNext timeout")
    (True, False)
    """
    return all(map(is_detail_word, content_words(_generic().sub(" ", _function().sub(" ", text)))))


@lru_cache(maxsize=1)
def _function() -> Any:
    return _words(_FUNCTION_ZH, _FUNCTION_EN)


@lru_cache(maxsize=1)
def _generic() -> Any:
    return _words(_GENERIC_ZH, _GENERIC_EN)


def _words(zh: str, en: str) -> Any:
    # Longer words first: alternatives are tried in order.
    chinese = "|".join(sorted(zh.split(), key=len, reverse=True))
    english = "|".join(en.split())
    return re2.compile(rf"(?:{chinese})|\b(?:{english})\b(?:'\w+)?", _CASE_BLIND)

"""The intents by which code or a command is asked for; `msfaq.chat.intents` reads the table."""

from typing import Final

from msfaq.chat.intent import Intent

_HOW: Final = "(?:怎么|如何|怎样|咋)"
_END: Final = r"\s*[?？!！.。~]*\s*$"
_END_PLEASE: Final = rf"(?: only)?(?:,? (?:please|pls|plz|thanks))?{_END}"
_THING: Final = (
    r"(?:代码|命令|脚本|示例|例子|样例|模板|写法|循环|回调|函数"
    r"|(?:scripts?|samples?|snippets?|code|demo|pipeline|loop|commands?|net|callback|config|yaml|json|example)\b)"
)
"""What is asked for by who wants code, in Chinese or in the midst of it."""

CODING: Final = (
    Intent(
        "code",
        (
            r"(?:只|光|直接|就)?(?:要|给|来|看|贴|上|写|发|求)(?:一?下|[我个点份段条]|一[个点份段条]|完整|示例|"
            r"样例|修复|查|正确|的)*(?:代码|命令|指令|脚本|示例|例子|写法)",
            rf"(?:代码|命令|指令|示例|例子|脚本|写法)(?:呢|是什么|{_HOW}写|是啥|发我|给我|给我看看|在哪|就行|"
            rf"即可|有吗)?{_END}",
            rf"{_HOW}写\s*(?:yaml|json|config|配置)?{_END}|照抄|一行(?:命令|代码)",
            rf"[要给贴](.{{0,30}}?)那[段块](?:就行|给我)?{_END}",
            r"(?:不要|不用|别|无需)(?:解释|废话|啰嗦|文字|讲道理)",
            r"(?:给|来|贴|发|抄|求|有没有?)(?:我|个|一|点|份|段|条|下|完整|最短|最小|能跑|能直接跑|现成|改好|整|小|短|简单"
            rf"|的|\s|minimal|short|full|working|ready)*{_THING}",
            r"贴(?:一?下|出来|一?[个段份条]|给我|上来)|(?:只|就|直接)(?:给|要|贴)(?:我)?改(?:好|对|完)的"
            r"|改(?:好|对|完)的.{0,6}(?:贴|给|发)",
            rf"(?:能|可以?)(?:直接)?(?:跑|抄|复制|copy|拷)的{_END}",
            r"(?:代码|脚本|命令|写法|script|code|snippet)\s*(?:能?直接)?\s*(?:(?:给|发)(?:我|出来|全)|贴|paste)"
            r"|(?:代码|脚本|写法)\s*(?:only|pls|plz|please)\b|给个样子|现成(?:的)?脚本",
            r"(?:代码|脚本|命令|例子|示例|写法)\s*(?:给|贴|来|发|抄|甩)(?:我|个|一|段|份|点|下|条)+"
            r"|有没有(?:个|一个|段|现成的?|完整的?)?(?:例子|示例|样例|范例|demo|example)"
            rf"|有(?:个|一个|段|现成的?|完整的?)?(?:例子|示例|样例|范例|demo|example)(?:吗|么|没有?|不){_END}",
        ),
        (
            r"\b(?:just|only|show|give|send|paste|gimme|need|see)\b(.{0,20}?)\b(?:code|commands?|snippets?|"
            r"examples?|script)\b",
            rf"\b(?:code|commands?|snippets?|example|script)\b\s*(?:only|please|pls|for (?:that|this|it))?{_END}",
            r"\bwrite (?:me |us )?(?:the|a|an|that|this)\b(.{0,16}?)\b(?:call|line|code|snippet|script|command|loop)\b",
            rf"\ball (?:of )?(?:the )?(?:code|commands|snippets|it|that|them)"
            rf" (?:together|in one(?: (?:file|script|place))?|combined){_END}",
            r"\bone[- ]?liner\b|\b(?:code|command|snippet) (?:only|for)\b|\bno (?:prose|talk|explanations?)\b",
            r"(?:^|[,.;:] ?)\s*(?:ok(?:ay)? )?(?:just|only|show me|give me|gimme|can i (?:see|have))\b(.{0,24}?)"
            rf"\b(?:net|network|cell|class|function|method|loop|line|call|callback|block|config|yaml|json){_END_PLEASE}",
            r"\b(?:minimal|smallest|tiny|short(?:est)?|small|working|ready[- ]?(?:made)?|quick|complete|runnable)\b"
            r"(.{0,20}?)\b(?:examples?|samples?|scripts?|demo|snippets?|loops?|pipelines?|code|calls?|writer|callback)\b",
            r"\b(?:only|just)\b(.{0,8}?)\b(?:the )?(?:corrected|repaired|fixed|changed|working)(?: (\w+))?"
            rf"{_END_PLEASE}|\bfull (?:(?:\w+ ){{0,3}})(?:script|code|command|cmd)\b",
            r"\b(?:i can|can i) (?:copy|paste)\b|\bcopy[- ]?paste(?:able)?\b"
            r"|\bshow me (?:the )?before ?(?:/|and) ?after\b",
            r"\b(?:gimme|give me|show me|paste|got) (?:just |only )?(?:the|a|an|one|some|that|this)\b(.{0,24}?)"
            r"\b(?:loop|grep|function|callback|class|config|lines?|recipe|example|sample|demo|script|call|probe)\b",
            r"\b(?:code|script|snippet|commands?),? (?:please|pls|plz)\b|\bcode,? nothing else\b"
            r"|\bshow (?:me )?(?:just |only )?the (?:change|diff|smallest|shortest|two forms)\b",
            rf"(?:[?？.!,;]\s*)show me{_END}",
            r"^\s*(?:(?:the|some|any) )?(?:code|script|snippet|command)s? to (?:fix|do|get|check|print|load|save"
            r"|convert|export|read|write|set|run|use|make|build|find|show|see|test|try|compare|dump|merge|split|resume|map|list|count"
            r"|freeze)\b|\bwhich\b(.{0,20}?)\bcode(?: exactly)?"
            rf"{_END}|\bany examples? (?:of|for|with)\b",
            rf"^\s*(?:ok(?:ay)?,? )?(?:show|gimme|give me|paste) (?:it|that|this|me|one)"
            rf"(?: to me| then| please)?{_END}"
            rf"|^\s*(?:and )?where (?:does|do|should) (?:it|that|this|i put (?:it|that|this)|they|those)"
            rf" ?(?:go|belong)?{_END}",
        ),
        (
            "只给我代码",
            *("检查脚本 only pls", "脚本直接贴我", "code, please, nothing else", "show me the change"),
            "给个查的命令",
            "code only please",
            "command?",
            "show me code",
            "正确写法给我看看",
            "just the snippet, no prose",
            "one-liner please",
            "照抄代码给我",
            "show it",
            "all of it together",
            "where does it go",
            "where do I put that?",
            "just the rewritten net please",
            *("that's too long. only the callback pls", "要 python predict 那段", "k8s 里怎么写 yaml"),
            "does it need a config file? show me",
            "有没有现成的 script",
            "给段循环，能直接跑的",
            "整段贴下",
            "只给改好的",
            "smallest script for one npu",
            "only the repaired functions",
            "got a tiny GNNCell example i can copy",
            *("full docker run command for one card", "can you show me that callback for steps 10 to 15?"),
            "back to the first one, only the export line pls",
            *("看权重的代码给一段", "code to fix the keys", "which callback code exactly?", "有完整的例子吗"),
        ),
        (
            *("just one line fails", "show me which rank it was", "要改的是那段日志里的哪一行"),
            *("is it only the last call", "which op has that error code in it", "the code to the left fails"),
            *("我有个例子跑不通", "this is an example of the failing op"),
            "不用 Model，自己写循环还能下沉吗",
            "直接 auto_parallel 跑的",
            "Failed to copy data into tensor",
            "full stack has 214 lines",
            "这个脚本给谁用的",
            "这段代码报错 Launch kernel failed 是什么问题",
            "the code path fails in construct with a shape error",
            *(
                "configure by env var instead of code",
                "can I do it without changing the code",
                "用环境变量，不写代码行吗",
            ),
        ),
        unless=r"\b(?:instead of|rather than|without)(?: \w+){0,2} code\b|\bno(?:t in|t by)? code\b"
        r"|(?:不|别|无需)(?:用|想|要)?(?:改|写|动|碰)(?:一?行)?代码",
    ),
    Intent(
        "shell",
        (r"命令|指令|命令行",),
        (r"\bcommands?\b|\bcmds?\b|\bshell\b|\bwhat do i (?:type|run)\b",),
        ("给我命令", "command?"),
        ("只给我代码",),
    ),
)
"""In the order in which they take their words."""

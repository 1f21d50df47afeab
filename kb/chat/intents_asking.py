"""The intents by which something is asked of the topic; `msfaq.chat.intents` reads the table."""

from typing import Final

from msfaq.chat.intent import Intent

_HOW: Final = "(?:怎么|如何|怎样|咋)"
_END: Final = r"\s*[?？!！.。~]*\s*$"
_LIKEWISE_ZH: Final = (
    r"(?:会|也)(?:不会)?[^。！？.!?吧]{0,8}(?:同样的?(?:错误?|报错|问题)|一样的错)[^。！？.!?]{0,4}(?:吗|么|[?？])"
    r"|(?:会|也)(?:有|报|是)?\s*same (?:thing|error|problem|message)\s*(?:吗|么)"
)
_LIKEWISE_EN: Final = r"\bsame (?:thing|error|problem|message)\s*(?:(?:on|in|with) [\w .]{1,20})?\?"

ASKING: Final = (
    Intent(
        "why",
        (
            r"为什么|为啥|为何|凭什么|凭啥|什么原因|原因(?:是什么|呢|是啥|在哪)",
            r"会(?:怎样|怎么样|咋样)|(?:什么|啥)(?:坏处|后果|风险)|怎么会(?:这样)?|(?:怎么|咋)回事|(?:哪儿?|哪里|怎么)来的",
        ),
        (
            r"\bwhy\b|\bhow come\b|\bwhat(?:'s| is)? caus(?:es?|ing)\b|\bthe (?:reason|cause)\b|\broot cause\b",
            r"\bwhat happens (?:if|when|otherwise)\b",
            r"\bwhat(?:'s| is) (?:so |the )?(?:bad|wrong|special) (?:about|with)\b|\bwhat makes\b"
            r"|\bwhere (?:does|do) (?:it|that|this|they) come from\b",
        ),
        (
            "为什么",
            "why?",
            "那为什么这样不行那样行",
            "how come it only fails here",
            "what causes it",
            "what is so bad about two of them",
            "这个数哪来的",
            "反过来会怎样",
            "what happens if I leave it out",
        ),
        ("cause section is empty", "怎么办"),
    ),
    Intent(
        "verify",
        (
            rf"{_HOW}.{{0,6}}(?:确认|验证|检查|知道|判断|检验|看出)|验证一下|怎么算(?:好了|修好)",
            r"确认(.{0,8}?)(?:生效|好了|成功)|验证?一下|(?:怎么|咋)\s*(?:verify|check|test|验)",
            r"(?:改|装|弄|换|重启|restart)(?:完|好)?\s*(?:了|之后|以后)?\s*(?:再|该)?看到?(?:啥|什么|哪)|才?算(?:真的?)?(?:好|成功?|ok|修好)"
            r"|到底(?:好|成)(?:了)?没",
        ),
        (
            r"\bhow\b(.{0,25}?)\b(?:check|verify|confirm|make sure|be sure|validate)\b",
            r"\bhow (?:do|can|would|should) (?:i|we) (?:know|tell|see) (?:if |that |whether )?(?:it|this|that|which)\b",
            r"\bam i (?:good|fine|ok)\b|\bso i'?m (?:good|fine|ok)\b|\bcall(?:ing)? it (?:fixed|done|good)\b"
            r"|\bhow (?:do|can) (?:i|we) prove\b|\bwhat should (?:i|we) (?:then )?see\b",
        ),
        (
            *("怎么确认好了", "how do I check it worked", "how can I tell which one it takes", "改完怎么验证"),
            *("改完看啥", "restart 之后看到啥算 ok", "how long before we call it fixed", "code's gone, am i good?"),
        ),
        ("check failed in operator Add", "算子检查失败", "怎么算步数"),
    ),
    Intent(
        "meaning",
        (
            r"什么意思|啥意思|含义|是指什么|指的是(?:什么|啥)|(?:解释|说明)(?:一?下|看)|到底在?(?:说|讲)(?:什么|啥)",
            r"怎么理解|(?:要紧|严重|有影响|有问题)吗",
            r"会不会(.{0,10}?)(?:挂|停|断|崩|死|坏|丢|影响)|会(?:影响|弄坏|搞坏|中断)(.{0,8}?)吗"
            r"|(?:能|可以|能不能|可不可以)(?:先)?(?:不管|忽略|无视|不理)|不(?:管|理)它?(?:行|可以|会怎)",
        ),
        (
            r"\bwhat (?:does|do|is|are)(.{0,30}?)\bmean(?:ing)?\b|\bmeaning of\b|\bexplain\b|\bstands? for\b",
            r"\bshould (?:i|we) worry\b|\bis (?:it|that|this) (?:bad|serious|harmful|harmless|a problem|dangerous)\b",
            r"\b(?:can|may|could|should) (?:i|we) (?:just |simply |safely )?(?:ignore|leave) (?:it|that|this|them)\b"
            r"|\bsafe to ignore\b|\b(?:does|will|would|can) (?:it|that|this) (?:just )?"
            r"(?:crash|stop|kill|break|harm)\b",
        ),
        (
            "这是什么意思",
            "what does it mean",
            "should I worry?",
            "这句话到底在说什么",
            "会不会把训练直接搞挂",
            "这个能忽略吗",
            "can I just ignore it",
            "does that crash my job",
        ),
        ("the mean of the tensor", "意外退出"),
    ),
    Intent(
        "fix",
        (
            rf"{_HOW}(?:办|解决|处理|修|改|搞|弄|整|绕|清|去掉|关掉|停掉)",
            r"解决(?:办法|方法|方案)|该?怎么做|(?:临时|应急|救急|权宜|变通)的?(?:办法|方法|方案|解法|手段|措施)",
        ),
        (
            r"\bhow (?:do|can|should|to|would)\b(.{0,12}?)\b(?:fix|solve|repair|mend|resolve|change|handle)\b",
            r"\bwhat (?:should|do|can) (?:i|we) do\b|\bsolution\b|\bfix\?"
            r"|(?:\b(?:quick|temporary|interim|short-term) )?\bwork ?around\b|\b(?:quick|temporary|interim) fix\b",
            rf"^\s*(?:just |only |and )?(?:the )?(?:fix|solution|steps)(?: only| please)?{_END}",
            rf"\b(?:what now|now what|what next|what then){_END}"
            rf"|^\s*(?:ok(?:ay)?,? |and |so )?how(?: so| to| exactly)?{_END}",
            r"\b(?:i|we) (?:just )?want (?:it|that|this|them|these|those)(?: all)?"
            r" (?:gone|away|out|off|fixed|cleared|stopped)\b"
            r"|\b(?:get|getting) rid of (?:it|that|this|them|these|those)\b",
        ),
        (
            *("怎么办", "那怎么改", "怎么清掉", "how do I fix it", "what should I do", "I want them gone now"),
            *("got one, what now", "how?", "just the fix", "quick workaround?", "有没有临时的办法"),
        ),
        ("bug fixed in 2.3", "改大了", "a quick run"),
    ),
    Intent(
        "name",
        (
            r"(?:哪|什么|啥)个?(?:环境)?变量(?:管(?:的|这个?|它)?)?|(?:环境)?变量名?(?:叫(?:什么|啥)|是(?:什么|啥|哪个)|给我|呢)",
            r"(?:参数|开关|选项|接口|函数|类|文件|目录|配置项)名?(?:叫(?:什么|啥)|给我)|叫(?:什么|啥)(?:名字)?来着",
            r"^\s*(?:那|该|要|是)?(?:用|改|设|调)(?:的是)?(?:哪|什么)个?(?:参数|开关|选项|接口|函数|类|配置项)",
        ),
        (
            r"\b(?:which|what(?:'s| is) the|what) (?:env(?:ironment)?[ -]?var(?:iable)?|variable)\b"
            r"(?: name| is (?:it|that))?",
            r"\bname of (?:the|that|this) (?:setting|variable|option|switch|parameter|function|class|file|api)\b",
            rf"\b(?:which|what) (?:setting|option|switch|flag|parameter|argument|api|function|class|file){_END}"
            rf"|\bwhat(?:'s| is) it called{_END}",
        ),
        (
            *("变量名给我", "which env var 管这个", "name of the setting", "which parameter?", "what's it called?"),
            "参数名叫什么",
        ),
        ("变量名重复报错", "which class of errors is that", "the env var is not set"),
    ),
    Intent(
        "likewise",
        (_LIKEWISE_ZH,),
        (_LIKEWISE_EN,),
        ("换 GPU 会有 same error 吗", "Ascend 上会报同样的错吗", "HBM here, MOC there. same thing?"),
        ("还是同样的错", "same error"),
    ),
    Intent(
        "failed",
        (
            r"还是(?:报|不行|失败|这样|一样|出错|同样|会|没|高|不|原来|老样子|有|挂|慢|卡|超时)|照样|照旧",
            r"依然|仍然|仍旧|没(?:有)?(?:用|效果|变化|起作用)|不(?:管用|起作用|奏效|好使)|无效|白搭|没解决",
            r"试(?:过|了)(.{0,10}?)(?:不|没|还)|同样的?(?:错|报错|问题)|又(?:报|出现)",
        ),
        (
            r"\bstill\b([^,;:?]{0,30}?)\b(?:fails?|failing|errors?|same|not|no|doesn'?t|crash(?:es)?|happen(?:s|"
            r"ing)?|see|get|hangs?"
            r"|there|wrong|broken|high|oom|empty|slow)\b",
            r"\bsame (?:error|thing|problem|result|message|issue|failure)\b",
            r"\b(?:didn'?t|did not|doesn'?t|does not|not|no) (?:help|work|any difference|effect|luck)\b",
            r"\bno (?:effect|difference|luck|use)\b|\b(?:already )?tried (?:that|it|this|both|all)\b|\bto no avail\b",
            r"\bstays? (?:empty|the same)\b|\bpersists?\b|\bkeeps? (?:failing|happening|crashing)\b",
        ),
        ("改大了还是报", "试过了没用", "still fails", "same thing after 20 minutes", "tried that, no luck"),
        (
            *("have you still got the steps", "还是先看日志吧", "does not start at all"),
            "HBM here, MOC there. same thing?",
            "the CI box still has 2.3, same line there?",
            "if I halve it, can I still get the effect of the big one?",
            *("换 GPU 会有 same error 吗", "Ascend 上会报同样的错吗", "same error on GPU?"),
        ),
        unless=rf"{_LIKEWISE_ZH}|{_LIKEWISE_EN}"
        r"|\b(?:can|could|may|will|would|should) (?:i|we|you|it|that|they|one) still\b",
    ),
    Intent(
        "ruled_out",
        (
            r"我们?(?:也|都|又)?(?:没有?|并没有?|不)(?:自己|手动|另外)?"
            r"(?:开|用|使用|启用|设|设置|写|装|动|加|配|打开|建|创建|调用|改|定义)",
            r"^\s*(?:可是?|但是?)?(?:也|都|又)?没有?(?:开|用|使用|启用|写|装|加|配)过?(?:[^有效]|$)",
            r"(?:确认|确定|检查|排查|排除|核对|看)(?:过|了)(.{0,12}?)(?:没|不|正常|一样|一致|都|对)|确认没有?|"
            r"不是(?:这个|这种|因为)",
            r"都(?:是|正常|一样|一致|没问题)|(?:没问题|没毛病|没异常|正常|是好的|是对的)[的了啊呀]?\s*[。！~]*\s*$",
            r"(?:不|别)(?:碰|想|动|改|换|用|愿意?)(.{1,12}?)的话|(?:还)?有(?:没有)?(?:别的|其他|其它|另外的?)(?:的)?"
            r"(?:办法|方法|路子|法子|方案|选择|思路|写法)?|换(?:个|一种)(?:办法|方法|思路|写法)",
            r"(?:动|改|换|升|用|做)不了|不能(?:动|改|换|升级|用|停)|没法(?:动|改|换|升级|用|停)|不方便(?:动|改|换|升级)",
        ),
        (
            r"\b(?:i|we) (?:do not|don'?t|did not|didn'?t|never|have not|haven'?t) (?:use|set|have|enable|"
            r"change|write|touch|create|make|build|add|call|define|import|install)",
            r"\b(?:not using|not enabled|is(?:n'?t| not) (?:it|that|set|enabled))\b|\bruled? (?:that |it )?out\b"
            r"|\bnot the (?:cause|reason|culprit|problem)\b",
            r"(?:\b(?:i|we) |^\s*(?:but |and if i )?)(?:can'?t|cannot|can not|am not allowed to|are not allowed to)"
            r" (?:change|touch|upgrade|update|downgrade|use|modify|install|reinstall|restart|reboot|stop|move)\b",
            r"\b(?:is|are|all|look|looks) (?:fine|ok|okay|correct|normal|up|identical|the same)\b",
            r"\b(?:not|no|n't|never) (?:really )?(?:an )?option\b|\b(?:another|any other|some other|a different) way\b"
            r"|\balternatives?\b|\bsomething (?:cleaner|better|simpler)\b",
        ),
        (
            "我没开混合精度",
            "requires_grad 都是 True",
            "驱动版本动不了",
            "数据集单独遍历没问题",
            "不碰环境变量的话，还有别的路子么",
            "没写递归啊，就一个 for",
            "我没有自己建迭代器",
            "I never create an iterator",
            "renaming it is not an option",
            "is there another way",
            "we cannot upgrade CANN",
            "can't upgrade",
            "I don't use mixed precision",
            "the links all look up, all fine",
        ),
        ("我不知道怎么开", "是不是没设对", "the option is not known", "怎么才算正常"),
        unless="是不是|能不能|有没有(?:开|用|使用|设|装|加|配)|(?:怎么|如何|咋|才算)[^，。]{0,16}(?:正常|好的|对的|没问题)",
    ),
    Intent(
        "version",
        (
            r"(?:哪|什么|多少)(?:一?个|些)?版本|版本(?:要求|是多少|号)|从(.{0,6}?)(?:版本|哪一?版)|(?:新|旧|老|"
            r"低|高)版本?(?:里|上|的)?呢",
            r"几点几|版本有(?:要求|限制)",
        ),
        (
            r"\b(?:which|what) (?:\w+ )?(?:version|release)s?\b|\bsince (?:when|which)\b|\bversions?\?|"
            r"\bminimum version\b",
            r"\bin (?:newer|older|the latest|later|earlier) (?:versions?|releases?)\b",
        ),
        ("哪个版本", "which version?", "从 which version 开始的", "老版本呢"),
        ("version 2.10.0 fails", "版本 2.3 上报错 Out of Memory"),
    ),
    Intent(
        "compare",
        (r"(?:有)?(?:什么|啥|哪些)(?:区别|差别|不同|差异)|的?区别(?:呢|是)?|差在哪|(?:对比|比较)一下",),
        (
            r"\b(?:what|how)\b(.{0,40}?)\bdifferen(?:ce|t)\b|\bdifference (?:between|from|to|with)\b",
            r"\bvs\.?\s|\bversus\b|\bcompared? (?:to|with)\b",
        ),
        ("跟 EI0005 有啥区别", "difference between these two", "how is it different from EI0006", "EI0002 vs EI0006"),
        ("形状不同导致报错", "the shapes are different"),
    ),
    Intent(
        "more",
        (
            rf"^\s*(?:更多|(?:再)?详细(?:点|些|一点|说说)?|展开(?:讲|说)?(?:说|讲)?|继续|接着说?|还有(?:呢|吗|"
            rf"别的吗)?|全文|下一步|然后呢?|再多?说(?:点|些)){_END}",
            r"(?:更多|还有|别的|另外的?|另一[段个份]|其[他它]|剩下的?|下一[段个])的?(?:代码|脚本|示例|例子)",
        ),
        (
            rf"^\s*(?:more|(?:more )?details?|go on|continue|and then|next(?: step)?|tell me more|elaborate|"
            rf"anything else|what else){_END}",
            r"\b(?:more|other|another|next|remaining) (?:code|snippets?|scripts?|examples?|blocks?)\b",
        ),
        (
            "更多代码",
            "more code",
            "the other script",
            "还有别的代码吗",
            "更多",
            "详细点",
            "more",
            "tell me more",
            "然后呢",
        ),
        ("more than one device", "继续训练怎么写"),
    ),
    Intent(
        "simpler",
        (
            r"(?:没|不)(?:太|怎么|大)?(?:看懂|听懂|看明白|听明白|明白|懂)|(?:说|讲|解释)得?再?(?:简单|通俗|直白)(?:点|些|一点|一些)?",
            r"(?:简单|通俗|直白)(?:点|些|一点|一些|地)(?:说|讲|解释)|(?:换个|换种)说法|[说讲]人话|一句话(?:说|讲|总结|概括)|长话短说|简而言之",
            r"^\s*太长了?\s*(?:[，,。]|没看|不想看)|^\s*(?:啊|哈|诶|蛤|啥|什么)?\s*[?？]{2,}\s*$|^\s*(?:啊|哈|诶|蛤|啥|什么)\s*[?？]\s*$",
        ),
        (
            r"\b(?:in )?(?:plain|simple|simpler|other|fewer) (?:words|terms|english|language)\b|\btl;?dr\b|\beli5\b"
            r"|\bin (?:short|brief|one sentence|a nutshell)\b"
            r"|\b(?:say|put|explain) (?:it |that )?(?:shorter|simpler|simply|more simply)\b"
            r"|^\s*(?:that(?:'s| is) |way )*too long\b|^\s*(?:shorter|simpler|more simply)\b"
            r"|\b(?:don'?t|do not|didn'?t|did not) (?:get|understand|follow) (?:it|that|this|you)\b"
            rf"|^\s*(?:huh|eh|what|sorry|pardon|come again|say again|you lost me){_END}",
        ),
        (
            "没太看懂，说简单点",
            "一句话总结",
            "in plain words?",
            "too long, in short please",
            "I don't get it",
            "huh?",
            "啥？",
            "??",
        ),
        (
            "简单网络也报错",
            "最简单的办法是什么",
            "编译时间太长",
            "不懂就问",
            "a simple network fails",
            "compiling takes too long",
            "I don't get any speedup",
        ),
        unless="不懂就问",
    ),
    Intent(
        "source",
        (
            r"出处|来源|哪里(?:写|说)的|官方(?:文档|说法|链接)(?:呢|在哪|有吗)?|参考(?:链接|文档)|"
            r"[给发]个?我?个?链接|文档(?:地址|链接|在哪)",
        ),
        (
            r"\bsources?\?|\b(?:references?|citation)\b|\bofficial (?:docs?|page|documentation)\b|\bwhere "
            r"(?:is|does) (?:this|it|that) (?:documented|come from|say)\b|\blinks?\?",
        ),
        ("出处呢", "source?", "is there an official page", "发个链接"),
        ("build from source fails", "链接失败 undefined symbol"),
    ),
    Intent(
        "report",
        (
            r"(?:提|开|写)一?个?\s*(?:issue|bug|工单)|bug\s*报告|怎么反馈|反馈给",
            r"(?:找|问)谁(?:反馈|问)?[?？吗呢]*\s*$|(?:去|到|在|往|上)哪(?:里|儿)?(?:提|反馈|上报)",
        ),
        (
            r"\b(?:file|open|write|submit|raise) (?:a |an )?(?:bug|issue|ticket)\b|\bbug report\b|\breport "
            r"(?:a |this |the )?(?:bug|issue)\b|\bwhere\b.{0,12}\b(?:file|report|submit) (?:it|this|that|them)\b"
            r"|\bwho (?:do|should|can) (?:i|we) (?:ask|contact|tell|report (?:it|this) to)\b",
        ),
        (
            "怎么提 issue",
            "how do I file a bug",
            "help me with a bug report",
            "where do I file it",
            "去哪提",
            "都查过还是不行，往哪提",
        ),
        ("profiler report is empty", "算子报告 shape 错误"),
    ),
)
"""The order does not matter."""

"""The intents of small talk and of talk about msfaq itself; `msfaq.chat.intents` reads the table."""

from typing import Final

from msfaq.chat.intent import Intent

_END: Final = r"\s*[?？!！.。~…]*\s*$"
_START: Final = r"^\s*(?:(?:and|so|ok(?:ay)?|hey|but|well|hmm|wait|那|所以|话说|请问)[,，\s]*)?"

SOCIAL: Final = (
    Intent(
        "thanks",
        (r"谢谢|多谢|感谢|谢了|谢啦|辛苦了|大佬|(?:搞定|解决|成功|明白|懂|清楚|了解|都好|修好)了|收到|太好了",),
        (
            r"\bthanks?\b(?: you| a lot)?|\bthx\b|\bcheers\b|\bgreat\b|\bperfect\b|\bawesome\b|\bgot it\b|"
            r"\bappreciate(?: it)?\b",
            r"\bthat (?:was|did) it\b|\bworks (?:now|fine)\b|\bsolved\b|\bunderstood\b",
        ),
        ("谢谢", "都好了，谢谢大佬", "thanks", "great, that was it, thanks!", "搞定了"),
        ("没解决", "works on CPU only"),
        unless="没解决|不明白|没明白|不懂|没懂|没成功|不清楚",
    ),
    Intent(
        "greeting",
        (r"^\s*(?:你好|您好|嗨|哈喽|在吗|早上好|下午好|晚上好)",),
        (r"^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening))\b",),
        ("你好", "hello"),
        ("say hello world prints nothing",),
    ),
    Intent(
        "bye",
        (rf"(?:^|[，,。！!\s])\s*(?:再见|拜拜|回见|bye){_END}", rf"^\s*(?:退出|结束(?:对话)?|关闭对话?){_END}"),
        (
            rf"(?:^|[,.!]|\bok(?:ay)?\b|\bthanks\b|\bthx\b)\s*(?:(?:good)?bye|see you|cya)\b.{{0,12}}{_END}",
            rf"^\s*[:/]?(?:q|quit|exit|wq)\W*{_END}",
        ),
        ("再见", "bye!", "cool, bye", "谢谢 bye", "ok bye", "thanks bye", "quit", "exit()", ":q", "退出"),
        ("bytes object", "exit code 137", "退出码 137", "how do I quit the cache server"),
    ),
    Intent(
        "help",
        (rf"^\s*你(?:都)?(?:能|会|可以)(?:做|干|帮我(?:做)?)?(?:什么|啥|些什么){_END}|^\s*(?:帮助|你是谁){_END}",),
        (rf"^\s*(?:help|what can you do|who are you|how do you work){_END}",),
        ("你能做什么", "what can you do?", "help"),
        ("能帮我看看这个报错吗", "help(mindspore.ops) crashes"),
    ),
    Intent(
        "identity",
        (
            r"你(?:到底|究竟)?是(?:不是)?\s*一?个?\s*(?:什么|谁|机器人|真人|人工智能|人|AI|chatgpt|gpt|大?模型)",
            r"谁(?:做|开发|写|造|训练)的?(?:了)?你|你叫(?:什么|啥)|你(?:几|多大)岁?了?(?:岁|大)",
            r"你(?:用|基于)的?(?:是)?(?:什么|哪个)(?:大|语言)?模型",
        ),
        (
            r"\bare you (?:really )?(?:a |an )?(?:ai|bot|robot|human|person|chatgpt|gpt|llm|language model"
            r"|machine|real)\b",
            r"\b(?:who|what) (?:made|built|created|trained|are|wrote) you\b"
            r"|\bwhat (?:model|llm|ai) (?:are you|do you use)\b",
            r"\bwhat(?:'s| is) your name\b|\bhow old are you\b",
        ),
        (
            "你是真人吗？",
            "你是 AI 吗",
            "你是不是机器人",
            "are you an AI?",
            "who made you?",
            "what model are you?",
            "what's your name",
        ),
        ("你是不是漏了一步", "are you sure", "what are your sources", "哪个模型报的错"),
    ),
    Intent(
        "wellbeing",
        (rf"^\s*(?:你)?(?:最近|今天)?(?:怎么样|好吗|还好吗|吃了吗|忙吗|心情怎么样){_END}",),
        (rf"{_START}(?:how are you(?: doing)?(?: today)?|how(?:'s| is) it going|what'?s up|sup){_END}",),
        ("how are you?", "what's up", "你还好吗", "最近怎么样"),
        ("怎么样才能跑起来", "what's up with the loss", "how is it going wrong"),
    ),
    Intent(
        "praise",
        (
            rf"^\s*(?:你|这个?|回答得?|说得)?(?:真|太|很|好|挺|可)?(?:牛|厉害|棒|强|聪明|给力|赞|靠谱|专业)[啊呀了的哦！!逼批]*{_END}",
            rf"^\s*(?:哈|呵|嘿){{2,}}{_END}",
        ),
        (
            r"\byou(?:'re| are)(?: really| so| just)? (?:the best|great|amazing|awesome|smart|good|clever|brilliant"
            r"|wonderful|a life ?saver|helpful)\b",
            r"\b(?:good bot|nice (?:one|work|job)|well done|good job|i love you)\b",
            rf"^\s*(?:(?:ha)+h?|lol|lmao|rofl|he(?:he)+|:-?\)|;-?\))(?: ok(?:ay)?)?{_END}",
        ),
        ("牛", "太厉害了", "cool, you're the best", "good bot", "lol", "haha"),
        ("太强的正则化会怎样", "是不是很专业的卡才行", "you are the best option here?"),
        unless=r"[?？吗呢]\s*$",
    ),
    Intent(
        "insult",
        (
            rf"^\s*(?:你|这|真|太|什么|简直|就是个?)*(?:笨|蠢|傻|垃圾|废物|没用|滚|智障|白痴|sb|弱智|无语)[啊呀了的逼！!吧]*{_END}",
            r"(?:答非所问|驴唇不对马嘴|鸡同鸭讲|说了等于没说)",
        ),
        (
            r"\byou(?:'re| are)? (?:so |such |really |a |an )*(?:idiot|useless|stupid|dumb|moron|an idiot"
            r"|terrible|bad|suck"
            r"|no help|worthless|rubbish|garbage)\b",
            rf"^\s*(?:fuck(?: off| you| this)?|wtf|shit|damn(?: it)?|(?:this is |that is |that's )?(?:crap|bullshit"
            rf"|useless|rubbish|nonsense)){_END}",
            r"\b(?:that|this)(?:'s| is) not what i (?:asked|meant|want(?:ed)?)\b|\byou (?:already"
            r"|just) (?:said|told me) that\b",
        ),
        ("你真笨", "垃圾", "you are useless", "you idiot", "wtf", "that's not what I asked", "you already said that"),
        ("显存里有垃圾数据", "改了没用", "the warning is useless noise?", "内存垃圾回收怎么开"),
    ),
    Intent(
        "doubt",
        (
            r"你?(?:确定|肯定)(?:吗|么|[?？])|真的(?:吗|么|假的|[?？])|靠谱(?:吗|么)|可靠(?:吗|么)|当真[?？吗]",
            r"瞎(?:说|编|猜)|胡(?:说|扯|编)|乱(?:说|猜)|不(?:太)?(?:信|相信)(?:你|这)",
            r"(?:有|什么|啥)(?:什么|没有)?(?:官方)?的?(?:依据|根据|证据)|(?:你|这)(?:个|些|种)?(?:回答|答案|结论|说法|话)(?:都)?(?:是)?从?(?:哪里?|哪儿)(?:看|抄|查|得)?来的",
        ),
        (
            r"\b(?:are|r) (?:you|u) (?:really |absolutely |quite )?(?:sure|certain|positive"
            r"|serious)\b(?: about (?:that|this|it))?",
            r"\bhow (?:sure|certain|confident|reliable) (?:are you|is (?:that|this|it))\b"
            r"|\b(?:i )?(?:don'?t|do not) (?:believe|trust)"
            r" (?:you|that|this|it)\b",
            r"\byou(?:'re| are)? (?:just )?(?:guessing|making (?:this|that|it) up|lying)\b"
            r"|\bare you (?:just )?guessing\b",
            rf"^\s*(?:oh |hm+,? )?really{_END}|^\s*(?:you )?sure\s*[?？]+\s*$"
            rf"|\bis (?:that|this|it) (?:really )?(?:true|right|correct){_END}",
            r"\bwhere (?:did|do|have) you (?:get|got|have|take|read|found|find|know)\b.{0,12}\b(?:from|this|that|it)\b"
            r"|\bsays who\b|\bhow do you know(?: that| this)?\b",
        ),
        (
            *("你确定吗", "真的吗？", "有依据吗", "你瞎说的吧", "are you sure about that?", "I don't believe you"),
            *("where did you get this?", "really?", "sure?", "hmm, are you just guessing?", "你这回答从哪来的"),
        ),
        ("不确定是哪张卡", "this number comes from where", "make sure it is off", "真的很慢", "这个数哪来的"),
    ),
    Intent(
        "human",
        (r"(?:人工|真人)客服|转人工|(?:找|要|跟)(?:个)?真?人(?:聊|问|谈|工)|你们的?(?:电话|客服|微信|邮箱|联系方式)",),
        (
            r"\b(?:talk|speak|chat) (?:to|with) (?:a |an |some)?(?:human|person|real person|someone"
            r"|engineer|expert|support)\b",
            r"\b(?:real|human) (?:support|agent|help)\b|\bcustomer (?:service|support)\b",
        ),
        ("我要人工客服", "转人工", "你们的电话是多少", "I want to talk to a human"),
        ("人工智能框架怎么装", "the ranks talk to each other"),
    ),
    Intent(
        "ability",
        (
            r"(?:你)?(?:能|可以|会)(?:不能|不可以)?(?:帮我|替我|直接|自己|自动)*(?:连|登录|登|ssh|远程|上|打开|看|跑|执行|运行|改)"
            r"(?:到|上|一下)?(?:我的?)(?:服务器|机器|电脑|文件|代码|环境|屏幕|集群|日志文件|仓库)",
            r"(?:你)?(?:能|可以)(?:帮我|替我)(?:跑|执行|运行|连|打开|改)(?:一下|掉)?(?:吗|么|[?？])",
        ),
        (
            r"\b(?:can|could|will|would) you (?:please )?(?:connect|log ?in|ssh|access|open|run|execute"
            r"|edit|write|change|look"
            r"|fix|debug|do|check|install|see)\b(?: [a-z]+){0,3} (?:my|the|this|that) (?:server|machine"
            r"|computer|file|files|box"
            r"|cluster|repo|code|screen|environment|log file|laptop|host)\b",
            rf"\b(?:can|could|will|would) you (?:please )?(?:run|open|do|execute|fix|install|apply) (?:it"
            rf"|that|this|them)"
            rf"(?: for me)?{_END}",
        ),
        (
            *(
                "can you connect to my server and check?",
                "can you write the fix into my file?",
                "can you open it for me?",
            ),
            *("你能连我的服务器看看吗", "能帮我跑一下吗"),
        ),
        ("can I run it on my laptop", "can you show the code", "能帮我看看这个报错吗", "可以在 CPU 上跑吗"),
    ),
    Intent(
        "remember",
        (
            r"(?:记得|记不记得)(?:我|刚才|之前|前面)|我(?:刚才|之前|一开始|最开始|第一个?)(?:都)?(?:问|说)(?:过|了|的)?(?:什么|啥|哪些)",
        ),
        (
            r"\b(?:do|can) you remember\b|\bwhat (?:did|have) i (?:ask|asked|say|said)\b"
            r"|\bwhat were my questions\b|\bwhat (?:was|is) my (?:first|last|previous) question\b",
        ),
        ("do you remember what I asked first?", "你还记得我第一个问题吗", "我刚才问了什么"),
        ("remember to set the seed", "记得设种子"),
    ),
    Intent(
        "cancel",
        (rf"^\s*(?:那)?(?:算了|不用了|不聊了|没事了?|当我没说|先不管(?:它|了)?|先这样)(?:吧|了|不聊了)*{_END}",),
        (rf"{_START}(?:never ?mind|forget (?:it|that|about it)|cancel|drop it|leave it|skip (?:it|that)){_END}",),
        ("算了", "算了不聊了", "never mind", "forget it"),
        ("不用了混合精度还是慢", "forget gate bias", "skip it in the graph?"),
    ),
    Intent(
        "ack",
        (
            rf"^\s*(?:(?:好的?|行|可以|嗯+|哦+|噢|喔|ok|okay|收到|明白|知道|懂|了解|不好意思|抱歉|对不起)[了吧呀啊哦的，,\s]*)+{_END}",
        ),
        (
            rf"^\s*(?:(?:ok(?:ay)?|k|kk|fine|alright|all right|sure|good|cool|nice|hm+|mhm|uh ?huh|aha|oh"
            rf"|i see|right then|sorry"
            rf"|please|noted|makes sense|understood|wow|lol)[,.!\s]*)+{_END}",
        ),
        ("ok", "好的好的", "嗯", "hmm", "lol ok", "I see", "sorry", "好的", "ok cool"),
        ("ok so which one", "好的，那怎么改", "fine-tuning fails", "可以吗", "good batch size"),
    ),
)
"""The order does not matter."""

"""The conversation's own sentences, in both languages."""

from typing import Final

_WORDS: Final = {
    "empty": ("没有收到内容。把报错或问题发过来就行。", "Nothing arrived. Paste the error, or ask."),
    "unreadable": ("这段内容读不了：{0}", "That cannot be read: {0}"),
    "thanks": ("不客气，有问题随时再问。", "You are welcome. Ask whenever something comes up."),
    "greeting": (
        "你好。把 MindSpore 的报错或日志贴过来，或直接提问；之后可以追问“为什么”“只给代码”“还是报错”。",
        "Hello. Paste a MindSpore error or log, or ask. Then go on with “why”, “just the code”, “still fails”.",
    ),
    "bye": ("再见。", "Goodbye."),
    "help": (
        "我根据一本离线的 MindSpore 排错手册回答：贴报错、日志或直接提问。可以追问原因、代码或命令、怎么确认、"
        "哪个版本、"
        "换个平台、两个错误的区别；改了没用就说“还是报错”，我给下一个原因。书里没有的我会直说。",
        "I answer from an offline book on MindSpore troubles: paste an error or a log, or ask. Go on with why, code or "
        "command, how to check, which version, another platform, the difference of two errors. If a fix did not help "
        "say so, and the next cause follows. What the book does not have I say plainly.",
    ),
    "identity": (
        "我是 msfaq：按一本离线的 MindSpore 排错手册回答的程序，不是人。每个答案都注明出自哪一条；"
        "我只读你发的文字，什么也不执行。",
        "I am msfaq, a program that answers from an offline book on MindSpore troubles; no person. Each "
        "answer names its "
        "entry. I read what you type and run nothing.",
    ),
    "human": (
        "我这里转不了人工。可以到 <https://discuss.mindspore.cn> 提问，或到 "
        "<https://gitee.com/mindspore/mindspore/issues> 提 issue；说“写问题报告”，我帮你整理要贴的内容。",
        "There is nobody here to hand over to. People answer at <https://discuss.mindspore.cn> and at "
        "<https://gitee.com/mindspore/mindspore/issues>; say “bug report” and I put together what to paste there.",
    ),
    "ability": (
        "不能。我不连机器、不打开文件，也不执行任何东西；我给出命令，你运行后把输出贴回来，我接着看。",
        "No: I connect to nothing, open no files and run nothing. I give the commands; paste what they "
        "print and I go on "
        "from there.",
    ),
    "wellbeing": (
        "都好。把 MindSpore 的报错贴过来，或直接提问。",
        "Fine, thank you. Paste a MindSpore error, or ask.",
    ),
    "praise": ("谢谢。有问题随时再问。", "Thank you. Ask whenever something comes up."),
    "insult": (
        "抱歉没帮上忙。换个说法问，或把报错原文贴过来；试过哪一步、结果如何，也告诉我。",
        "Sorry that this did not help. Ask in other words or paste the error message; say which step you "
        "tried and what "
        "came of it.",
    ),
    "cancel": ("好，先放下。有别的问题直接说。", "All right. Ask when there is something else."),
    "ack": ("好，有结果或新问题就告诉我。", "Fine. Tell me how it goes, or ask the next thing."),
    "unclear": (
        "这一句没看懂要问什么。话题还是“{0}”：说说你看到了什么，或直接问。",
        "I could not tell what this asks. The topic is still “{0}”: say what you see, or ask.",
    ),
    "remember": ("你先后问过：", "You have asked, in this order:"),
    "nothing asked": ("这次对话里还没有问过别的。", "Nothing has been asked in this conversation yet."),
    "proven": ("这一条里有 {0} 段代码由测试实际运行过。", "Of its code, {0} block(s) are run by the book's own tests."),
    "language": ("好，用中文。", "In English then."),
    "unknown": (
        "书里没有找到能回答这个的内容，我不猜。",
        "Not found: nothing in the book answers this, and I do not guess.",
    ),
    "no direct": (
        "书里没有找到直接回答这一句的内容。话题“{0}”里最接近的是：",
        "Not found: nothing in the book answers this directly. Nearest to it in “{0}”:",
    ),
    "detail short": (
        "不是这个意思的话，换个说法，或把报错原文贴过来。",
        "If you mean something else, say it in other words, or paste the error message.",
    ),
    "nearest": ("最接近的条目：", "The nearest entries:"),
    "where": (
        "MindSpore 的问题可以到 <https://gitee.com/mindspore/mindspore/issues> 提 issue，"
        "或在 <https://discuss.mindspore.cn> 提问；贴上完整报错我也能再看。",
        "For MindSpore, open an issue at <https://gitee.com/mindspore/mindspore/issues> or ask at "
        "<https://discuss.mindspore.cn>. With the full error I can look again.",
    ),
    "back to topic": ("刚才的话题“{0}”可以接着问。", "You can go on with “{0}”."),
    "detail": (
        "光凭这个还判断不了。请把**报错原文**贴过来：日志最后二三十行，从第一个 `Traceback`、`[ERROR]` 或错误码开始；"
        "再说一下平台（Ascend/GPU/CPU）、MindSpore 版本，以及出错时在做什么。",
        "That alone does not tell. Please paste the **error message**: the last 20 to 30 lines of the log, from the "
        "first `Traceback`, `[ERROR]` or error code on, with the platform (Ascend, GPU, CPU), the MindSpore "
        "version, and "
        "what it was doing.",
    ),
    "noted": ("记下了：{0}。", "Noted: {0}."),
    "fact version": ("MindSpore {0}", "MindSpore {0}"),
    "fact devices": ("{0} 卡", "{0} device(s)"),
    "likeliest": ("没有十足把握，最可能是这一条：", "Not certain; this is the likeliest:"),
    "which": ("是下面哪一种？回复序号，或说“不知道”。", "Which of these is it? Say the number, or “don't know”."),
    "ask platform": ("在哪个平台上？", "On which platform?"),
    "ask mode": ("静态图还是动态图（PyNative）？", "Graph mode or PyNative?"),
    "dont know": ("不知道", "don't know"),
    "graph": ("静态图", "graph mode"),
    "pynative": ("动态图", "PyNative"),
    "machine": ("这台机器", "this machine"),
    "assumed": ("那就按这台机器来：{0}。不对就告诉我。", "Then I take this machine's: {0}. Say so if it is another."),
    "more": ("还可以问：{0}", "You can also ask: {0}"),
    "from": ("出自 `{0}`。", "From `{0}`."),
    "and then": ("", " "),
    "more why": ("为什么", "why"),
    "more verify": ("怎么确认", "how to check"),
    "code": ("给我代码", "show me the code"),
    "more code": ("更多代码", "more code"),
    "more otherwise": ("还是不行", "still fails"),
    "next causes": (
        "那接着看剩下的（你说到的那一项不再列）：",
        "Then go on with what remains (what you spoke of is left out):",
    ),
    "all causes": (
        "那继续排查（哪一步试过、结果如何，告诉我可以缩小范围）：",
        "Then go on (say which step you have tried and what came of it, and the rest gets shorter):",
    ),
    "next entry": ("这条的办法试过没用，下一个可能是：", "That did not help; the next likely one:"),
    "no more": (
        "书里与此有关的都试过了。该写一份好的问题报告了：",
        "What the book has on this has been tried. It is time for a good report:",
    ),
    "no more code": ("这一条的代码都给过了，再给一遍：", "All code of this entry was shown; once more:"),
    "no code": ("这一条没有代码，步骤如下：", "This entry has no code; the steps are:"),
    "back": ("回到“{0}”。", "Back to “{0}”."),
    "nothing to pick": ("没有可选的列表。直接说问题就行。", "There is no list to choose from. Just ask."),
    "also here": ("同一条里还有：", "Also in this entry:"),
    "perhaps": ("或许问的是：", "Perhaps you mean:"),
    "rest": ("其余各条，简短地说：", "The others, in short:"),
    "rows left": (
        "（表里另有 {0} 行；说“整张表”看全部。）",
        "({0} more rows in the table; say “the whole table” to see them.)",
    ),
    "no row": (
        "（表里没有 {0} 这一行，上面是与它最近的；说“整张表”看全部。）",
        "(The table has no row for {0}; these are the nearest. Say “the whole table” to see all.)",
    ),
    "no such item": ("那里只有 {0} 项。", "There are only {0}."),
    "see also": ("与此相关：**{0}**（`{1}`）", "Related: **{0}** (`{1}`)"),
    "guide": ("指南里的一节：**{0}**（指南 `{1}`）", "From a guide: **{0}** (guide `{1}`)"),
    "compare": ("两者的区别：", "The two side by side:"),
    "versions all": ("本条不限版本。", "The entry holds for all releases."),
    "versions": ("本条适用于 MindSpore {0}。", "The entry holds for MindSpore {0}."),
    "version here": ("这台机器上装的是 MindSpore {0}。", "This machine has MindSpore {0}."),
    "older lines": ("更早的版本里怎么写，文中说到的地方：", "What it says of earlier releases:"),
    "version lines": ("文中提到版本的地方：", "Where it names versions:"),
    "place named": ("这一条也适用于{0}。", "The entry is written for {0} too."),
    "place unnamed": (
        "这一条没有单独写{0}；它的一般步骤是：",
        "The entry says nothing of its own on {0}; its general steps are:",
    ),
    "place lines": ("关于{0}，书里写的是：", "On {0} it says:"),
    "noted not": ("记下了：不是 {0}。", "Noted: not {0}."),
    "platform differs": (
        "这一条是为 {1} 写的；在{0}，可参考下面的内容，细节可能不同。",
        "The entry is written for {1}; for {0} take it as a guide, details may differ.",
    ),
    "sources": ("出处：", "Sources:"),
    "walk": ("逐步判断：**{0}**", "Step by step: **{0}**"),
    "walk waits": ("逐步判断还等着你选：{0}", "The question step by step still waits: {0}"),
    "walk end": ("结论：", "Conclusion: "),
    "yours": ("出错的是你的这一行：", "Your line: "),
    "amounts": ("按字节算：{0}。", "In bytes: {0}."),
    "raised": ("背后的异常：", "The exception behind it: "),
    "echo": (
        "**这条信息只是前面某个失败的回声**：先找日志里更早的第一个错误。",
        "**This message is only the echo of an earlier failure**: look for the first error further up.",
    ),
    "report": ("**问题报告**（补全后到 {0} 提交）", "**Report** (fill in, then submit at {0})"),
    "report rows": (
        "- 标题：{title}\n- 环境：MindSpore {version}，平台 {platform}，{os}Python {python}\n- "
        "运行方式：{mode}，{devices} 卡\n"
        "- 试过但没用：{tried}\n- 最小复现：能触发它的最短脚本，输入用随机数据\n- 日志：从第一个 "
        "`[ERROR]`/`Traceback` 起的原文",
        "- Title: {title}\n- Environment: MindSpore {version}, platform {platform}, {os}Python {python}\n- "
        "Run: {mode}, "
        "{devices} device(s)\n- Tried without success: {tried}\n- Minimal case: the shortest script that shows "
        "it, with "
        "random input\n- Log: the text from the first `[ERROR]` or `Traceback` on",
    ),
    "blank": ("（请填）", "(fill in)"),
    "excerpt": ("日志摘录（已脱敏）：", "Log excerpt (redacted):"),
    "solved": ("好。要确认的话：", "Good. To be sure:"),
}


def word(key: str, lang: str) -> str:
    """Return one of the conversation's sentences in ``lang``."""
    return _WORDS[key][0 if lang == "zh" else 1]

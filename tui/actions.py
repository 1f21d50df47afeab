"""The one registry of what can be pressed: bindings, footer, help screen and command palette are made from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from textual.binding import Binding

from msfaq.corpus.entry import Bilingual


@dataclass(frozen=True, slots=True)
class Action:
    """Something a reader can do, and the keys for it."""

    name: str
    """Name of the method ``action_…`` that does it, with its arguments where it takes some; unique in its group."""
    group: str
    """Where it works: a key of `GROUPS`."""
    keys: str
    """Keys, joined by commas, in Textual's names; the first one is shown."""
    label: Bilingual
    """A word or two for the footer and the palette."""
    help: Bilingual
    """One sentence for the help screen."""
    shown: bool = False
    """Whether the footer shows it."""
    priority: bool = False
    """Whether it works even while a field is typed into."""
    in_field: bool = False
    """Whether it belongs to the field alone, not to the whole view."""
    hidden: bool = False
    """Whether the palette leaves it out: it makes sense as a key only."""
    local: bool = False
    """Whether it reads, writes or runs something on this machine: not offered to a browser, nor done for one."""

    @property
    def id(self) -> str:
        """Name by which the settings' ``keys`` remap it, e.g. ``answer.copy_code``."""
        return f"{self.group}.{self.name.partition('(')[0]}"


GROUPS: Final = {
    "app": Bilingual("任何地方", "Anywhere"),
    "search": Bilingual("提问", "Search"),
    "entries": Bilingual("条目", "Entries"),
    "answer": Bilingual("正在看的答案", "The answer on the screen"),
    "status": Bilingual("状态", "Status"),
    "chat": Bilingual("对话", "Chat"),
    "log": Bilingual("日志", "Log"),
    "checklist": Bilingual("检查表", "Checklist"),
    "walk": Bilingual("判断", "Decide"),
    "output": Bilingual("运行输出", "Output of a run"),
    "form": Bilingual("表单与确认", "Forms"),
    "dialog": Bilingual("对话框", "Dialogs"),
}
"""Groups in the order of the help screen."""

_B = Bilingual

ACTIONS: Final = (
    Action("help", "app", "f1,question_mark", _B("帮助", "Help"), _B("列出所有按键", "List every key"), True),
    Action(
        "command_palette", "app", "ctrl+p", _B("命令", "Commands"),
        _B("按名字找任何命令、界面或条目", "Find any command, view or entry by its name"), True, True,
        hidden=True,
    ),
    Action(
        "language", "app", "ctrl+t", _B("English", "中文"),
        _B("界面和答案换成另一种语言", "Show labels and answers in the other language"), True, True,
    ),
    Action(
        "theme", "app", "f8", _B("配色", "Theme"),
        _B("换配色：深色、浅色、高对比、终端自带", "Next theme: dark, light, high contrast, the terminal's own"),
        False, True,
    ),
    Action(
        "new_question", "app", "ctrl+n", _B("新问题", "New question"),
        _B("清空并输入新问题", "Clear, and type a new question"), False, True,
    ),
    Action(
        "paste", "app", "ctrl+o", _B("粘贴日志", "Paste a log"),
        _B("打开粘贴区：多行报错、日志、日志文件", "Open the paste area: many lines, a log, a log file"), True, True,
    ),
    Action(
        "filters", "app", "ctrl+f", _B("筛选", "Filters"),
        _B("按平台、模式、领域、版本、类型筛选", "Filter by platform, mode, area, release and kind"), True, True,
    ),
    Action("quit", "app", "ctrl+q", _B("退出", "Quit"), _B("退出，下次接着看", "Leave; the next start goes on here"),
           False, True),
    Action("suspend", "app", "ctrl+z", _B("挂起", "Suspend"),
           _B("挂起到后台，fg 回来；多行输入框里是撤销", "Back to the shell, fg returns; in a field of lines: undo"),
           local=True),
    Action("to_question", "search", "slash", _B("改问题", "Edit question"), _B("回到输入框", "Go to the question")),
    Action("submit", "search", "enter", _B("读答案", "Read the answer"),
           _B("输入框里：读当前答案", "In the question: read the answer"), True, in_field=True, hidden=True),
    Action("older_question", "search", "up", _B("上一个问题", "Earlier question"),
           _B("输入框里：以前问过的问题", "In the question: what was asked before"), in_field=True, hidden=True),
    Action("to_answers", "search", "down", _B("看列表", "To the list"),
           _B("输入框里：到答案列表", "In the question: go to the list of answers"), in_field=True, hidden=True),
    Action("to_filter", "entries", "slash", _B("过滤", "Filter"),
           _B("到过滤框，全文过滤", "Go to the full-text filter"), True),
    Action("area(1)", "entries", "right_curly_bracket", _B("下一领域", "Next area"),
           _B("下一个领域", "The next area")),
    Action("area(-1)", "entries", "left_curly_bracket", _B("上一领域", "Previous area"),
           _B("上一个领域", "The previous area")),
    Action("copy_code", "answer", "c", _B("复制代码", "Copy code"),
           _B("复制所选代码块；未选则复制修复代码", "Copy the chosen code block, or the fix"), True),
    Action("run_code", "answer", "r", _B("在此运行", "Run here"),
           _B("先给出完整命令和目录，确认后才运行", "Run it here, after showing the exact command and folder"),
           True, local=True),
    Action("to_fix", "answer", "f", _B("处理办法", "The fix"),
           _B("跳到处理办法", "Jump to how to fix it"), True),
    Action("ask_chat", "answer", "a", _B("追问", "Ask about it"),
           _B("带着这条答案到对话里追问", "Talk about this answer in the chat"), True),
    Action("save_code", "answer", "s", _B("保存代码", "Save code"),
           _B("存成文件；已有文件不会被悄悄覆盖", "Save it to a file; never overwrites without asking"),
           True, local=True),
    Action("turn(1)", "answer", "n", _B("下一条", "Next answer"), _B("列表里的下一条", "The next one of the list")),
    Action("turn(-1)", "answer", "p", _B("上一条", "Previous answer"), _B("列表里的上一条", "The previous one")),
    Action("links", "answer", "o", _B("链接", "Links"),
           _B("相关条目、指南和来源：打开或复制网址", "Related entries, guides, sources: open, or copy the address"),
           True),
    Action("walk", "answer", "w", _B("逐步判断", "Walk this"),
           _B("判断类条目：一问一答地走一遍", "A decision entry: walk through it, question by question"), True),
    Action("back", "answer", "left_square_bracket,alt+left", _B("后退", "Back"),
           _B("回到刚才看的条目", "Back to what was read before"), True),
    Action("forward", "answer", "right_square_bracket,alt+right", _B("前进", "Forward"), _B("再往前", "Forward again")),
    Action("copy_answer", "answer", "y", _B("复制答案", "Copy answer"),
           _B("把整个答案按 Markdown 复制", "Copy the whole answer as Markdown")),
    Action("leave", "answer", "escape", _B("返回", "Back to list"), _B("从答案回到列表，再回到问题",
           "From the answer to the list, from the list to the question")),
    Action("rebuild", "status", "b", _B("重建索引", "Rebuild"), _B("重建索引", "Build the index anew"),
           True, local=True),
    Action("copy_status", "status", "c", _B("复制", "Copy"),
           _B("复制全部，用于反馈问题", "Copy all of it, for a bug report"), True),
    Action("send", "chat", "enter", _B("发送", "Send"), _B("发送；Ctrl+J 换行", "Send; Ctrl+J begins a line"), True,
           in_field=True, hidden=True),
    Action("cancel_turn", "chat", "ctrl+c", _B("停止", "Stop"),
           _B("不等这一轮的回答", "Do not wait for this reply"), True, True),
    Action("new_chat", "chat", "ctrl+l", _B("新对话", "New chat"),
           _B("另开一个对话", "Begin another conversation"), True, True),
    Action("resume", "chat", "ctrl+r", _B("接着上次", "Go on"),
           _B("接着上次保存的对话", "Go on with the conversation kept last"), True, True, local=True),
    Action("to_turn", "chat", "escape,slash", _B("输入/阅读", "Type or read"),
           _B("在输入框和对话之间切换；对话里按数字选答案", "Between field and replies; there a number takes a choice"),
           True),
    *(
        Action(f"scroll_replies('{where}')", "chat", keys, _B(zh, en),
               _B(f"对话{zh}，输入时也行", f"{en}, also while typing"), False, True, hidden=True)
        for where, keys, zh, en in (
            ("up", "pageup", "上翻", "Replies up"), ("down", "pagedown", "下翻", "Replies down"),
            ("home", "ctrl+home", "到开头", "To the first reply"), ("end", "ctrl+end", "到末尾", "To the last reply"),
        )
    ),
    Action("open_cited", "chat", "g", _B("打开条目", "Open the entry"),
           _B("打开最近一次回答引用的条目", "Open the entry that the last reply cites"), True),
    Action("open_log", "log", "l", _B("打开日志", "Open a log"),
           _B("打开另一个日志文件或目录", "Open another log, or a folder of logs"), True, local=True),
    Action("follow", "log", "t", _B("跟踪", "Follow"),
           _B("跟踪正在写的日志；再按停止", "Follow a log while it grows; once more stops it"),
           True, local=True),
    Action("other_answer", "log", "m", _B("另一答案", "Other answer"),
           _B("同一失败的下一个候选答案", "The next candidate for the same failure")),
    Action("ranks", "log", "v", _B("各卡", "Ranks"),
           _B("看各卡的结果，再按返回；回车到那张卡的失败", "To the ranks, or back; Enter goes to what failed there"),
           True),
    Action("stop_reading", "log", "escape", _B("停止读取", "Stop reading"),
           _B("读日志时：停下，先看已读的", "While logs are read: stop, and show what was read"), True),
    Action("to_cause", "log", "h", _B("根因", "Root cause"),
           _B("回到最先出错的地方", "Go to the failure that began it"), True),
    Action("open_item", "checklist", "enter", _B("打开", "Open"), _B("打开检查项", "Open the item"), hidden=True),
    Action("found", "checklist", "p", _B("! 有问题", "! problem"), _B("标为：发现问题", "Mark: a problem was found"),
           True, local=True),
    Action("fine", "checklist", "o", _B("✓ 无问题", "✓ fine"), _B("标为：无问题", "Mark: no problem"),
           True, local=True),
    Action("not_applicable", "checklist", "x", _B("– 不涉及", "– n/a"),
           _B("标为：不涉及", "Mark: not applicable"), True, local=True),
    Action("unmark", "checklist", "u", _B("○ 未检查", "○ open"), _B("标为：未检查", "Mark: not looked at"),
           True, local=True),
    Action("note", "checklist", "n", _B("说明", "Note"), _B("写说明作证据", "Write a note as evidence"),
           True, local=True),
    Action("run_snippet", "checklist", "r", _B("运行代码", "Run"),
           _B("改好检查脚本再运行，输出可附上", "Adapt the item's script, run it, keep what it prints"),
           True, local=True),
    Action("attach", "checklist", "a", _B("附文件", "Attach"),
           _B("附上日志或输出文件", "Attach a log or an output"), True, local=True),
    Action("detach", "checklist", "d", _B("删附件", "Remove"), _B("删除一个附件", "Remove an attachment"),
           True, local=True),
    Action("filter", "checklist", "v", _B("只看未检查", "Open only"),
           _B("只看未检查的项，再按看全部", "Only what nobody has looked at, or all again"), True),
    Action("walk", "checklist", "w", _B("判断流程", "Decide"), _B("到判断流程", "Go to the decision procedures")),
    Action("export", "checklist", "e", _B("导出报告", "Report"),
           _B("导出 Markdown、HTML 或 JSON 报告", "Write the report: Markdown, HTML or JSON"),
           True, local=True),
    Action("leave", "checklist", "escape", _B("返回", "Back"), _B("从检查项回到列表", "From an item back to the list"),
           hidden=True),
    Action("choose", "walk", "enter", _B("选择", "Choose"),
           _B("选光标所在的答案；数字 1-9 直接选", "Take the answer under the cursor; 1-9 take theirs"), hidden=True),
    Action("back", "walk", "b", _B("上一题", "Back"),
           _B("收回上一个回答；第一题时回到流程列表", "Take back the last answer; at the first, all procedures"), True),
    Action("restart", "walk", "r", _B("重新开始", "Begin again"),
           _B("从第一题重来", "From the first question again"), True),
    Action("open_entry", "walk", "g", _B("打开条目", "Open the entry"),
           _B("打开结论指向的条目，或流程自己的条目", "Open the entry it led to, or the procedure's own"), True),
    Action("walk_on", "walk", "w", _B("继续判断", "Walk on"),
           _B("结论是另一个流程时，接着走", "Where the result is another procedure, go on with it"), True),
    Action("leave", "walk", "escape", _B("所有流程", "All procedures"),
           _B("回到流程列表", "Back to all procedures"), True),
    Action("stop", "output", "x", _B("停止", "Stop"), _B("停止正在运行的代码", "Stop what runs"), True),
    Action("ask_output", "output", "a", _B("分析输出", "Ask about it"),
           _B("把输出当日志，问 msfaq", "Read the output as a log and answer it"), True),
    Action("copy_output", "output", "c", _B("复制", "Copy"), _B("复制输出", "Copy the output"), True),
    Action("accept", "form", "ctrl+s", _B("确定", "Accept"),
           _B("粘贴区：分析；筛选：应用；保存：写入", "Paste area: answer it; filters: apply; save: write"),
           True, True),
    Action("run_confirmed", "form", "ctrl+r", _B("运行", "Run it"),
           _B("确认运行；会删除内容的要先输入一个词", "Run what is shown; what destroys needs its word first"),
           True, True),
    Action("close", "dialog", "escape", _B("关闭", "Close"), _B("关闭，什么也不做", "Close and do nothing"), True,
           hidden=True),
)  # fmt: skip
"""Every action, in the order of footer and help."""


def actions_of(group: str) -> Iterator[Action]:
    """Yield the actions of a group."""
    return (action for action in ACTIONS if action.group == group)


def find_action(group: str, name: str) -> Action:
    """Return one action; raise KeyError when there is none."""
    for action in actions_of(group):
        if action.name == name:
            return action
    raise KeyError(f"no action {group}.{name}")


def bindings(group: str, *names: str) -> list[Binding]:
    """Return Textual bindings for a group, or for those of its actions that are named."""
    return [
        Binding(
            action.keys,
            action.name if group != "app" else f"app.{action.name}",
            action.label.en,
            show=action.shown,
            priority=action.priority,
            id=action.id,
        )
        for action in actions_of(group)
        if (action.name in names if names else not action.in_field)
    ]


def is_local(binding: Binding) -> bool:
    """Tell whether a binding's action reads, writes or runs something on this machine."""
    return any(binding.id == action.id and action.local for action in ACTIONS)


def label_of(binding: Binding, lang: str) -> str:
    """Return a binding's words for the footer: the registry's, or its own where it stands in none."""
    for action in ACTIONS:
        if binding.id == action.id:
            return action.label.of(lang)
    return binding.description


def is_first_key(binding: Binding) -> bool:
    """Tell whether a binding's key is the one to show: an action's other keys are for those who know them."""
    for action in ACTIONS:
        if binding.id == action.id and binding.key in action.keys.split(","):
            return action.keys.startswith(binding.key)
    return True

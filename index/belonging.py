"""Tells by names whether a question is about MindSpore and its platforms, another framework, or something else."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import re2

from msfaq.index.patterns import options

_TEXTS: Final = 16
"""Texts of which is kept whose they are: a question is looked at from several sides."""

_NAMED: Final = (
    r"mind(?:spore|formers|nlp|one|record|data|ir\b|insight|converter|pandas|armour|cv\b|ocr|yolo|torch|audio|flow|speed)"
    r"|msadapter"
)
"""MindSpore and its companions."""

_OWN: Final = re2.compile(
    rf"{_NAMED}|modelarts|ascend|昇腾|昇思"
    r"|\bmsrun\b|\bhccl|\bcann\b|\batc\b|\baclnn|\bnpu\b|\bmint\.|\bms\.|\be[a-z]\d{4}\b|\be\d{5}\b",
    options(),
)
"""Those, the platform only they are named with here, and that platform's error codes."""

_FRAMEWORK_NAMES: Final = (
    r"torch|tensorflow|\btf\.|keras|horovod|\bdali\b|\btimm\b|fastai|colossalai|\bjax|\bflax\b|paddle|mxnet|caffe|onnxruntime|lightning|megatron|deepspeed"
    r"|huggingface|\bvllm\b|lightgbm|xgboost|catboost|sklearn|scikit|pandas|\bcuda:\d|tensorrt"
    r"|ultralytics|safetensors_rust|\bdiffusers\b|bitsandbytes|\bcupy\b|\bnumba\b|openvino"
    r"|llama-?factory|xtuner|\bollama\b|sglang|xinference|\brknn|飞桨"
    r"|worknccl|processgroupnccl|\bfsdp\b|_crossentropy\b|\bgradcam\b|\baccelerate (?:launch|config)\b"
)
_FRAMEWORK: Final = re2.compile(rf"{_FRAMEWORK_NAMES}|\bonnx\b", options())
"""Other frameworks: their errors are not ours to answer, though questions of porting name them too."""

_ELSEWHERE: Final = re2.compile(
    r"error response from daemon|docker-compose|\bkube|k8s|\bhelm\b|terraform|ansible|jenkins"
    r"|nginx|apache|gunicorn|django|flask|fastapi"
    r"|mysql|postgres|psycopg|sqlite|redis|mongo|kafka|rabbitmq|elasticsearch|oracle|hadoop|\bspark\b|\bhive\b"
    r"|\bnpm\b|node\.?js|react|\bvue\b|webpack|typescript|javascript|\bcss\b|\bhtml\b|\bjava\b|java\.|\bspring ?boot\b"
    r"|maven"
    r"|\bgolang\b|\brust\b|cargo|\bc#|\.net\b|System\.|swift|kotlin|android|\bios\b|\bunity\b|excel|wordpress|latex"
    r"|\bgit\b|github|\bsshd?\b|\bvim\b|systemd|systemctl|\bapt\b|\byum\b|selenium|scrapy|requests\.|aiohttp"
    r"|slurm|\bnvrm\b|tomcat|gradle|\bnfs\b|numactl|goroutine|\bgo 的|shared_ptr|unique_ptr"
    r"|\bwandb\b|weights ?& ?biases|\bsplunk\b|grafana|prometheus|\bkibana\b|\bvpn\b|\brocm\b|\bamd(?:'s)?\b|pycharm"
    r"|vs ?code|netplan|synology|tensorboard|detectron|\bmmdet|\bmatlab\b|\bjira\b|\bslack\b|outlook"
    r"|\btmux\b|\bzsh\b|\brsync\b|logrotate|journalctl|postfix|\bclang\b|wireshark|tcpdump|valgrind|\bxfs\b|\bdevpi\b"
    r"|plain c\+\+|c\+\+20|std::cout|\bcout\s*<<"
    # What is asked of science rather than of a program.
    r"|\b(?:actual|rigorous|formal) proof\b|\btheorem\b|\bbibtex\b"
    r"|\bwhich paper\b|\bwho (?:first )?(?:invented|proposed|coined)\b|给个[^，。？]{0,4}证明|严格的?证|定理"
    r"|哪篇(?:论文|paper)|谁(?:最早|最先|先)?(?:提出|发明)|\bt-test\b|\bp-value\b"
    # What only hands can do.
    r"|\bopen (?:me an? (?:\w+ )?ticket|an? (?:\w+ )?ticket for (?:me|us))\b|\bsend (?:an? )?e?-?mail\b"
    r"|\b(?:see|view|look at|share|sharing|watch) my (?:shared )?screen\b"
    r"|看(?:一?下|看|到|着)?我(?:的|共享的)?屏幕|屏幕共享|共享屏幕|会议号"
    r"|[提开]一?个?(?: ?p\d ?)?工单|替我(?:点|订|打|发|约|请)|帮我(?:给[^，。]{0,10})?(?:打个?电话|订|约)"
    # What to buy, what it costs, what the law says, whom one works for.
    r"|\b(?:should|shall|would|could) (?:i|we|you) buy\b|\bworth (?:buying|the money)\b|\bto rent\b"
    r"|(?:^|[^t]\W)\bthe price of\b"
    r"|\bhow much (?:does|would|is|do|will|did)\b[^.?!]{0,40}\b(?:cost|rent|sell)\b"
    r"|\bresale\b|电费|多少度电"
    r"|(?:[买租办换价贷店]|招几?个?人).{0,24}(?:划算|性价比)|(?:划算|性价比).{0,8}[买租]|哪个(?:更|最)?划算|划算[吗不]"
    r"|值不值得买|该?买(?:哪|什么|几)|多少钱|报价|租.{0,12}(?:多少|价)"
    r"|\blegally\b|\bis (?:it|that|this|\w+ing(?: [\w']+){1,5}) legal\b"
    r"|\blegal (?:as an?|advice|team|department|risks?|issues?)\b|公司 ?legal|\blawyers?\b|\bsued?\b|\bcopyright\b"
    r"|\bgdpr\b|(?:^|[^老新旧本一])版权|侵权|起诉|律师|赔偿|劳动法|试用期|辞退|离职|招人|招聘|面试"
    # What only the people around somebody know.
    r"|\b(?:our|my|their) (?:\w+ ){0,2}(?:colleagues?|coworkers?|team(?:mates?)?|boss|managers?|lab|advisor|professor"
    r"|supervisor|company|admins?|department|customers?|interns?)\b[^.?!]{0,20}\b(?:agree|decide|approve|allow|sign)"
    r"|\b(?:who|which|when did)(?: of)? (?:my|our) (?:\w+ )?(?:colleagues?|coworkers?|team(?:mates?)?|boss|managers?)\b"
    r"|\bwho (?:ran|wrote|booked|approved) (?:our|that|this)\b"
    r"|(?:同事|领导|老板|导师|师[兄姐]|实习生|运维|甲方|我们(?:组|公司|部门|团队|实验室))[^，。！？；]{0,12}"
    r"(?:哪位|是谁|谁[跑写定设管]|什么时候|批[了准不没]|同意|规定|定下?的)|(?:谁|哪[位个])的?(?:同事|领导|老板|实习生)"
    r"|哪[位个]同事|工号|对接人|(?:采购|劳动|签的?)合同|合同(?:上写|条款)"
    # What people talk about besides.
    r"|\bweather (?:like|today|tomorrow|in)\b"
    r"|\b(?:cake|bread|soup|cookie|chicken|noodle|dinner|curry|cooking) recipes?\b"
    r"|\brecipes? for (?:\w+ )?(?:cake|bread|soup|cookies|chicken|noodles|dinner|lunch|curry)\b"
    r"|\bjoke\b|\bpoem\b|lottery|stock price|horoscope|restaurant"
    r"|\bwhat(?:'s| is)? the time\b|\bwhat time is it\b|\btv show\b|song lyrics"
    r"|\bbook (?:me |us )?(?:a |an )?(?:table|flight|room|cab|taxi|seat)\b"
    r"|\b(?:order|deliver) (?:me |us )?(?:a |some )?(?:pizza|food|dinner|lunch)\b"
    r"|现在几点|几点了|几点钟|星期几|订(?:个|一)?(?:餐|座|位|票|酒店|房)|打车|点歌|放首歌|演唱会|定个?闹钟"
    r"|\bhotel\b|girlfriend|boyfriend|\bfootball match|world cup|capital of|president of|cover letter"
    r"|天气(?:怎|如何|好|预报|吗)|下雨|股票|股价|彩票|菜谱|红烧|餐厅|外卖|电视剧|世界杯|足球赛|旅游|机票|火车票|签证"
    r"|减肥|感冒|星座|笑话|写首诗|写一首|情书|女朋友|男朋友|房价|房租|年终奖|涨工资",
    options(),
)
"""Programs, languages and matters that have nothing to do with training a network."""

_OTHERS: Final = re2.compile(
    r"torch_npu|by PyTorch|torch\.npu|transfer_to_npu|torchair|vllm[-_]ascend|paddle|飞桨|tf_adapter|triton-ascend"
    r"|llama-?factory|xtuner|\bollama\b|sglang|xinference|openvino|\brknn",
    options(),
)
"""Another framework on our platform, or on another one of its name: beside it the platform's names say nothing,
MindSpore's own do."""

_SURELY_OWN: Final = re2.compile(_NAMED, options())
"""What is MindSpore's wherever it stands."""

_PACKAGE: Final = re2.compile(r"(?:site|dist)-packages[/\\](\w+)", options())
"""The package that a frame of a traceback lies in."""

_MOVING: Final = re2.compile(
    r"migrat|\bport(ing|ed|s)?\b|convert|translat|equivalent|counterpart|instead of|replac|same as"
    r"|\bhere\b|com(?:e|ing) from|differ|compar|align|deviat|(?:do|does|not|n't|should) (?:match|agree)"
    r"|迁移|移植|转换|转成|转为|换成|对应|替代|搬|改写|相当于|等价|这边|这里|这儿|差异|区别|对比|对齐|一致"
    r"|对不上|对得上|不一样|不同|误差|偏差|相比",
    options(),
)
"""Words of coming from another framework, or of comparing: then its names stand for where one comes from."""


_ANOTHER: Final = (
    rf"(?:(?:py)?(?:{_FRAMEWORK_NAMES})|\btf\b|\btflite\b|\bnsys\b|\bnsight\b|\btriton\b|\bmatlab\b|\bncnn\b)[\w.+-]*"
)
_ASKED_THERE: Final = re2.compile(
    # “how is that done in X”, “can one do it with X”
    r"(?:\b(?:how|which|where|can|could)\b|^\W*(?:and |does |do |is |are |what )+)[^.!?;\n]*"
    rf"\b(?:in|on|with|under|inside|using|by|through)\s+(?:(?:the|a|plain|pure|vanilla|native|nvidia|google|intel)(?:'s)?\s+)?{_ANOTHER}"
    # “and with X, which flag is it”
    rf"|\b(?:in|with|under|inside|using)\s+(?:(?:the|nvidia|google|intel)\s+)?{_ANOTHER}(?:\s+\w+)?\s*,\s*(?:how|which|what|where|can)\b"
    # “how does X pick its size”, “how do I switch X.y to z”
    rf"|\bhow\s+(?:does|do|can|is|are|would|should)\s+(?:the\s+)?{_ANOTHER}"
    rf"|\bhow\s+(?:do|can|would|should|could)\s+(?:i|we|you|one)\s+\w+\s+(?:the\s+)?(?:{_ANOTHER})[.]\w+"
    # “X 的 y 怎么开”, “X 那边在哪里配”, “怎么在 X 里做”
    rf"|{_ANOTHER}\s*(?:的|里面?|中|上|下|那边|这边|那儿)[^，。！？；\n]{{0,40}}(?:怎么|咋|如何|怎样|在?哪里?|哪个)"
    # “X 的那个参数叫啥”
    rf"|{_ANOTHER}[^，。！？；\n]{{0,30}}叫(?:什么|啥)"
    # “X 的 y 里能直接做吗”
    rf"|{_ANOTHER}[^，。！？；\n]{{0,16}}里面?(?:也|就|还)?(?:能|可以|支持|允许)"
    rf"|(?:怎么|咋|如何|怎样)\s*(?:在|用|靠)\s*{_ANOTHER}",
    options(),
)
"""Asks how something is done in another framework."""

_ASKED_OF_IT: Final = re2.compile(
    # “does X have the same option”
    rf"^\W*(?:and |but |so |ok |then )?does\s+{_ANOTHER}\s+(?:\w+\s+)?"
    r"(?:have|use|do|suffer|behave|offer|know|provide|support)\b"
    # “what is the counterpart of that in X”, “the X equivalent of this”
    rf"|\b(?:equivalent|counterpart)\b[^.!?;\n]{{0,20}}\bin\s+{_ANOTHER}\W*$|\b{_ANOTHER}\s+(?:equivalent|counterpart)\b"
    # “X 里对应的写法”, “X 里 y 有没有一样的坑”, “X 也这样吗”
    rf"|{_ANOTHER}\s*(?:里面?|中|那边|那儿)\s*(?:的|是)?\s*(?:对应|相应|等价)的"
    rf"|{_ANOTHER}\s*(?:里面?|中|那边|那儿)[^，。！？；\n]{{0,8}}(?:有没有|是不是也|会不会也|也)"
    rf"|{_ANOTHER}\s*(?:有没有|是否有|有)\s*(?:这[种个样]|同样|一样|类似)|{_ANOTHER}\s*(?:是不是|会不会)?也(?:是?这样|一样|有这)",
    options(),
)
"""Asks of another framework what was told of MindSpore."""

_ASKED_HERE: Final = re2.compile(
    # Comparing, and bringing over what was made there.
    rf"\b(?:as|than|like|from|what)\s+(?:in\s+|with\s+)?{_ANOTHER}"
    r"|\bsame(?:\s+thing)?\s+(?:as|in|with|on)\b|一样|相同"
    rf"|(?:跟|和|与|同|像|从|把|将|对|拿|按|比)\s*{_ANOTHER}"
    r"|\b(?:load|read|import|use|feed|reuse|bring)(?:s|ed|ing)?\b|加载|读取|读入|导入|转|载入|喂",
    options(),
)
"""Names it as what one compares with or comes from."""


_THINGS: Final = r"(?:\.pth?\b|\.h5\b|checkpoint|\bckpt|\bweights?\b|state_dict|权重)"
_BRINGS: Final = r"(?:\bload|\bread|\bimport|\bconver|\bport|\bmade\b|\bsaved\b|\btrained\b|转|加载|读|导入|迁移)"
_BROUGHT: Final = re2.compile(
    rf"{_THINGS}[^。！？?!\n]{{0,40}}{_BRINGS}|{_BRINGS}[^。！？?!\n]{{0,40}}{_THINGS}"
    rf"|(?:跟|和|与|同|对)\s*{_ANOTHER}\s*(?:的?(?:结果|精度|输出))?\s*(?:一致|对齐|对得上|一样)",
    options(),
)
"""What was made in another framework is used, or is to come out as there."""


TRACES: Final = (
    r"mindspore|mindformers|mindnlp|mindone",
    r"\[(?:DEBUG|INFO|EVENT|WARNING|ERROR|CRITICAL)\] ?[A-Z_]{2,24}\(\d{1,10}[:,)]",
    r"step: ?\d{1,12}, loss is ",
)
"""What only a program that uses MindSpore prints: a path of the framework's, a record of its or CANN's loggers, its
LossMonitor's line. Case-blind; understood alike by RE2 and Hyperscan."""

LENT: Final = frozenset(("mindspore", "step: {_}, loss is", "device_target"))
"""Second keys of signatures that ask for no more than a trace of MindSpore."""

_TRACE: Final = re2.compile("|".join(TRACES), options())


def has_trace(text: str | bytes) -> bool:
    """Tell whether a program that uses MindSpore printed this: names that a person might as well write are not enough.

    >>> has_trace("epoch: 1 step: 20, loss is 2.3"), has_trace("sorted in ascending order")
    (True, False)
    """
    return _TRACE.search(text) is not None


@dataclass(frozen=True, slots=True)
class Belonging:
    """Whose names stand in a question."""

    own: bool
    """MindSpore's."""
    framework: bool
    """Another framework's, and not as where the user comes from."""
    elsewhere: bool
    """Some other program's."""

    @property
    def is_foreign(self) -> bool:
        """Whether there are others' names and none of MindSpore's."""
        return (self.framework or self.elsewhere) and not self.own


def foreign_names(text: str) -> frozenset[str]:
    """Return the names of other frameworks and other matters in a text, lower-case.

    Where it is about moving, frameworks' names are left out.

    >>> sorted(foreign_names("does nginx have that too, and what about JAX"))
    ['jax', 'nginx']
    """
    patterns = (_ELSEWHERE,) if _MOVING.search(text) else (_ELSEWHERE, _FRAMEWORK)
    return frozenset(found[0].lower().strip() for pattern in patterns for found in pattern.finditer(text))


def asks_elsewhere(text: str) -> bool:
    """Tell whether a text asks how something is done in another framework, not how to do it in MindSpore after it.

    >>> asks_elsewhere("how is that done in TensorFlow"), asks_elsewhere("torch.compile 的后端怎么换")
    (True, True)
    >>> asks_elsewhere("does timm have the same option"), asks_elsewhere("Keras里BN有没有一样的坑")
    (True, True)
    >>> asks_elsewhere("how do I get what torch does"), asks_elsewhere("how do I load weights from torch")
    (False, False)
    """
    if _OWN.search(text):
        return False
    if _ASKED_OF_IT.search(text):
        return True
    return _ASKED_THERE.search(text) is not None and not (_MOVING.search(text) or _ASKED_HERE.search(text))


def brings_over(text: str) -> bool:
    """Tell whether a text is about using here what was made in another framework, or getting the same as there.

    >>> brings_over("how do I load a checkpoint made in pytorch"), brings_over("怎么保证跟torch一致")
    (True, True)
    >>> brings_over("how does keras save weights over night")
    False
    """
    is_there = _ASKED_THERE.search(text) is not None and not _ASKED_HERE.search(text)
    return _FRAMEWORK.search(text) is not None and _BROUGHT.search(text) is not None and not is_there


@lru_cache(maxsize=_TEXTS)
def belonging(text: str, *, is_failure: bool = False) -> Belonging:
    """Return whose names stand in a text; in a failure, words of moving are the message's own and say nothing.

    >>> belonging("torch.nn.Linear 在 MindSpore 里对应什么")
    Belonging(own=True, framework=False, elsewhere=False)
    >>> belonging("torch_npu on Ascend").own, belonging("torch_npu beside mindspore").own
    (False, True)
    >>> belonging("OpenVINO on the NPU of a laptop").is_foreign
    True
    """
    own, framework, elsewhere = (pattern.search(text) is not None for pattern in (_OWN, _FRAMEWORK, _ELSEWHERE))
    is_moving = not is_failure and _MOVING.search(text) is not None
    own = own and (_OTHERS.search(text) is None or _SURELY_OWN.search(text) is not None)
    return Belonging(own, framework and not is_moving, elsewhere)


def is_anothers_trace(text: str) -> bool:
    """Tell whether a traceback runs through installed packages, and none of them is MindSpore's.

    >>> is_anothers_trace('File "/v/lib/python3.11/site-packages/transformers/trainer.py", line 3, in step')
    True
    """
    packages = {found[1].lower() for found in _PACKAGE.finditer(text)}
    return bool(packages) and not any(name.startswith("mind") for name in packages)

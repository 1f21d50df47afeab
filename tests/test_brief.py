"""The short answer has the code that its own text speaks of."""

import re

import pytest
from conftest import EXAMPLE

from msfaq import Chat, Engine
from msfaq.answers.brief import brief_markdown
from msfaq.corpus.reader import parse_entry

BLOCKS = """
## 找油 / Look for oil

```bash syntax because="there is no oil here"
ls oil
```

## 扔掉 / Throw it away

```bash syntax because="there is no bin here"
ls bin
```
"""


@pytest.mark.parametrize(
    ("zh", "en", "titles"),
    [
        ("1. 加油。", "1. Oil it.", ["Oil it"]),
        ("1. 先运行下面第二段。", "1. Run the second script first.", ["1. Oil it", "2. Look for oil"]),
        ("1. 见最后一段代码。", "1. See the last block.", ["1. Oil it", "3. Throw it away"]),
        ("1. 日志的第二段是别的。", "1. The seventh block is not there.", ["Oil it"]),
    ],
)
def test_the_code_that_a_step_speaks_of_stands_beneath_it(zh: str, en: str, titles: list[str]) -> None:
    text = EXAMPLE.format(id="widget", message="The widget of size {size:bytes} broke") + BLOCKS
    entry = parse_entry(text.replace("1. 加油。", zh).replace("1. Oil it.", en), path="operators/widget.md")
    for lang in ("zh", "en"):
        brief = brief_markdown(entry, lang, sure=True)
        assert len(re.findall(r"(?m)^### ", brief)) == len(titles)
        if lang == "en":
            assert re.findall(r"(?m)^### (.*)$", brief) == titles


def test_a_conversation_shows_it_once(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    title = engine.entry("no-module-mindspore-version").snippets[-1].title.en
    told = chat.say("No module named 'mindspore.version'").markdown
    assert "the last script" in told
    assert told.count(title) == 1
    again = chat.say("how to fix it").markdown
    assert "the last script" in again
    assert title not in again

"""A report as one HTML file: nothing is loaded from elsewhere, light and dark, fit for paper.

The page is built as a tree and written out by the standard library, so that no text can become markup.
"""

from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from msfaq.logs.decode import clean
from msfaq.worksheets.as_markdown import attachment_title, evidence, open_points, progress
from msfaq.worksheets.contents import FINE, FOUND, NOT_APPLICABLE, OPEN
from msfaq.worksheets.report import Report, ReportItem, ReportWalk
from msfaq.worksheets.words import MARKS, word

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""Content-Security-Policy: a browser loads and runs nothing, whatever the report holds."""

_STYLE: Final = """
:root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --page: #ffffff; --box: #f6f8fa; --line: #d1d9e0;
  --found: #b42318; --fine: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9198a1; --page: #0d1117; --box: #151b23;
  --line: #3d444d; --found: #ff8a80; --fine: #56d364; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem;
  border-bottom: 1px solid var(--line); } h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
.soft { color: var(--soft); margin: 0; }
.bar { display: flex; height: .75rem; margin: 1rem 0 .5rem; border: 1px solid var(--line); border-radius: .4rem;
  overflow: hidden; } .bar span { display: block; }
.bar .found { background: var(--found); } .bar .fine { background: var(--fine); }
.bar .not-applicable { background: var(--line); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .3rem .6rem;
  border-bottom: 1px solid var(--line); } th { color: var(--soft); font-weight: 600; }
td.state { white-space: nowrap; } .state.found { color: var(--found); font-weight: 600; }
.state.fine { color: var(--fine); } .state.open { color: var(--soft); }
code, pre { font: .875rem/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace; }
pre { background: var(--box); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem; overflow-x: auto;
  max-height: 40rem; white-space: pre; } .note { white-space: pre-wrap; border-left: .25rem solid var(--line);
  margin: .5rem 0; padding-left: .75rem; } ol.path > li { margin: .5rem 0; }
@media print { body { max-width: none; padding: 0; } pre { max-height: none; white-space: pre-wrap;
  overflow-wrap: anywhere; } h2, h3 { break-after: avoid; } tr { break-inside: avoid; } }
"""


def to_html(report: Report) -> str:
    """Return the report as a whole HTML document."""
    lang = report.lang
    page = Element("html", lang="zh-CN" if lang == "zh" else "en")
    title = f"{word('report', lang)}: {report.project}"
    _head(page, title)
    body = SubElement(page, "body")
    _add(body, "h1", title)
    facts = (report.made, word("redacted" if report.redacted else "not redacted", lang))
    for text in (progress(report), *facts):
        _add(body, "p", text, "soft")
    _bar(body, report)
    _found(body, report)
    _add(body, "h2", word("still open", lang))
    points = SubElement(body, "ul")
    for point in open_points(report):
        _add(points, "li", point)
    _environment(body, report)
    _items(body, report)
    if report.walks:
        _add(body, "h2", word("walks", lang))
        for walk in report.walks:
            _walk(body, walk, lang)
    _details(body, report)
    return "<!DOCTYPE html>\n" + tostring(page, encoding="unicode", method="html") + "\n"


def _head(page: Element, title: str) -> None:
    head = SubElement(page, "head")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": _POLICY})
    SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    _add(head, "title", title)
    SubElement(head, "style").text = _STYLE


def _bar(body: Element, report: Report) -> None:
    counts = {state: len(report.of_state(state)) for state in (FOUND, FINE, NOT_APPLICABLE, OPEN)}
    words = ", ".join(f"{MARKS[state]} {word(state, report.lang)} {count}" for state, count in counts.items())
    bar = SubElement(body, "div", {"class": "bar", "role": "img", "aria-label": words})
    for state, count in counts.items():
        SubElement(bar, "span", {"class": state, "style": f"flex: {count}"}).text = ""
    _add(body, "p", words, "soft")


def _found(body: Element, report: Report) -> None:
    _add(body, "h2", word("problems", report.lang))
    if not report.found:
        _add(body, "p", word("none found", report.lang))
        return
    rows = SubElement(body, "ul")
    for item in report.found:
        row = SubElement(rows, "li")
        _add(row, "strong", item.code).tail = f" {item.title}"


def _environment(body: Element, report: Report) -> None:
    _add(body, "h2", word("environment", report.lang))
    table = SubElement(body, "table")
    for fact in report.environment:
        row = SubElement(table, "tr")
        _add(row, "th", fact.name).set("scope", "row")
        _add(row, "td", fact.value)


def _items(body: Element, report: Report) -> None:
    lang = report.lang
    _add(body, "h2", word("items", lang))
    table = SubElement(body, "table")
    head = SubElement(table, "tr")
    for name in ("", word("item", lang), word("state", lang), word("evidence", lang)):
        _add(head, "th", name)
    for item in report.items:
        row = SubElement(table, "tr")
        _add(row, "td", item.code)
        _add(row, "td", item.title)
        _add(row, "td", f"{MARKS[item.state]} {word(item.state, lang)}", f"state {item.state}")
        _add(row, "td", evidence(item, lang))


def _walk(body: Element, walk: ReportWalk, lang: str) -> None:
    _add(body, "h3", walk.title)
    path = SubElement(body, "ol", {"class": "path"})
    for step in walk.steps:
        row = SubElement(path, "li")
        row.text = _shown(step.question)
        SubElement(row, "br")
        _add(row, "strong", f"→ {step.answer}")
    if walk.open_question:
        _add(body, "p", f"{word('stopped', lang)}: {walk.open_question}")
    else:
        result = word("see", lang, id=walk.see, title=walk.result) if walk.see else walk.result
        _add(body, "p", f"{word('result', lang)}: {result}")


def _details(body: Element, report: Report) -> None:
    lang = report.lang
    detailed = [item for item in report.items if item.note.strip() or item.attachments]
    if detailed:
        _add(body, "h2", word("details", lang))
    for item in detailed:
        _item(body, item, lang)


def _item(body: Element, item: ReportItem, lang: str) -> None:
    _add(body, "h3", f"{item.code} {item.title}: {word(item.state, lang)}")
    if item.note.strip():
        _add(body, "div", item.note.strip(), "note")
    for attachment in item.attachments:
        _add(body, "p", attachment_title(attachment, lang), "soft")
        _add(body, "pre", attachment.text)
        if attachment.code:
            _add(body, "p", word("code", lang), "soft")
            _add(body, "pre", attachment.code)


def _add(parent: Element, tag: str, text: str, kind: str = "") -> Element:
    element = SubElement(parent, tag, {"class": kind} if kind else {})
    element.text = _shown(text)
    return element


def _shown(text: str) -> str:
    """Return text without the controls that HTML does not admit."""
    return clean(text)

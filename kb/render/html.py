"""A diagnosis as HTML: Markdown rendered with HTML switched off, so that no markup of a log becomes the page's."""

from typing import Final

from markdown_it import MarkdownIt

from msfaq.diagnosis import Diagnosis
from msfaq.render.document import diagnosis_markdown

_SCHEMES: Final = ("https://", "http://")


def diagnosis_html(diagnosis: Diagnosis) -> str:
    """Return the diagnosis as one HTML element; it brings no style or script, and no image from anywhere."""
    return f'<div class="msfaq" lang="{diagnosis.lang}">\n{markdown_html(diagnosis_markdown(diagnosis))}</div>'


def markdown_html(text: str) -> str:
    """Return Markdown as HTML, raw HTML in it shown as text, links to web addresses only, images as links."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    # Without its rule an image is an exclamation mark and a link: nothing is fetched when the page opens.
    parser.validateLink = lambda url: url.startswith(_SCHEMES)  # type: ignore[method-assign]
    return str(parser.render(text))

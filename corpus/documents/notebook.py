"""Reads a Jupyter notebook: its Markdown and its code, cell by cell; outputs are left out."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from msfaq.corpus.documents.decode import clean_lines
from msfaq.corpus.documents.markdown import markdown_passages
from msfaq.corpus.documents.passage import DocumentPassage, HeadingPath, cut_at_headings
from msfaq.errors import DocumentError


def notebook_passages(text: str) -> Iterator[DocumentPassage]:
    """Yield the passages of each cell, beneath the headings of the cells before it.

    Raises DocumentError when the text is no notebook (formats 3 and 4 are read).
    """
    path = HeadingPath()
    for number, cell in enumerate(_cells(text), start=1):
        lines = clean_lines(_source(cell))
        if cell.get("cell_type") == "markdown":
            found = markdown_passages(lines, path)
        else:
            blank = {at + 1 for at, line in enumerate(lines) if not line.strip()}
            found = cut_at_headings(lines, (), blank, path)
        yield from (replace(passage, cell=number) for passage in found)


def _cells(text: str) -> list[Mapping[str, Any]]:
    try:
        data = json.loads(text)
        cells = data["cells"] if "cells" in data else [c for sheet in data["worksheets"] for c in sheet["cells"]]
    except RecursionError as error:
        raise DocumentError("not a notebook: nested too deeply") from error
    except json.JSONDecodeError as error:
        raise DocumentError(f"not a notebook: {error.msg} on line {error.lineno}") from error
    except (TypeError, KeyError) as error:
        raise DocumentError("not a notebook: it has no cells") from error
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise DocumentError("not a notebook: its cells are no list")
    return cells


def _source(cell: Mapping[str, Any]) -> str:
    source = cell.get("source", cell.get("input", ""))
    return "".join(map(str, source)) if isinstance(source, list) else str(source)

"""The examples in docstrings do what they show."""

import doctest
import importlib

import pytest
from layout import modules

EXAMPLES = [module.name for module in modules() if ">>> " in module.file.read_text("utf-8")]


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed

"""The pytest plugin: with ``--msfaq`` or ``msfaq = true``, a failing test's report ends with the answer to its error.

pytest loads this in every session of anyone who has msfaq installed: until it is switched on it imports nothing.
"""

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from msfaq.diagnosis import Diagnosis

_TITLE = "msfaq"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switch and the language."""
    group = parser.getgroup("msfaq", "answers to MindSpore errors")
    group.addoption("--msfaq", action="store_true", default=None, help="answer the error of each failing test")
    group.addoption("--msfaq-lang", metavar="zh|en", choices=("zh", "en"), help="language of the answers")
    parser.addini("msfaq", "answer the error of each failing test", type="bool", default=False)
    parser.addini("msfaq_lang", "language of the answers, zh or en", default="")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: "pytest.CallInfo[None]") -> Generator[None, Any, None]:
    """Add the answer to the report of a failed test."""
    outcome = yield
    report = outcome.get_result()
    if report.failed and call.excinfo is not None and _is_on(item.config):
        _add(report, call.excinfo.value, item.config)


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, None]:
    """Add the answer to the report of a file that cannot be collected: the import itself may have failed."""
    outcome = yield
    report = outcome.get_result()
    excinfo = getattr(getattr(report, "call", None), "excinfo", None)
    if report.failed and excinfo is not None and _is_on(collector.config):
        _add(report, excinfo.value, collector.config)


def _is_on(config: pytest.Config) -> bool:
    chosen = config.getoption("--msfaq")
    return bool(config.getini("msfaq") if chosen is None else chosen)


def _add(report: Any, error: BaseException, config: pytest.Config) -> None:
    try:
        diagnosis = _diagnosis(error, config)
        if diagnosis is None:
            return
        from msfaq.render.beneath import plain_text

        text = plain_text(diagnosis)
    except Exception as problem:
        # The test's own failure must be reported, come what may.
        text = f"no diagnosis: {problem}"
    addsection = getattr(report.longrepr, "addsection", None)
    if addsection is not None:
        # Part of the failure itself, which --show-capture does not hide and pytest-xdist carries over.
        addsection(_TITLE, text)
    else:
        report.sections.append((_TITLE, text))


def _diagnosis(error: BaseException, config: pytest.Config) -> "Diagnosis | None":
    # A collection error wraps the one that the module raised.
    cause = error.__cause__ if type(error).__name__ == "CollectError" and error.__cause__ else error
    from msfaq.explaining import explain_uncaught

    lang = config.getoption("--msfaq-lang") or config.getini("msfaq_lang") or None
    return explain_uncaught(cause, lang)

"""A report as JSON, and back; docs/checklist.md describes every field."""

import json
from dataclasses import asdict
from typing import Any, Final

from msfaq.errors import InputError
from msfaq.worksheets.contents import STATES
from msfaq.worksheets.report import SCHEMA, Report

_FAMILY: Final = SCHEMA.rpartition("/")[0]


def to_json(report: Report) -> str:
    """Return the report as JSON text."""
    return json.dumps(asdict(report), ensure_ascii=False, indent=2) + "\n"


def from_json(text: str) -> Report:
    """Read a report; fields of later releases of the same form are passed over.

    Raises InputError when it is none, or one of another form.
    """
    # Imported here: writing a report does not need it.
    import dacite

    try:
        data: Any = json.loads(text)
    except ValueError as error:
        raise InputError(f"the report is no JSON: {error}") from error
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema != SCHEMA:
        name = f"'{schema}'" if isinstance(schema, str) and schema.startswith(_FAMILY) else "something else"
        raise InputError(f"the report is of the form {name}; this msfaq reads {SCHEMA}")
    try:
        report = dacite.from_dict(Report, data, dacite.Config(cast=[tuple]))
    except (dacite.DaciteError, TypeError, ValueError) as error:
        raise InputError(f"the report breaks the form {SCHEMA}: {error}") from error
    if odd := next((item for item in report.items if item.state not in STATES), None):
        raise InputError(f"the report breaks the form {SCHEMA}: {odd.code} has the state '{odd.state}'")
    return report

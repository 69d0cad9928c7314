"""Rows as a language model is given them: JSON, cut to a budget, and named as data."""

import json
from datetime import date, datetime
from decimal import Decimal

from svcchat_magic.semantic.query.query import Rows

_MOST_CHARACTERS = 12_000
_MOST_CELL = 200


def rows_text(rows: Rows, most: int) -> str:
    """The first rows as JSON with the full count; with `most` 0 the names of the columns only."""
    shown, size = [], 0
    for row in rows.rows[:most]:
        cells = [_cell(each) for each in row]
        size += len(json.dumps(cells, ensure_ascii=False))
        if size > _MOST_CHARACTERS:
            break

        shown.append(cells)

    about = {"columns": [each.name for each in rows.columns], "total_rows": rows.total_rows}
    if not most:
        return json.dumps({**about, "note": "The rows are shown to the user only."}, ensure_ascii=False)

    return json.dumps({**about, "data": shown}, ensure_ascii=False)


def _cell(value: object) -> object:
    match value:
        case None | bool() | int() | float():
            return value
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case datetime() | date():
            return value.isoformat()
        case _:
            text = str(value)
            return text if len(text) <= _MOST_CELL else f"{text[:_MOST_CELL]}…"

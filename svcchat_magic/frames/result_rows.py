"""Format a result's cells: numbers with separators, short dates, one line each; without pandas."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from svcchat_magic.charts.layout.percent_fields import percent_fields
from svcchat_magic.protocol.plain_times import plain_time
from svcchat_magic.protocol.results import Column, SqlResult
from svcchat_magic.protocol.text_table import TextColumn, left_out_notice, table_lines
from svcchat_magic.protocol.visible_text import visible

NULL = "–"
MOST_CELL_CHARACTERS = 120
MOST_COLUMNS = 40


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column ready for display; an empty cell is None."""

    name: str
    is_number: bool
    cells: tuple[str | None, ...]


def row_count(result: SqlResult, limit: int = 10) -> str:
    """The numbers of rows shown, loaded and in total, unrounded.

    `limit` is the largest number shown, 0 for none.
    """
    loaded = len(result.rows)
    if not loaded:
        return "no rows"

    if not result.is_complete:
        shown = f" · {limit:,} shown" if 0 < limit < loaded else ""
        return f"first {loaded:,} of {result.total_rows:,} rows loaded{shown}"

    if loaded > limit > 0:
        return f"first {limit:,} of {loaded:,} rows · all rows loaded"

    return f"{loaded:,} row{'' if loaded == 1 else 's'}"


def table_text(result: SqlResult, limit: int = 10, width: int | None = None) -> str:
    """The first rows as aligned text for a terminal, at most `width` columns of it wide."""
    shown = shown_columns(result, limit)
    if not shown or not result.rows:
        return ""

    drawn = [TextColumn(column.name, tuple(_texts(column)), column.is_number) for column in shown]
    return "\n".join(table_lines(drawn, width, left_out=len(result.columns) - len(shown)))


def shown_columns(result: SqlResult, limit: int = 10) -> tuple[ShownColumn, ...]:
    """The first `limit` rows, column by column, as text."""
    rows = result.rows[:limit]
    percents = percent_fields(result.vega_spec) if result.vega_spec else frozenset()
    return tuple(
        _shown_column(column, [row[at] for row in rows], is_percent=column.name in percents)
        for at, column in enumerate(result.columns[:MOST_COLUMNS])
    )


def left_out_columns(result: SqlResult) -> str:
    """A notice about columns that are not shown, or empty."""
    return left_out_notice(max(0, len(result.columns) - MOST_COLUMNS))


_QUARTERS = ("01", "04", "07", "10")
_NUMBER_TYPES = ("Int64", "Double", "Decimal")
_TIME_TYPES = ("Timestamp", "Date")
# Numbers used as names, such as years: a separator would make them harder to read.
_NAMES_SOMETHING = re.compile(r"(?:.*[_. ])?(?:id|key|code|year|zip|number|no|nr)", re.IGNORECASE)
_MOST_EXACT = 2**53
_BREAKS = re.compile(r"[\t\n ]+")


def _shown_column(column: Column, values: Sequence[Any], *, is_percent: bool) -> ShownColumn:
    given = [value for value in values if value is not None]
    is_number = all(map(_is_number, given)) if given else column.column_type in _NUMBER_TYPES
    read: Callable[[Any], str]
    if is_number and is_percent:
        read = _percent
    elif is_number:
        read = _number_reader(column.name, given)
    elif column.column_type in _TIME_TYPES:
        read = _time_reader(column.name, given)
    else:
        read = _one_line

    cells = tuple(None if value is None else _cut(read(value)) for value in values)
    return ShownColumn(_one_line(column.name) or NULL, is_number, cells)


def _number_reader(name: str, numbers: Sequence[Any]) -> Callable[[Any], str]:
    if _NAMES_SOMETHING.fullmatch(name):
        return lambda number: f"{number:.15g}" if isinstance(number, float) else str(number)

    is_whole = all(isinstance(number, int) or number.is_integer() for number in numbers)
    places = 0 if is_whole else 2
    if not is_whole and max(map(abs, numbers)) < 1:
        places = 4

    return lambda number: _number(number, places)


def _percent(number: Any) -> str:
    """A share in the format of the chart's axis."""
    return f"{100 * number:,.1f}%" if abs(number) < _MOST_EXACT else _number(number, 0)


def _number(number: Any, places: int) -> str:
    if isinstance(number, int):
        return f"{number:,}.{'0' * places}" if places else f"{number:,}"

    if abs(number) >= _MOST_EXACT or (number and abs(number) < 0.5 * 10**-places):
        return f"{number:.3g}"

    return f"{number:,.{places}f}"


def _time_reader(name: str, values: Sequence[Any]) -> Callable[[Any], str]:
    """Dates without midnights; a column called month that has only first days shows months.

    The same applies to quarters and years.
    """
    texts = [value for value in values if isinstance(value, str)]
    plain = [plain_time(text) for text in texts]
    are_firsts = bool(texts) and all(text and text.endswith("-01") and len(text) == 10 for text in plain)
    if are_firsts and name.lower().endswith("month"):
        return lambda value: (plain_time(value) or value)[:7]

    if (
        are_firsts
        and name.lower().endswith("quarter")
        and all(text and text[5:7] in _QUARTERS for text in plain)
    ):
        return lambda value: _quarter(plain_time(value) or value)

    if are_firsts and name.lower().endswith("year") and all(text and text[5:7] == "01" for text in plain):
        return lambda value: (plain_time(value) or value)[:4]

    midnight = " 00:00:00" if any(text and len(text) > 10 for text in plain) else ""
    return lambda value: _time(value, midnight)


def _quarter(day: str) -> str:
    return f"{day[:4]}-Q{_QUARTERS.index(day[5:7]) + 1}"


def _time(value: Any, midnight: str) -> str:
    plain = plain_time(value) if isinstance(value, str) else None
    if not plain:
        return _one_line(value)

    return plain if len(plain) > 10 else plain + midnight


def _one_line(value: Any) -> str:
    text = value if isinstance(value, str) else _json(value)
    return _cut(_BREAKS.sub(" ", visible(text[: MOST_CELL_CHARACTERS + 1], MOST_CELL_CHARACTERS + 1)))


def _cut(line: str) -> str:
    return line if len(line) <= MOST_CELL_CHARACTERS else f"{line[: MOST_CELL_CHARACTERS - 1]}…"


def _json(value: Any) -> str:
    """Booleans and nested values as JSON."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _texts(column: ShownColumn) -> list[str]:
    return [NULL if cell is None else cell for cell in column.cells]

"""The rows of a turn as facts: which cells are figures, and by which names their rows go."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from itertools import pairwise

from svcchat_magic.analyst.grounding.known_dates import key_of, stretch_of
from svcchat_magic.analyst.grounding.readable import as_read
from svcchat_magic.analyst.grounding.scopes import Scope, scope_of
from svcchat_magic.analyst.grounding.spoken_dates import Stretch
from svcchat_magic.analyst.language.date_names import date_names
from svcchat_magic.analyst.language.periods import UNITS, add
from svcchat_magic.analyst.telling.evidence import day_of, exact
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.query.query import Rows

MOST_CELLS = 20_000
_FIRST_ROWS = re.compile(
    r"ORDER\s+BY\s+[^,()]+?(?P<down>\s+DESC)?(?:\s+NULLS\s+\w+)?\s*(?:,[^()]*)?\s+LIMIT\s", re.I
)
_DERIVED = frozenset({"change", "percent", "growth", "share", "rank"})  # said of the figure beside them
_TRUNCATED = re.compile(r"date_trunc\(\s*'(\w+)'", re.IGNORECASE)
_KEY = re.compile(r"(?:^|_|\.)(?:id|key|uuid|code|no|nr)$", re.IGNORECASE)  # numbers that count nothing
_BEFORE = "_before"  # behind the name of a column of the earlier period
_TIMES = ("Timestamp", "Date")
_TEXTS = ("String", "Boolean")


@dataclass(frozen=True, slots=True)
class FactCell:
    """A figure of a result."""

    table: int
    row: int
    column: str
    value: Decimal


@dataclass(frozen=True, slots=True)
class FactTable:
    """One result: for each row its figures, and for each column of names the spellings of its name."""

    number: int
    labels: tuple[str, ...]  # the columns that name a row
    names: tuple[tuple[frozenset[str], ...], ...]  # for each row and label column, in lower case
    figures: tuple[tuple[FactCell, ...], ...]  # for each row
    time: str  # the label column of time along which the rows are ordered, or empty
    is_whole: bool  # no rows are missing
    total_rows: int
    ranked: str = ""  # desc or asc, where only the first rows by a figure were asked for
    is_list: bool = False  # records or values: sums of their columns mean nothing
    scope: Scope = field(default_factory=Scope)  # what the query was restricted to
    stretches: tuple[Stretch, ...] = ()  # the days of each row
    titles: Mapping[str, str] = field(default_factory=dict)  # of columns that the planner wrote

    def column(self, name: str, rows: Iterable[int] | None = None) -> list[FactCell]:
        """The figures of one column, of some rows or of all."""
        wanted = range(len(self.figures)) if rows is None else rows
        return [cell for row in wanted for cell in self.figures[row] if cell.column == name]

    def columns(self) -> tuple[str, ...]:
        """The columns of figures."""
        return tuple(dict.fromkeys(cell.column for row in self.figures for cell in row))

    def current_columns(self) -> tuple[str, ...]:
        """Those that say what is, without those that say what was a period before."""
        known = self.columns()
        return tuple(each for each in known if each.removesuffix(_BEFORE) not in {*known} - {each})

    def spoken(self, text: str) -> tuple[str, ...]:
        """The columns of figures that a text names, or all where it names none."""
        parts = {each: set(each.casefold().split("_")) for each in self.columns()}
        named = self.names_column(text)
        return (
            tuple(each for each in parts if each in named or parts[each] & _DERIVED)
            if named
            else tuple(parts)
        )

    def names_column(self, text: str) -> set[str]:
        """The columns of figures that a text names."""
        words = set(re.findall(r"\w+", text.casefold())) - _DERIVED
        return {each for each in self.columns() if words & self._words_of(each)}

    def _words_of(self, column: str) -> set[str]:
        """The words by which a column goes: of its name, and of its title where it is known."""
        return {*column.casefold().split("_"), *self.titles.get(column, "").casefold().split()}

    def named_by(self, spellings: Iterable[str]) -> dict[int, set[str]]:
        """The names by the label column that has them; names of one column are alternatives."""
        found: dict[int, set[str]] = {}
        for each in spellings:
            for at in self.columns_with(each):
                found.setdefault(at, set()).add(each)

        return found

    def columns_with(self, spelling: str) -> tuple[int, ...]:
        """The label columns in which a row goes by this name."""
        return tuple(at for at in range(len(self.labels)) if any(spelling in row[at] for row in self.names))

    def is_first(self, row: int) -> bool:
        """Whether a row of a ranking is the first, or as high or as low as the first."""
        return row == 0 or any(
            values[0] == values[row] and _is_ordered(values, is_down=self.ranked == "desc")
            for each in self.columns()
            if len(values := [cell.value for cell in self.column(each)]) == len(self.figures)
        )

    def has_days_in(self, key: str) -> bool:
        """Whether some row's days lie within a stretch."""
        first, behind = stretch_of(key)
        return any(first <= one and two <= behind for one, two in self.stretches)

    def before(self, row: int) -> int:
        """The row before this one along time, of the same names otherwise; -1 for the first."""
        mine = self._names_beside_time(row)
        return next((at for at in range(row - 1, -1, -1) if self._names_beside_time(at) == mine), -1)

    def series(self, rows: Iterable[int]) -> list[list[int]]:
        """The rows parted by their names other than the time."""
        found: dict[tuple[frozenset[str], ...], list[int]] = {}
        for row in rows:
            found.setdefault(self._names_beside_time(row), []).append(row)

        return list(found.values())

    def _names_beside_time(self, row: int) -> tuple[frozenset[str], ...]:
        return tuple(
            each for label, each in zip(self.labels, self.names[row], strict=True) if label != self.time
        )

    def rows_of(self, named: dict[int, set[str]]) -> list[int]:
        """The rows that go by one name of each column."""
        return [
            row
            for row, names in enumerate(self.names)
            if all(names[at] & spellings for at, spellings in named.items())
        ]


def _is_ordered(values: Sequence[Decimal], *, is_down: bool) -> bool:
    return all((one >= two) if is_down else (one <= two) for one, two in pairwise(values))


def fact_table(number: int, rows: Rows, told: Result | None, sql: str = "") -> FactTable:
    """The facts of one result; what the built-in analyst knows of its columns is used where it planned it."""
    groups = _groups(told)
    places = {each.name: at for at, each in enumerate(rows.columns)}
    kinds = {each.name: each.column_type for each in rows.columns}
    kept = rows.rows[: max(1, MOST_CELLS // max(1, len(places)))]
    grains = {
        name: _asked_grain(sql, told) or _grain([row[places[name]] for row in kept])
        for name in places
        if kinds[name] in _TIMES
    }
    labels = tuple(name for name in places if name in groups or name in grains or kinds[name] in _TEXTS)
    counted = [name for name in places if name not in groups and not _KEY.search(name)]
    return FactTable(
        number,
        labels,
        tuple(
            tuple(_spellings(row[places[name]], grains.get(name), told, at, name) for name in labels)
            for at, row in enumerate(kept)
        ),
        tuple(tuple(_cells(number, at, row, places, counted)) for at, row in enumerate(kept)),
        next(iter(grains), ""),
        rows.total_rows == len(kept),
        rows.total_rows,
        _ranked(sql, told),
        told is not None and told.query.shape in ("records", "values"),
        scope_of(sql, told),
        tuple(_stretches(kept, {places[name]: grain for name, grain in grains.items()})),
        dict(_titles(told)) if told else {},
    )


def _titles(told: Result) -> Iterator[tuple[str, str]]:
    """The title of each measure, which is also that of what was computed from the first."""
    query = told.query
    yield from ((each.name, query.measures[0].title) for each in query.derived.values())
    yield from ((each.name, each.title) for each in query.measures)


def _asked_grain(sql: str, told: Result | None) -> str:
    """The unit of time that a query is by, as far as its text or its plan shows."""
    if told is not None and told.query.grain in UNITS:
        return told.query.grain

    found = {each.lower() for each in _TRUNCATED.findall(sql)}
    return found.pop() if len(found) == 1 and found <= {*UNITS} else ""


def _stretches(rows: Iterable[Sequence[object]], grains: dict[int, str]) -> Iterator[Stretch]:
    for row in rows:
        for at, grain in grains.items():
            if row[at] is not None and (day := day_of(row[at])):
                yield day, add(day, grain, 1)


def _ranked(sql: str, told: Result | None) -> str:
    """Which end of an order the rows are."""
    if told is not None and told.query.ranked:
        return told.query.ranked if told.query.limit is not None else ""

    found = _FIRST_ROWS.search(sql)
    return ("desc" if found["down"] else "asc") if found else ""


def _groups(told: Result | None) -> frozenset[str]:
    if told is None:
        return frozenset()

    return frozenset(each.name for each in told.query.dimensions)


def _cells(
    number: int, at: int, row: Sequence[object], places: dict[str, int], columns: Iterable[str]
) -> Iterator[FactCell]:
    for name in columns:
        value = row[places[name]]
        figure = None if isinstance(value, (str, bool, date)) else exact(value)
        if figure is not None:
            yield FactCell(number, at, name, figure)


def _spellings(
    value: object, grain: str | None, told: Result | None, row: int, column: str
) -> frozenset[str]:
    day = day_of(value) if grain and value is not None else None
    found = set(day_spellings(day, grain or "day")) if day else {_plain(value)}
    if isinstance(value, bool):
        found = {column.rpartition(".")[2].replace("_", " ").lower(), _plain(value)}

    member = next((each for each in told.query.dimensions if each.name == column), None) if told else None
    if told is not None and member is not None and value is not None:
        is_part = column in told.query.parts  # `7` is no name of Sunday, nor `19` of 19:00
        found = {*(() if is_part else found), plain_words(told.named(row, member))}

    return frozenset(each for each in found if each)


def _plain(value: object) -> str:
    if value is None:
        return "(no value)"

    return plain_words(str(value))


def plain_words(text: str) -> str:
    """A text without the marks of Markdown, in lower case: names are compared so."""
    return " ".join(as_read(text).casefold().split())


def _grain(values: Sequence[object]) -> str:
    days = [day for each in values if each is not None and (day := day_of(each))]
    has_hours = any(isinstance(each, datetime) and (each.hour or each.minute) for each in values)
    if has_hours or not days:
        return "day"

    if all(day.day == 1 and day.month == 1 for day in days):
        return "year"

    if len(days) > 1 and all(day.day == 1 and day.month in (1, 4, 7, 10) for day in days):
        return "quarter"

    return "month" if all(day.day == 1 for day in days) else "day"


def day_spellings(day: date, grain: str) -> Iterator[str]:
    """How a text may name a unit of time, in lower case."""
    month = date_names().months[day.month - 1].lower()
    yield day.isoformat()
    yield key_of((day, add(day, grain, 1)))
    if grain == "year":
        yield str(day.year)

    if grain in ("quarter", "year"):
        quarter = f"q{(day.month + 2) // 3}"
        yield from (f"{quarter} {day.year}", f"{day.year} {quarter}", f"{day.year}-{quarter}", quarter)

    if grain in ("month", "year", "quarter"):
        yield from (f"{month} {day.year}", f"{month[:3]} {day.year}", f"{day.year}-{day.month:02}", month)

    if grain in ("day", "week"):
        for name in (month, month[:3]):
            yield from (f"{day.day} {name} {day.year}", f"{name} {day.day}, {day.year}", f"{day.day} {name}")
            yield f"{name} {day.day}"

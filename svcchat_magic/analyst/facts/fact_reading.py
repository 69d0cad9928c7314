"""Reads the rows of a turn as facts."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from svcchat_magic.analyst.facts.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.facts.known_dates import key_of
from svcchat_magic.analyst.facts.measured_columns import NO_MEASURES, label_words, words_of
from svcchat_magic.analyst.facts.scopes import Scope, scope_of
from svcchat_magic.analyst.language.date_names import date_names
from svcchat_magic.analyst.language.periods import UNITS, add
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.analyst.sentences.readable import as_read
from svcchat_magic.analyst.sentences.spoken_dates import Stretch
from svcchat_magic.analyst.telling.evidence import day_of, exact
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.query.query import Rows

MOST_CELLS = 20_000
_FIRST_ROWS = re.compile(
    r"ORDER\s+BY\s+[^,()]+?(?P<down>\s+DESC)?(?:\s+NULLS\s+\w+)?\s*(?:,[^()]*)?\s+LIMIT\s", re.I
)
_EARLIER = re.compile(r"INTERVAL\s+'(?P<count>\d+)\s+(?P<unit>day|week|month|quarter|year)s?'", re.IGNORECASE)
_TRUNCATED = re.compile(r"date_trunc\(\s*'(\w+)'", re.IGNORECASE)
_KEY = re.compile(  # numbers that count nothing, unless they say how many different ones
    r"^(?!(?:distinct|different|number|num|count)_).*(?:^|_|\.)(?:id|key|uuid|code|no|nr)$", re.IGNORECASE
)
_ADDED = re.compile(r"(?:\bSELECT\b|,)\s*(?:COUNT|SUM)\([^()]*\)\s+AS\s+\"?(\w+)", re.IGNORECASE)
_KEYWORDS = re.compile(r"\b(?:ORDER|GROUP)\s+BY\b|\b(?:WITH|PARTITION\s+BY)\b", re.IGNORECASE)
_TIMES = ("Timestamp", "Date")
_TEXTS = ("String", "Boolean")


def fact_table(
    number: int,
    rows: Rows,
    told: Result | None,
    sql: str = "",
    measured: Mapping[str, Concept] = NO_MEASURES,
    today: date = date.max,
) -> FactTable:
    """The facts of one result; what the built-in analyst knows of its columns is used where it planned it.

    `measured` are the columns that are measures of the model; a unit of time that ends after `today` is not
    over.
    """
    table = _read(number, rows, told, sql, measured)
    cut = _cut(table, min(today, told.today) if told else today)
    dated = replace(table, cut=cut, scope=_with_earlier(table, sql))
    return _planned(_measured(dated, measured), told)


def _read(
    number: int, rows: Rows, told: Result | None, sql: str, measured: Mapping[str, Concept]
) -> FactTable:
    """What the rows and the text of their query say."""
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
        capitals=_capitals(kept),
        computed=frozenset(places) - {*measured},
        sums=frozenset(_ADDED.findall(sql)),
        words=words_of(_KEYWORDS.sub(" ", sql)),
        label_words=label_words(labels, sql, told),
    )


def _with_earlier(table: FactTable, sql: str) -> Scope:
    """The scope of one row that is held against an earlier period: its columns are each of their own days."""
    found = _EARLIER.search(sql)
    pairs = [(each, f"{each}_before") for each in table.columns() if f"{each}_before" in table.columns()]
    if found is None or not pairs or len(table.figures) != 1 or len(table.stretches) != 1:
        return table.scope

    ((first, behind),) = table.stretches
    count, unit = -int(found["count"]), found["unit"].lower()
    earlier = (add(first, unit, count), add(behind, unit, count))
    dates_of = dict(table.scope.dates_of)
    for now, before in pairs:
        dates_of |= {now: frozenset({key_of((first, behind))}), before: frozenset({key_of(earlier)})}

    return replace(table.scope, stretches=(*table.scope.stretches, earlier), dates_of=dates_of)


def _cut(table: FactTable, today: date) -> frozenset[str]:
    """The units of time that are not over, or that lie only partly in what the query asks for."""
    edges = {edge for stretch in table.scope.stretches for edge in stretch} - {date.min, date.max}
    return frozenset(
        first.isoformat()
        for first, behind in dict.fromkeys(table.stretches)
        if behind > today or any(first < edge < behind for edge in edges)
    )


def _measured(table: FactTable, measured: Mapping[str, Concept]) -> FactTable:
    """With what the model says of the columns that are its measures."""
    return replace(
        table,
        titles={name: each.title for name, each in measured.items()},
        sums=table.sums
        | frozenset(name for name, each in measured.items() if each.agg_type.startswith(("sum", "count"))),
        about={name: " ".join(place.description for place in each.places) for name, each in measured.items()},
    )


def _planned(table: FactTable, told: Result | None) -> FactTable:
    """With what the planner knows of a query that it wrote."""
    if told is None:
        return table

    query = told.query
    return replace(
        table,
        titles={**table.titles, **dict(_titles(told))},
        additive=told.additive,
        conditions=tuple(map(plain_words, (*query.reading.conditions, *query.reading.having))),
        running=frozenset(each.name for role, each in query.derived.items() if role == "running"),
    )


def _capitals(rows: Iterable[Sequence[object]]) -> frozenset[str]:
    cells = (cell for row in rows for cell in row if isinstance(cell, str))
    return frozenset(cell.casefold() for cell in cells if cell.isupper())


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

    if value is None:
        label = plain_words(member.title if member else column.replace("_", " "))
        found |= {f"no {label}", f"unknown {label}", f"without a {label}", f"without {label}"}
        found |= {f"{label} is unknown", f"{label} is not known", f"{label} is missing"}

    return frozenset(form for each in found if each for form in (each, each.replace("_", " ")))


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

"""Times that a table has in parts: a year, a month and a day in columns of their own.

`year`, `month` and `day`, or `arrival_date_year`, `arrival_date_month` and `arrival_date_day_of_month`: they
are one date, and who asks by month or for August 2016 means it. A month may be written as a word.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import Entry, column_sql, free_name
from svcchat_magic.semantic.inference.column_roles import ColumnRole, Role
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import title_of, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

MADE_OF_YEAR = "Made of year."

_PARTS = frozenset({"year", "month", "day"})
_ENDS = {"year": ("year",), "month": ("month",), "day": ("day",), "of": ("day", "of", "month")}
_FIRST_YEAR, _LAST_YEAR = 1500, 2500
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_SHORT = frozenset(each[:3] for each in _MONTHS)


@dataclass(frozen=True, slots=True)
class DateOfParts:
    """The columns of one date: those before it in its columns' names are what it is the date of."""

    of: tuple[str, ...]
    year: ColumnProfile
    month: ColumnProfile | None
    day: ColumnProfile | None

    @property
    def columns(self) -> tuple[ColumnProfile, ...]:
        """The year and what stands beside it."""
        return tuple(each for each in (self.year, self.month, self.day) if each)


def dates_of_parts(table: TableProfile, roles: Mapping[str, ColumnRole], names: set[str]) -> Iterator[Entry]:
    """The times made of year, month and day that no other column of the table says."""
    for each in found_dates(table, roles):
        parts = ["year", *(["month"] if each.month else []), *(["day"] if each.day else [])]
        yield {
            "name": free_name("_".join((*each.of, "date")), names),
            "sql": _sql(each),
            "type": "time",
            "title": title_of(" ".join((*each.of, "date"))),
            "description": f"Made of {' and '.join(parts)}.",
            **({} if each.day else {"meta": {"finest": parts[-1]}}),
        }


def found_dates(table: TableProfile, roles: Mapping[str, ColumnRole]) -> tuple[DateOfParts, ...]:
    """Of each thing that has a year and a month.

    With a year alone only where nothing else dates the rows, or where they came out then.
    """
    times = [each for each in table.columns if roles[each.name].role is Role.TIME]
    told = {_of(spelled_out(words_of(each.name))) for each in times}
    found = list(_dates(table))
    whole = [each for each in found if each.month and each.of and each.of not in told]
    out = [each for each in found if each.of and words_that_are("released").issuperset(each.of)]
    if times or whole:  # beside the day on which a film was added, the year in which it came out
        return (*whole, *(each for each in out if each not in whole and each.of not in told))

    plain = [each for each in found if not each.of]
    years = [each for each in found if each.of and words_that_are("observed").issuperset(each.of)] + out
    return tuple(plain or (years if len(years) == 1 else ()))


def is_part_of_date(column: ColumnProfile, table: TableProfile, dates: Sequence[DateOfParts]) -> bool:
    """Whether a year, month or day repeats what a time of the table says: who asks by month means it."""
    if any(each.month and each.of and column in each.columns for each in dates):
        return True

    part = column.name.lower()
    if column.kind != "integer" or part not in _PARTS:
        return False

    mine = set(column.seen)
    times = [each.seen for each in table.columns if each.kind in {"date", "time"}]
    return any({getattr(moment, part) for moment in moments} == mine for moments in times)


def _dates(table: TableProfile) -> Iterator[DateOfParts]:
    """The years of a table with the months and days that go with them."""
    parts: dict[tuple[tuple[str, ...], str], ColumnProfile] = {}
    for column in table.columns:
        for of, part in _part_of(column):
            parts.setdefault((of, part), column)

    for (of, part), year in parts.items():
        if part == "year" and _are_years(year):
            month = parts.get((of, "month"))
            month = month if month and (month.kind == "integer" or _month_format(month)) else None
            day = parts.get((of, "day")) if month else None
            yield DateOfParts(of, year, month, day if day and day.kind == "integer" else None)


def _part_of(column: ColumnProfile) -> Iterator[tuple[tuple[str, ...], str]]:
    """What a column is the year, month or day of: arrival of `arrival_date_year`, sold of `YrSold`."""
    words = spelled_out(words_of(column.name))
    if words[-3:] == ("day", "of", "month"):
        yield _of(words[:-3]), "day"
    elif words[-1:] and words[-1] in _PARTS:
        yield _of(words[:-1]), words[-1]
    elif len(words) == 2 and words[0] in _PARTS:
        yield words[1:], words[0]
    elif len(words) == 3 and words[:2] == ("year", "of"):
        yield words[2:], "year"


def _of(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(each for each in words if each not in {"date", "time"})


def _are_years(column: ColumnProfile) -> bool:
    return column.kind == "integer" and all(
        isinstance(value, int) and _FIRST_YEAR <= value <= _LAST_YEAR
        for value in (column.lowest, column.highest)
    )


def _month_format(column: ColumnProfile) -> str:
    """How the months of a text column are written: %B as August, %b as Aug, empty where they are none."""
    values = {str(each).strip().lower() for each in column.seen}
    if column.kind != "text" or not values:
        return ""

    return "%B" if values.issubset(_MONTHS) else "%b" if values.issubset(_SHORT) else ""


def _sql(each: DateOfParts) -> str:
    year, month = column_sql(each.year), column_sql(each.month) if each.month else "1"
    day = column_sql(each.day) if each.day else "1"
    if each.month and (form := _month_format(each.month)):
        text = f"CONCAT({year}, ' ', TRIM({month}), ' ', {day})"
        return f"CAST(TRY_STRPTIME({text}, '%Y {form} %d') AS DATE)"

    return f"TRY(MAKE_DATE({year}, {month}, {day}))"

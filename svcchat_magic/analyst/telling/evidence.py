"""Where the numbers of an answer come from, and the check that they stand in the rows.

A sentence declares its claims; the check derives each from the rows again, reads the numbers
out of the text, and lets the sentence pass only when every number is one of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from svcchat_magic.analyst.language.answer_words import AnswerWords, answer_words
from svcchat_magic.analyst.telling.figures import figures_in
from svcchat_magic.semantic.query.query import Rows

ENGLISH = answer_words()


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a result."""

    result: int
    row: int
    column: str


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of a column over the rows where `column_is` holds; only for additive measures."""

    result: int
    column: str
    where: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """`new` less `old`."""

    old: "Number"
    new: "Number"


@dataclass(frozen=True, slots=True)
class Change:
    """How much `new` is above `old`, in percent of `old`."""

    old: "Number"
    new: "Number"


@dataclass(frozen=True, slots=True)
class Points:
    """How far `new` is above `old`, both fractions, in points of a percentage."""

    old: "Number"
    new: "Number"


@dataclass(frozen=True, slots=True)
class Day:
    """The day of a cell that holds a time."""

    result: int
    row: int
    column: str


@dataclass(frozen=True, slots=True)
class Share:
    """`part` in percent of `total`."""

    part: "Number"
    total: "Number"


@dataclass(frozen=True, slots=True)
class Count:
    """How many rows came; `of_all` counts those that were cut off too."""

    result: int
    of_all: bool = False


Number = Cell | Sum
Claim = Cell | Sum | Difference | Change | Points | Share | Count | Day
_RATIOS = (Change, Share)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer; `labels` are the names in it (values, periods) whose digits are no figures."""

    text: str
    claims: tuple[Claim, ...] = ()
    labels: tuple[str, ...] = ()
    percents: frozenset[str] = frozenset()  # columns whose fractions are written in percent
    words: AnswerWords = ENGLISH


def holds(sentence: Sentence, results: Sequence[Rows]) -> bool:
    """Whether every number in the text is a claim, derived from the rows once more."""
    words = sentence.words
    days = [derived_day(claim, results, words) for claim in sentence.claims if isinstance(claim, Day)]
    if any(not day or day not in sentence.text for day in days):
        return False

    text = _without(sentence.text, (*sentence.labels, *days))
    numbers = [claim for claim in sentence.claims if not isinstance(claim, Day)]
    derived = [(claim, derive(claim, results)) for claim in numbers]
    if any(number is None for _, number in derived):
        return False

    known = [
        (_as_written(claim, number, sentence.percents)) for claim, number in derived if number is not None
    ]
    return all(
        any(figure.is_percent == is_percent and figure.tells(number) for number, is_percent in known)
        for figure in figures_in(text, words)
    )


def derived_day(claim: Day, results: Sequence[Rows], words: AnswerWords = ENGLISH) -> str:
    """The day of a claim as it is written (`4 March 2024`), or empty when the cell holds none."""
    day = day_of(results[claim.result].rows[claim.row][column_at(results[claim.result], claim.column)])
    return words.dates.day(day) if day else ""


def derive(claim: Claim, results: Sequence[Rows]) -> Decimal | None:
    """The exact number of a claim, or None when the rows do not give it."""
    if isinstance(claim, Count):
        return Decimal(results[claim.result].total_rows if claim.of_all else len(results[claim.result].rows))

    if isinstance(claim, Cell):
        return exact(results[claim.result].rows[claim.row][column_at(results[claim.result], claim.column)])

    if isinstance(claim, Sum):
        numbers = _numbers(results[claim.result], claim.column, claim.where)
        return sum(numbers, Decimal(0)) if numbers else None

    return None if isinstance(claim, Day) else _compared(claim, results)


def exact(value: object) -> Decimal | None:
    """A cell as an exact number; text that is a number counts, a truth value does not."""
    if value is None or isinstance(value, bool):
        return None

    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None

    return number if number.is_finite() else None


def day_of(value: object) -> date | None:
    """The day of a time value, which may be a datetime, a date or ISO text."""
    if isinstance(value, datetime):
        return value.date()

    if isinstance(value, date):
        return value

    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None


def column_at(rows: Rows, name: str) -> int:
    """Where a column stands."""
    return next(at for at, column in enumerate(rows.columns) if column.name == name)


def _compared(claim: Difference | Change | Points | Share, results: Sequence[Rows]) -> Decimal | None:
    if isinstance(claim, Share):
        part, total = derive(claim.part, results), derive(claim.total, results)
        return part / total * 100 if part is not None and total else None

    old, new = derive(claim.old, results), derive(claim.new, results)
    if old is None or new is None:
        return None

    if isinstance(claim, Difference):
        return new - old

    if isinstance(claim, Points):
        return (new - old) * 100

    return (new - old) / abs(old) * 100 if old else None


def _numbers(rows: Rows, column: str, where: tuple[tuple[str, object], ...]) -> list[Decimal]:
    at = column_at(rows, column)
    conditions = [(column_at(rows, name), value) for name, value in where]
    kept = (row for row in rows.rows if all(row[index] == value for index, value in conditions))
    return [number for row in kept if (number := exact(row[at])) is not None]


def _as_written(claim: Claim, number: Decimal, percents: frozenset[str]) -> tuple[Decimal, bool]:
    """(number, whether it is written in percent)."""
    if isinstance(claim, _RATIOS):
        return number, True

    column = "" if isinstance(claim, Count | Points) else column_of(claim)
    return (number * 100, True) if column in percents else (number, False)


def column_of(claim: Claim) -> str:
    """The column whose format a number has; none for counts and percentages."""
    if isinstance(claim, Difference):
        return claim.new.column

    return claim.column if isinstance(claim, Cell | Sum) else ""


def _without(text: str, labels: tuple[str, ...]) -> str:
    for label in sorted(set(labels) - {""}, key=len, reverse=True):
        text = re.sub(rf"(?<![\w.,]){re.escape(label)}(?!\w|[.,]\d)", " ", text, flags=re.IGNORECASE)

    return text

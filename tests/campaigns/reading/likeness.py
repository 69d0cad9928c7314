"""Whether two analyses ask for the same: by their normal form, else by the rows of their statements."""

import re
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.meaning.tree import Analysis, Counted, Entity, IsIn, Measured
from svcchat_magic.analyst.planning.planned import Planned
from tests.campaigns.reading.grounds import Ground

_ALIAS = re.compile(r' AS (?:"[^"]*"|\w+)')  # what a column is called says nothing about what it holds
_UNORDERED = ("where", "groups", "quantities", "having", "values", "conditions", "within")


class Outcome(Enum):
    """What became of a question."""

    SAME = "read as meant"
    OTHER = "read as something else"
    REFUSED = "refused or asked back"


def outcome(ground: Ground, meant: Analysis, question: str) -> Outcome:
    """What a question that means an analysis is read as."""
    reads = ground.read(question)
    if not reads or not all(each.is_sure for each in reads):
        return Outcome.REFUSED

    planned = [each.planned for each in reads]
    truth = ground.planned(meant)
    if len(planned) != 1 or planned[0] is None or truth is None:
        return Outcome.OTHER

    return Outcome.SAME if is_same(ground, truth, planned[0]) else Outcome.OTHER


def is_same(ground: Ground, one: Planned, other: Planned) -> bool:
    """Whether two statements give the same answer."""
    if _ALIAS.sub("", one.sql) == _ALIAS.sub("", other.sql) or normal(one.analysis) == normal(other.analysis):
        return True

    rows, others = ground.rows(one.sql), ground.rows(other.sql)
    return bool(rows) and rows is not None and others is not None and _as_set(rows) == _as_set(others)


def normal(value: Any) -> Any:
    """An analysis without what is order or wording alone."""
    match value:
        case Period():
            return value.start, value.end, value.hole
        case Measured(measure, where) if measure.name == "count":
            return normal(Counted(Entity(measure.cube), where))  # the plain count of a cube's rows
        case Analysis():
            return tuple(_normal_field(value, each) for each in _FIELDS)

    if is_dataclass(value):
        return (
            type(value).__name__,
            *(_normal_field(value, each.name) for each in fields(value) if each.compare),
        )

    return tuple(map(normal, value)) if isinstance(value, tuple) else value


_FIELDS = (
    "quantities",
    "groups",
    "where",
    "having",
    "rank",
    "derived",
    "rows_of",
    "values_of",
)


def _normal_field(value: Any, name: str) -> Any:
    held = getattr(value, name)
    if name == "where":
        held = tuple(part for each in held for part in _each_left_out(each))

    return frozenset(map(normal, held)) if name in _UNORDERED else normal(held)


def _each_left_out(condition: Any) -> tuple[Any, ...]:
    """Several values left out are one condition each: `not a and not b` is `neither a nor b`."""
    if isinstance(condition, IsIn) and condition.negated:
        return tuple(replace(condition, values=(each,)) for each in condition.values)

    return (condition,)


def _as_set(rows: list[tuple[object, ...]]) -> Counter[tuple[str, ...]]:
    """Rows without the order of their columns; numbers to nine digits."""
    return Counter(tuple(sorted(map(_cell, row))) for row in rows)


def _cell(value: object) -> str:
    return f"{value:.9g}" if isinstance(value, float) else str(value)

"""What the columns of a SELECT are called."""

from collections.abc import Mapping
from dataclasses import replace

from svcchat_magic.semantic.query.query import (
    Aggregate,
    Constant,
    Expression,
    FilteredMeasure,
    Member,
    Operation,
    Window,
)
from svcchat_magic.semantic.reading.columns import Columns


def name_of(expression: Expression, columns: Columns) -> str:
    """What a column without an alias is called."""
    name = columns.name(expression)
    if name is not None:
        return name

    match expression:
        case Member(_, member) if "." in member:  # a granularity of a time
            time, _, unit = member.partition(".")
            return f"{name_of(replace(expression, name=time), columns)}_{unit}"
        case FilteredMeasure(measure):
            return columns.name(measure) or "value"
        case Operation("date_trunc" | "extract", (Constant(unit), of)):
            return f"{name_of(of, columns)}_{unit}"
        case Aggregate(function) | Window(function):
            return function
        case _:
            return "value"


def free_name(name: str, taken: Mapping[str, object]) -> str:
    """The name, with a number if it is taken."""
    free, number = name, 2
    while free in taken:
        free = f"{name}_{number}"
        number += 1

    return free

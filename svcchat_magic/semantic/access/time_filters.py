"""Filters of time dimensions: by days, or by moments where a value says the time of day too."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from svcchat_magic.semantic.query.operations import all_of, any_of
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation

TIME_OPERATORS = ("inDateRange", "onTheDate", "beforeDate", "beforeOrOnDate", "afterDate", "afterOrOnDate")
_LENGTH_OF_DATE = len("2024-01-31")


def span(value: object) -> tuple[datetime, datetime] | None:
    """From when to when a value lasts, the end not counted: a day, or one moment; None when it is no time."""
    try:
        start = datetime.fromisoformat(str(value))
        start = start if start.tzinfo is None else start.astimezone(UTC).replace(tzinfo=None)
        is_day = len(str(value)) <= _LENGTH_OF_DATE
        return start, start + (timedelta(days=1) if is_day else timedelta(microseconds=1))
    except (ValueError, OverflowError):
        return None


def time_condition(member: Member, operator: str, values: Sequence[object]) -> Expression:
    """The condition of an operator for values that are times."""
    spans = [found for found in map(span, values) if found is not None]
    if operator == "inDateRange":
        return _between(member, spans[0][0], spans[-1][1])

    return any_of(tuple(_of_one(member, operator, *each) for each in spans))


def _of_one(member: Member, operator: str, start: datetime, end: datetime) -> Expression:
    match operator:
        case "beforeDate":
            return Operation("<", (member, Constant(start)))
        case "beforeOrOnDate":
            return Operation("<", (member, Constant(end)))
        case "afterDate":
            return Operation(">=", (member, Constant(end)))
        case "afterOrOnDate":
            return Operation(">=", (member, Constant(start)))
        case _:
            return _between(member, start, end)


def _between(member: Member, start: datetime, end: datetime) -> Expression:
    return all_of((Operation(">=", (member, Constant(start))), Operation("<", (member, Constant(end)))))

"""Apply a chart's filters to its rows as far as is certain; only the browser compares times."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from svcchat_magic.charts.layout.parts import Spec

Rows: TypeAlias = Sequence[Mapping[str, Any]]
Row: TypeAlias = Mapping[str, Any]
Condition: TypeAlias = Callable[[Row], bool | None]  # None where it is not certain
Check: TypeAlias = Callable[[Any], bool | None]

MOST_CHECKS = 50_000  # conditions times rows; a list of values is one condition
_UNKNOWN: Any = object()


def rows_left(view: Spec, rows: Rows) -> Rows:
    """The rows that a view's filters keep; conditions that cannot be evaluated here keep all of them."""
    filters = [] if makes_rows(view) else [each["filter"] for each in view.get("transform", ())]
    if sum(map(_size, filters)) * len(rows) > MOST_CHECKS:
        return rows

    for each in filters:
        holds = _condition(each)
        rows = [row for row in rows if holds(row) is not False]

    return rows


def makes_rows(view: Spec) -> bool:
    """Whether the view computes rows or fields of its own."""
    return any(set(each) - {"filter"} for each in view.get("transform", ()))


def _size(test: Mapping[str, Any]) -> int:
    return sum(map(_size, _inner(test))) or 1


def _inner(test: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from test.get("and", ())
    yield from test.get("or", ())
    if "not" in test:
        yield test["not"]


def _condition(test: Mapping[str, Any]) -> Condition:
    if "and" in test or "or" in test:
        word = "and" if "and" in test else "or"
        return _joined([_condition(each) for each in test[word]], decisive=word == "or")

    if "not" in test:
        return _opposite(_condition(test["not"]))

    return _tested(test)


def _joined(conditions: Sequence[Condition], *, decisive: bool) -> Condition:
    """All of the conditions, or one of them: a single one that gives `decisive` settles it."""

    def holds(row: Row) -> bool | None:
        found = {condition(row) for condition in conditions}
        if decisive in found:
            return decisive

        return None if None in found else not decisive

    return holds


def _opposite(condition: Condition) -> Condition:
    def holds(row: Row) -> bool | None:
        found = condition(row)
        return None if found is None else not found

    return holds


def _tested(test: Mapping[str, Any]) -> Condition:
    checks = [made(test[name]) for name, made in _CHECKS.items() if name in test]
    if len(checks) != 1 or "timeUnit" in test:
        return lambda _: None

    field, check = test["field"], checks[0]
    return lambda row: check(row[field]) if field in row else None


def _one_of(others: Sequence[Any]) -> Check:
    """Whether a value is among these, each looked at once: only texts and numbers are certain."""
    texts = {other for other in others if isinstance(other, str)}
    numbers = {other for other in others if _is_plain_number(other)}
    is_text_alone = all(isinstance(other, str) for other in others)
    is_number_alone = all(map(_is_plain_number, others))

    def holds(value: Any) -> bool | None:
        if not others:
            return False

        if isinstance(value, str) and not _could_be_a_time(value):
            return True if value in texts else _unless(certain=is_text_alone)

        if _is_plain_number(value):
            return True if value in numbers else _unless(certain=is_number_alone)

        return None

    return holds


def _unless(*, certain: bool) -> bool | None:
    return False if certain else None


def _could_be_a_time(text: str) -> bool:
    return text[:4].isdigit()


def _compared(compare: Callable[[Any, Any], bool]) -> Callable[[Any], Check]:
    def check(limit: Any) -> Check:
        if not _is_plain_number(limit):
            return lambda _: None

        return lambda value: compare(value, limit) if _is_plain_number(value) else None

    return check


def _is_plain_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_CHECKS: Mapping[str, Callable[[Any], Check]] = {
    "equal": lambda other: _one_of([other]),
    "oneOf": _one_of,
    "lt": _compared(lambda value, limit: value < limit),
    "lte": _compared(lambda value, limit: value <= limit),
    "gt": _compared(lambda value, limit: value > limit),
    "gte": _compared(lambda value, limit: value >= limit),
    "valid": lambda wanted: lambda value: (value is not None) == wanted,
}

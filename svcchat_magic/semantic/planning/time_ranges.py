"""Conditions on a time as ranges, and windows around them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from svcchat_magic.semantic.model.intervals import interval_parts
from svcchat_magic.semantic.model.member_parts import RollingWindow
from svcchat_magic.semantic.planning.time_units import moved_by
from svcchat_magic.semantic.query.moments import moved, truncated
from svcchat_magic.semantic.query.operations import all_of, any_of
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation
from svcchat_magic.semantic.query.stages import Period

_MIRRORED: Mapping[str, str] = MappingProxyType({"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="})


@dataclass(frozen=True, slots=True)
class TimeRange:
    """All times from `start` to `end`, each where it is given; the ends are tested by their operators."""

    start: datetime | None = None
    end: datetime | None = None
    starts_with: str = ">="
    ends_with: str = "<"

    @classmethod
    def of(cls, conditions: Sequence[Expression], time: Member) -> "TimeRange | None":
        """The times that meet all conditions; None where they are no range of constants."""
        found = cls()
        for condition in conditions:
            compared = comparison(condition, time)
            if compared is None or not isinstance(compared[1].value, datetime):
                return None

            found = found._narrowed(compared[0], compared[1].value)

        return found

    def around(self, window: RollingWindow, time: Expression) -> tuple[Expression, ...]:
        """That a time is in the window around the whole range."""
        if window.type == "to_date":
            window = replace(window, leading="")
            start = None if self.start is None else truncated(self.start, window.granularity)
            return self._conditions(time, start, ">=", self.end)

        start = self.start if window.trailing != "unbounded" else None
        end = self.end if window.leading != "unbounded" else None
        return self._conditions(
            time, _moved(start, window.trailing, -1), self.starts_with, _moved(end, window.leading, 1)
        )

    def _conditions(
        self, time: Expression, start: datetime | None, starts_with: str, end: datetime | None
    ) -> tuple[Expression, ...]:
        ends = ((starts_with, start), (self.ends_with, end))
        return tuple(Operation(operator, (time, Constant(at))) for operator, at in ends if at is not None)

    def _narrowed(self, operator: str, value: datetime) -> "TimeRange":
        found = self
        if operator in {">", ">=", "="}:
            test = ">" if operator == ">" else ">="
            if found.start is None or (value, test == ">") > (found.start, found.starts_with == ">"):
                found = replace(found, start=value, starts_with=test)

        if operator in {"<", "<=", "="}:
            test = "<" if operator == "<" else "<="
            if found.end is None or (value, test == "<=") < (found.end, found.ends_with == "<="):
                found = replace(found, end=value, ends_with=test)

        return found


def comparison(condition: Expression, time: Member) -> tuple[str, Constant] | None:
    """The operator and value that a condition compares a time with."""
    if not isinstance(condition, Operation) or condition.operator not in _MIRRORED:
        return None

    left, right = condition.operands
    if left == time and isinstance(right, Constant):
        return condition.operator, right

    return (_MIRRORED[condition.operator], left) if right == time and isinstance(left, Constant) else None


def may_hold_in(condition: Expression, time: Member, end: Expression) -> Expression | None:
    """That some time from the beginning of a period to before its end meets a condition; None if unknown."""
    if isinstance(condition, Operation) and condition.operator in {"and", "or"}:
        parts = [may_hold_in(part, time, end) for part in condition.operands]
        join: Callable[[tuple[Expression, ...]], Expression] = (
            all_of if condition.operator == "and" else any_of
        )
        return None if None in parts else join(tuple(part for part in parts if part is not None))

    compared = comparison(condition, time)
    return None if compared is None else _in_period(*compared, end)


def window_around(
    window: RollingWindow, time: Expression, first: Expression, last: Expression
) -> tuple[Expression, ...]:
    """That a time is from `trailing` before the first of two times to before `leading` after the last."""
    bounds = (
        (">=", window.trailing, moved_by(first, window.trailing, -1)),
        ("<", window.leading, moved_by(last, window.leading, 1)),
    )
    return tuple(
        Operation(operator, (time, bound)) for operator, length, bound in bounds if length != "unbounded"
    )


def _in_period(operator: str, value: Constant, end: Expression) -> Expression:
    after = Operation(">", (end, value))
    match operator:
        case ">" | ">=":
            return after
        case "=":
            return all_of((Operation("<=", (Period(), value)), after))
        case _:
            return Operation(operator, (Period(), value))


def _moved(moment: datetime | None, interval: str, sign: int) -> datetime | None:
    if moment is None:
        return None

    parts: Iterable[tuple[int, str]] = interval_parts(interval)
    for number, unit in parts:
        moment = moved(moment, sign * number, unit)

    return moment

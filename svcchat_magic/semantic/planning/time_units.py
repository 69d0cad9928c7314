"""Units of time in expressions: which hold one value within a period, and times moved by an interval."""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from svcchat_magic.semantic.model.calendar import FISCAL_UNITS
from svcchat_magic.semantic.model.intervals import interval_parts
from svcchat_magic.semantic.query.expressions import members_of, rebuilt
from svcchat_magic.semantic.query.operations import UNITS
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation

_ISO_WEEK = "iso_week"  # from Monday on, whenever the weeks of the model begin
_ONE_VALUE_IN: Mapping[str, str] = MappingProxyType({  # part of a time -> the longest unit that has one
    "year": "year", "quarter": "quarter", "month": "month", "day": "day", "dow": "day", "isodow": "day",
    "doy": "day", "hour": "hour", "minute": "minute", "second": "second", "week": _ISO_WEEK,
    "isoyear": _ISO_WEEK,
})  # fmt: skip
_OF_SEVERAL_MONTHS = frozenset({"quarter", "year", *FISCAL_UNITS})
_WRITTEN_AS: Mapping[str, tuple[int, str]] = MappingProxyType({"quarter": (3, "month"), "week": (7, "day")})


def finest_unit(expressions: Sequence[Expression], time: Member) -> str:
    """The finest unit that some expression cuts a time to; empty where none does."""
    units = [
        str(unit.value)
        for each in expressions
        if isinstance(each, Operation) and each.operator == "date_trunc"
        for unit in each.operands[:1]
        if isinstance(unit, Constant) and each.operands[1] == time
    ]
    return min(units, key=UNITS.index, default="")


def is_constant_within(expression: Expression, time: Member, unit: str) -> bool:
    """Whether an expression has one value for all times in a period of a unit."""
    if time not in set(members_of(expression)):
        return True

    if not isinstance(expression, Operation):
        return False

    match expression.operator, expression.operands:
        case "date_trunc", (Constant(str(cut)), operand) if operand == time:
            return lies_within(unit, cut)
        case "extract", (Constant(str(part)), operand) if operand == time:
            return part in _ONE_VALUE_IN and lies_within(unit, _ONE_VALUE_IN[part])
        case _:
            return all(is_constant_within(operand, time, unit) for operand in expression.operands)


def lies_within(unit: str, other: str) -> bool:
    """Whether every period of a unit lies in one period of another: a week need not lie in a month."""
    if unit == other or unit == "week":
        return unit == other

    if other == _ISO_WEEK:
        return starts_within("day", unit)

    is_fiscal = {each for each in (unit, other) if each in FISCAL_UNITS}
    if (
        is_fiscal and unit in _OF_SEVERAL_MONTHS
    ):  # those of one calendar need not begin with those of the other
        return is_fiscal == {unit, other} and starts_within(other, unit)

    return starts_within(other, unit)


def starts_within(longer: str, unit: str) -> bool:
    """Whether a unit is no longer than another."""
    return UNITS.index(unit) <= UNITS.index(longer)


def moved_by(time: Expression, interval: str, sign: int) -> Expression:
    """A time so much later (`sign` 1) or earlier (-1); an empty interval moves nothing."""
    for number, unit in interval_parts(interval):
        times, written = _WRITTEN_AS.get(unit, (1, unit))
        time = Operation("shift", (Constant(sign * number * times), Constant(written), time))

    return time


def one_later(time: Expression, unit: str) -> Expression:
    """The beginning of a period as that of the next one."""
    return moved_by(time, f"1 {unit.removeprefix('fiscal_')}", 1)


def replaced(expression: Expression, values: Mapping[Member, Expression]) -> Expression:
    """The expression with other expressions in place of some members."""
    if isinstance(expression, Member):
        return values.get(expression, expression)

    return rebuilt(expression, partial(replaced, values=values))

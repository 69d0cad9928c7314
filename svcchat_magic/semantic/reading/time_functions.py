"""Functions of times: truncated, taken apart, moved, compared, written as text, and the clock."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from types import MappingProxyType
from zoneinfo import available_timezones

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.functions import cast
from svcchat_magic.semantic.query.moments import cut, moved, truncated
from svcchat_magic.semantic.query.operations import GRAINS, PARTS, UNITS, type_of
from svcchat_magic.semantic.query.query import Constant, Expression, Operation
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.reader import NamedReading, Reader, Reading, takes, word
from svcchat_magic.semantic.reading.time_patterns import pattern_of

Interval = tuple[tuple[int, str], ...]  # amounts with their units

_INTERVAL_PART = re.compile(r"\s*([+-]?\d{1,6})\s*([a-z]+)\s*", re.IGNORECASE)
_INTERVALS_FORM = "An interval is written as INTERVAL '3 months'."
_BASES = MappingProxyType({"year": (12, "month"), "quarter": (3, "month"), "week": (7, "day")})
_IN_ORDER = ("month", "day", "hour", "minute", "second")  # as databases add the parts of an interval
_MAX_AMOUNT = 10_000_000
_ABBREVIATED = MappingProxyType({"mon": "month", "min": "minute", "sec": "second", "hr": "hour"})


def moved_time(reader: Reader, node: exp.Expr) -> Expression | None:
    """`time + INTERVAL ...` or `time - INTERVAL ...`; None for other arithmetic."""
    left, right = node.this, node.expression
    if isinstance(node, exp.Add) and isinstance(left, exp.Interval):
        left, right = right, left

    if not isinstance(right, exp.Interval):
        return None

    if not isinstance(node, (exp.Add, exp.Sub)):
        raise QueryRefused("An interval is added to a time, or taken from it.")

    sign = -1 if isinstance(node, exp.Sub) else 1
    return _moved(reader.time(left, "An interval"), interval(right), sign)


def time_between(reader: Reader, node: exp.Expr) -> Expression | None:
    """`date - date` as a number of days; None for arithmetic of numbers."""
    if not isinstance(node, exp.Sub):
        return None

    left, right = reader.read(node.this), reader.read(node.expression)
    if type_of(left) != "time" and type_of(right) != "time":
        return None

    if not (_is_day(left) and _is_day(right)):
        raise QueryRefused("Two times are not subtracted; write DATE_DIFF('day', earlier, later).")

    return Operation("date_diff", (Constant("day"), right, left))


def interval(node: exp.Expr) -> Interval:
    """The amounts and units of an interval; raises QueryRefused."""
    only(node, "this", "unit")
    amount, unit = node.this, node.args.get("unit")
    if not isinstance(amount, exp.Literal) or not (unit is None or isinstance(unit, exp.Var)):
        raise QueryRefused(_INTERVALS_FORM)

    text = str(amount.this) if unit is None else f"{amount.this} {unit.name}"
    sums: dict[str, int] = {}
    for count, name in _interval_parts(text):
        times, base = _BASES.get(name, (1, name))
        sums[base] = sums.get(base, 0) + times * count

    if not sums or max(map(abs, sums.values())) > _MAX_AMOUNT:
        raise QueryRefused(_INTERVALS_FORM)

    return tuple((sums[base], base) for base in _IN_ORDER if base in sums)


def _interval_parts(text: str) -> Iterator[tuple[int, str]]:
    place = 0
    while place < len(text):
        found = _INTERVAL_PART.match(text, place)
        unit = _unit(found[2]) if found else ""
        if found is None or unit not in GRAINS:
            raise QueryRefused(_INTERVALS_FORM)

        yield int(found[1]), unit
        place = found.end()


def _unit(name: str) -> str:
    singular = name.lower().removesuffix("s")
    return _ABBREVIATED.get(singular, singular)


def _moved(time: Expression, amounts: Interval, sign: int) -> Expression:
    for amount, unit in amounts:
        if isinstance(time, Constant) and isinstance(time.value, datetime):
            time = Constant(moved(time.value, sign * amount, unit))
        else:
            time = Operation("shift", (Constant(sign * amount), Constant(unit), time))

    return time


def _is_day(expression: Expression) -> bool:
    """Whether a value is a day without a time."""
    if isinstance(expression, Constant):
        return isinstance(expression.value, datetime) and expression.value == truncated(
            expression.value, "day"
        )

    if not isinstance(expression, Operation):
        return False

    first = expression.operands[0]
    is_date = expression.operator == "cast" and first == Constant("date")
    of_days = isinstance(first, Constant) and first.value in {"day", "week", "month", "quarter", "year"}
    return is_date or (expression.operator == "date_trunc" and of_days)


def _truncated(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "unit")
    time = reader.time(node.this, "DATE_TRUNC")
    own = reader.context.granularities(time)
    unit = _allowed(node.args.get("unit"), (*UNITS, *own), "DATE_TRUNC")
    if unit in own:
        return own[unit]

    if isinstance(time, Constant) and isinstance(time.value, datetime):
        return Constant(cut(time.value, unit, reader.context.calendar))

    return Operation("date_trunc", (Constant(unit), time))


def _extracted(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expression")
    unit = _allowed(node.this, PARTS, "EXTRACT")
    return Operation("extract", (Constant(unit), reader.time(node.expression, "EXTRACT")))


def _part(unit: str) -> Reading:
    def read(reader: Reader, node: exp.Expr) -> Expression:
        only(node, "this")
        return Operation("extract", (Constant(unit), reader.time(node.this, unit.upper())))

    return read


def _allowed(node: object, units: tuple[str, ...], function: str) -> str:
    name = word(node)
    if name not in units:
        raise QueryRefused(f"{function} takes one of {', '.join(units)}.")

    return name


def _date_diff(reader: Reader, arguments: list[exp.Expr]) -> Expression:
    takes(arguments, (3,), "DATE_DIFF('day', earlier, later)")
    unit = _allowed(arguments[0], GRAINS, "DATE_DIFF")
    start, end = (reader.time(each, "DATE_DIFF") for each in arguments[1:])
    return Operation("date_diff", (Constant(unit), start, end))


def _date_add(sign: int) -> NamedReading:
    def read(reader: Reader, arguments: list[exp.Expr]) -> Expression:
        takes(arguments, (2,), "time + INTERVAL '1 day'")
        if not isinstance(arguments[1], exp.Interval):
            raise QueryRefused("Write time + INTERVAL '1 day'.")

        return _moved(reader.time(arguments[0], "DATE_ADD"), interval(arguments[1]), sign)

    return read


def _to_char(reader: Reader, arguments: list[exp.Expr]) -> Expression:
    takes(arguments, (2,), "TO_CHAR(time, 'YYYY-MM')")
    pattern = arguments[1]
    if not isinstance(pattern, exp.Literal) or not pattern.is_string:
        raise QueryRefused("TO_CHAR takes its pattern as a text in quotes; write TO_CHAR(time, 'YYYY-MM').")

    time = reader.time(arguments[0], "TO_CHAR")
    return Operation("to_char", (Constant(pattern_of(str(pattern.this))), time))


def _today(reader: Reader, node: exp.Expr) -> Expression:
    only(node)
    return Constant(truncated(reader.context.clock.read().replace(tzinfo=None), "day"))


def _now(reader: Reader, node: exp.Expr) -> Expression:
    """The moment of the question, in UTC as times of the data are."""
    only(node)
    return Constant(reader.context.clock.read().astimezone(UTC).replace(tzinfo=None))


def _date(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this")
    return cast("date", reader.time(node.this, "DATE"))


def _at_zone(reader: Reader, node: exp.Expr) -> Expression:
    """Times of the data are UTC. Once it says of which zone a time is, twice it shows it in another."""
    only(node, "this", "zone")
    zone = node.args["zone"]
    name = str(zone.this) if isinstance(zone, exp.Literal) and zone.is_string else ""
    if name not in _zones():
        raise QueryRefused("AT TIME ZONE takes the name of a time zone; write AT TIME ZONE 'Europe/Berlin'.")

    is_moment = isinstance(node.this.unnest(), (exp.AtTimeZone, exp.CurrentTimestamp))
    time = reader.time(node.this, "AT TIME ZONE")
    return Operation("local" if is_moment else "utc", (Constant(name), time))


@lru_cache(maxsize=1)  # it reads a folder
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


TIME_READERS: Mapping[type[exp.Expr], Reading] = MappingProxyType({
    exp.TimestampTrunc: _truncated,
    exp.DateTrunc: _truncated,
    exp.Extract: _extracted,
    exp.Year: _part("year"),
    exp.Quarter: _part("quarter"),
    exp.Month: _part("month"),
    exp.Week: _part("week"),
    exp.Day: _part("day"),
    exp.Hour: _part("hour"),
    exp.Date: _date,
    exp.CurrentDate: _today,
    exp.CurrentTimestamp: _now,
    exp.Localtimestamp: _now,
    exp.AtTimeZone: _at_zone,
})  # fmt: skip
NAMED_TIME_READERS: Mapping[str, NamedReading] = MappingProxyType({
    "DATE_DIFF": _date_diff,
    "DATEDIFF": _date_diff,
    "DATE_ADD": _date_add(1),
    "DATE_SUB": _date_add(-1),
    "TO_CHAR": _to_char,
})  # fmt: skip

"""The functions that a query may call, and the SQL node that each becomes.

None reads anything but its operands, and the reader limits how long a text they can make.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.query.query import Constant, Expression, Operation

Sql = exp.Expr
Build = Callable[..., Sql]


def cast(kind: str, value: Expression) -> Expression:
    """The value as one of `CAST_TYPES`."""
    return Operation("cast", (Constant(kind), value))


def _case(*parts: Sql) -> Sql:
    """CASE from conditions and values in turn; the last part of an odd number is the ELSE."""
    case = exp.Case()
    for condition, value in zip(parts[::2], parts[1::2], strict=False):
        case = case.when(condition, value, copy=False)

    case = case.else_(parts[-1], copy=False) if len(parts) % 2 else case
    return exp.paren(case, copy=False)


def _cast(kind: str, value: Sql) -> Sql:
    """A cast to one of `CAST_TYPES`, or to `decimal(p, s)`."""
    return exp.Cast(this=value, to=exp.DataType.build(kind, dialect="postgres"))


def _shift(amount: int, unit: str, value: Sql) -> Sql:
    """A time moved by so many units."""
    interval = exp.Interval(this=exp.Literal.string(str(abs(amount))), unit=exp.Var(this=unit.upper()))
    node = exp.Sub if amount < 0 else exp.Add
    return exp.paren(node(this=value, expression=interval), copy=False)


def _date_diff(unit: str, start: Sql, end: Sql) -> Sql:
    """How many boundaries of a unit lie between two times."""
    return exp.DateDiff(this=end, expression=start, unit=exp.Var(this=unit.upper()))


def _formatted(pattern: str, value: Sql) -> Sql:
    """A time as text, by a pattern in the notation of strftime."""
    return exp.TimeToStr(this=value, format=exp.Literal.string(pattern))


def _local(zone: str, value: Sql) -> Sql:
    """A moment of UTC as the clocks of a zone show it."""
    return _in_zone(_in_zone(value, "UTC"), zone)


def _utc(zone: str, value: Sql) -> Sql:
    """What the clocks of a zone show as a moment of UTC."""
    return _in_zone(_in_zone(value, zone), "UTC")


def _in_zone(value: Sql, zone: str) -> Sql:
    return exp.paren(exp.AtTimeZone(this=value, zone=exp.Literal.string(zone)), copy=False)


def _one(node: type[exp.Expr]) -> Build:
    return lambda value: node(this=value)


def _trim(position: str) -> Build:
    def build(value: Sql, characters: Sql | None = None) -> Sql:
        return exp.Trim(this=value, expression=characters, position=position)

    return build


def _remainder(left: Sql, right: Sql) -> Sql:
    """NULL where the divisor is zero, as for a quotient."""
    divisor = exp.Nullif(this=right, expression=exp.Literal.number(0))
    return exp.paren(exp.Mod(this=left, expression=divisor), copy=False)


def _positive(value: Sql) -> Sql:
    """The value, or NULL where it has no logarithm."""
    at_least_zero = exp.Greatest(this=value, expressions=[exp.Literal.number(0)], ignore_nulls=True)
    return exp.Nullif(this=at_least_zero, expression=exp.Literal.number(0))


def _joined(first: Sql, *others: Sql) -> Sql:
    found = first
    for other in others:
        found = exp.DPipe(this=found, expression=other, safe=True)

    return exp.paren(found, copy=False)


def _choice(node: type[exp.Greatest] | type[exp.Least]) -> Build:
    return lambda first, *others: node(this=first, expressions=list(others), ignore_nulls=True)


FUNCTIONS: Mapping[str, Build] = MappingProxyType({
    "case": _case,
    "same": lambda left, right: exp.paren(exp.NullSafeEQ(this=left, expression=right), copy=False),
    "join": _joined,  # ||, NULL where a part is NULL
    "concat": lambda *values: exp.Concat(expressions=list(values), safe=True, coalesce=True),
    "substring": lambda value, start, length=None: exp.Substring(this=value, start=start, length=length),
    "left": lambda value, length: exp.Left(this=value, expression=length),
    "right": lambda value, length: exp.Right(this=value, expression=length),
    "length": _one(exp.Length),
    "trim": _trim("BOTH"),
    "trim_left": _trim("LEADING"),
    "trim_right": _trim("TRAILING"),
    "replace": lambda value, old, new: exp.Replace(this=value, expression=old, replacement=new),
    "split_part": lambda value, mark, place: exp.SplitPart(this=value, delimiter=mark, part_index=place),
    "position": lambda value, part: exp.StrPosition(this=value, substr=part),
    "starts_with": lambda value, start: exp.StartsWith(this=value, expression=start),
    "floor": _one(exp.Floor),
    "ceil": _one(exp.Ceil),
    "trunc": _one(exp.Trunc),
    "sqrt": _one(exp.Sqrt),
    "exp": _one(exp.Exp),
    "sign": _one(exp.Sign),
    "ln": lambda value: exp.Ln(this=_positive(value)),
    "log10": lambda value: exp.Log(this=exp.Literal.number(10), expression=_positive(value)),
    "power": lambda base, exponent: exp.Pow(this=base, expression=exponent),
    "mod": _remainder,
    "greatest": _choice(exp.Greatest),
    "least": _choice(exp.Least),
    "date_diff": _date_diff,
    "to_char": _formatted,
    "local": _local,
    "utc": _utc,
    "cast": _cast,
    "shift": _shift,
})  # fmt: skip

STRINGS = frozenset({
    "join", "concat", "substring", "left", "right", "trim", "trim_left", "trim_right", "replace",
    "split_part", "to_char",
})  # fmt: skip
NUMBERS = frozenset({
    "length", "position", "floor", "ceil", "trunc", "sqrt", "exp", "sign", "ln", "log10", "power", "mod",
    "date_diff", "grouping",
})  # fmt: skip
TIMES = frozenset({"shift", "local", "utc"})
BOOLEANS = frozenset({"same", "starts_with"})
CAST_TYPES: Mapping[str, str] = MappingProxyType({  # what SQL calls them -> the type they have here
    "text": "string",
    "bigint": "number",
    "double precision": "number",
    "decimal": "number",
    "boolean": "boolean",
    "timestamp": "time",
    "date": "time",
})  # fmt: skip

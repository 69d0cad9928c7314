"""What PostgreSQL computes without failing on any value: numbers as NUMERIC, times in years 1 to 9999.

NUMERIC overflows nowhere between 1e-100 and 1e300; beyond, a number is NULL. Where an operation is possible
for some values only, a sub-query names its operand, so that the test and the operation write it once.
"""

from collections.abc import Callable
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.query.postgres_casts import cast
from svcchat_magic.semantic.query.postgres_forms import fit, in_years, named_once, numeric, where
from svcchat_magic.semantic.query.total_sql import (
    Sql,
    TotalOperations,
    null_as,
    whole,
)

_MOST = {"month": 50_000, "year": 4_000, "day": 1_500_000}  # an interval that stays within PostgreSQL's times


def _plain(value: Sql, kind: str) -> Sql:
    match kind:
        case "number":
            return fit(numeric(value))
        case "time":
            return _as_moment(value)
        case "string":
            return exp.cast(value, "text", copy=False) if isinstance(value, exp.Parameter) else value
        case _:
            return value


def _as_moment(value: Sql) -> Sql:
    """A date or moment of a column; its year is read before it is cast."""
    if isinstance(value.unnest(), (exp.Parameter, exp.Cast)):
        return exp.cast(value, "timestamp", copy=False)

    def known(moment: Sql) -> Sql:
        year = exp.Extract(this=exp.Var(this="YEAR"), expression=moment)
        ends = {"low": exp.Literal.number(1), "high": exp.Literal.number(9999)}
        return where(exp.Between(this=year, **ends), exp.cast(moment.copy(), "timestamp"))

    return named_once(known, value)


def _as_double(value: Sql) -> Sql:
    return exp.cast(value, "double precision", copy=False)


def _of_double(value: Sql) -> Sql:
    return fit(numeric(value))


def _binary(node: type[exp.Binary]) -> Callable[..., Sql]:
    return lambda left, right: fit(exp.paren(node(this=left, expression=right), copy=False))


def _divide(left: Sql, right: Sql) -> Sql:
    divisor = exp.Nullif(this=right, expression=exp.Literal.number(0))
    return fit(exp.paren(exp.Div(this=left, expression=divisor, typed=True, safe=False), copy=False))


def _mod(left: Sql, right: Sql) -> Sql:
    divisor = exp.Nullif(this=right, expression=exp.Literal.number(0))
    return fit(exp.Anonymous(this="MOD", expressions=[left, divisor]))


def _round(value: Sql, digits: Sql | None = None) -> Sql:
    return exp.Round(this=value, decimals=None if digits is None else whole(digits))


def _sqrt(value: Sql) -> Sql:
    zero = exp.Literal.number(0)
    return named_once(lambda v: where(exp.GTE(this=v, expression=zero), fit(exp.Sqrt(this=v.copy()))), value)


def _exp(value: Sql) -> Sql:
    def build(v: Sql) -> Sql:
        small = exp.LT(this=v, expression=exp.Literal.number(-200))
        known = exp.LT(this=v.copy(), expression=exp.Literal.number(600))
        return where(small, exp.Literal.number(0), known, _of_double(exp.Exp(this=_as_double(v.copy()))))

    return named_once(build, value)


def positive(value: Sql) -> Sql:
    """The value, or NULL where it has no logarithm."""
    at_least_zero = exp.Greatest(this=value, expressions=[exp.Literal.number(0)], ignore_nulls=True)
    return exp.Nullif(this=at_least_zero, expression=exp.Literal.number(0))


def _power(base: Sql, exponent: Sql) -> Sql:
    text = """
        CASE
            WHEN n.v0 = 0 THEN CASE WHEN n.v1 > 0 THEN 0 WHEN n.v1 = 0 THEN 1 END
            WHEN n.v0 < 0 AND n.v1 <> TRUNC(n.v1) THEN NULL
            WHEN ABS(n.v1 * LN(ABS(n.v0))) < 600
            THEN POWER(CAST(n.v0 AS DOUBLE PRECISION), CAST(n.v1 AS DOUBLE PRECISION))
        END
    """
    found: Sql = exp.maybe_parse(text, dialect="postgres")
    return _of_double(named_once(lambda *_: found, base, exponent))


def _like(node: type[exp.Binary]) -> Callable[..., Sql]:
    """Its patterns were looked at."""

    def build(value: Sql, pattern: Sql, escape: Sql | None = None) -> Sql:
        own = exp.Literal.string("") if escape is None else escape
        return exp.paren(exp.Escape(this=node(this=value, expression=pattern), expression=own), copy=False)

    return build


def _counted(node: type[exp.Expr], operand: str = "expression") -> Callable[..., Sql]:
    def build(value: Sql, *others: Sql) -> Sql:
        return exp.cast(node(this=value, **({operand: others[0]} if others else {})), "numeric", copy=False)

    return build


def _with_whole(node: type[exp.Expr], *names: str) -> Callable[..., Sql]:
    """A function of a text and whole numbers, or of texts before them."""

    def build(value: Sql, *others: Sql) -> Sql:
        given = dict(zip(names, others, strict=False))
        return node(this=value, **{name: _unless_text(name, each) for name, each in given.items()})

    return build


def _unless_text(name: str, value: Sql) -> Sql:
    return value if name == "delimiter" else whole(value)


def _trunc(unit: str, value: Sql) -> Sql:
    moment = exp.cast(value, "timestamp", copy=False)
    return in_years(exp.TimestampTrunc(this=moment, unit=exp.Var(this=unit.upper())))


def _part(unit: str, value: Sql) -> Sql:
    moment = exp.cast(value, "timestamp", copy=False)
    part = exp.Extract(this=exp.Var(this=unit.upper()), expression=moment)
    return exp.cast(exp.Floor(this=part) if unit == "second" else part, "numeric", copy=False)


def _shift(amount: int, unit: str, value: Sql) -> Sql:
    if abs(amount) > _MOST.get(unit, abs(amount)):
        return null_as("timestamp")

    interval = exp.Interval(this=exp.Literal.string(str(abs(amount))), unit=exp.Var(this=unit.upper()))
    node = exp.Sub if amount < 0 else exp.Add
    return in_years(exp.paren(node(this=value, expression=interval), copy=False))


def _in_zone(name: str, value: Sql, first: str, second: str) -> Sql:
    for zone in (first or name, second or name):
        value = exp.paren(exp.AtTimeZone(this=value, zone=exp.Literal.string(zone)), copy=False)

    return in_years(value)


def postgres_total(date_diff: Callable[..., Sql]) -> TotalOperations:
    """PostgreSQL's operations; `date_diff` counts borders between two moments."""
    operators: dict[str, Callable[..., Sql]] = {
        "+": _binary(exp.Add),
        "-": _binary(exp.Sub),
        "*": _binary(exp.Mul),
        "/": _divide,
        "mod": _mod,
        "round": _round,
        "sqrt": _sqrt,
        "exp": _exp,
        "ln": lambda value: fit(exp.Ln(this=positive(value))),
        "log10": lambda value: fit(
            exp.Anonymous(
                this="LOG", expressions=[exp.cast(exp.Literal.number(10), "numeric"), positive(value)]
            )
        ),
        "power": _power,
        "like": _like(exp.Like),
        "ilike": _like(exp.ILike),
        "length": _counted(exp.Length),
        "position": _counted(exp.StrPosition, "substr"),
        "substring": _with_whole(exp.Substring, "start", "length"),
        "left": _with_whole(exp.Left, "expression"),
        "right": _with_whole(exp.Right, "expression"),
        "split_part": _with_whole(exp.SplitPart, "delimiter", "part_index"),
        "date_trunc": _trunc,
        "extract": _part,
        "shift": _shift,
        "date_diff": lambda *given: exp.cast(date_diff(*given), "numeric", copy=False),
        "local": lambda zone, value: _in_zone(zone, value, "UTC", ""),
        "utc": lambda zone, value: _in_zone(zone, value, "", "UTC"),
    }
    return TotalOperations(_plain, MappingProxyType(operators), cast)

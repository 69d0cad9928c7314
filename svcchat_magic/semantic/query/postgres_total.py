"""What PostgreSQL computes without failing on any value: numbers as NUMERIC, times in years 1 to 9999.

NUMERIC overflows nowhere between 1e-100 and 1e300; beyond, a number is NULL. Where an operation is possible
for some values only, a sub-query names its operand, so that the test and the operation write it once.
"""

from collections.abc import Callable
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.total_sql import (
    NOT_FENCED,
    Sql,
    TotalOperations,
    between_ends,
    null_as,
    whole,
)

_FIRST, _LAST = "0001-12-31 23:59:59.999999 BC", "10000-01-01 00:00:00"
_MOST = {"month": 50_000, "year": 4_000, "day": 1_500_000}  # an interval that stays within PostgreSQL's times
_NUMBER = r"^[+-]?([0-9]{1,60}\.?[0-9]{0,60}|\.[0-9]{1,60})([eE][+-]?[0-9]{1,3})?$"
_TRUTHS = {"TRUE": ("true", "t", "yes", "y", "1"), "FALSE": ("false", "f", "no", "n", "0")}


def _plain(value: Sql, kind: str) -> Sql:
    match kind:
        case "number":
            return _fit(_numeric(value))
        case "time":
            return _as_moment(value)
        case "string":
            return exp.cast(value, "text", copy=False) if isinstance(value, exp.Parameter) else value
        case _:
            return value


def _numeric(value: Sql) -> Sql:
    """Each number as it is written: a DOUBLE loses no digit."""
    if isinstance(value.unnest(), (exp.Literal, exp.Neg)):
        return exp.cast(value, "numeric", copy=False)

    return exp.cast(exp.cast(value, "text", copy=False), "numeric", copy=False)


def _as_moment(value: Sql) -> Sql:
    """A date or moment of a column; its year is read before it is cast."""
    if isinstance(value.unnest(), (exp.Parameter, exp.Cast)):
        return exp.cast(value, "timestamp", copy=False)

    def known(moment: Sql) -> Sql:
        year = exp.Extract(this=exp.Var(this="YEAR"), expression=moment)
        ends = {"low": exp.Literal.number(1), "high": exp.Literal.number(9999)}
        return _where(exp.Between(this=year, **ends), exp.cast(moment.copy(), "timestamp"))

    return named_once(known, value)


def named_once(build: Callable[..., Sql], *values: Sql) -> Sql:
    """What is built over names of some values: (SELECT ... FROM (SELECT value AS v0 OFFSET 0) AS n)."""
    names = [exp.alias_(value, f"v{at}", copy=False) for at, value in enumerate(values)]
    inner = exp.Select(expressions=names, offset=exp.Offset(expression=exp.Literal.number(0)))
    found = build(*(exp.column(f"v{at}", table="n") for at in range(len(values))))
    return exp.Select(expressions=[found], from_=exp.From(this=inner.subquery("n", copy=False))).subquery(
        copy=False
    )


def _where(*branches: Sql) -> Sql:
    """CASE from conditions and values in turn."""
    case = exp.Case()
    for condition, value in zip(branches[::2], branches[1::2], strict=True):
        case = case.when(condition, value, copy=False)

    return case


def _fit(value: Sql) -> Sql:
    """A NUMERIC that the next operation can take."""
    most = exp.cast(exp.Literal.number("1e300"), "numeric")
    least = exp.cast(exp.Literal.number("-1e300"), "numeric")
    rounded = exp.Round(this=between_ends(value, least, most), decimals=exp.Literal.number(100))
    return exp.Anonymous(this="TRIM_SCALE", expressions=[rounded])


def _in_years(value: Sql) -> Sql:
    first, last = (exp.cast(exp.Literal.string(text), "timestamp") for text in (_FIRST, _LAST))
    return between_ends(value, first, last)


def _as_double(value: Sql) -> Sql:
    return exp.cast(value, "double precision", copy=False)


def _of_double(value: Sql) -> Sql:
    return _fit(_numeric(value))


def _binary(node: type[exp.Binary]) -> Callable[..., Sql]:
    return lambda left, right: _fit(exp.paren(node(this=left, expression=right), copy=False))


def _divide(left: Sql, right: Sql) -> Sql:
    divisor = exp.Nullif(this=right, expression=exp.Literal.number(0))
    return _fit(exp.paren(exp.Div(this=left, expression=divisor, typed=True, safe=False), copy=False))


def _mod(left: Sql, right: Sql) -> Sql:
    divisor = exp.Nullif(this=right, expression=exp.Literal.number(0))
    return _fit(exp.Anonymous(this="MOD", expressions=[left, divisor]))


def _round(value: Sql, digits: Sql | None = None) -> Sql:
    return exp.Round(this=value, decimals=None if digits is None else whole(digits))


def _sqrt(value: Sql) -> Sql:
    zero = exp.Literal.number(0)
    return named_once(
        lambda v: _where(exp.GTE(this=v, expression=zero), _fit(exp.Sqrt(this=v.copy()))), value
    )


def _exp(value: Sql) -> Sql:
    def build(v: Sql) -> Sql:
        small = exp.LT(this=v, expression=exp.Literal.number(-200))
        known = exp.LT(this=v.copy(), expression=exp.Literal.number(600))
        return _where(small, exp.Literal.number(0), known, _of_double(exp.Exp(this=_as_double(v.copy()))))

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
    return _in_years(exp.TimestampTrunc(this=moment, unit=exp.Var(this=unit.upper())))


def _part(unit: str, value: Sql) -> Sql:
    moment = exp.cast(value, "timestamp", copy=False)
    part = exp.Extract(this=exp.Var(this=unit.upper()), expression=moment)
    return exp.cast(exp.Floor(this=part) if unit == "second" else part, "numeric", copy=False)


def _shift(amount: int, unit: str, value: Sql) -> Sql:
    if abs(amount) > _MOST.get(unit, abs(amount)):
        return null_as("timestamp")

    interval = exp.Interval(this=exp.Literal.string(str(abs(amount))), unit=exp.Var(this=unit.upper()))
    node = exp.Sub if amount < 0 else exp.Add
    return _in_years(exp.paren(node(this=value, expression=interval), copy=False))


def _in_zone(name: str, value: Sql, first: str, second: str) -> Sql:
    for zone in (first or name, second or name):
        value = exp.paren(exp.AtTimeZone(this=value, zone=exp.Literal.string(zone)), copy=False)

    return _in_years(value)


def _cast(kind: str, given: str, value: Sql) -> Sql:
    match kind.partition("(")[0], given:
        case _, "null":
            return null_as(kind)
        case "text", _:
            return exp.cast(value, "text", copy=False)
        case "boolean", "string":
            return _boolean(value)
        case "timestamp", "time":
            return exp.cast(value, "timestamp", copy=False)
        case "date", "time":
            return exp.cast(value, "date", copy=False)
        case "boolean", "boolean":
            return value
        case (("bigint" | "double precision" | "decimal"), ("string" | "number")):
            number = _read(value) if given == "string" else value
            return _cut(number, kind)
        case _:
            raise QueryRefused(NOT_FENCED)


def _read(text: Sql) -> Sql:
    """A text as a number, as far as it is one."""
    trimmed = exp.Anonymous(this="BTRIM", expressions=[text])

    def build(v: Sql) -> Sql:
        is_number = exp.RegexpLike(this=v, expression=exp.Literal.string(_NUMBER))
        return _where(is_number, exp.cast(v.copy(), "numeric"))

    return _fit(named_once(build, trimmed))


def _cut(number: Sql, kind: str) -> Sql:
    if kind == "double precision":
        return number

    if kind == "bigint":
        first, last = exp.convert(-(2**63) - 1), exp.convert(2**63)
        return between_ends(exp.Round(this=number), exp.cast(first, "numeric"), exp.cast(last, "numeric"))

    digits, scale = (int(part) for part in kind.removeprefix("decimal(").rstrip(")").split(","))
    last = exp.cast(exp.Literal.number("1" + "0" * (digits - scale)), "numeric")
    rounded = exp.Round(this=number, decimals=exp.Literal.number(scale))
    return between_ends(rounded, exp.paren(exp.Neg(this=last.copy())), last)


def _boolean(text: Sql) -> Sql:
    lowered = exp.Lower(this=exp.Anonymous(this="BTRIM", expressions=[text]))

    def build(v: Sql) -> Sql:
        return _where(*(
            part
            for value, words in _TRUTHS.items()
            for part in (
                exp.In(this=v.copy(), expressions=[exp.Literal.string(word) for word in words]),
                exp.Boolean(this=value == "TRUE"),
            )
        ))  # fmt: skip

    return named_once(build, lowered)


def postgres_total(date_diff: Callable[..., Sql]) -> TotalOperations:
    """They; `date_diff` counts borders between two moments."""
    operators: dict[str, Callable[..., Sql]] = {
        "+": _binary(exp.Add),
        "-": _binary(exp.Sub),
        "*": _binary(exp.Mul),
        "/": _divide,
        "mod": _mod,
        "round": _round,
        "sqrt": _sqrt,
        "exp": _exp,
        "ln": lambda value: _fit(exp.Ln(this=positive(value))),
        "log10": lambda value: _fit(
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
    return TotalOperations(_plain, MappingProxyType(operators), _cast)

"""What Spark computes without failing on any value: numbers as DOUBLE, times in years 1 to 9999.

DOUBLE does not overflow into an error, and TRY_CAST gives NULL. A value that is both tested and used has a
name in the lambda of TRANSFORM, so that it is written once.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.query.query import Constant, Expression
from svcchat_magic.semantic.query.total_sql import Sql, TotalOperations, null_as, whole

NO_ESCAPE = "\x01"  # Spark has no way to switch the backslash off but to name another character

_MOST = {"month": 50_000, "year": 4_000, "day": 1_500_000}
_NAME = "v"


def _plain(value: Sql, kind: str) -> Sql:
    return _in_years(value) if kind == "time" else value


def _operand(value: Sql, kind: str) -> Sql:
    return _try(value, "double") if kind == "number" else value


def _try(value: Sql, kind: str) -> Sql:
    return exp.TryCast(this=value, to=exp.DataType.build(kind, dialect="postgres"), safe=True)


def _number(value: Sql) -> Sql:
    """A DOUBLE; what is no number is NULL."""
    return exp.Nullif(this=value, expression=_try(exp.Literal.string("NaN"), "double precision"))


def _in_years(value: Sql) -> Sql:
    name = exp.to_identifier(_NAME)
    year = exp.Anonymous(this="YEAR", expressions=[name])
    ends = {"low": exp.Literal.number(1), "high": exp.Literal.number(9999)}
    known = exp.Case().when(exp.Between(this=year, **ends), name.copy(), copy=False)
    each = exp.Lambda(this=known, expressions=[name.copy()])
    found = exp.Anonymous(
        this="TRANSFORM", expressions=[exp.Anonymous(this="ARRAY", expressions=[value]), each]
    )
    return exp.Anonymous(this="ELEMENT_AT", expressions=[found, exp.Literal.number(1)])


def _binary(node: type[exp.Binary]) -> Callable[..., Sql]:
    return lambda left, right: _number(exp.paren(node(this=left, expression=right), copy=False))


def _divide(node: type[exp.Div] | type[exp.Mod]) -> Callable[..., Sql]:
    def build(left: Sql, right: Sql) -> Sql:
        divisor = exp.Nullif(this=right, expression=exp.Literal.number(0))
        return _number(exp.paren(node(this=left, expression=divisor), copy=False))

    return build


def _one(node: type[exp.Expr]) -> Callable[..., Sql]:
    return lambda value: _number(_try(node(this=value), "double precision"))


def _counted(node: type[exp.Expr]) -> Callable[..., Sql]:
    def build(value: Sql, *others: Sql) -> Sql:
        return _try(node(this=value, **({"substr": others[0]} if others else {})), "double precision")

    return build


def _shift(amount: int, unit: str, value: Sql) -> Sql:
    if abs(amount) > _MOST.get(unit, abs(amount)):
        return null_as("timestamp")

    interval = exp.Interval(this=exp.Literal.string(str(abs(amount))), unit=exp.Var(this=unit.upper()))
    node = exp.Sub if amount < 0 else exp.Add
    return _in_years(exp.paren(node(this=value, expression=interval), copy=False))


def _with_whole(node: type[exp.Expr], *names: str) -> Callable[..., Sql]:
    def build(value: Sql, *others: Sql) -> Sql:
        given = zip(names, others, strict=False)
        return node(
            this=value, **{name: each if name == "delimiter" else whole(each) for name, each in given}
        )

    return build


def _cast(kind: str, given: str, value: Sql) -> Sql:
    match kind:
        case "text":
            return exp.cast(value, "text", copy=False)
        case "bigint":
            number = _try(value, "double precision") if given == "string" else value
            return _try(exp.Round(this=number), kind)
        case "timestamp" | "date":
            return _in_years(_try(value, kind))
        case _:
            return _try(value, kind)


def _takes_pattern(pattern: Expression) -> bool:
    return isinstance(pattern, Constant) and NO_ESCAPE not in str(pattern.value)


_NUMBERS: Mapping[str, Callable[..., Sql]] = MappingProxyType({
    "+": _binary(exp.Add),
    "-": _binary(exp.Sub),
    "*": _binary(exp.Mul),
    "/": _divide(exp.Div),
    "mod": _divide(exp.Mod),
    "round": _with_whole(exp.Round, "decimals"),
    "floor": _one(exp.Floor),
    "ceil": _one(exp.Ceil),
    "trunc": lambda value: _try(_try(value, "bigint"), "double precision"),
    "sign": _one(exp.Sign),
    "sqrt": _one(exp.Sqrt),
    "exp": _one(exp.Exp),
    "ln": lambda value: _number(exp.Ln(this=value)),
    "log10": lambda value: _number(exp.Anonymous(this="LOG10", expressions=[value])),
    "power": lambda base, exponent: _number(exp.Pow(this=base, expression=exponent)),
})  # fmt: skip
_TEXTS: Mapping[str, Callable[..., Sql]] = MappingProxyType({
    "length": _counted(exp.Length),
    "position": _counted(exp.StrPosition),
    "substring": _with_whole(exp.Substring, "start", "length"),
    "left": _with_whole(exp.Left, "expression"),
    "right": _with_whole(exp.Right, "expression"),
    "split_part": _with_whole(exp.SplitPart, "delimiter", "part_index"),
})  # fmt: skip


def _times(
    extract: Callable[[str, Sql], Sql], operators: Mapping[str, Callable[..., Sql]]
) -> dict[str, Callable[..., Sql]]:
    return {
        "date_trunc": lambda unit, value: exp.TimestampTrunc(this=value, unit=exp.Var(this=unit.upper())),
        "extract": lambda unit, value: _try(extract(unit, value), "double precision"),
        "shift": _shift,
        "date_diff": lambda *given: _try(operators["date_diff"](*given), "double precision"),
        "local": lambda zone, value: _in_years(operators["local"](zone, value)),
        "utc": lambda zone, value: _in_years(operators["utc"](zone, value)),
    }


def spark_total(
    extract: Callable[[str, Sql], Sql], operators: Mapping[str, Callable[..., Sql]]
) -> TotalOperations:
    """Spark's operations; `operators` are those that it writes in its own way."""
    texts = {**_TEXTS, "like": operators["like"], "ilike": operators["ilike"]}
    found = MappingProxyType({**_NUMBERS, **texts, **_times(extract, operators)})
    return TotalOperations(_plain, found, _cast, _takes_pattern, _operand)

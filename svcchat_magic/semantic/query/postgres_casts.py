"""Casts of PostgreSQL that give NULL where a value cannot be cast."""

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.postgres_forms import fit, named_once, where
from svcchat_magic.semantic.query.total_sql import (
    NOT_FENCED,
    Sql,
    between_ends,
    null_as,
)

_NUMBER = r"^[+-]?([0-9]{1,60}\.?[0-9]{0,60}|\.[0-9]{1,60})([eE][+-]?[0-9]{1,3})?$"
_TRUTHS = {"TRUE": ("true", "t", "yes", "y", "1"), "FALSE": ("false", "f", "no", "n", "0")}


def cast(kind: str, given: str, value: Sql) -> Sql:
    """A value as another type; NULL if it has none of it."""
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
        return where(is_number, exp.cast(v.copy(), "numeric"))

    return fit(named_once(build, trimmed))


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
        return where(*(
            part
            for value, words in _TRUTHS.items()
            for part in (
                exp.In(this=v.copy(), expressions=[exp.Literal.string(word) for word in words]),
                exp.Boolean(this=value == "TRUE"),
            )
        ))  # fmt: skip

    return named_once(build, lowered)

"""Operations that no value makes fail, for engines without a TRY: what cannot be computed is NULL.

An engine says how it writes each operator so (`Dialect.total`). Every number is given to them as one type
that holds all of them, every time as a moment of the years that the product knows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlglot import exp

from svcchat_magic.semantic.query.query import Expression

Sql = exp.Expr

NOT_FENCED = (
    "On this database, row rules do not go with this function or cast yet; leave it out, or compare plain "
    "columns."
)


@dataclass(frozen=True, slots=True)
class TotalOperations:
    """One engine's."""

    plain: Callable[[Sql, str], Sql]  # a value of a kind (number, time, string) as its operations take it
    operators: Mapping[str, Callable[..., Sql]]  # those that are written otherwise
    cast: Callable[[str, str, Sql], Sql]  # to what, from which kind, and the value
    takes_pattern: Callable[[Expression], bool] = lambda _: True  # whether LIKE takes it without failing
    operand: Callable[[Sql, str], Sql] = lambda value, _: value  # a value as all but casts take it


def whole(value: Sql) -> Sql:
    """A constant as a whole number, where a function takes nothing else."""
    return exp.cast(value, "int", copy=False)


def null_as(kind: str) -> Sql:
    """NULL of a type."""
    return exp.cast(exp.Null(), kind, copy=False)


def between_ends(value: Sql, first: Sql, last: Sql) -> Sql:
    """A value between two others, or NULL; it is written once, however deep such values are nested."""
    kept = exp.Least(
        this=exp.Greatest(this=value, expressions=[first], ignore_nulls=True),
        expressions=[last.copy()],
        ignore_nulls=True,
    )
    return exp.Nullif(this=exp.Nullif(this=kept, expression=last), expression=first.copy())

"""What differs between engines in the SQL that this package writes; sqlglot knows the rest of each dialect.

DuckDB's meaning is everyone's: the first day of a week is Monday, Sunday is day 0 of a week, a quotient of
whole numbers is a fraction, halves are rounded away from zero, a pattern of LIKE has no escape character of
its own. Where an engine means something else by an operator of `operations`, its dialect writes it otherwise.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import sqlglot
from sqlglot import exp

from svcchat_magic.semantic.query import postgres_sql, spark_sql
from svcchat_magic.semantic.query.total_sql import TotalOperations

Sql = exp.Expr


@dataclass(frozen=True, slots=True)
class Dialect:
    """One engine's SQL; `name` is the one that sqlglot knows it by."""

    name: str
    marker: Callable[[int], Sql]  # of the parameter with this number, from 0
    operators: Mapping[str, Callable[..., Sql]] = field(default_factory=dict)  # written otherwise
    functions: Mapping[type[Sql], Callable[[Sql], Sql]] = field(default_factory=dict)
    total: TotalOperations | None = None  # that fail on no value; None where the engine has TRY
    series_function: str = "GENERATE_SERIES"  # from a value to another by a step, one row for each
    list_function: str = ""  # what makes rows of it, where it is a list
    pairs_full_joins: bool = False  # FULL JOIN takes only conditions with an equality of its two sides

    def translated(self, sql: str) -> str:
        """A statement of DuckDB's in this engine's words."""
        if self.name == "duckdb":
            return sql

        return self.sql(sqlglot.parse_one(sql, read="duckdb"))

    def sql(self, statement: Sql) -> str:
        """The text of a statement, whose nodes mean what they do in DuckDB; they are not to be used again."""
        if self.functions:
            statement = statement.transform(self._written, copy=False)

        return statement.sql(dialect=self.name, copy=False)

    def series(self, first: Sql, last: Sql, step: Sql) -> Sql:
        """The values from one to another by a step, in SELECT; a row for each of them."""
        found = exp.Anonymous(this=self.series_function, expressions=[first, last, step])
        return exp.Anonymous(this=self.list_function, expressions=[found]) if self.list_function else found

    def _written(self, node: Sql) -> Sql:
        own = self.functions.get(type(node))
        return node if own is None else own(node)


def dialect_of(name: str) -> Dialect:
    """The dialect of an engine."""
    return _DIALECTS[name]


def parameter_name(number: int) -> str:
    """What a parameter is called where it has a name."""
    return f"p{number}"


def _named(number: int) -> Sql:
    return exp.Parameter(this=exp.Var(this=parameter_name(number)))


def _numbered(number: int) -> Sql:
    return exp.Parameter(this=exp.Literal.number(number + 1))


def _with_colon(number: int) -> Sql:
    return exp.Placeholder(this=parameter_name(number))


_DIALECTS: Mapping[str, Dialect] = MappingProxyType({
    "duckdb": Dialect("duckdb", _named, list_function="UNNEST"),
    "postgres": Dialect(
        "postgres",
        _numbered,
        operators=postgres_sql.OPERATORS,
        functions=postgres_sql.FUNCTIONS,
        total=postgres_sql.TOTAL,
        pairs_full_joins=True,
    ),
    "spark": Dialect(
        "spark",
        _with_colon,
        operators=spark_sql.OPERATORS,
        functions=spark_sql.FUNCTIONS,
        total=spark_sql.TOTAL,
        series_function="SEQUENCE",
        list_function="EXPLODE",
    ),
})  # fmt: skip

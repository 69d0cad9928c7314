"""What a SELECT reads and gives: relations, and what names mean where a statement stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.member_parts import granular_name
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.query.query import (
    Expression,
    Member,
    Source,
    Statement,
)
from svcchat_magic.semantic.reading.columns import Columns
from svcchat_magic.semantic.reading.reader import Clock, Context


@dataclass(frozen=True, slots=True)
class Leaf:
    """The table of a semantic SELECT, with the conditions that an inner SELECT set already."""

    table: str
    root: str
    where: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """What a SELECT gives to the one around it.

    `leaf` is there while the rows of a semantic SELECT are open: neither grouped nor limited, so that the
    SELECT around it may group them and ask for measures. `statement` is missing where it has measures alone.
    """

    columns: Mapping[str, Expression]  # over the leaf where it is open, else as the statement computes them
    statement: Statement | None
    leaf: Leaf | None = None
    members: Columns | None = None  # that the leaf's expressions are made of
    bare_measure: str = ""  # what to say where one is asked for as a value

    def is_bare(self, expression: Expression) -> bool:
        """Whether a column is a measure that is named without MEASURE; the statement leaves it out."""
        return bool(self.bare_measure) and isinstance(expression, Member) and expression.kind == "measure"


@dataclass(frozen=True, slots=True)
class From:
    """What a SELECT reads: the leaf, or other statements."""

    columns: Columns
    leaf: Leaf | None
    sources: tuple[Source, ...] = ()


class ReadQuery(Protocol):
    """Reads a query within what names mean around it."""

    def __call__(self, query: exp.Expr, environment: "Environment", *, is_inner: bool) -> Relation:
        """The query as a relation; raises QueryRefused."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What names mean where a statement stands."""

    model: Model
    clock: Clock
    read: "ReadQuery"
    named: Mapping[str, Relation] = field(default_factory=dict)  # by WITH

    def context(self, windows: Mapping[str, exp.Expr]) -> Context:
        """What expressions of a SELECT in it are read with."""
        calendar = self.model.settings.calendar
        return Context(self.clock, self._subquery, self._granularities, calendar, windows)

    def _granularities(self, time: Expression) -> Mapping[str, Expression]:
        """The units that the model defines for a time, each as the time cut to it."""
        if not isinstance(time, Member) or time.kind != "dimension":
            return {}

        dimension = self.model.cubes[time.path[-1]].dimensions[time.name]
        return {name: replace(time, name=granular_name(time.name, name)) for name in dimension.granularities}

    def _subquery(self, query: exp.Query) -> Statement:
        return statement_of(self.read(query, self, is_inner=False))


def statement_of(relation: Relation) -> Statement:
    """The relation as a statement; raises QueryRefused where measures stand bare in it."""
    if relation.statement is None:
        raise QueryRefused(relation.bare_measure)

    return relation.statement

"""A question to the model as a value, and the rows that answer it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import TypeAlias

Scalar: TypeAlias = str | int | float | Decimal | bool | datetime | None


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks: what row-level rules are read against (2.2 rule 2).

    `is_internal` users without a policy of their own keep full access; external ones are
    denied a cube that has no policy in a model that has any.
    """

    user_id: str
    is_internal: bool = False
    groups: tuple[str, ...] = ()
    attributes: Mapping[str, object] = field(default_factory=dict)
    security_context: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Constant:
    """A value from the text, already of the type it is compared with."""

    value: Scalar


@dataclass(frozen=True, slots=True)
class Member:
    """A dimension, measure or segment of the cube at the end of a join path."""

    path: tuple[str, ...]  # from the queried table's root cube, e.g. ("line_items", "orders")
    name: str
    kind: str  # dimension, measure or segment
    type: str  # string, number, time or boolean


@dataclass(frozen=True, slots=True)
class Operation:
    """A comparison, connective, arithmetic or one of the few functions, by the names in `operations`."""

    operator: str
    operands: tuple["Expression", ...]


Expression: TypeAlias = Constant | Member | Operation


@dataclass(frozen=True, slots=True)
class Output:
    """One column of the answer."""

    name: str
    expression: Expression


@dataclass(frozen=True, slots=True)
class Ordering:
    """One term of ORDER BY."""

    expression: Expression
    descending: bool = False
    nulls_first: bool = False


@dataclass(frozen=True, slots=True)
class SemanticQuery:
    """What was asked of one cube or view; every member in it exists and may be seen."""

    table: str
    root: str  # the cube that every join path starts from
    outputs: tuple[Output, ...]
    aggregated: bool = False  # one row for each combination of `keys`; else one for each row of the root
    keys: tuple[Expression, ...] = ()
    where: tuple[Expression, ...] = ()  # all must hold
    having: Expression | None = None
    order_by: tuple[Ordering, ...] = ()
    limit: int | None = None
    offset: int = 0

    def expressions(self) -> Iterator[Expression]:
        """Everything that is computed."""
        yield from (output.expression for output in self.outputs)
        yield from self.keys
        yield from self.where
        yield from (term.expression for term in self.order_by)
        if self.having is not None:
            yield self.having


@dataclass(frozen=True, slots=True)
class Column:
    """One output column.

    `column_type` is the wire's name for it (2.6): String, Double, Int64, Boolean, Timestamp or Date.
    """

    name: str
    column_type: str


@dataclass(frozen=True, slots=True)
class Rows:
    """What a query returned: at most `limit` rows of plain Python values, and the full count."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[object, ...], ...]
    total_rows: int


def members_of(expression: Expression) -> Iterator[Member]:
    """Every member in an expression."""
    if isinstance(expression, Member):
        yield expression
    elif isinstance(expression, Operation):
        for operand in expression.operands:
            yield from members_of(operand)

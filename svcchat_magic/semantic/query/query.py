"""A question to the model as a value, and the rows that answer it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import TypeAlias

from svcchat_magic.semantic.query.stages import NamedStatement, Period, RowFound

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


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """A value from the text, already of the type it is compared with."""

    value: Scalar

    def __eq__(self, other: object) -> bool:
        """Whether type and value are the same: TRUE is not 1."""
        if not isinstance(other, Constant):
            return NotImplemented

        return type(self.value) is type(other.value) and self.value == other.value

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


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


@dataclass(frozen=True, slots=True)
class Aggregate:
    """An aggregate of the caller: over dimensions in a `SemanticQuery`, over columns in an `OuterQuery`.

    Over dimensions it counts each row of the dimension's own cube once, however often joins repeat it;
    COUNT(*) has no operand and counts the rows of the root. Functions: count, sum, avg, min, max, median,
    quantile (with its fraction in `arguments`), approximate_count (of distinct values), any, all,
    standard_deviation and variance.
    """

    function: str
    operand: "Expression | None" = None
    distinct: bool = False
    where: "Expression | None" = None  # FILTER (WHERE ...): the rows that it reads
    arguments: tuple[Constant, ...] = ()


@dataclass(frozen=True, slots=True)
class FilteredMeasure:
    """`MEASURE(m) FILTER (WHERE ...)`: a measure over the rows that also meet a condition on dimensions."""

    measure: Member
    where: "Expression"


@dataclass(frozen=True, slots=True)
class Ordering:
    """One term of ORDER BY."""

    expression: "Expression"
    descending: bool = False
    nulls_first: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """Where a window's frame starts or ends: so many rows or units of time away, or none."""

    side: str  # PRECEDING, FOLLOWING or CURRENT ROW
    amount: int | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """The rows that a window function reads."""

    kind: str  # ROWS or RANGE
    start: Bound
    end: Bound


@dataclass(frozen=True, slots=True)
class Window:
    """A window function, computed after grouping and HAVING; it stands in an `OuterQuery` alone."""

    function: str
    operands: tuple["Expression", ...] = ()
    partition_by: tuple["Expression", ...] = ()
    order_by: tuple[Ordering, ...] = ()
    frame: Frame | None = None


@dataclass(frozen=True, slots=True)
class OutputColumn:
    """A column of a sub-query, in the layer around it."""

    relation: str
    name: str
    type: str  # string, number, time, boolean, or null
    growth: int = 1  # a text in it is at most so many times as long as one of the data


@dataclass(frozen=True, slots=True)
class SubqueryTest:
    """A sub-query as a value: whether it holds the operand (in), any row (exists), or its one value (scalar).

    It reads nothing of the query around it.
    """

    kind: str
    operand: "Expression | None"
    statement: "Statement"
    type: str = "boolean"


@dataclass(frozen=True, slots=True)
class ModelSql:
    """A snippet of the model with an expression for each of its references, in their order."""

    sql: str
    values: tuple["Expression", ...]
    type: str


Expression: TypeAlias = (
    Constant
    | Member
    | Operation
    | Aggregate
    | FilteredMeasure
    | Window
    | OutputColumn
    | SubqueryTest
    | Period
    | RowFound
    | ModelSql
)


@dataclass(frozen=True, slots=True)
class Output:
    """One column of the answer."""

    name: str
    expression: Expression


@dataclass(frozen=True, slots=True)
class Periods:
    """Periods one after the other, those without rows included.

    They go from the first output of `bounds` to its second; conditions over `Period` leave some out.
    """

    unit: str  # of DATE_TRUNC
    bounds: "SemanticQuery"
    where: tuple["Expression", ...] = ()


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
    periods: Periods | None = None  # each row is read once for each of them, where the conditions hold
    is_complete: bool = False  # the default filters of its view are among its conditions
    # What the row rules bind to as if it was computed: this query gives some of the numbers beside it.
    beside: tuple[Expression, ...] = ()

    def expressions(self) -> Iterator[Expression]:
        """Everything that is computed."""
        yield from (output.expression for output in self.outputs)
        yield from self.keys
        yield from self.where
        yield from (term.expression for term in self.order_by)
        if self.having is not None:
            yield self.having


@dataclass(frozen=True, slots=True)
class Source:
    """A statement in FROM: the first one, or one that is joined to those before it."""

    name: str
    statement: "Statement | NamedStatement"
    join: str = ""  # inner, left, right, full or cross; "" for the first
    on: Expression | None = None


@dataclass(frozen=True, slots=True)
class OuterQuery:
    """A SELECT over the answers of other statements, as SQL computes it.

    HAVING and QUALIFY are the WHERE of the SELECT around it. An aggregated one has its keys first and then
    aggregates as outputs; what is computed from them is the business of the SELECT around it, too.
    Statements in `named` are computed once, for every source of this query that names them.
    """

    sources: tuple[Source, ...]
    outputs: tuple[Output, ...]
    aggregated: bool = False
    keys: tuple[Expression, ...] = ()
    where: tuple[Expression, ...] = ()
    distinct: bool = False
    order_by: tuple[Ordering, ...] = ()
    limit: int | None = None
    offset: int = 0
    named: tuple[tuple[str, "Statement"], ...] = ()

    def expressions(self) -> Iterator[Expression]:
        """Everything that is computed, but conditions of joins."""
        yield from (output.expression for output in self.outputs)
        yield from self.keys
        yield from self.where
        yield from (term.expression for term in self.order_by)


@dataclass(frozen=True, slots=True)
class SetOperation:
    """UNION, INTERSECT or EXCEPT of statements with as many columns each; ORDER BY reads its outputs."""

    operator: str  # union, intersect or except
    keeps_repeated: bool  # ALL
    left: "Statement"
    right: "Statement"
    outputs: tuple[Output, ...]  # its columns as `OutputColumn`s of the left side
    order_by: tuple[Ordering, ...] = ()
    limit: int | None = None
    offset: int = 0


Statement: TypeAlias = SemanticQuery | OuterQuery | SetOperation


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

"""What the readers of single functions need from the reader of expressions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol, TypeAlias

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.calendar import PLAIN, Calendar
from svcchat_magic.semantic.query.query import Expression, Statement
from svcchat_magic.semantic.reading.columns import Columns


class Clock:
    """The moment of a question, in the zone of CURRENT_DATE, and whether a statement reads it."""

    def __init__(self, now: datetime | None = None) -> None:
        moment = now or datetime.now(UTC)
        self._now = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        self.was_read = False

    def read(self) -> datetime:
        """The moment, with its zone."""
        self.was_read = True
        return self._now


@dataclass(frozen=True, slots=True)
class Context:
    """What an expression is read with: the time of the question, sub-queries, times and named windows."""

    clock: Clock
    subquery: Callable[[exp.Query], Statement]
    granularities: Callable[[Expression], Mapping[str, Expression]]  # a time's own units, cut to each
    calendar: Calendar = PLAIN
    windows: Mapping[str, exp.Expr] = field(default_factory=dict)


class Reader(Protocol):
    """Reads the operands of a function."""

    @property
    def columns(self) -> Columns:
        """What names stand for."""

    @property
    def context(self) -> Context:
        """The time of the question, sub-queries and named windows."""

    def read(self, node: exp.Expr) -> Expression:
        """Any expression. Raises QueryRefused, as all of these do."""

    def condition(self, node: exp.Expr) -> Expression:
        """One that is true or false."""

    def number(self, node: exp.Expr) -> Expression:
        """One that is a number."""

    def text(self, node: exp.Expr, function: str) -> Expression:
        """One that is a text."""

    def time(self, node: exp.Expr, function: str) -> Expression:
        """One that is a time; a text in quotes is read as one."""

    def fitted(self, left: Expression, right: Expression) -> tuple[Expression, Expression]:
        """Both as one type."""

    def alike(self, nodes: list[exp.Expr], what: str) -> tuple[Expression, ...]:
        """Expressions of one type."""


Reading: TypeAlias = Callable[[Reader, exp.Expr], Expression]
NamedReading: TypeAlias = Callable[[Reader, list[exp.Expr]], Expression]  # of a function by its arguments


def whole_number(node: exp.Expr, low: int, high: int, what: str) -> int:
    """A whole number that is written in the query; raises QueryRefused for any other."""
    negative = isinstance(node, exp.Neg)
    literal = node.this if negative else node
    if isinstance(literal, exp.Literal) and not literal.is_string:
        text = str(literal.this)
        value = int(text) * (-1 if negative else 1) if text.isdigit() and len(text) < 10 else None
        if value is not None and low <= value <= high:
            return value

    raise QueryRefused(f"{what} takes a whole number from {low} to {high:,}.")


def word(node: object) -> str:
    """A unit of time, as it is written: a name or a text in quotes."""
    named = node.this if isinstance(node, exp.Column) and not node.table else node
    return str(named.name).lower() if isinstance(named, (exp.Var, exp.Literal, exp.Identifier)) else ""


def takes(arguments: list[exp.Expr], counts: tuple[int, ...], form: str) -> None:
    """Raise QueryRefused unless a function has as many arguments as its form says."""
    if len(arguments) not in counts:
        raise QueryRefused(f"Write {form}.")

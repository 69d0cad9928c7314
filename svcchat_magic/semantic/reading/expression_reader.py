"""Expressions of a parsed query read as values, by an allow-list: other kinds of node are refused."""

from collections.abc import Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query import constants
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation
from svcchat_magic.semantic.query.refusals import only, refusal
from svcchat_magic.semantic.reading.aggregates import AGGREGATE_READERS, NAMED_AGGREGATE_READERS
from svcchat_magic.semantic.reading.casts import CAST_READERS
from svcchat_magic.semantic.reading.columns import Columns
from svcchat_magic.semantic.reading.comparisons import COMPARISON_READERS
from svcchat_magic.semantic.reading.number_functions import NAMED_NUMBER_READERS, NUMBER_READERS
from svcchat_magic.semantic.reading.reader import Context, NamedReading, Reader, Reading
from svcchat_magic.semantic.reading.subqueries import SUBQUERY_READERS
from svcchat_magic.semantic.reading.text_functions import NAMED_TEXT_READERS, TEXT_READERS
from svcchat_magic.semantic.reading.time_functions import NAMED_TIME_READERS, TIME_READERS
from svcchat_magic.semantic.reading.windows import WINDOW_READERS

_A_MEASURE = "{name} is a measure; write MEASURE({name})."


class ExpressionReader:
    """Reads expressions over what FROM holds.

    `outputs` are the columns of the SELECT by name: ORDER BY, GROUP BY, HAVING and QUALIFY may use them.
    """

    def __init__(
        self,
        columns: Columns,
        context: Context,
        outputs: Mapping[str, Expression] | None = None,
        bare_measure: str = _A_MEASURE,
    ) -> None:
        self.columns = columns
        self.context = context
        self._outputs = outputs or {}
        self._bare_measure = bare_measure

    def read(self, node: exp.Expr) -> Expression:
        """An expression.

        Raises QueryRefused with a sentence that says what to write instead.
        """
        if type(node) is exp.Column:
            return self._column(node)

        reading = _READERS.get(type(node))
        if reading is None:
            raise QueryRefused(refusal(node))

        return reading(self, node)

    def condition(self, node: exp.Expr) -> Expression:
        """An expression that is true or false."""
        found = self.read(node)
        if type_of(found) not in {"boolean", "null"}:
            raise QueryRefused("A condition must be true or false; write a comparison such as = or >=.")

        return found

    def number(self, node: exp.Expr) -> Expression:
        """An expression that is a number."""
        found = self.read(node)
        if type_of(found) not in {"number", "null"}:
            raise QueryRefused("Arithmetic takes numbers; use measures or number dimensions.")

        return found

    def text(self, node: exp.Expr, function: str) -> Expression:
        """An expression that is a text."""
        found = self.read(node)
        if type_of(found) not in {"string", "null"}:
            raise QueryRefused(f"{function} takes a text; write CAST(... AS TEXT) for other values.")

        return found

    def time(self, node: exp.Expr, function: str) -> Expression:
        """An expression that is a time; a text in quotes is read as one."""
        found = self.read(node)
        if isinstance(found, Constant) and isinstance(found.value, str):
            return Constant(constants.moment(found.value))

        if type_of(found) not in {"time", "null"}:
            raise QueryRefused(f"{function} takes a time.")

        return found

    def fitted(self, left: Expression, right: Expression) -> tuple[Expression, Expression]:
        """Both sides of a comparison as one type."""
        if isinstance(right, Constant):
            return left, constants.fitted(right, left)

        if isinstance(left, Constant):
            return constants.fitted(left, right), right

        if type_of(left) != type_of(right) and "null" not in (type_of(left), type_of(right)):
            raise QueryRefused("Two values of different types cannot be compared; use CAST on one of them.")

        return left, right

    def alike(self, nodes: list[exp.Expr], what: str) -> tuple[Expression, ...]:
        """Expressions of one type."""
        found = [self.read(node) for node in nodes]
        free = (each for each in found if not isinstance(each, Constant))
        model = next(free, None) or next((each for each in found if type_of(each) != "null"), found[0])
        fitted = tuple(self.fitted(model, each)[1] for each in found)
        if {type_of(each) for each in fitted} - {type_of(model), "null"}:
            raise QueryRefused(f"{what} takes values of one type.")

        return fitted

    def _column(self, node: exp.Column) -> Expression:
        only(node, "this", "table")
        if not isinstance(node.this, exp.Identifier):
            raise QueryRefused(refusal(node))

        if not node.table and node.name in self._outputs:
            return self._outputs[node.name]

        found = self.columns.find(node)
        if isinstance(found, Member) and found.kind == "measure":
            raise QueryRefused(self._bare_measure.format(name=self.columns.label(found)))

        return found


def _paren(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this")
    return reader.read(node.this)


def _literal(_reader: Reader, node: exp.Expr) -> Expression:
    return Constant(str(node.this) if node.args.get("is_string") else constants.number(str(node.this)))


def _boolean(_reader: Reader, node: exp.Expr) -> Expression:
    return Constant(bool(node.this))


def _null(_reader: Reader, _node: exp.Expr) -> Expression:
    return Constant(None)


def _coalesce(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expressions", "expression")
    is_nullif = isinstance(node, exp.Nullif)
    others = [node.expression] if is_nullif else node.expressions
    values = reader.alike([node.this, *others], "NULLIF" if is_nullif else "COALESCE")
    return Operation("nullif" if is_nullif else "coalesce", values)


def _called(reader: Reader, node: exp.Expr) -> Expression:
    """A function that the parser does not know."""
    only(node, "this", "expressions")
    reading = _NAMED.get(str(node.this).upper())
    if reading is None:
        raise QueryRefused(refusal(node))

    return reading(reader, node.expressions)


_NAMED: Mapping[str, NamedReading] = MappingProxyType(
    {**NAMED_AGGREGATE_READERS, **NAMED_NUMBER_READERS, **NAMED_TEXT_READERS, **NAMED_TIME_READERS}
)
_READERS: Mapping[type[exp.Expr], Reading] = MappingProxyType({
    exp.Literal: _literal,
    exp.Boolean: _boolean,
    exp.Null: _null,
    exp.Paren: _paren,
    exp.Anonymous: _called,
    exp.Coalesce: _coalesce,
    exp.Nullif: _coalesce,
    **COMPARISON_READERS,
    **NUMBER_READERS,
    **TEXT_READERS,
    **TIME_READERS,
    **CAST_READERS,
    **AGGREGATE_READERS,
    **WINDOW_READERS,
    **SUBQUERY_READERS,
})  # fmt: skip

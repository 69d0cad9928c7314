"""Expressions of a parsed query read as values, by an allow-list: other kinds of node are refused."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query import constants
from svcchat_magic.semantic.query.operations import GRAINS, PARTS, type_of
from svcchat_magic.semantic.query.query import Constant, Expression, Operation
from svcchat_magic.semantic.query.refusals import only, refusal
from svcchat_magic.semantic.reading.measure_calls import AGGREGATES, aggregated_measure, named_measure
from svcchat_magic.semantic.reading.table_members import TableMembers

_COMPARISONS: Mapping[type[exp.Expr], str] = MappingProxyType({
    exp.EQ: "=", exp.NEQ: "<>", exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">=",
})  # fmt: skip
_CONNECTIVES: Mapping[type[exp.Expr], str] = MappingProxyType({exp.And: "and", exp.Or: "or"})
_ARITHMETIC: Mapping[type[exp.Expr], str] = MappingProxyType({
    exp.Add: "+", exp.Sub: "-", exp.Mul: "*", exp.Div: "/",
})  # fmt: skip
_NUMERIC_FUNCTIONS: Mapping[type[exp.Expr], str] = MappingProxyType({exp.Abs: "abs", exp.Neg: "negative"})
_TEXT_FUNCTIONS: Mapping[type[exp.Expr], str] = MappingProxyType({exp.Lower: "lower", exp.Upper: "upper"})


class ExpressionReader:
    """Reads expressions over the members of one table.

    `outputs` are the columns of the SELECT by name: ORDER BY, GROUP BY and HAVING may use them.
    """

    def __init__(
        self,
        members: TableMembers,
        outputs: Mapping[str, Expression] | None = None,
        bare_measure: str = "{name} is a measure; write MEASURE({name}).",
    ) -> None:
        self._members = members
        self._outputs = outputs or {}
        self._bare_measure = bare_measure

    def read(self, node: exp.Expr) -> Expression:
        """An expression.

        Raises QueryRefused with a sentence that says what to write instead.
        """
        for kinds, name in _OPERATOR_READERS:
            if isinstance(node, kinds):
                return name(self, node)

        raise QueryRefused(refusal(node))

    def condition(self, node: exp.Expr) -> Expression:
        """An expression that is true or false."""
        found = self.read(node)
        if type_of(found) not in {"boolean", "null"}:
            raise QueryRefused("A condition must be true or false; write a comparison such as = or >=.")

        return found

    def _paren(self, node: exp.Expr) -> Expression:
        only(node, "this")
        return self.read(node.this)

    def _literal(self, node: exp.Expr) -> Expression:
        return Constant(str(node.this) if node.args.get("is_string") else constants.number(str(node.this)))

    def _boolean(self, node: exp.Expr) -> Expression:
        return Constant(bool(node.this))

    def _null(self, _node: exp.Expr) -> Expression:
        return Constant(None)

    def _cast(self, node: exp.Expr) -> Expression:
        only(node, "this", "to")
        literal = node.this
        if not (
            isinstance(literal, exp.Literal)
            and literal.is_string
            and node.args["to"].is_type("date", "timestamp")
        ):
            raise QueryRefused(refusal(node))

        return Constant(constants.moment(str(literal.this)))

    def _column(self, node: exp.Expr) -> Expression:
        only(node, "this", "table")
        if not isinstance(node, exp.Column) or not isinstance(node.this, exp.Identifier):
            raise QueryRefused(refusal(node))

        if not node.table and node.name in self._outputs:
            return self._outputs[node.name]

        member = self._members.find(node)
        if member.kind == "measure":
            raise QueryRefused(self._bare_measure.format(name=self._members.qualified(member)))

        return member

    def _measure(self, node: exp.Expr) -> Expression:
        return named_measure(node, self._members)

    def _aggregate(self, node: exp.Expr) -> Expression:
        return aggregated_measure(node, self._members)

    def _comparison(self, node: exp.Expr) -> Expression:
        only(node, "this", "expression")
        left, right = self._fitted(self.read(node.this), self.read(node.expression))
        return Operation(_COMPARISONS[type(node)], (left, right))

    def _connective(self, node: exp.Expr) -> Expression:
        operands = node.flatten(unnest=False)  # a chain of hundreds is one operation
        return Operation(_CONNECTIVES[type(node)], tuple(self.condition(operand) for operand in operands))

    def _not(self, node: exp.Expr) -> Expression:
        only(node, "this")
        return Operation("not", (self.condition(node.this),))

    def _between(self, node: exp.Expr) -> Expression:
        only(node, "this", "low", "high")
        value = self.read(node.this)
        _, low = self._fitted(value, self.read(node.args["low"]))
        _, high = self._fitted(value, self.read(node.args["high"]))
        return Operation("and", (Operation(">=", (value, low)), Operation("<=", (value, high))))

    def _in(self, node: exp.Expr) -> Expression:
        only(node, "this", "expressions")
        value = self.read(node.this)
        options = tuple(self._fitted(value, self.read(option))[1] for option in node.expressions)
        if not options or not all(isinstance(option, Constant) for option in options):
            raise QueryRefused("IN takes a list of values; write IN ('a', 'b').")

        return Operation("in", (value, *options))

    def _is(self, node: exp.Expr) -> Expression:
        only(node, "this", "expression", "negate")
        value, right = self.read(node.this), node.expression
        if isinstance(right, exp.Null):
            found = Operation("is_null", (value,))
        elif isinstance(right, exp.Boolean) and type_of(value) == "boolean":
            found = Operation(
                "coalesce", (Operation("=", (value, Constant(bool(right.this)))), Constant(False))
            )
        else:
            raise QueryRefused("IS takes NULL, TRUE or FALSE; write = to compare with a value.")

        return Operation("not", (found,)) if node.args.get("negate") else found

    def _like(self, node: exp.Expr) -> Expression:
        escape: tuple[Expression, ...] = ()
        if isinstance(node, exp.Escape):
            only(node, "this", "expression")
            escape = (self.read(node.expression),)
            node = node.this

        only(node, "this", "expression", "negate")
        operands = (self.read(node.this), self.read(node.expression), *escape)
        if not isinstance(node, (exp.Like, exp.ILike)) or any(
            type_of(operand) != "string" for operand in operands
        ):
            raise QueryRefused("LIKE compares a text dimension with a pattern; write name LIKE 'A%'.")

        for character in escape:
            if not isinstance(character, Constant) or len(str(character.value)) != 1:
                raise QueryRefused("ESCAPE takes one character.")

            if not _is_whole_pattern(operands[1], str(character.value)):
                raise QueryRefused(
                    "LIKE with ESCAPE takes a pattern in quotes that does not end with its escape."
                )

        found = Operation("ilike" if isinstance(node, exp.ILike) else "like", operands)
        return Operation("not", (found,)) if node.args.get("negate") else found

    def _arithmetic(self, node: exp.Expr) -> Expression:
        only(node, "this", "expression")
        return Operation(_ARITHMETIC[type(node)], (self._number(node.this), self._number(node.expression)))

    def _numeric(self, node: exp.Expr) -> Expression:
        only(node, "this")
        return Operation(_NUMERIC_FUNCTIONS[type(node)], (self._number(node.this),))

    def _round(self, node: exp.Expr) -> Expression:
        only(node, "this", "decimals")
        digits = node.args.get("decimals")
        read = (self.read(digits),) if digits is not None else ()
        if read and not (
            isinstance(read[0], Constant) and isinstance(read[0].value, int) and read[0].value <= 10
        ):
            raise QueryRefused("ROUND takes a number of digits from 0 to 10.")

        return Operation("round", (self._number(node.this), *read))

    def _text(self, node: exp.Expr) -> Expression:
        only(node, "this")
        value = self.read(node.this)
        if type_of(value) != "string":
            raise QueryRefused("LOWER and UPPER take a text dimension.")

        return Operation(_TEXT_FUNCTIONS[type(node)], (value,))

    def _coalesce(self, node: exp.Expr) -> Expression:
        only(node, "this", "expressions", "expression")
        rest = node.expressions or [node.expression]
        first = self.read(node.this)
        others = tuple(self._fitted(first, self.read(other))[1] for other in rest)
        return Operation("nullif" if isinstance(node, exp.Nullif) else "coalesce", (first, *others))

    def _truncated(self, node: exp.Expr) -> Expression:
        only(node, "this", "unit")
        return self._of_unit("date_trunc", node.args.get("unit"), node.this, GRAINS)

    def _extract(self, node: exp.Expr) -> Expression:
        only(node, "this", "expression")
        return self._of_unit("extract", node.this, node.expression, PARTS)

    def _of_unit(self, function: str, unit: object, value: exp.Expr, allowed: tuple[str, ...]) -> Expression:
        name = str(unit.name).lower() if isinstance(unit, (exp.Var, exp.Literal)) else ""
        if name not in allowed:
            raise QueryRefused(f"{function.upper()} takes one of {', '.join(allowed)}.")

        time = self.read(value)
        if type_of(time) != "time" or isinstance(time, Constant):
            raise QueryRefused(f"{function.upper()} takes a time dimension.")

        return Operation(function, (Constant(name), time))

    def _number(self, node: exp.Expr) -> Expression:
        found = self.read(node)
        if type_of(found) not in {"number", "null"}:
            raise QueryRefused("Arithmetic takes numbers; use measures or number dimensions.")

        return found

    def _fitted(self, left: Expression, right: Expression) -> tuple[Expression, Expression]:
        """Both sides of a comparison as one type."""
        if isinstance(right, Constant):
            return left, constants.fitted(right, left)

        if isinstance(left, Constant):
            return constants.fitted(left, right), right

        if type_of(left) != type_of(right):
            raise QueryRefused("Two members of different types cannot be compared.")

        return left, right


def _is_whole_pattern(pattern: Expression, escape: str) -> bool:
    """Whether every escape of a pattern is followed by what it escapes: an engine fails on one at the end."""
    if not isinstance(pattern, Constant):
        return False

    text = str(pattern.value)
    return (len(text) - len(text.rstrip(escape))) % 2 == 0


_Reading = Callable[[ExpressionReader, exp.Expr], Expression]
_OPERATOR_READERS: tuple[tuple[tuple[type[exp.Expr], ...], _Reading], ...] = (
    ((exp.Column,), ExpressionReader._column),
    ((exp.Literal,), ExpressionReader._literal),
    ((exp.Boolean,), ExpressionReader._boolean),
    ((exp.Null,), ExpressionReader._null),
    ((exp.Paren,), ExpressionReader._paren),
    ((exp.Anonymous,), ExpressionReader._measure),
    (tuple(AGGREGATES), ExpressionReader._aggregate),
    (tuple(_COMPARISONS), ExpressionReader._comparison),
    (tuple(_CONNECTIVES), ExpressionReader._connective),
    ((exp.Not,), ExpressionReader._not),
    ((exp.Between,), ExpressionReader._between),
    ((exp.In,), ExpressionReader._in),
    ((exp.Is,), ExpressionReader._is),
    ((exp.Like, exp.ILike, exp.Escape), ExpressionReader._like),
    (tuple(_ARITHMETIC), ExpressionReader._arithmetic),
    (tuple(_NUMERIC_FUNCTIONS), ExpressionReader._numeric),
    (tuple(_TEXT_FUNCTIONS), ExpressionReader._text),
    ((exp.Round,), ExpressionReader._round),
    ((exp.Coalesce, exp.Nullif), ExpressionReader._coalesce),
    ((exp.TimestampTrunc, exp.DateTrunc), ExpressionReader._truncated),
    ((exp.Extract,), ExpressionReader._extract),
    ((exp.Cast,), ExpressionReader._cast),
)

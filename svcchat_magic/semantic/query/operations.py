"""The short list of operators and functions that a query may hold, and the SQL each becomes.

Nothing outside this list can be written, so what the reader lets through is what the engine can be asked.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from functools import partial
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.model.calendar import PLAIN, Calendar
from svcchat_magic.semantic.query.dialects import Dialect, parameter_name
from svcchat_magic.semantic.query.functions import (
    BOOLEANS,
    CAST_TYPES,
    FUNCTIONS,
    NUMBERS,
    STRINGS,
    TIMES,
)
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Constant,
    Expression,
    FilteredMeasure,
    Operation,
    Scalar,
    Window,
)

GRAINS = ("second", "minute", "hour", "day", "week", "month", "quarter", "year")
# What a time is cut to, the shorter before the longer.
UNITS = (*GRAINS[: GRAINS.index("year")], "fiscal_quarter", "year", "fiscal_year")
PARTS = (
    "year", "quarter", "month", "week", "day", "dow", "isodow", "doy", "hour", "minute", "second", "epoch",
    "isoyear",
)  # fmt: skip
ESCAPE = (
    "!"  # of LIKE patterns that this package writes: a backslash means different things to different engines
)

Sql = exp.Expr


class Bindings:
    """The values of one statement; texts and times travel as parameters, never inside the SQL."""

    def __init__(self, dialect: Dialect, calendar: Calendar = PLAIN) -> None:
        self.dialect = dialect
        self.calendar = calendar
        self.values: dict[str, object] = {}

    def bind(self, value: Scalar) -> Sql:
        """The expression that stands for a value."""
        if value is None:
            return exp.Null()

        if isinstance(value, bool):
            return exp.Boolean(this=value)

        if isinstance(value, (int, float, Decimal)):
            return exp.paren(exp.convert(value), copy=False) if value < 0 else exp.convert(value)

        number = len(self.values)
        self.values[parameter_name(number)] = value
        return self.dialect.marker(number)


def render(expression: Expression, leaf: Callable[[Expression], Sql], bindings: Bindings) -> Sql:
    """An expression as SQL; `leaf` says what stands for a member, and for all that is no operation."""
    if not isinstance(expression, (Constant, Operation)):
        return leaf(expression)

    return render_outside(expression, lambda operand: render(operand, leaf, bindings), bindings)


def render_outside(
    expression: Constant | Operation, inner: Callable[[Expression], Sql], bindings: Bindings
) -> Sql:
    """A value or an operation as SQL; `inner` writes its operands."""
    if isinstance(expression, Constant):
        return bindings.bind(expression.value)

    return build_operation(expression, inner, bindings, partial(usual_builder, bindings))


def build_operation(
    operation: Operation,
    inner: Callable[[Expression], Sql],
    bindings: Bindings,
    builder: Callable[[str], Callable[..., Sql]],
) -> Sql:
    """An operation as SQL; `builder` gives what writes an operator."""
    name, operands = operation.operator, operation.operands
    if name == "date_trunc":
        return _cut(str(_word(operands[0])), inner(operands[1]), bindings, builder)

    words = _WORDS.get(name, 0)
    return builder(name)(*map(_word, operands[:words]), *map(inner, operands[words:]))


def usual_builder(bindings: Bindings, name: str) -> Callable[..., Sql]:
    """What writes an operator on the engine of a statement."""
    return bindings.dialect.operators.get(name) or _SQL[name]


def _cut(unit: str, time: Sql, bindings: Bindings, builder: Callable[[str], Callable[..., Sql]]) -> Sql:
    """A time cut to a unit of the model's calendar."""
    cut, truncate, shift = bindings.calendar.cut(unit), builder("date_trunc"), builder("shift")
    if not cut.amount:
        return truncate(cut.unit, time)

    return shift(-cut.amount, cut.moved, truncate(cut.unit, shift(cut.amount, cut.moved, time)))


def type_of(expression: Expression) -> str:
    """string, number, time, boolean, or "null"."""
    match expression:
        case Constant(value):
            return type_of_value(value)
        case Operation("cast", (Constant(kind), _)):
            return CAST_TYPES[str(kind).partition("(")[0]]
        case Operation("case", operands):
            return _first_type((*operands[1::2], *operands[-1:]) if len(operands) % 2 else operands[1::2])
        case Operation(operator, operands):
            return _RESULT_TYPES.get(operator) or _first_type(operands)
        case Aggregate(function, operand) | Window(function, (operand, *_)):
            if operand is not None and function in _KEEP_TYPE:
                return type_of(operand)

            return _AGGREGATE_TYPES.get(function, "number")
        case FilteredMeasure(measure):
            return measure.type
        case Window():
            return "number"
        case _:
            return expression.type


def type_of_value(value: Scalar) -> str:
    """The type of a constant."""
    if value is None:
        return "null"

    if isinstance(value, bool):
        return "boolean"

    if isinstance(value, datetime):
        return "time"

    return "string" if isinstance(value, str) else "number"


def escaped_pattern(text: str) -> str:
    """A text as a LIKE pattern that matches only itself."""
    for special in (ESCAPE, "%", "_"):
        text = text.replace(special, ESCAPE + special)

    return text


def all_of(expressions: tuple[Expression, ...]) -> Expression:
    """True when every one is; one expression stays as it is."""
    return expressions[0] if len(expressions) == 1 else Operation("and", expressions)


def any_of(expressions: tuple[Expression, ...]) -> Expression:
    """True when at least one is."""
    return expressions[0] if len(expressions) == 1 else Operation("or", expressions)


def _binary(node: type[exp.Binary]) -> Callable[..., Sql]:
    return lambda left, right: exp.paren(node(this=left, expression=right), copy=False)


def _connected(node: type[exp.Connector]) -> Callable[..., Sql]:
    def build(first: Sql, *others: Sql) -> Sql:
        found = first
        for other in others:
            found = node(this=found, expression=other)

        return exp.paren(found, copy=False)

    return build


def _like(node: type[exp.Binary]) -> Callable[..., Sql]:
    def build(value: Sql, pattern: Sql, escape: Sql | None = None) -> Sql:
        found = node(this=value, expression=pattern)
        return exp.paren(
            exp.Escape(this=found, expression=escape) if escape is not None else found, copy=False
        )

    return build


def _divide(left: Sql, right: Sql) -> Sql:
    """A quotient, or NULL where the divisor is zero."""
    divisor = exp.Nullif(this=right, expression=exp.Literal.number(0))
    return exp.paren(exp.Div(this=left, expression=divisor, typed=False, safe=False), copy=False)


def _round(value: Sql, digits: Sql | None = None) -> Sql:
    return exp.Round(this=value, decimals=digits)


def _in(value: Sql, *options: Sql) -> Sql:
    return exp.paren(exp.In(this=value, expressions=list(options)), copy=False)


def _is_null(value: Sql) -> Sql:
    return exp.paren(exp.Is(this=value, expression=exp.Null()), copy=False)


_SQL: Mapping[str, Callable[..., Sql]] = MappingProxyType({
    "=": _binary(exp.EQ),
    "<>": _binary(exp.NEQ),
    "<": _binary(exp.LT),
    "<=": _binary(exp.LTE),
    ">": _binary(exp.GT),
    ">=": _binary(exp.GTE),
    "+": _binary(exp.Add),
    "-": _binary(exp.Sub),
    "*": _binary(exp.Mul),
    "/": _divide,
    "and": _connected(exp.And),
    "or": _connected(exp.Or),
    "not": lambda value: exp.paren(exp.Not(this=value), copy=False),
    "negative": lambda value: exp.paren(exp.Neg(this=value), copy=False),
    "in": _in,
    "is_null": _is_null,
    "like": _like(exp.Like),
    "ilike": _like(exp.ILike),
    "lower": lambda value: exp.Lower(this=value),
    "upper": lambda value: exp.Upper(this=value),
    "abs": lambda value: exp.Abs(this=value),
    "round": _round,
    "coalesce": lambda first, *others: exp.Coalesce(this=first, expressions=list(others)),
    "nullif": lambda left, right: exp.Nullif(this=left, expression=right),
    "date_trunc": lambda unit, value: exp.TimestampTrunc(this=value, unit=exp.Var(this=unit.upper())),
    "extract": lambda unit, value: exp.Extract(this=exp.Var(this=unit.upper()), expression=value),
    **FUNCTIONS,
})  # fmt: skip

# How many words come first: values of the reader's own lists, which are written into the SQL.
_WORDS: Mapping[str, int] = MappingProxyType({
    **dict.fromkeys(("date_trunc", "extract", "date_diff", "to_char", "local", "utc", "cast"), 1),
    "shift": 2,
})  # fmt: skip

_KEEP_TYPE = frozenset({
    "min", "max", "median", "quantile", "lag", "lead", "first_value", "last_value", "nth_value",
})  # fmt: skip
_AGGREGATE_TYPES: Mapping[str, str] = MappingProxyType({"any": "boolean", "all": "boolean"})
_BOOLEANS = ("=", "<>", "<", "<=", ">", ">=", "and", "or", "not", "in", "is_null", "like", "ilike")
_NUMBERS = ("+", "-", "*", "/", "negative", "abs", "round", "extract")
_RESULT_TYPES: Mapping[str, str] = MappingProxyType({
    **dict.fromkeys((*_BOOLEANS, *BOOLEANS), "boolean"),
    **dict.fromkeys((*_NUMBERS, *NUMBERS), "number"),
    **dict.fromkeys(STRINGS, "string"),
    **dict.fromkeys(("date_trunc", *TIMES), "time"),
    "lower": "string",
    "upper": "string",
})  # fmt: skip


def _word(constant: Expression) -> str | int:
    if not isinstance(constant, Constant) or not isinstance(constant.value, (str, int)):
        raise TypeError("the reader gives a constant unit")

    return constant.value


def _first_type(operands: tuple[Expression, ...]) -> str:
    """The type of COALESCE, NULLIF, CASE, GREATEST and LEAST."""
    return next((found for found in map(type_of, operands) if found != "null"), "null")

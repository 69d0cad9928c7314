"""Arithmetic and functions of numbers."""

from collections.abc import Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.query.functions import cast
from svcchat_magic.semantic.query.query import Constant, Expression, Operation
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.reader import NamedReading, Reader, Reading, takes, whole_number
from svcchat_magic.semantic.reading.time_functions import moved_time, time_between

_ARITHMETIC: Mapping[type[exp.Expr], str] = MappingProxyType({
    exp.Add: "+", exp.Sub: "-", exp.Mul: "*", exp.Div: "/", exp.Mod: "mod", exp.Pow: "power",
})  # fmt: skip
_OF_ONE: Mapping[type[exp.Expr], str] = MappingProxyType({
    exp.Abs: "abs", exp.Neg: "negative", exp.Floor: "floor", exp.Ceil: "ceil", exp.Sqrt: "sqrt",
    exp.Exp: "exp", exp.Sign: "sign", exp.Ln: "ln",
})  # fmt: skip
_CHOICES: Mapping[type[exp.Expr], str] = MappingProxyType({exp.Greatest: "greatest", exp.Least: "least"})


def _arithmetic(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expression")
    of_times = moved_time(reader, node) or time_between(reader, node)
    if of_times is not None:
        return of_times

    left, right = reader.number(node.this), reader.number(node.expression)
    return Operation(_ARITHMETIC[type(node)], (left, right))


def _of_one(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this")
    return Operation(_OF_ONE[type(node)], (reader.number(node.this),))


def _round(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "decimals")
    digits = node.args.get("decimals")
    places = () if digits is None else (Constant(whole_number(digits, -10, 10, "ROUND")),)
    return Operation("round", (reader.number(node.this), *places))


def _trunc(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this")
    return Operation("trunc", (reader.number(node.this),))


def _choice(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expressions", "ignore_nulls")
    operator = _CHOICES[type(node)]
    return Operation(operator, reader.alike([node.this, *node.expressions], operator.upper()))


def _log10(reader: Reader, arguments: list[exp.Expr]) -> Expression:
    takes(arguments, (1,), "LOG(number) for the decimal logarithm, or LN(number)")
    return Operation("log10", (cast("double precision", reader.number(arguments[0])),))


NUMBER_READERS: Mapping[type[exp.Expr], Reading] = MappingProxyType({
    **dict.fromkeys(_ARITHMETIC, _arithmetic),
    **dict.fromkeys(_OF_ONE, _of_one),
    **dict.fromkeys(_CHOICES, _choice),
    exp.Round: _round,
    exp.Trunc: _trunc,
})  # fmt: skip
NAMED_NUMBER_READERS: Mapping[str, NamedReading] = MappingProxyType({"LOG": _log10, "LOG10": _log10})

"""Comparisons and connectives: what is true, false or unknown."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import Constant, Expression, Operation
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.reader import Reader, Reading

_COMPARISONS: Mapping[type[exp.Expr], str] = MappingProxyType({
    exp.EQ: "=", exp.NEQ: "<>", exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">=",
})  # fmt: skip
_CONNECTIVES: Mapping[type[exp.Expr], str] = MappingProxyType({exp.And: "and", exp.Or: "or"})


def _compared(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expression")
    sides = reader.fitted(reader.read(node.this), reader.read(node.expression))
    return Operation(_COMPARISONS[type(node)], sides)


def _connected(reader: Reader, node: exp.Expr) -> Expression:
    operands = node.flatten(unnest=False)  # a chain of hundreds is one operation
    return Operation(_CONNECTIVES[type(node)], tuple(reader.condition(operand) for operand in operands))


def _not(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this")
    return Operation("not", (reader.condition(node.this),))


def _same(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expression")
    found = Operation("same", reader.fitted(reader.read(node.this), reader.read(node.expression)))
    return found if isinstance(node, exp.NullSafeEQ) else Operation("not", (found,))


def _between(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "low", "high")
    value = reader.read(node.this)
    low = reader.fitted(value, reader.read(node.args["low"]))
    high = reader.fitted(value, reader.read(node.args["high"]))
    return Operation("and", (Operation(">=", low), Operation("<=", high)))


def _is(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expression", "negate")
    value, right = reader.read(node.this), node.expression
    if isinstance(right, exp.Null):
        found = Operation("is_null", (value,))
    elif isinstance(right, exp.Boolean) and type_of(value) == "boolean":
        found = Operation("coalesce", (Operation("=", (value, Constant(bool(right.this)))), Constant(False)))
    else:
        raise QueryRefused("IS takes NULL, TRUE or FALSE; write = to compare with a value.")

    return Operation("not", (found,)) if node.args.get("negate") else found


def _like(reader: Reader, node: exp.Expr) -> Expression:
    escape: tuple[Expression, ...] = ()
    if isinstance(node, exp.Escape):
        only(node, "this", "expression")
        escape = (reader.read(node.expression),)
        node = node.this

    only(node, "this", "expression", "negate")
    operands = (reader.read(node.this), reader.read(node.expression), *escape)
    if not isinstance(node, (exp.Like, exp.ILike)) or any(
        type_of(operand) != "string" for operand in operands
    ):
        raise QueryRefused("LIKE compares a text dimension with a pattern; write name LIKE 'A%'.")

    for character in escape:
        _check_escape(operands[1], character)
        operands = (operands[0], _without_needless(operands[1], character), character)

    found = Operation("ilike" if isinstance(node, exp.ILike) else "like", operands)
    return Operation("not", (found,)) if node.args.get("negate") else found


def _check_escape(pattern: Expression, escape: Expression) -> None:
    if not isinstance(escape, Constant) or len(str(escape.value)) != 1:
        raise QueryRefused("ESCAPE takes one character.")

    if not _is_whole_pattern(pattern, str(escape.value)):
        raise QueryRefused("LIKE with ESCAPE takes a pattern in quotes that does not end with its escape.")


def _without_needless(pattern: Expression, escape: Expression) -> Expression:
    """The pattern without escapes before characters that mean nothing: some engines fail on them."""
    if not isinstance(pattern, Constant) or not isinstance(escape, Constant):
        raise TypeError("both were looked at")

    mark = str(escape.value)
    pairs = re.compile(f"{re.escape(mark)}(.)", re.DOTALL)
    return Constant(pairs.sub(lambda found: found[found[1] not in {"%", "_", mark}], str(pattern.value)))


def _is_whole_pattern(pattern: Expression, escape: str) -> bool:
    """Whether every escape of a pattern is followed by what it escapes: an engine fails on one at the end."""
    if not isinstance(pattern, Constant):
        return False

    text = str(pattern.value)
    return (len(text) - len(text.rstrip(escape))) % 2 == 0


COMPARISON_READERS: Mapping[type[exp.Expr], Reading] = MappingProxyType({
    **dict.fromkeys(_COMPARISONS, _compared),
    **dict.fromkeys(_CONNECTIVES, _connected),
    exp.Not: _not,
    exp.NullSafeEQ: _same,
    exp.NullSafeNEQ: _same,
    exp.Between: _between,
    exp.Is: _is,
    exp.Like: _like,
    exp.ILike: _like,
    exp.Escape: _like,
})  # fmt: skip

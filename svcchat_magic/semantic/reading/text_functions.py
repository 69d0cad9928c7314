"""Functions of texts, each with a limit on how long a text it can make."""

from collections.abc import Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.expressions import parts_of
from svcchat_magic.semantic.query.functions import cast
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import Constant, Expression, Operation, OutputColumn
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.reader import NamedReading, Reader, Reading, takes, whole_number

MAX_GROWTH = 100  # how many times as long as a text of the data a text may be made
_MAX_LENGTH = 10_000


def growth(expression: Expression) -> int:
    """How many times as long as a text of the data a value may be."""
    if isinstance(expression, OutputColumn):
        return expression.growth

    if isinstance(expression, Constant):
        return 1 + len(str(expression.value)) // 100

    grown = [growth(part) for part in parts_of(expression)]
    if not isinstance(expression, Operation):
        return max(grown, default=1)

    if expression.operator in {"join", "concat"}:
        return sum(grown)

    if expression.operator == "replace":
        _, old, new = expression.operands
        return grown[0] * -(-_length(new) // max(1, _length(old))) or 1

    return max(grown, default=1)


def _length(constant: Expression) -> int:
    return len(str(constant.value)) if isinstance(constant, Constant) else 1


def _limited(expression: Expression) -> Expression:
    if growth(expression) > MAX_GROWTH:
        raise QueryRefused("The query joins texts into one that is too long; join fewer of them.")

    return expression


def _as_text(reader: Reader, node: exp.Expr) -> Expression:
    """A value as || and CONCAT take it: numbers and times become texts."""
    found = reader.read(node)
    return found if type_of(found) in {"string", "null"} else cast("text", found)


def _piped(reader: Reader, node: exp.Expr) -> Expression:
    parts = node.flatten(unnest=False)
    for part in node.find_all(exp.DPipe):
        only(part, "this", "expression")

    return _limited(Operation("join", tuple(_as_text(reader, part) for part in parts)))


def _concat(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "expressions", "coalesce")
    return _limited(Operation("concat", tuple(_as_text(reader, part) for part in node.expressions)))


def _one(operator: str, function: str) -> Reading:
    def read(reader: Reader, node: exp.Expr) -> Expression:
        only(node, "this")
        return Operation(operator, (reader.text(node.this, function),))

    return read


def _substring(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "start", "length")
    start = whole_number(node.args["start"], 1, _MAX_LENGTH, "SUBSTRING")
    length = node.args.get("length")
    limits = () if length is None else (Constant(whole_number(length, 0, _MAX_LENGTH, "SUBSTRING")),)
    return Operation("substring", (reader.text(node.this, "SUBSTRING"), Constant(start), *limits))


def _end(operator: str) -> Reading:
    def read(reader: Reader, node: exp.Expr) -> Expression:
        only(node, "this", "expression")
        length = whole_number(node.expression, 0, _MAX_LENGTH, operator.upper())
        return Operation(operator, (reader.text(node.this, operator.upper()), Constant(length)))

    return read


def _trim(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expression", "position")
    position = str(node.args.get("position") or "BOTH")
    operator = {"LEADING": "trim_left", "TRAILING": "trim_right"}.get(position, "trim")
    characters = (_constant(reader, node.expression, "TRIM"),) if node.expression else ()
    return Operation(operator, (reader.text(node.this, "TRIM"), *characters))


def _replace(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expression", "replacement")
    old, new = (_constant(reader, part, "REPLACE") for part in (node.expression, node.args["replacement"]))
    return _limited(Operation("replace", (reader.text(node.this, "REPLACE"), old, new)))


def _split_part(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "delimiter", "part_index")
    mark = _constant(reader, node.args["delimiter"], "SPLIT_PART")
    place = whole_number(node.args["part_index"], 1, _MAX_LENGTH, "SPLIT_PART")
    return Operation("split_part", (reader.text(node.this, "SPLIT_PART"), mark, Constant(place)))


def _position(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "substr")
    part = reader.text(node.args["substr"], "POSITION")
    return Operation("position", (reader.text(node.this, "POSITION"), part))


def _starts_with(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expression")
    start = reader.text(node.expression, "STARTS_WITH")
    return Operation("starts_with", (reader.text(node.this, "STARTS_WITH"), start))


def _contains(reader: Reader, arguments: list[exp.Expr]) -> Expression:
    takes(arguments, (2,), "CONTAINS(text, part)")
    value, part = (reader.text(each, "CONTAINS") for each in arguments)
    return Operation(">", (Operation("position", (value, part)), Constant(0)))


def _constant(reader: Reader, node: exp.Expr, function: str) -> Constant:
    found = reader.read(node)
    if not isinstance(found, Constant) or not isinstance(found.value, str):
        raise QueryRefused(f"{function} takes what it looks for as a text in quotes.")

    return found


TEXT_READERS: Mapping[type[exp.Expr], Reading] = MappingProxyType({
    exp.DPipe: _piped,
    exp.Concat: _concat,
    exp.Lower: _one("lower", "LOWER"),
    exp.Upper: _one("upper", "UPPER"),
    exp.Length: _one("length", "LENGTH"),
    exp.Substring: _substring,
    exp.Left: _end("left"),
    exp.Right: _end("right"),
    exp.Trim: _trim,
    exp.Replace: _replace,
    exp.SplitPart: _split_part,
    exp.StrPosition: _position,
    exp.StartsWith: _starts_with,
})  # fmt: skip
NAMED_TEXT_READERS: Mapping[str, NamedReading] = MappingProxyType({"CONTAINS": _contains})

"""CAST and CASE: values of another type, and values by condition."""

from collections.abc import Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query import constants
from svcchat_magic.semantic.query.functions import cast
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import Constant, Expression, Operation
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.reader import Reader, Reading, whole_number

_KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "text": ("TEXT", "VARCHAR", "CHAR"),
    "bigint": ("INT", "BIGINT", "SMALLINT"),
    "double precision": ("DOUBLE", "FLOAT", "DECIMAL"),
    "boolean": ("BOOLEAN",),
    "timestamp": ("TIMESTAMP", "TIMESTAMPTZ", "DATETIME"),
    "date": ("DATE",),
})  # fmt: skip
_OF_TYPES: Mapping[str, str] = MappingProxyType({t: kind for kind, types in _KINDS.items() for t in types})
_FROM: Mapping[str, tuple[str, ...]] = MappingProxyType({  # what may become a text, a number, ...
    "string": ("string", "number", "time", "boolean"),
    "number": ("string", "number"),
    "time": ("string", "time"),
    "boolean": ("string", "boolean"),
})  # fmt: skip
_TYPES = "CAST takes TEXT, INTEGER, DOUBLE PRECISION, NUMERIC(p, s), DATE, TIMESTAMP or BOOLEAN."


def _cast(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "to")
    kind = _kind(node.args["to"])
    value = reader.read(node.this)
    wanted = type_of(cast(kind, value))
    if isinstance(value, Constant) and isinstance(value.value, str) and wanted == "time":
        return Constant(constants.moment(value.value))

    given = type_of(value)
    if given not in {*_FROM[wanted], "null"}:
        raise QueryRefused(
            f"A {given} is not cast to a {wanted}; "
            "use EXTRACT for a part of a time and CASE for TRUE and FALSE as numbers."
        )

    return cast(kind, value)


def _kind(to: exp.Expr) -> str:
    name = to.this.name if isinstance(to, exp.DataType) and isinstance(to.this, exp.DType) else ""
    parameters = [parameter.this for parameter in to.expressions]
    if name == "DECIMAL" and len(parameters) == 2:
        digits = whole_number(parameters[0], 1, 38, "NUMERIC")
        return f"decimal({digits}, {whole_number(parameters[1], 0, digits, 'NUMERIC')})"

    if name not in _OF_TYPES or (parameters and name != "VARCHAR") or to.args.get("nested"):
        raise QueryRefused(_TYPES)

    if parameters:
        raise QueryRefused("CAST to a text of limited length is not accepted; use LEFT(text, length).")

    return _OF_TYPES[name]


def _case(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "ifs", "default")
    subject = None if node.this is None else reader.read(node.this)
    branches = node.args["ifs"]
    for branch in branches:
        only(branch, "this", "true")

    conditions = [_when(reader, subject, branch.this) for branch in branches]
    default = node.args.get("default")
    nodes = [branch.args["true"] for branch in branches] + ([] if default is None else [default])
    values = reader.alike(nodes, "CASE")
    pairs = (part for pair in zip(conditions, values, strict=False) for part in pair)
    return Operation("case", (*pairs, *values[len(conditions) :]))


def _when(reader: Reader, subject: Expression | None, node: exp.Expr) -> Expression:
    if subject is None:
        return reader.condition(node)

    return Operation("=", reader.fitted(subject, reader.read(node)))


def _if(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "true", "false")
    other = node.args.get("false")
    values = reader.alike([node.args["true"], *([] if other is None else [other])], "IF")
    return Operation("case", (reader.condition(node.this), *values))


CAST_READERS: Mapping[type[exp.Expr], Reading] = MappingProxyType(
    {exp.Cast: _cast, exp.Case: _case, exp.If: _if}
)

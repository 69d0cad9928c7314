"""The `conditions` of access rules: true or false of a viewer, whatever the rows.

A condition compares attributes with constants. One that reads an attribute which the viewer does not have
does not hold, unless the rest decides it alone: a missing value never opens anything.
"""

import ast
import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from svcchat_magic.semantic.query.query import Viewer

FORM = "must compare attributes, such as { userAttributes.level >= 3 } or { 'sales' in groups }"
_MISSING = object()
_MAX_LENGTH = 1000
_TOKEN = re.compile(
    r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(===|!==|&&|\|\||!(?!=)|\b(?:true|false|null)\b)"""
)
_WORDS = MappingProxyType({
    "===": "==", "!==": "!=", "&&": " and ", "||": " or ", "!": " not ",
    "true": "True", "false": "False", "null": "None",
})  # fmt: skip
_COMPARISONS: Mapping[type[ast.cmpop], Callable[..., bool]] = MappingProxyType({
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.In: lambda value, among: value in among, ast.NotIn: lambda value, among: value not in among,
})  # fmt: skip


class ConditionUnreadable(ValueError):
    """A condition of another form."""


def holds(condition: str, viewer: Viewer) -> bool:
    """Whether a condition is true of a viewer; raises ConditionUnreadable."""
    return _truth(_Reader(viewer).value(read_condition(condition))) is True


@lru_cache(maxsize=512)
def read_condition(text: str) -> ast.expr:
    """The parsed condition; raises ConditionUnreadable."""
    inner = text.strip()
    if inner.startswith("{") and inner.endswith("}"):
        inner = inner[1:-1]

    if len(inner) > _MAX_LENGTH:
        raise ConditionUnreadable(FORM)

    try:
        tree = ast.parse(_TOKEN.sub(lambda match: match[1] or _WORDS[match[2]], inner).strip(), mode="eval")
        _Reader(Viewer("")).value(tree.body)  # every form that cannot be read is found here
    except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
        raise ConditionUnreadable(FORM) from error

    return tree.body


class _Reader:
    """Evaluates conditions for a viewer; `_MISSING` is the value of what cannot be known."""

    def __init__(self, viewer: Viewer) -> None:
        self._names: Mapping[str, object] = {
            "securityContext": viewer.security_context,
            "security_context": viewer.security_context,
            "userAttributes": viewer.attributes,
            "user_attributes": viewer.attributes,
            "groups": viewer.groups,
        }

    def value(self, node: ast.expr) -> object:
        match node:
            case ast.Constant(value=value) if value is None or isinstance(value, (str, int, float)):
                return value
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return tuple(self.value(part) for part in parts)
            case ast.Name(id=name) if name in self._names:
                return self._names[name]
            case ast.Attribute(value=inner, attr=name):
                source = self.value(inner)
                return source.get(name, _MISSING) if isinstance(source, Mapping) else _MISSING
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                truth = _truth(self.value(operand))
                return _MISSING if truth is None else not truth
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return -number
            case ast.BoolOp(op=connective, values=parts):
                return _connected(
                    isinstance(connective, ast.And), [_truth(self.value(part)) for part in parts]
                )
            case ast.Compare(left=left, ops=[comparison], comparators=[right]) if (
                type(comparison) in _COMPARISONS
            ):
                return _compared(type(comparison), self.value(left), self.value(right))
            case _:
                raise ConditionUnreadable(FORM)


def _truth(value: object) -> bool | None:
    """Whether a value counts as true; None when it is not known. Attributes are often texts."""
    if value is _MISSING:
        return None

    return value.lower() == "true" if isinstance(value, str) else bool(value)


def _connected(is_and: bool, parts: list[bool | None]) -> object:
    decisive = not is_and
    if decisive in parts:
        return decisive

    return _MISSING if None in parts else is_and


def _compared(comparison: type[ast.cmpop], left: object, right: object) -> object:
    compare = _COMPARISONS.get(comparison)
    if compare is None:
        raise ConditionUnreadable(FORM)

    if left is _MISSING or right is _MISSING or left is None or right is None:
        return _MISSING

    left, right = _alike(left, right)
    try:
        return compare(left, right)
    except TypeError:  # a text against a number: not known, so nothing opens
        return _MISSING


def _alike(left: object, right: object) -> tuple[object, object]:
    """An attribute that is a text as a number or boolean, where it is compared with one."""
    if isinstance(left, str):
        return _like(left, right), right

    return (left, _like(right, left)) if isinstance(right, str) else (left, right)


def _like(text: str, other: object) -> object:
    if isinstance(other, bool):
        return {"true": True, "false": False}.get(text.lower(), text)

    if isinstance(other, (int, float)):
        try:
            return float(text)
        except ValueError:
            return text

    return text

"""The filters of access rules as conditions on rows, with a viewer's attributes for values.

Attributes become constants, which are bound as parameters. One that is missing, empty or of the wrong type
makes its rule match nothing.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from types import MappingProxyType

from svcchat_magic.semantic.access.time_filters import TIME_OPERATORS, span, time_condition
from svcchat_magic.semantic.query.operations import ESCAPE, all_of, any_of, escaped_pattern
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation, Scalar, Viewer

FindMember = Callable[[str], Member]
NOTHING = Constant(False)  # the condition that no row fulfils
OPERATORS: Mapping[str, tuple[str, ...]] = MappingProxyType({  # and the types of member each is for
    "equals": ("string", "number", "boolean"),
    "in": ("string", "number", "boolean"),
    "notIn": ("string", "number", "boolean"),
    "notEquals": ("string", "number", "boolean"),
    "contains": ("string",),
    "notContains": ("string",),
    "startsWith": ("string",),
    "notStartsWith": ("string",),
    "endsWith": ("string",),
    "notEndsWith": ("string",),
    "gt": ("number",),
    "gte": ("number",),
    "lt": ("number",),
    "lte": ("number",),
    "set": ("string", "number", "time", "boolean"),
    "notSet": ("string", "number", "time", "boolean"),
    **dict.fromkeys((*TIME_OPERATORS, "notInDateRange"), ("time",)),
})  # fmt: skip

_TEMPLATE = re.compile(
    r"\{\s*(?P<source>userAttributes|user_attributes|securityContext|security_context)\.(?P<path>[\w.]+)\s*\}"
)
_OTHER_NAMES = MappingProxyType({"in": "equals", "notIn": "notEquals"})
_COMPARISONS = MappingProxyType({"gt": ">", "gte": ">=", "lt": "<", "lte": "<="})
_PATTERNS = MappingProxyType({"contains": "%{}%", "startsWith": "{}%", "endsWith": "%{}"})
_OF_PATTERNS = frozenset({*_PATTERNS, "notContains", "notStartsWith", "notEndsWith"})


def template_source(text: str) -> re.Match[str] | None:
    """The match of a value such as `{ userAttributes.country }`."""
    return _TEMPLATE.fullmatch(text.strip())


def fitting(value: object, kind: str) -> Scalar:
    """A value as the type of the member it is compared with; `None` when it does not fit."""
    if kind == "boolean":
        return value if isinstance(value, bool) else {"true": True, "false": False}.get(str(value).lower())

    if kind == "number":
        return _number(value)

    if kind == "time":
        return str(value) if span(value) is not None else None

    return value if isinstance(value, str) and _is_text(value) else None


def all_filters(filters: Sequence[object], viewer: Viewer, find: FindMember) -> Expression:
    """The condition that every filter of a rule holds, for a viewer."""
    return all_of(
        tuple(filter_condition(entry, viewer, find) for entry in filters if isinstance(entry, Mapping))
    )


def filter_condition(entry: Mapping[str, object], viewer: Viewer, find: FindMember) -> Expression:
    """One filter as a condition; `find` gives the member of a name."""
    for key, connect in (("and", all_of), ("or", any_of)):
        inner = entry.get(key)
        if isinstance(inner, tuple):
            return connect(tuple(filter_condition(part, viewer, find) for part in inner))

    member = find(str(entry["member"]).rpartition(".")[2])
    operator = _OTHER_NAMES.get(str(entry["operator"]), str(entry["operator"]))
    if operator in {"set", "notSet"}:
        is_null = Operation("is_null", (member,))
        return is_null if operator == "notSet" else Operation("not", (is_null,))

    values = _values(entry["values"], viewer, member.type)
    if values is None or ("" in values and operator in _OF_PATTERNS):
        return NOTHING  # the empty text is part of every other: it tells nobody's rows from anybody's

    return _condition(member, operator, values)


def _condition(member: Member, operator: str, values: tuple[Scalar, ...]) -> Expression:
    """`not...` holds for rows without a value too, as people expect of "not X"."""
    if operator in _COMPARISONS:
        return all_of(tuple(Operation(_COMPARISONS[operator], (member, Constant(value))) for value in values))

    if operator.startswith("not"):
        positive = operator[3].lower() + operator[4:]
        is_null = Operation("is_null", (member,))
        return Operation("or", (is_null, Operation("not", (_condition(member, positive, values),))))

    if operator in TIME_OPERATORS:
        return time_condition(member, operator, values)

    if operator == "equals":
        return Operation("in", (member, *map(Constant, values)))

    patterns = (_PATTERNS[operator].format(escaped_pattern(str(value))) for value in values)
    return any_of(
        tuple(Operation("ilike", (member, Constant(found), Constant(ESCAPE))) for found in patterns)
    )


def _values(written: object, viewer: Viewer, kind: str) -> tuple[Scalar, ...] | None:
    """The rule's values for this viewer; `None` when there is none or one of them does not fit."""
    found = [
        value for part in (written if isinstance(written, tuple) else ()) for value in _given(part, viewer)
    ]
    fitted = tuple(fitting(value, kind) for value in found)
    return None if not fitted or None in fitted else fitted


def _given(part: object, viewer: Viewer) -> Sequence[object]:
    match = template_source(part) if isinstance(part, str) else None
    if match is None:
        return (part,)

    source: object = viewer.attributes if match["source"].startswith("user") else viewer.security_context
    for key in match["path"].split("."):
        source = source.get(key) if isinstance(source, Mapping) else None

    return tuple(source) if isinstance(source, (list, tuple)) else (source,)


def _number(value: object) -> int | Decimal | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Decimal)) or len(str(value)) > 40:
        return None

    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None

    if not number.is_finite() or abs(number.adjusted()) > 18:
        return None

    return int(number) if number == number.to_integral_value() else number


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:  # a lone surrogate is no text that a database holds
        return False

    return True

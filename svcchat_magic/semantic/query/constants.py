"""Constants of a query, read as the type of what they are compared with."""

import re
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation, Scalar

_MOMENT = re.compile(
    r"\d{4}-\d{2}(-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?( ?(Z|[+-]\d{2}(:?\d{2})?))?)?Z?)?\Z"
)
_MONTH = len("2024-01")
_MAX_DIGITS = 30
_UNREADABLE = "A number in the query is not readable; write digits, such as 12.5."


def fitted(constant: Constant, other: Expression) -> Constant:
    """The constant as a value that can be compared with the other side.

    Raises QueryRefused when it does not fit; the text names the member and no value.
    """
    kind = type_of(other)
    if constant.value is None or kind == "null" or type_of(constant) == kind:
        return constant

    value = _from_text(constant.value, kind) if isinstance(constant.value, str) else None
    if value is None:
        raise QueryRefused(f"{_described(other)} is compared with a value that is no {_NEEDED[kind]}.")

    return Constant(value)


def number(text: str) -> int | Decimal:
    """A number as it is written.

    Raises QueryRefused for one that is too long or too large.
    """
    try:
        value = Decimal(text)
    except InvalidOperation as error:
        raise QueryRefused(_UNREADABLE) from error

    if not value.is_finite():  # NaN and Infinity, which no list of digits is
        raise QueryRefused(_UNREADABLE)

    if len(text) > _MAX_DIGITS or (value and abs(value.adjusted()) > 18):
        raise QueryRefused("A number in the query is too large.")

    return int(value) if text.isdigit() else value


def moment(text: str) -> datetime:
    """A date or a date with a time.

    Raises QueryRefused for anything else.
    """
    value = _moment(text)
    if value is None:
        raise QueryRefused("A date in the query is not readable; write it as '2024-01-31'.")

    return value


_NEEDED = {
    "time": "date (write it as '2024-01-31')",
    "number": "number",
    "boolean": "TRUE or FALSE",
    "string": "text in single quotes",
}


def _from_text(text: str, kind: str) -> Scalar:
    if kind == "time":
        return _moment(text)

    if kind == "boolean":
        return {"true": True, "false": False}.get(text.lower())

    try:
        return number(text) if kind == "number" else None
    except QueryRefused:
        return None


def _moment(text: str) -> datetime | None:
    """A time as it is written, of UTC; a month is its first day."""
    if not _MOMENT.match(text):
        return None

    whole = f"{text}-01" if len(text) == _MONTH else text.removesuffix("Z")
    try:
        moment = datetime.fromisoformat(whole)
        return moment if moment.tzinfo is None else moment.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None


def _described(expression: Expression) -> str:
    if isinstance(expression, Member):
        return expression.name

    first = expression.operands[-1] if isinstance(expression, Operation) and expression.operands else None
    return "An expression" if first is None else _described(first)

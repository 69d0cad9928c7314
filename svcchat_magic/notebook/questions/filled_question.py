"""`{{name}}` in a question: replaced by the value of the variable, as a person would write it."""

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from numbers import Number
from typing import Any

from svcchat_magic.errors import RequestRefused

MOST_VALUES = 50
MOST_CHARACTERS = 2_000
_PLACE = re.compile(r"\{\{\s*([^\W\d]\w*)\s*\}\}")


def filled(question: str, namespace: Mapping[str, Any]) -> str:
    """The question with each `{{name}}` replaced; single braces and braces in values are left alone.

    A value is text, a number, a date, or up to 50 of these in a list, a set or a column. Raises
    RequestRefused for an unknown name and for any other value.
    """
    return _PLACE.sub(lambda place: _value(place[1], namespace), question)


def _value(name: str, namespace: Mapping[str, Any]) -> str:
    if name not in namespace:
        raise RequestRefused(f"There is no variable {name} for {{{{{name}}}}}; set it in a cell above.")

    text = _words(namespace[name])
    if text is None or len(text) > MOST_CHARACTERS:
        raise RequestRefused(
            f"{{{{{name}}}}} needs text, a number, a date, or a list of up to {MOST_VALUES} of them; "
            f"it {_unlike_words(namespace[name], text)}."
        )

    return text


def _unlike_words(value: Any, text: str | None) -> str:
    """The reason why the value cannot be written in a question."""
    if text is not None:
        return f"has {len(text):,} characters; the limit is {MOST_CHARACTERS:,}"

    values = _values(value)
    if values is None:
        return f"is a {type(value).__name__}"

    if not 0 < len(values) <= MOST_VALUES:
        return f"has {len(values):,} values" if values else "has no values"

    wordless = next(each for each in values if _word(each) is None)
    return f"has a {type(wordless).__name__} in it"


def _words(value: Any) -> str | None:
    if (word := _word(value)) is not None:
        return word

    values = _values(value)
    if values is None or not 0 < len(values) <= MOST_VALUES:
        return None

    words = [_word(each) for each in _in_order(values)]
    return None if None in words else ", ".join(word for word in words if word is not None)


def _values(value: Any) -> Collection[Any] | None:
    many = getattr(value, "tolist", None)  # the values of a column or an array as Python's
    values = many() if callable(many) and getattr(value, "ndim", 1) == 1 else value
    return values if isinstance(values, list | tuple | set | frozenset) else None


def _in_order(values: Iterable[Any]) -> Iterable[Any]:
    """The values in a fixed order: a set has none, and the question must be the same text each time."""
    return sorted(values, key=str) if isinstance(values, set | frozenset) else values


def _word(value: Any) -> str | None:
    if isinstance(value, str):
        return value

    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()

    if isinstance(value, date | datetime):
        return value.isoformat()

    if isinstance(value, bool | Number | Decimal):
        return str(value)

    return None

"""Explain why a body is not a valid request, naming the field that does not fit."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args, get_origin

import msgspec
from msgspec import UnsetType

from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.messages import MAX_DEPTH

BODY: Final = "The request body"
_WITH_OUR_NAMES = ("", "sessionSettings")  # other objects may have field names chosen by the caller
_NAME = re.compile("[A-Za-z][A-Za-z0-9]{0,39}")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_WORDS: Final[Mapping[object, str]] = {str: "a string", bool: "true or false", float: "a number"}


@dataclass(frozen=True, slots=True)
class _Unfit:
    """A JSON value, or one that some programs write as JSON, that no field accepts."""

    why: str


_NO_NUMBER = _Unfit("holds NaN or Infinity, which are no numbers of JSON")
_TOO_LARGE = _Unfit("holds a number that is too large")
_HALF = _Unfit("holds half a character (a lone surrogate)")
_TOO_DEEP = _Unfit(f"is nested deeper than {MAX_DEPTH}")


def json_object(body: bytes) -> dict[str, Any]:
    """Read a request body as plain values. Raises RequestRefused unless it is a valid JSON object."""
    try:
        text = body.decode()
    except UnicodeDecodeError as cause:
        raise RequestRefused(f"{BODY} must be JSON in UTF-8.") from cause

    if text.startswith("\ufeff"):
        raise RequestRefused(f"{BODY} must be JSON without a byte order mark.")

    if not text.strip():
        raise RequestRefused(f"{BODY} is empty; it must be a JSON object.")

    try:
        value = json.loads(text, parse_constant=lambda _: _NO_NUMBER, parse_int=_integer, parse_float=_finite)
    except json.JSONDecodeError as cause:
        raise RequestRefused(f"{BODY} is not JSON: see line {cause.lineno}, column {cause.colno}.") from cause
    except RecursionError as cause:
        raise RequestRefused(f"{BODY} {_TOO_DEEP.why}.") from cause

    if not isinstance(value, dict):
        raise RequestRefused(f"{BODY} must be a JSON object.")

    for where, unfit in _unfit_in(value, "", MAX_DEPTH):
        raise RequestRefused(f"{where or BODY} {unfit.why}.")

    return value


def misfit(value: object, into: type[msgspec.Struct], where: str = "") -> str | None:
    """Describe the first value that does not fit its field; `where` is the path to `value` with a dot."""
    if not isinstance(value, Mapping):
        return f"{where.removesuffix('.') or BODY} must be an object."

    for field in msgspec.structs.fields(into):
        name = f"{where}{field.encode_name}"
        if field.encode_name in value:
            (kind,) = (each for each in get_args(field.type) or (field.type,) if each is not UnsetType)
            if found := _misfit_of_kind(value[field.encode_name], kind, name):
                return found
        elif field.required:
            return f"{name} must be given."

    return None


def is_too_deep(value: object) -> bool:
    """Whether a value is nested deeper than a request may be."""
    return any(unfit is _TOO_DEEP for _, unfit in _unfit_in(value, "", MAX_DEPTH))


def _misfit_of_kind(value: object, kind: Any, name: str) -> str | None:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return misfit(value, kind, f"{name}.")

    if get_origin(kind) is tuple:
        if not isinstance(value, list | tuple):
            return f"{name} must be an array."

        items = (_misfit_of_kind(each, get_args(kind)[0], f"{name}[{at}]") for at, each in enumerate(value))
        return next(filter(None, items), None)

    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return f"{name} must be {_WORDS.get(kind, 'an object')}."

    return None


def _unfit_in(value: object, where: str, depth: int) -> Iterator[tuple[str, _Unfit]]:
    """The first unacceptable value and its path, as far as field names are known."""
    if isinstance(value, _Unfit):
        yield where, value
    elif depth < 0:
        yield where, _TOO_DEEP
    elif isinstance(value, str):
        if _HALF_CHARACTER.search(value):
            yield where, _HALF
    elif isinstance(value, list):
        for each in value:
            yield from _unfit_in(each, where, depth - 1)
    elif isinstance(value, dict):
        for name, each in value.items():
            is_ours = where in _WITH_OUR_NAMES and _NAME.fullmatch(name)
            yield from _unfit_in(name, where, 0)
            yield from _unfit_in(each, f"{where}.{name}".removeprefix(".") if is_ours else where, depth - 1)


def _integer(text: str) -> int | _Unfit:
    try:
        return int(text)
    except ValueError:  # it has more digits than Python converts
        return _TOO_LARGE


def _finite(text: str) -> float | _Unfit:
    value = float(text)
    return value if math.isfinite(value) else _TOO_LARGE

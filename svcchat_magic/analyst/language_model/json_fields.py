"""Reads the fields of a language model's JSON; what does not fit is refused with a sentence."""

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from svcchat_magic.analyst.meaning.tree import Concept


class BadAnalysis(ValueError):
    """The JSON is no analysis over this model; the text says where and why."""


def fields_of(given: object, place: str, known: tuple[str, ...]) -> Mapping[str, Any]:
    """An object's fields but those that are null; raises BadAnalysis for one that is not known."""
    if not isinstance(given, dict):
        raise BadAnalysis(f"{place} must be an object with some of {', '.join(known)}.")

    for name in given:
        if name not in known:
            raise BadAnalysis(f"{place}: there is no {str(name)[:40]!r}; the keys are {', '.join(known)}.")

    return {name: value for name, value in given.items() if value is not None}


def list_of(fields: Mapping[str, Any], name: str) -> list[Any]:
    """A list of the fields, empty where it is left out; raises BadAnalysis."""
    found = fields.get(name, [])
    if not isinstance(found, list):
        raise BadAnalysis(f"{name} must be a list.")

    return found


def one_of(given: object, known: tuple[str, ...], place: str) -> str:
    """One of the words that are known; raises BadAnalysis."""
    if not isinstance(given, str) or given not in known:
        raise BadAnalysis(f"{place} must be one of {', '.join(filter(None, known))}.")

    return given


def number_of(given: object, place: str) -> Decimal:
    """A finite number; raises BadAnalysis."""
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        number = Decimal(str(given))
        if number.is_finite():
            return number

    raise BadAnalysis(f"{place} must be a number.")


def day_of(given: object, place: str) -> date:
    """A day, as YYYY-MM-DD; raises BadAnalysis."""
    try:
        return date.fromisoformat(str(given))
    except ValueError:
        raise BadAnalysis(f"{place} must be a day such as 2024-12-31.") from None


def value_of(given: object, of: Concept) -> object:
    """A value in the type of the dimension it is compared with."""
    kinds: Mapping[str, Callable[[object], object]] = {
        "number": lambda value: number_of(value, "filters.values"),
        "boolean": _truth,
        "time": lambda value: day_of(value, "filters.values").isoformat(),
    }
    return kinds.get(of.type, str)(given)


def _truth(given: object) -> bool:
    if not isinstance(given, bool):
        raise BadAnalysis("filters: the values of that member are true and false.")

    return given

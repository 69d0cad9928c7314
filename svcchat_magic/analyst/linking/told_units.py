"""Numbers that are asked for in another unit than the one they are kept in: minutes of seconds."""

from dataclasses import replace

from svcchat_magic.analyst.language.amounts import is_same, named_in, told_beside
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.functions import TIMES
from svcchat_magic.analyst.meaning.tree import Aggregated, Concept, Measured, OverGroups, Quantity, Ratio

_COUNTING = ("count", "count_distinct")
_MONEY = frozenset({"price", "revenue", "cost", "fee", "salary", "worth", "sterling", "gbp"})
_OFTEN = ("minute", "day")  # of times that do not tell their unit
_LASTING = frozenset({"delay", "lateness"})  # a duration may well be kept in seconds
_OTHERWISE = frozenset({"rate", "share", "pct", "percent", "percentage", "count", "number", "per", "speed"})


def told_unit(of: Concept, unit: str) -> str:
    """The unit of the same kind that a number is kept in, as its names or its description say."""
    about = (each.description for each in of.places)
    if _is_paid(of):
        return ""  # pounds of money are no weight

    return told_beside(unit, (of.name, of.title), about) if of.agg_type not in _COUNTING else ""


def _is_paid(of: Concept) -> bool:
    return of.format == "currency" or not _MONEY.isdisjoint(
        phrase_of(f"{of.title} {of.name}".replace("_", " "))
    )


def lasts_untold(quantity: Quantity, unit: str) -> bool:
    """Whether a number is a length of time that nobody told the unit of: it may well be in minutes."""
    if isinstance(quantity, Aggregated):
        of = quantity.of
    elif isinstance(quantity, Measured) and quantity.measure.agg_type not in _COUNTING:
        of = quantity.measure
    else:
        return False

    words = set(phrase_of(f"{of.title} {of.name}".replace("_", " ")))
    is_number = of.type == "number" and of.format != "percent" and not told_unit(of, unit)
    return is_number and unit in _OFTEN and not words.isdisjoint(_LASTING) and words.isdisjoint(_OTHERWISE)


def in_unit(quantity: Quantity, unit: str) -> Quantity | None:
    """A quantity told in a unit; None where nobody knows in which one it is kept."""
    match quantity:
        case Measured():
            told = told_unit(quantity.measure, unit)
        case Aggregated(since=None, times=None, function=function) if function != "variance":
            told = told_unit(quantity.of, unit)
        case Ratio(is_share=False, way="/"):
            above = in_unit(quantity.above, unit)
            return above and replace(quantity, above=above)
        case OverGroups() if quantity.function != TIMES:
            inner = in_unit(quantity.quantity, unit)
            return inner and replace(quantity, quantity=inner)
        case _:
            return None

    if not told:
        return None

    of = quantity.measure if isinstance(quantity, Measured) else quantity.of
    is_told = named_in(of.title, unit) != of.title  # else the answer tells it: total weight in kilos
    return quantity if is_told and is_same(told, unit) else replace(quantity, told_in=unit)


def is_of_money(unit: str, catalog: Catalog) -> bool:
    """Whether pounds are money here: where the model tells of sterling they need not be a weight."""
    words = (word for each in catalog.concepts for word in phrase_of(f"{each.name} {each.title}"))
    return unit == "pound" and "gbp" in words

"""Numbers of things that rows may have none of: bookings without children have zero of them."""

from decimal import Decimal

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Condition, Missing
from svcchat_magic.semantic.inference.names import singular

_MEANS = frozenset({"average", "mean", "median", "avg"})


def counts_things(of: Concept) -> bool:
    """Whether a number of each row is called after things, and some rows have none of them."""
    said = of.title.lower().split()[-1:]
    return of.kind == "dimension" and of.from_zero and any(singular(each) != each for each in said)


def none_of(of: Concept) -> Condition:
    """The rows without it: with zero of them where each has a number, else those with nothing there."""
    return Compared(of, "=", Decimal(0)) if of.from_zero else Missing(of)


def some_of(of: Concept) -> Condition:
    """The rows with any of it."""
    return Compared(of, ">", Decimal(0))


def counts_nothing(measure: Concept) -> bool:
    """Whether a measure is no number of things: how many sales are no money, nor are they their average."""
    words = phrase_of(measure.title) or ("",)
    first, last = words[0], words[-1]
    is_money = measure.format == "currency" and last in ("total", "revenue", "turnover", "value")
    return first in _MEANS or (measure.agg_type == "sum" and (last == "amount" or is_money))

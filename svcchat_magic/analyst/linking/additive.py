"""Measures that other numbers can be divided by: what is counted or added up."""

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.rates import RATES
from svcchat_magic.analyst.meaning.tree import Concept

_LEVELS = frozenset({"average", "avg", "mean", "median", "per", "share", "percent", "percentage", "longest"})


def adds_up(measure: Concept) -> bool:
    """Also hours that a model computes of minutes, but no average of them."""
    words = frozenset(phrase_of(measure.title))
    is_amount = not words.isdisjoint(keywords().units) and words.isdisjoint(_LEVELS | RATES)
    return measure.agg_type in ("count", "count_distinct", "sum") or (
        measure.agg_type == "number" and is_amount
    )

"""How two numbers of the same rows go with each other: one number between -1 and 1."""

from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.functions import CORRELATION
from svcchat_magic.analyst.meaning.tree import Aggregated, Concept, Quantity

CORRELATIONS = Grammar()
rule = CORRELATIONS.rule

CORRELATIONS.level()


@rule("correlation|correlations between|of|for? ~NDIM and|with|to|AND ~NDIM", "QUANTITY",
      "correlation between age and price", bonus=1.5)  # fmt: skip
def correlation_of(
    _correlation: str, _between: str | None, one: Concept, _and: str, other: Concept
) -> Quantity | None:
    is_pair = one.cube == other.cube and one != other and not (one.primary_key or other.primary_key)
    return Aggregated(CORRELATION, one, times=other) if is_pair else None


@rule("~NDIM correlated|correlate|correlates ~with|to ~NDIM", "QUANTITY", "is age correlated with price",
      bonus=1.5)  # fmt: skip
def correlates_with(one: Concept, _correlates: str, _with: str, other: Concept) -> Quantity | None:
    found: Quantity | None = correlation_of("", None, one, "and", other)
    return found


@rule("~NDIM and|AND ~NDIM correlated|correlate|correlation", "QUANTITY", "do age and price correlate",
      bonus=1.5)  # fmt: skip
def both_correlate(one: Concept, _and: str, other: Concept, _correlate: str) -> Quantity | None:
    found: Quantity | None = correlation_of("", None, one, "and", other)
    return found

"""Rows by how many of something belong to each: customers by number of orders."""

from svcchat_magic.analyst.meaning.tree import Concept, Counted, Entity, Measured, Quantity
from svcchat_magic.analyst.parsing.chart import Grammar

OF_NUMBERS = "distribution"  # a function over groups: how many of them have which number

NUMBERED = Grammar()
rule = NUMBERED.rule

NUMBERED.level()


@rule("BY|by HOWMANY DISTINCT? ENTITY", "NUMBERED", "customers by number of orders", bonus=1.4)
def by_number(_by: str, many: str, _different: str | None, entity: Entity) -> Quantity | None:
    return Counted(entity) if many == "count" else None


@rule("BY|by HOWMANY MEASURE", "NUMBERED", "customers by number of returns", bonus=1.3)
def by_counted(_by: str, many: str, measure: Concept) -> Quantity | None:
    return Measured(measure) if many == "count" and measure.agg_type == "count" else None

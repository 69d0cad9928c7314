"""Lists of records: the first few of them by a field, the latest ones, those of some size."""

from decimal import Decimal

from svcchat_magic.analyst.meaning.tree import Compared, Concept, Condition, Entity
from svcchat_magic.analyst.parsing.chart import Grammar
from svcchat_magic.analyst.parsing.constructions import (
    RankedRows,
    is_high,
    latest_rows,
    number_condition,
    ranked_rows,
)
from svcchat_magic.analyst.parsing.lattice_adjectives import Measures

RECORDS = Grammar()
rule = RECORDS.rule

RECORDS.level()


@rule("NUM? MOSTADJ NUM? ~ENTITY", "RANKEDROWS", "the cheapest product", "5 oldest customers", bonus=0.9)
def most_of_entity(
    number: Decimal | None, most: Measures, count: Decimal | None, entity: Entity
) -> RankedRows | None:
    return ranked_rows(entity, most.of, number or count, descending=most.descending)


@rule("WHICH|WHATIS NUM? ~ENTITY ~MOSTADJ", "RANKEDROWS", "which product is the cheapest", bonus=1.0)
def which_is_most(_which: str, count: Decimal | None, entity: Entity, most: Measures) -> RankedRows | None:
    return ranked_rows(entity, most.of, count, descending=most.descending)


@rule(
    "NUM? ENTITY ~HAVE ~SUPER|LONGEST ~NDIM|TDIM", "RANKEDROWS", "product with the highest price", bonus=0.9
)
def with_highest(
    count: Decimal | None, entity: Entity, _with: str, way: str, of: Concept
) -> RankedRows | None:
    return ranked_rows(entity, of, count, descending=is_high(way))


@rule("WHICH|WHATIS NUM? ~ENTITY ~HAVE? ~SUPER|LONGEST ~NDIM|TDIM", "RANKEDROWS",
      "which flight had the longest trip", bonus=1.0)  # fmt: skip
def which_has_highest(
    _which: str, count: Decimal | None, entity: Entity, _have: str | None, way: str, of: Concept
) -> RankedRows | None:
    return ranked_rows(entity, of, count, descending=is_high(way))


@rule("SUPER NUM? ~ENTITY by|BY|SORT ~NDIM|TDIM", "RANKEDROWS", "top 5 products by list price", bonus=0.9)
def top_by_field(way: str, count: Decimal | None, entity: Entity, _by: str, of: Concept) -> RankedRows | None:
    return ranked_rows(entity, of, count, descending=is_high(way))


@rule("NUM? LATEST NUM? ~ENTITY", "RANKEDROWS", "the latest 5 orders", "last order", bonus=0.55)
def latest_of_entity(
    number: Decimal | None, end: str, count: Decimal | None, entity: Entity
) -> RankedRows | None:
    return latest_rows(entity, number or count, end)


@rule("MOREADJ ~NUM", "CONDITION", "cheaper than 20", "longer than 3 hours", bonus=1.0)
def more_than(more: Measures, number: Decimal) -> Condition | None:
    of = more.of
    is_size = of.kind == "dimension" and of.type == "number" and not more.is_year
    return number_condition(of, ">" if more.descending else "<", number) if is_size else None


@rule("LASTED ~CMP ~NUM", "CONDITION", "lasted more than 2 hours", bonus=1.0)
def lasted(lasted: Measures, operator: str, number: Decimal) -> Condition | None:
    of = lasted.of
    return number_condition(of, operator, number) if of.kind == "dimension" and of.type == "number" else None


@rule("NUM NDIM ORMORE", "CONDITION", "7 nights or longer", "4 stars or more", bonus=0.8)
def number_of_or_more(number: Decimal, dimension: Concept, operator: str) -> Condition | None:
    return number_condition(dimension, operator, number)


@rule("NUM NDIM", "CONDITION", "4 stars", "3 bedrooms", bonus=-0.2)
def number_of(number: Decimal, dimension: Concept) -> Condition | None:
    return None if dimension.primary_key else Compared(dimension, "=", number)

"""Rows by how many of something belong to each, `customers by number of orders`, and by a field of theirs."""

from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import RankedRows
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Aggregated, Concept, Counted, Entity, Measured, Quantity

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


@rule("RANKEDROWS by|BY ~NDIM|TDIM", "RANKEDROWS", "ten longest calls by talk time", bonus=0.8)
def rows_by_field(rows: RankedRows, _by: str, of: Concept) -> RankedRows | None:
    """The field that the adjective measures, where it may measure several; of a size it says which."""
    by = rows.rank.by
    is_measured = rows.is_by_size or (isinstance(by, Aggregated) and by.of == of)
    if of.cube != rows.entity.cube or not is_measured:
        return None

    return replace(rows, rank=replace(rows.rank, by=Aggregated("maximum", of)), is_by_size=False)

"""`which channel earns the most per order`: groups in the order of an amount per one of their rows."""

from decimal import Decimal
from typing import Any

from svcchat_magic.analyst.constructions.constructions import Ranked, ranked_by
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import ByMember, Concept, Counted, Entity, Group, Measured, Ratio

RANKS_PER_ONE = Grammar()
rule = RANKS_PER_ONE.rule

RANKS_PER_ONE.level()


@rule("ASKED ~MEASURE ~SUPER PER ~ENTITY", "RANKED", "which channel earns the most per order", bonus=1.6)
def which_most_per_one(group: Group, above: Concept, way: str, _per: str, below: Entity) -> Ranked | None:
    is_sum = above.agg_type == "sum"
    return ranked_by(group, way, None, Ratio(Measured(above), Counted(below))) if is_sum else None


@rule("ASKED ~SUPER ~MEASURE PER ~ENTITY", "RANKED", "which shop has the highest sales per visit", bonus=1.6)
def which_highest_per_one(group: Group, way: str, above: Concept, *behind: Any) -> Ranked | None:
    _per, below = behind
    found: Ranked | None = which_most_per_one(group, above, way, _per, below)
    return found


@rule("SUPER NUM? ENTITY SDIM", "RANKED", "top 3 refund reasons", bonus=1.4)
def top_of_their_own(way: str, count: Decimal | None, rows: Entity, of: Concept) -> Ranked | None:
    """What is told of rows, by how many of them there are: no rows in an order of their own."""
    is_own = of.cube == rows.cube and not of.primary_key and not _is_name(of, rows)
    return ranked_by(ByMember(of), way, count, Counted(rows)) if is_own else None


def _is_name(of: Concept, rows: Entity) -> bool:
    """Whether a column is what the rows are called by: an order name is each order."""
    return not {*phrase_of(of.title)} - {*phrase_of(rows.noun), "name", "title", "number", "id", "label"}

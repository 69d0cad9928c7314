"""Orders by how many of only some rows there are: `top 5 customers by number of cancelled orders`."""

from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import Ranked, all_conditions
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Condition, Counted, Measured, Quantity, Within

RANKED_BY_SUCH = Grammar()
rule = RANKED_BY_SUCH.rule

RANKED_BY_SUCH.level()


@rule("RANKED by|BY|SORT ~COUNTED", "RANKED", "top 5 shops by number of cancelled orders", bonus=0.8)
def top_by_such(
    ranked: Ranked, _by: str, of: tuple[Quantity, Condition | tuple[Condition, ...]]
) -> Ranked | None:
    """What is said of the rows that are counted keeps only these, and no groups."""
    quantity, kept = of[0], all_conditions(of[1])
    is_open = ranked.rank.by is None and not ranked.where
    if not is_open or not isinstance(quantity, Counted | Measured):
        return None

    if any(isinstance(each, Within) for each in kept):
        return None

    such = replace(quantity, where=(*quantity.where, *kept))
    return replace(ranked, rank=replace(ranked.rank, by=such))

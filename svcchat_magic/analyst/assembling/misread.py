"""Items that fit together and are hardly meant so, where the same words have another reading."""

from collections.abc import Sequence

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.meaning.tree import Bound, Counted, Measured, Rank
from svcchat_magic.analyst.placing.draft import BIG, Draft

_NAMING = frozenset({"top", "best", "worst", "bottom", "biggest", "largest", "smallest"})
_COUNTING = frozenset({"number", "count", "many", "total", "amount", "volume"})
_OF = frozenset({"from", "of", "by", "for", "with"})


def mind_the_misread(draft: Draft, cover: Cover, tokens: Sequence[Token]) -> None:
    """What is dropped here is read otherwise, or not at all."""
    behind = list(zip((None, *cover.items), cover.items, strict=False))
    if cover.items and _is_bound_of_count(cover.items[0]) and draft.groups and not draft.asked:
        draft.penalty += BIG

    misread = [each for before, each in behind if _is_misread(before, each, tokens)]
    draft.penalty += BIG * len(misread)
    draft.dropped += [tokens[each.start].text for each in misread]


def _is_bound_of_count(first: Item) -> bool:
    """`number of orders over 1000 by channel`: what is named first is asked for, and keeps no groups."""
    bound = first.value if first.category == "BOUND" else None
    of = bound.quantity if isinstance(bound, Bound) else None
    return isinstance(of, Counted) or (isinstance(of, Measured) and of.measure.agg_type == "count")


def _is_misread(before: Item | None, item: Item, tokens: Sequence[Token]) -> bool:
    """`top customers in each country`, `revenue from new customers`: no number of customers is asked for."""
    said = [each.form for each in tokens[item.start : item.stop]]
    rank = item.value if item.category == "HIGHEST" else None
    if isinstance(rank, Rank) and rank.by is not None and is_counted(rank.by):
        return said[0] in _NAMING and _COUNTING.isdisjoint(said)

    is_of = item.start > 0 and tokens[item.start - 1].form in _OF
    return item.category == "NEWONES" and before is not None and before.category == "QUANTITY" and is_of

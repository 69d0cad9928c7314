"""The most of what a flag says: `the most fraud` is the highest number of frauds, and no share of all."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.flag_names import is_share_of_flag
from svcchat_magic.analyst.linking.member_names import HEAD
from svcchat_magic.analyst.meaning.tree import Concept, Counted, Entity, IsIn

_NAMES = ("MEASURE", "ENTITY")
_MOST = frozenset({"most", "fewest", "least", "more", "fewer"})


def most_of_flags(found: Sequence[Item], tokens: Sequence[Token]) -> list[Item]:
    """The meanings with the number of such rows in place of their share and of the flag itself."""
    flags: dict[tuple[int, int, str], Concept] = {
        (each.start, each.stop, each.value.cube): each.value for each in found if each.category == "BDIM"
    }
    named = {each.start for each in found if each.category in _NAMES or each.category.endswith("DIM")}
    most = {
        (each.start, each.stop, each.value.cube)
        for each in found
        if each.category == "MEASURE" and _is_most(each, tokens) and is_share_of_flag(each.value)
        if each.stop not in named  # the most won revenue is that of what was won
    } & flags.keys()
    kept = []
    for item in found:
        place = (item.start, item.stop, item.value.cube) if item.category in ("MEASURE", "BDIM") else None
        if place not in most:
            kept += [] if _is_part_of_share(item) else [item]
        elif place and item.category == "MEASURE":
            rows = Counted(Entity(flags[place].cube), (IsIn(flags[place], (True,)),))
            kept.append(replace(item, category="QUANTITY", value=rows))

    return kept


def _is_part_of_share(item: Item) -> bool:
    """`list the holidays`: a word of the name of a share is no share of them."""
    is_share = item.category == "MEASURE" and is_share_of_flag(item.value)
    return is_share and item.score < score_of(item.stop - item.start, HEAD)


def _is_most(item: Item, tokens: Sequence[Token]) -> bool:
    return item.start > 0 and tokens[item.start - 1].form in _MOST

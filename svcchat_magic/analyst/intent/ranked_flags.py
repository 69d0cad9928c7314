"""`the highest churn` of a flag: what part of the rows has it, and no number of those with and without."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.tree import (
    ByMember,
    Concept,
    Counted,
    Entity,
    IsIn,
    Ratio,
)

_HOW_MANY = frozenset({"most", "fewest", "least", "more", "fewer"})


def with_flags_ranked(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading ranked by its flag, where groups are ranked and nothing but the flag is said of them."""
    analysis, rank = read.analysis, read.analysis.rank
    if rank is None or rank.by is not None or rank.nth or read.follows:
        return read

    flags = [flag for each in analysis.groups if (flag := _flag(each)) is not None]
    others = tuple(each for each in analysis.groups if _flag(each) is None)
    if len(flags) != 1 or not others or (analysis.quantities and not analysis.is_assumed):
        return read

    has_it = IsIn(flags[0], (True,))
    part = Counted(Entity(flags[0].cube), (has_it,))
    is_counted = not _HOW_MANY.isdisjoint(each.form for each in tokens)
    quantity = part if is_counted else Ratio(part, Counted(Entity(flags[0].cube)), is_share=True)
    return replace(
        read,
        analysis=replace(
            analysis,
            quantities=(quantity,),
            groups=others,
            rank=replace(rank, within=()),
            is_assumed=False,
        ),
    )


def _flag(group: object) -> Concept | None:
    return group.of if isinstance(group, ByMember) and group.of.type == "boolean" else None

"""`what percentage of each doctor's appointments end as no-shows`: a share within each, and none of all."""

from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import all_conditions
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.meaning.tree import Counted, Ratio


def with_shares_inside(read: Assembled) -> Assembled:
    """The reading with the part of the rows of each group, where the share is asked of each group's own."""
    analysis, items = read.analysis, read.cover.items
    share = next((each for each in items if each.category == "SHARE"), None)
    inside = next((each for each in items if each.category == "INSIDE"), None)
    such = next((each for each in items if each.category == "SUBJECT"), None)
    if share is None or inside is None or such is None or not _follow(share, inside, such):
        return read

    if analysis.derived is None or analysis.derived.kind != "share" or inside.value not in analysis.groups:
        return read

    entity, kept = such.value[0], all_conditions(such.value[1])
    part = Ratio(Counted(entity, kept), Counted(entity), is_share=True)
    where = tuple(each for each in analysis.where if each not in kept)
    rank = analysis.rank and replace(analysis.rank, by=part if analysis.rank.by else None)
    changed = replace(analysis, quantities=(part,), where=where, rank=rank, derived=None)
    return replace(read, analysis=changed)


def _follow(share: Item, inside: Item, such: Item) -> bool:
    return share.stop == inside.start and inside.stop == such.start

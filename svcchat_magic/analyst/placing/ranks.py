"""Where rankings and orders go in the draft of an analysis."""

from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import BareRank, Ranked, RankedRows, Reference
from svcchat_magic.analyst.meaning.tree import Quantity, Rank
from svcchat_magic.analyst.meaning.unwanted import is_unwanted
from svcchat_magic.analyst.placing.draft import BIG, Draft


def place_rank(draft: Draft, value: Ranked) -> None:
    """`top 5 products by revenue`: groups in an order."""
    if value.is_judged and value.rank.by is not None and is_unwanted(value.rank.by):
        value = replace(value, rank=replace(value.rank, descending=not value.rank.descending))

    if draft.rank is not None:
        draft.penalty += BIG

    draft.groups[:0] = value.groups
    draft.where.extend(value.where)
    draft.ranked.extend(value.groups)
    draft.rank = value.rank
    if value.rank.by is not None:
        draft.quantities.append(value.rank.by)


def place_highest(draft: Draft, value: Rank) -> None:
    """`highest revenue`: an order by a quantity, of groups that are named elsewhere."""
    if draft.rank is not None:
        draft.penalty += BIG

    draft.rank = draft.rank or value
    if value.by is not None:
        draft.quantities.append(value.by)
        draft.marks.add("highest")


def place_one_has(draft: Draft, value: tuple[Reference, Rank]) -> None:
    """`which one had the fewest defects`: one of those that were shown, in that order."""
    draft.refers.append(value[0])
    place_highest(draft, value[1])


def place_bare_rank(draft: Draft, value: BareRank) -> None:
    """`the worst 3`: an order of what was asked before."""
    draft.edits.update(("judged",) if value.is_judged and draft.rank is None else ())
    draft.rank = draft.rank or value.rank
    draft.marks.add("bare rank")


def place_new_limit(draft: Draft, value: int) -> None:
    """`make it 10`: as many rows of the ranking before."""
    draft.rank = replace(draft.rank, limit=value) if draft.rank else Rank(limit=value)
    draft.marks.add("bare rank")
    draft.edits.add("limit")


def place_order(draft: Draft, value: Rank) -> None:
    """`sorted by revenue`, `descending`."""
    if draft.rank is None:
        draft.rank = value
    elif draft.rank.by is None:
        draft.rank = replace(draft.rank, by=value.by, descending=value.descending)

    if value.by is not None and value.by not in draft.quantities:
        draft.edits.update(() if draft.quantities or "follows" not in draft.marks else ("sorts",))
        draft.quantities.append(value.by)


def place_by_quantity(draft: Draft, value: Quantity) -> None:
    """`by units`: what ranks instead."""
    draft.rank = replace(draft.rank, by=value) if draft.rank else Rank(by=value)
    draft.quantities.append(value)
    draft.marks.add("bare rank")
    draft.edits.add("ranks anew")


def place_ranked_rows(draft: Draft, value: RankedRows) -> None:
    """`the cheapest product`: rows of an entity by a field of theirs."""
    if draft.rank is not None or draft.listed is not None:
        draft.penalty += BIG

    draft.listed, draft.rank = value.entity, value.rank
    draft.where.extend(value.where)
    draft.marks |= {"ranked rows", *(("by size",) if value.is_by_size else ())}

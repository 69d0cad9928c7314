"""Where rankings and orders go in the draft of an analysis."""

from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.meaning.titles import quantity_title
from svcchat_magic.analyst.meaning.tree import Quantity, Rank
from svcchat_magic.analyst.parsing.constructions import Ranked, RankedRows
from svcchat_magic.analyst.parsing.draft import BIG, Draft


def place_rank(draft: Draft, value: Ranked) -> None:
    """`top 5 products by revenue`: groups in an order."""
    if value.is_judged and value.rank.by is not None and _is_unwanted(value.rank.by):
        value = replace(value, rank=replace(value.rank, descending=not value.rank.descending))

    if draft.rank is not None:
        draft.penalty += BIG

    draft.groups[:0] = value.groups
    draft.ranked.extend(value.groups)
    draft.rank = value.rank
    if value.rank.by is not None:
        draft.quantities.append(value.rank.by)


def _is_unwanted(quantity: Quantity) -> bool:
    """Whether less of it is better: the worst delay is the longest."""
    return keywords().is_unwanted(tuple(each.form for each in tokens_of(quantity_title(quantity))))


def place_highest(draft: Draft, value: Rank) -> None:
    """`highest revenue`: an order by a quantity, of groups that are named elsewhere."""
    if draft.rank is not None:
        draft.penalty += BIG

    draft.rank = draft.rank or value
    if value.by is not None:
        draft.quantities.append(value.by)
        draft.marks.add("highest")


def place_bare_rank(draft: Draft, value: Rank) -> None:
    """`the worst 3`: an order of what was asked before."""
    draft.rank = draft.rank or value
    draft.marks.add("bare rank")


def place_order(draft: Draft, value: Rank) -> None:
    """`sorted by revenue`, `descending`."""
    if draft.rank is None:
        draft.rank = value
    elif draft.rank.by is None:
        draft.rank = replace(draft.rank, by=value.by, descending=value.descending)

    if value.by is not None and value.by not in draft.quantities:
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
    draft.marks.add("ranked rows")

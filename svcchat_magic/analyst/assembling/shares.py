"""Shares among what is asked: which rows are the part, and which the whole."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import all_conditions
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.leftovers.becoming import becomes_part, is_of_whole
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.meaning.tree import (
    Compared,
    Concept,
    Condition,
    Counted,
    Derived,
    Measured,
    Missing,
    Ratio,
)
from svcchat_magic.analyst.placing.draft import Draft


def tell_part(draft: Draft, item: Item, category: str, cover: Cover, tokens: Sequence[Token]) -> None:
    """Which of the conditions tell the part of a share, and which the whole."""
    if category == "DATED" and becomes_part(item, cover, tokens):
        draft.marks.add("part is dated")
    elif category in ("CONDITION", "SUBJECT") and becomes_part(item, cover, tokens):
        draft.becomes.extend(all_conditions(item.value if category == "CONDITION" else item.value[1]))
    elif is_of_whole(item, cover, tokens):
        draft.of_whole.extend(all_conditions(item.value if category == "CONDITION" else item.value[1]))


def settle_shares(draft: Draft) -> None:
    """What of a share is the part and what the whole, once all conditions are there."""
    part_within_groups(draft)
    share_what_is_done(draft)


def part_within_groups(draft: Draft) -> None:
    """`for each imprint, what percentage of the units sold were paperbacks`: of those of each imprint."""
    is_share = draft.derived is not None and draft.derived.kind == "share"
    of = draft.quantities[0] if len(set(draft.quantities)) == 1 else None
    parts = [each for each in draft.becomes if each in draft.where]
    if not is_share or not draft.groups or not parts or not isinstance(of, Measured | Counted):
        return

    draft.where = [each for each in draft.where if each not in parts]
    draft.quantities = [Ratio(replace(of, where=(*of.where, *parts)), of, is_share=True)]
    draft.derived = None


def share_what_is_done(draft: Draft) -> None:
    """`what share of orders arrived after the agreed date`: of those that arrived at all."""
    for at, each in enumerate(draft.quantities):
        if not isinstance(each, Ratio) or not each.is_share:
            continue

        above, below = each.above, each.below
        if isinstance(above, Counted | Measured) and isinstance(below, Counted | Measured):
            done = tuple(dict.fromkeys(_done(above.where)))
            part = tuple(kept for kept in above.where if kept not in done)
            whole = tuple(kept for kept in done if kept not in (*below.where, *draft.where))
            draft.quantities[at] = replace(
                each, above=_kept(above, part), below=_kept(below, (*below.where, *whole))
            )


def _kept(quantity: Counted | Measured, where: tuple[Condition, ...]) -> Counted | Measured:
    return replace(quantity, where=where)


def _done(part: Sequence[Condition]) -> Iterator[Missing]:
    """That something came to pass, where the part is told by when it did and when it should have."""
    for each in part:
        if isinstance(each, Compared) and each.of.type == "time":
            happened = Missing(each.of, negated=True)
            if isinstance(each.value, Concept) or happened in part:
                yield happened


def asks_for_bounded_share(draft: Draft) -> bool:
    """`what percentage of patients have at least 3 orders`: the bound says which are the part."""
    is_share = draft.derived is not None and draft.derived.kind == "share" and "tally" not in draft.marks
    return is_share and all(each.quantity is not None for each in draft.having)


def count_what_is_shared(draft: Draft) -> None:
    """`what percentage of visits led to an order, by region`: beside other groups the visits are counted."""
    is_open = draft.having and not draft.quantities and draft.groups and draft.entities
    if is_open and asks_for_bounded_share(draft):
        draft.quantities.append(Counted(draft.entities.pop(0)))


def share_what_is_bounded(draft: Draft) -> None:
    """`what percentage of patients from York have at least 3 orders`: all of those are from York."""
    first = draft.quantities[0] if len(draft.quantities) == 1 else None
    names = bool(draft.groups or draft.asked or draft.listed or draft.values_of or draft.rank)
    bounds_it = any(each.quantity in (None, first) for each in draft.having)
    if not draft.having or names or bounds_it or not isinstance(first, Ratio) or not first.is_share:
        return

    above, below = first.above, first.below
    if isinstance(above, Counted) and isinstance(below, Counted) and above.entity == below.entity:
        draft.where += above.where
        draft.quantities, draft.derived = [below], Derived("share")

"""Units that numbers are told in: seconds in minutes, what lies between two moments in days."""

from dataclasses import replace

from svcchat_magic.analyst.linking.told_units import in_unit, lasts_untold
from svcchat_magic.analyst.meaning.tree import Aggregated
from svcchat_magic.analyst.placing.draft import BIG, SMALL, Draft

UNTOLD_UNIT = "in minutes, hours or days"  # what a question for a length of time lacks
_UNTOLD = "unit untold"  # a note: the number is told as it is kept


def tell_in_unit(draft: Draft) -> None:
    """`average wait, in minutes`: of two moments nobody can tell what lies between them without a unit."""
    lasting = [each for each in draft.quantities if isinstance(each, Aggregated) and each.since is not None]
    if draft.told_in and not lasting:
        _convert(draft)
        return

    for each in lasting:
        told = replace(each, unit=draft.told_in or each.unit)
        draft.quantities[draft.quantities.index(each)] = told
        if not told.unit:
            draft.penalty += SMALL
            draft.dropped.append(UNTOLD_UNIT)


def _convert(draft: Draft) -> None:
    """`talk time in minutes` of seconds; bounds stay in the unit of the data."""
    told = [in_unit(each, draft.told_in) for each in draft.quantities]
    by = draft.rank.by if draft.rank else None
    ranked = in_unit(by, draft.told_in) if by else None
    if not ranked and not any(told):
        first = by or next(iter(draft.quantities), None)
        if first is not None and lasts_untold(first, draft.told_in):
            draft.notes.append(_UNTOLD)
            return

        draft.penalty += BIG
        draft.dropped.append(f"in {draft.told_in}s")
        return

    first = next(iter(draft.quantities), None)
    draft.having[:] = [replace(each, quantity=each.quantity or first) for each in draft.having]
    draft.quantities[:] = [new or old for new, old in zip(told, draft.quantities, strict=True)]
    if draft.rank and ranked:
        draft.rank = replace(draft.rank, by=ranked)

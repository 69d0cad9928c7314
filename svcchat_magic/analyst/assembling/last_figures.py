"""The last figures of a period, or of now, where a question says so and its numbers are of moments."""

from collections.abc import Sequence

from svcchat_magic.analyst.constructions.last_figures import at_last, is_level
from svcchat_magic.analyst.meaning.tree import ByTime, Measured, Quantity
from svcchat_magic.analyst.placing.draft import BIG, Draft


def settle_last(draft: Draft) -> None:
    """The quantities as they are at that time; what is added up over time has no end, but all until then."""
    value = draft.at_last
    if value is None:
        return

    grains = [each for each in draft.groups if isinstance(each, ByTime)]
    if value.grain and len(grains) > 1:
        draft.groups.remove(ByTime(value.grain))  # month-end prices for each month

    is_until = value.kind == "until"
    found = [_meant(each, is_until=is_until) for each in draft.quantities]
    if not draft.quantities or None in found:
        draft.penalty += BIG
        draft.dropped.append("as of" if is_until else "end")
        return

    draft.quantities = [each for each in found if each is not None]


def _meant(quantity: Quantity, *, is_until: bool) -> Quantity | None:
    if is_level(quantity):
        return at_last(quantity)

    measure = quantity.measure if isinstance(quantity, Measured) else None
    adds = measure is not None and measure.is_sampled and measure.agg_type == "sum"
    return quantity if is_until and adds else None


def of_now(quantities: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """Numbers of moments as they are now."""
    return tuple((at_last(each) or each) if is_level(each) else each for each in quantities)

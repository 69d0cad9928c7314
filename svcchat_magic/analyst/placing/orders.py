"""Orders of all groups by which end is the better one: `worst first`, `most expensive first`."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from svcchat_magic.analyst.language.adjectives import Phrase, Scale
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.titles import quantity_title
from svcchat_magic.analyst.meaning.tree import Aggregated, Measured, Quantity, Rank, Ratio
from svcchat_magic.analyst.meaning.unwanted import is_unwanted
from svcchat_magic.analyst.placing.draft import BIG, Draft
from svcchat_magic.semantic.inference.names import is_money

_BY_NAME = "by name"
_MARGIN = "margin"  # a share of which more is better
_WAYS = ("best first", "worst first")
_PRICES = frozenset({("price",), ("cost",)})
_OPEN = "open order"  # a note: nobody can tell which end of this is the good one


def place_judged_order(draft: Draft, value: str) -> None:
    """`best first`, `worst first`."""
    draft.marks.add(f"{value} first")


def place_scaled_order(draft: Draft, value: tuple[Scale, ...]) -> None:
    """`most expensive first`, `slowest first`."""
    draft.scales = value


def place_name_order(draft: Draft, _value: str) -> None:
    """`alphabetically`: by what the rows are called."""
    draft.marks.add(_BY_NAME)
    draft.rank = draft.rank or Rank(descending=False)
    draft.edits.add(_BY_NAME)


def orders_names(draft: Draft) -> bool:
    """Whether groups are in the order of their names, and in none by a number."""
    is_alone = draft.rank == Rank(descending=False) and draft.listed is None and draft.values_of is None
    return _BY_NAME in draft.marks and is_alone and bool(draft.groups or "follows" in draft.marks)


def order_judged(draft: Draft) -> None:
    """The groups with the best number first: of what less is better the lowest."""
    _order_scaled(draft)
    if draft.marks.isdisjoint(_WAYS):
        return

    first = draft.quantities[0] if draft.quantities else None
    is_best = _WAYS[0] in draft.marks
    if draft.rank is None and first is None and "follows" in draft.marks:
        draft.rank = Rank(is_best)
        draft.edits |= {"judged", "judged order"}
        return

    is_whole = draft.derived is not None and draft.derived.kind == "share"  # of all of them nobody can tell
    is_open = is_whole and first is not None and not is_unwanted(first) and not _is_wanted(first)
    if first is None or is_open or not draft.groups or draft.rank is not None:
        draft.penalty += BIG
        draft.dropped.append("first")
        return

    draft.rank = Rank(is_high_first(first, is_best=is_best))
    if is_open_share(first):
        draft.notes.append(_OPEN)


def has_no_end(scales: Sequence[Scale], quantities: Sequence[Quantity]) -> bool:
    """Whether an adjective is said of nothing that was asked before: no rate is cheap."""
    ends = {is_high for each in scales for of in quantities[:1] for is_high in _ends(each, of)}
    return bool(scales) and len(ends) != 1


def flip_of(
    quantities: Sequence[Quantity], rank: Rank | None, marks: frozenset[str], scales: Sequence[Scale] = ()
) -> frozenset[str]:
    """`flip` where the best of what was asked before is at the other end than of what more is better."""
    is_flipped = any(_is_flipped(each, rank, marks, scales) for each in quantities)
    return frozenset({"flip"} if is_flipped else ())


def _is_flipped(
    quantity: Quantity, rank: Rank | None, marks: frozenset[str], scales: Sequence[Scale]
) -> bool:
    if scales:
        return any(not is_high for each in scales for is_high in _ends(each, quantity))

    if "judged order" in marks and rank is not None:
        return rank.descending is not is_high_first(quantity, is_best=rank.descending)

    return "judged" in marks and is_unwanted(quantity)


def is_high_first(quantity: Quantity, *, is_best: bool) -> bool:
    """Whether the best, or the worst, are the highest: of a part that may be good or bad both are."""
    return is_open_share(quantity) or is_best is not is_unwanted(quantity)


def is_open_share(quantity: Quantity) -> bool:
    """Whether a part may be good or bad; what is left of sales is never too much."""
    is_part = isinstance(quantity, Ratio) and quantity.is_share and quantity.title != _MARGIN
    return is_part and not is_unwanted(quantity) and not _is_wanted(quantity)


def _is_wanted(quantity: Quantity) -> bool:
    """Whether more of it is better, also of a part: of promoters, of what was won."""
    return keywords().is_wanted(tuple(each.form for each in tokens_of(quantity_title(quantity))))


def _order_scaled(draft: Draft) -> None:
    """Groups by the number that is told of them, where it is what the adjective is said of."""
    if not draft.scales:
        return

    if draft.rank is None and not draft.quantities and "follows" in draft.marks:
        draft.rank = Rank()
        draft.edits |= {"judged", "judged order"}
        return

    first = draft.quantities[0] if draft.quantities else None
    scales, draft.scales = draft.scales, ()
    ends = {is_high for each in scales if first for is_high in _ends(each, first)}
    if len(ends) != 1 or not draft.groups or draft.rank is not None:
        draft.penalty += BIG
        draft.dropped.append("first")
        return

    draft.rank = Rank(ends.pop())


def _ends(scale: Scale, quantity: Quantity) -> list[bool]:
    """Which end of a quantity an adjective means; nothing where it is not said of such."""
    name = phrase_of(quantity_title(quantity))
    of = quantity.measure if isinstance(quantity, Measured) else None
    of = quantity.of if isinstance(quantity, Aggregated) else of
    is_paid = of is not None and (of.format == "currency" or is_money(of.name))
    if _names(name, scale.nouns) or (is_paid and not _PRICES.isdisjoint(scale.nouns)):
        return [scale.is_high]

    return [not scale.is_high] if _names(name, scale.inverse) else []


def _names(name: Phrase, nouns: tuple[Phrase, ...]) -> bool:
    return any(name[at : at + len(noun)] == noun for noun in nouns for at in range(len(name)))


ORDERS_PLACED: Mapping[str, Callable[[Draft, Any], None]] = MappingProxyType(
    {
        "JUDGEDORDER": place_judged_order,
        "NAMEORDER": place_name_order,
        "SCALEORDER": place_scaled_order,
    }
)

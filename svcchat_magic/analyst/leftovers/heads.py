"""What stands right behind a group or a ratio and belongs to it: the noun, or the value, that is meant."""

from collections.abc import Container, Iterator, Sequence

from svcchat_magic.analyst.constructions.constructions import Ranked, is_counted
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.lattice import ARTICLES
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.meaning.tree import (
    Bound,
    ByEntity,
    ByMember,
    Counted,
    Distinct,
    Entity,
    IsIn,
    Measured,
    Ratio,
)

_SIDES = frozenset({"QUANTITY", "COUNTED", "SUBJECT", "GROUPS", "COMPARED", "BESIDE", "EDIT"})
_NOUNS = frozenset({"RANKED", "RANKEDROWS", "ENTITY", "COUNTED", "QUANTITY", "SUBJECT", "SUCH"})
_LEVELS = frozenset({"avg", "min", "max"})
_NEAR = 2  # words between a thing and what is said of it
_BOUNDED = frozenset({"BOUND", "SUCH", "SUBJECT", "CONDITION", "COUNTED", "LISTEDSUCH", "SIZEDSUCH"})
_OWN_ARTICLES = frozenset({"the", "our", "my", "your", "their"})
_SIZES = frozenset({"biggest", "largest", "highest", "smallest", "lowest", "top", "best", "worst"})
_COUNTING = frozenset({"most", "fewest", "least"})
_NAMES_ALONE = frozenset({"DIM", "ASKED", "VALUESOF", "LISTED"})


def is_value_of_group(item: Item, before: Item | None) -> bool:
    """`by referee, season 2024/25`: right behind a column its value is said of it, which is no group."""
    touches = before is not None and before.stop == item.start
    if before is None or not touches or before.category != "GROUPS" or item.category != "CONDITION":
        return False

    last = before.value[-1]
    value = item.value
    is_one = isinstance(value, IsIn) and len(value.values) == 1  # several may well be told apart
    return isinstance(last, ByMember) and is_one and value.of == last.of


def is_such_at_all(item: Item, before: Item | None) -> bool:
    """`flights with planes not built by Boeing`: what is said of the planes is no number of them."""
    if before is None or (before.category, item.category) != ("SUCH", "CONDITION"):
        return False

    bound, kept = before.value[1], getattr(item.value, "of", None)
    of = bound.quantity if isinstance(bound, Bound) and bound.value == 0 else None
    is_near = item.start - before.stop <= _NEAR
    return is_near and isinstance(of, Measured) and getattr(kept, "cube", "") == of.measure.cube


def is_of_quantity(item: Item, behind: Item | None, tokens: Sequence[Token]) -> bool:
    """`the output of good parts`: what a number is of is no group of it, whatever else it may name."""
    joint = tokens[item.stop : behind.start] if behind is not None else ()
    words = [each.form for each in joint if each.form not in ARTICLES]
    is_number = behind is not None and behind.category in ("QUANTITY", "COUNTED", "CHANGED", "RUN")
    return item.category == "DIM" and is_number and words == ["of"]


def headless(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`amount per billed customer`: a noun right behind the one that a ratio is per is what is meant."""
    pairs = zip(cover.items, cover.items[1:], strict=False)
    return [
        " ".join(each.text for each in tokens[behind.start : behind.stop])
        for before, behind in pairs
        if behind.start == before.stop and _wants_head(before, behind)
    ]


def _wants_head(before: Item, behind: Item) -> bool:
    """Also of several groups the last one, `per quarter, solar stations`, and of a noun: `by order month`."""
    is_unit = behind.category == "GRAIN" and behind.value != "auto"
    if before.category in ("QUANTITY", "OWNRATIO"):  # `km per rental day` is per day, and no ratio by the day
        return isinstance(before.value, Ratio) and (behind.category in ("ENTITY", "DIM") or is_unit)

    is_of_entity = before.category == "GROUPS" and isinstance(before.value[-1], ByEntity)
    if is_of_entity and (behind.category == "DIM" or is_unit):
        return True

    is_row = behind.category == "ENTITY" or (
        behind.category == "QUANTITY" and isinstance(behind.value, Counted | Measured)
    )
    if before.category == "GROUPS" and _is_flag(before.value[-1]) and behind.category in ("ENTITY", "DIM"):
        return True  # `per discontinued product`

    return before.category == "GROUPS" and len(before.value) > 1 and is_row


def _is_flag(group: object) -> bool:
    return isinstance(group, ByMember) and group.of.type == "boolean"


def number_of_item(item: Item) -> object:
    """The quantity that an item asks for."""
    match item.category:
        case "DONE":
            return Measured(item.value.measure)
        case "QUANTITY":
            return item.value
        case _:
            return item.value[0] if isinstance(item.value, tuple) else item.value


def sideless(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`members vs everyone`: what is compared has two sides, and both of them are understood."""
    before: Item | None = None
    found = []
    for item, behind in zip(cover.items, (*cover.items[1:], None), strict=False):
        is_joint = item.category == "COMPARE" and item.value == "sides"
        ends = [each.category for each in (before, behind) if each is not None]
        if is_joint and not (len(ends) == 2 and _SIDES.issuperset(ends)):
            found.append(tokens[item.start].text)

        is_more = before is not None and before.category == "MORE" and before.stop == item.start
        if is_more and item.category == "GROUPS" and tokens[item.start].form == "per":
            found.append(tokens[item.start].text)  # `spend more per visit` is a ratio, and no group

        before = item

    return found


def misranked(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`best selling item by revenue`: what is ranked by a number is told apart, and not counted.

    A share of one number in another is of the same kind: no average is a part of a sum.
    """
    numbers = [each for each in cover.items if each.category in ("BYQUANTITY", "QUANTITY")]
    is_by = any("by" in (tokens[each.start].form, tokens[each.start - 1].form) for each in numbers)
    found = [each for each in cover.items if is_by and each.category == "HIGHEST"]
    found += [each for each in cover.items if each.category == "QUANTITY" and _is_uneven(each.value)]
    found += [each for each in cover.items if each.category == "HIGHEST" and _is_thing(each, tokens)]
    ranked = [each for each in cover.items if each.category == "RANKED"]
    found += [each for each in ranked if _ranks_flags(each.value) or _is_largest_one(each, tokens)]
    return [tokens[each.start].text for each in found]


def _ranks_flags(ranked: object) -> bool:
    """`the four products on sale with the lowest cost`: four products, and not on sale against not."""
    if not isinstance(ranked, Ranked) or not ranked.groups:
        return False

    return (ranked.rank.limit or 1) > 1 and all(map(_is_flag, ranked.groups))


def _is_largest_one(item: Item, tokens: Sequence[Token]) -> bool:
    """`for each channel the single biggest order` asks for an order, and not who has the most of them."""
    ranked, last = item.value, tokens[item.stop - 1]
    by = ranked.rank.by if isinstance(ranked, Ranked) else None
    before = tokens[item.stop - 2].form if item.stop - item.start > 2 else ""
    is_noun = last.form in noun_of(by) and last.text.lower() == last.form
    return by is not None and is_counted(by) and is_noun and before in _SIZES


def noun_of(quantity: object) -> tuple[str, ...]:
    """The last word of what is counted, as the rows or the measure are called."""
    match quantity:
        case Measured(measure=measure) if measure.agg_type == "count_distinct":
            return phrase_of(measure.title)[-1:]
        case Measured(measure=measure):
            return phrase_of(measure.cube)[-1:]
        case Counted(entity=entity):
            return phrase_of(entity.cube)[-1:]
        case _:
            return ()


def _is_thing(item: Item, tokens: Sequence[Token]) -> bool:
    """`best-selling product in each category`: one of them comes first, and not how many there are."""
    first, last, by = tokens[item.start], tokens[item.stop - 1], item.value.by
    is_noun = last.form in noun_of(by) and last.text.lower() == last.form
    return is_counted(by) and is_noun and first.form not in _COUNTING


def _is_uneven(quantity: object) -> bool:
    if not isinstance(quantity, Ratio) or not quantity.is_share:
        return False

    above, below = quantity.above, quantity.below
    if isinstance(above, Measured) and is_of_money(above.measure) and is_counted(below):
        return above.measure.agg_type == "sum"  # what was paid is no percentage of how many there are

    sides = [each.measure.agg_type for each in (above, below) if isinstance(each, Measured)]
    return len(sides) == 2 and "sum" in sides and not _LEVELS.isdisjoint(sides)


def unchosen(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`closes in June or July 2025`: of what stands beside an `or` neither side is said alone."""
    taken = {at for item in cover.items for at in range(item.start, item.stop)}
    inside = range(cover.items[0].stop, cover.items[-1].start) if cover.items else range(0)
    return [tokens[at].text for at in inside if tokens[at].form == "or" and at not in taken]


def unheaded(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`how many credit cards`: of two nouns in a row the last one is counted, and not the first."""
    pairs = zip(cover.items, cover.items[1:], strict=False)
    return [
        tokens[before.stop - 1].text
        for before, behind in pairs
        if behind.start == before.stop
        and before.category in ("QUANTITY", "COUNTED", "SUBJECT")
        and (
            (behind.category == "ENTITY" and isinstance(number_of_item(before), Counted | Measured | Entity))
            or (isinstance(number_of_item(before), Distinct) and _is_several(behind, tokens))
            or (behind.category == "DIM" and _counts(number_of_item(before)))
        )
        and tokens[before.stop - 1].text.lower() == tokens[before.stop - 1].form
    ]


def _is_several(item: Item, tokens: Sequence[Token]) -> bool:
    """`how many lift passes`: several of what stands behind, and not of the lifts."""
    first = tokens[item.start]
    is_plural = first.text.lower() != first.form and first.text.lower().endswith("s")
    return is_plural and item.category in ("ENTITY", "SUBJECT")


def _counts(number: object) -> bool:
    return isinstance(number, Counted) or (isinstance(number, Measured) and is_counted(number))


def valued(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`the value of orders`: an amount of money, and no list of what orders are called."""
    words = [each.text.lower() for each in tokens]
    heads = [at for at in range(len(words) - 2) if words[at : at + 2] == ["value", "of"]]
    named = {at: item for item in cover.items for at in range(item.start, item.stop)}
    behind = (
        next((named[each] for each in range(at + 2, len(words)) if each in named), None) for at in heads
    )
    found = ["value" for item in behind if item is not None and item.category in _NAMES_ALONE]
    return found or _uncounted_values(cover, tokens, named)


def _uncounted_values(cover: Cover, tokens: Sequence[Token], named: Container[int]) -> list[str]:
    """`share of order value`: a share of the rows is none of what they are worth."""
    shared = [each for each in cover.items if each.category in ("SHARED", "QUANTITY")]
    ratios = [number_of_item(each) for each in shared]
    counts = [each for each in ratios if isinstance(each, Ratio) and isinstance(each.above, Counted)]
    return [
        each.text for at, each in enumerate(tokens) if counts and at not in named and each.form == "value"
    ]


def shared_by_first(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`what share came from our ten biggest customers`: one number of all ten, and not one of each."""
    asks = [each for each in cover.items if each.category in ("SHARE", "SHARED")]
    for item in cover.items if asks else ():
        before = [each.form for each in tokens[: item.start] if each.form not in _OWN_ARTICLES][-1:]
        limit = item.value.rank.limit if isinstance(item.value, Ranked) else None
        if before == ["from"] and limit is not None and limit > 1:
            yield tokens[asks[0].stop - 1].text


_WHOSE = frozenset({"which", "who", "whose", "that", "with"})


def more_of_each(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`guests with more bookings than rooms in 2023`: those that have more, which no change tells."""
    named = ("ENTITY", "DIM", "LISTED", "ASKED", "SUBJECT", "VALUESOF")
    return [
        " ".join(each.text for each in tokens[item.start : item.stop])
        for at, item in enumerate(cover.items)
        if item.category == "MORE"
        and (
            any(each.category in named for each in cover.items[:at])
            or (_is_beside(cover, at) and any(each.form in _WHOSE for each in tokens[: item.start]))
        )
    ]


def _is_beside(cover: Cover, at: int) -> bool:
    return any(each.category == "BESIDE" for each in cover.items[at + 1 :])


def nounless(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`lane with at least 10 delays`: a number right before a noun is one of these, and no bound of lanes."""
    for before, behind in zip(cover.items, cover.items[1:], strict=False):
        is_bound = before.category == "BOUND" and number_of(tokens[before.stop - 1]) is not None
        is_bound |= before.category == "NEWFUNCTION"  # `average order value` is none of what was asked before
        if is_bound and behind.start == before.stop and behind.category in _NOUNS:
            yield tokens[before.stop - 1].text

        is_number = number_of(tokens[before.stop - 1]) is not None and before.category in _BOUNDED
        is_unit = behind.category == "GRAIN" and tokens[behind.start].form in keywords().units
        if is_number and is_unit and behind.start == before.stop:
            yield tokens[behind.start].text  # resolved within 1 day: no group

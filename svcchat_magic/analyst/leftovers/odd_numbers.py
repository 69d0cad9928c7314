"""Numbers that cannot be of what they stand beside: `orders with more than 5 items` have no 5 euros."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from svcchat_magic.analyst.constructions.constructions import Ranked
from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.leftovers.heads import noun_of
from svcchat_magic.analyst.meaning.tree import (
    Bound,
    ByTime,
    Compared,
    Concept,
    Counted,
    Entity,
    Measured,
    Rank,
)
from svcchat_magic.analyst.meaning.whole_years import is_of_years

_OF_ROWS = frozenset({"OWNSUCH", "OWNCOUNTED"})
_WHICH = frozenset({"ASKED", "LISTED", "VALUESOF"})
_WHOSE = frozenset({"the", "a", "an", "their", "his", "her", "its"})
_MOST = frozenset({"most", "fewest", "least"})


def odd_numbers(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """The words of such numbers."""
    yield from _counted_behind(cover, tokens)
    yield from _counts_of_themselves(cover, tokens)
    yield from _other_orders(cover, tokens)
    yield from _counts_of_each(cover, tokens)
    yield from _rates_of_such(cover, tokens)
    yield from _ranked_beside(cover, tokens)
    yield from _one_of_whom(cover, tokens)
    yield from _within_numbers(cover, tokens)
    yield from _grown_rows(cover, tokens)
    yield from _years_kept(cover, tokens)


def _counted_behind(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """The nouns of several things right behind a bound on what rows come to."""
    for item in cover.items:
        behind = tokens[item.stop] if item.stop < len(tokens) else None
        if item.category not in _OF_ROWS or behind is None or behind.is_mark:
            continue

        is_many = behind.text.lower() != behind.form and behind.text.lower().endswith("s")
        is_time = behind.form in calendar_words().long_words or behind.form in keywords().function
        is_counted = any(each.start == item.stop and each.category == "QUANTITY" for each in cover.items)
        if is_counted or (is_many and not is_time):
            yield behind.text


def _counts_of_themselves(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`orders with more than 5 items` are none with more than 5 orders."""
    for before, item in pairwise(cover.items):
        of = item.value.quantity if isinstance(item.value, Bound) else None
        rows = _rows_of(before.value)
        if item.category == "BOUND" and of is not None and rows and _rows_of(of) == rows:
            yield tokens[item.stop - 1].text


def _counts_of_each(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`top 3 diagnoses in each ward` are not those with the most wards."""
    for item in cover.items:
        by = item.value.rank.by if isinstance(item.value, Ranked) else None
        for at in range(item.start, item.stop - 1):
            if tokens[at].form in ("each", "every", "per") and tokens[at + 1].form in noun_of(by):
                yield tokens[at].text


def _rates_of_such(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`accounts that pay more than 1,000 per month`: so much in each month, and no months with so much."""
    for such, behind in pairwise(cover.items):
        is_next = such.category in ("SUCH", "BOUND") and such.stop == behind.start
        is_unit = behind.category == "GROUPS" and any(isinstance(each, ByTime) for each in behind.value)
        if is_next and is_unit and tokens[behind.start].form in ("per", "each", "every", "a"):
            yield tokens[behind.start].text


def _ranked_beside(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`which member borrowed the most books`, `which airline has the most delays`: they alone are ranked."""
    asked = next((each for each in cover.items if each.category in _WHICH), None)
    for item in cover.items if asked is not None else ():
        is_behind = asked is not None and item.start >= asked.stop
        if is_behind and item.category == "RANKED" and tokens[item.start].form in _MOST:
            yield tokens[item.start].text

        is_number = isinstance(item.value, Concept) and item.value.type == "number"
        before = tokens[item.start - 1].form if item.start else ""
        if is_behind and item.category == "DIM" and is_number and before in _MOST | {"worst", "best"}:
            yield tokens[item.start].text


def _other_orders(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`the most customers but the fewest orders` is no one order of anything."""
    ranked = [each for each in cover.items if each.category == "RANKED" and isinstance(each.value, Ranked)]
    if not ranked:
        return

    first: Ranked = ranked[0].value
    yield from (tokens[each.start].text for each in ranked[1:] if each.value.groups != first.groups)
    for each in cover.items if first.rank.by is not None else ():
        is_rank = each.category == "HIGHEST" and isinstance(each.value, Rank)
        if is_rank and each.value.by != first.rank.by:
            yield tokens[each.start].text


def _rows_of(value: object) -> str:
    """The table whose rows are counted, all of them."""
    match value:
        case Entity(cube=cube):
            return cube
        case Counted(entity=Entity(cube=cube)):
            return cube
        case Measured(measure=measure, where=()) if measure.agg_type == "count" and measure.name == "count":
            return measure.cube
        case _:
            return ""


def _one_of_whom(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`who earn more than their manager`: than this one does, and not than there are managers."""
    for item in (each for each in cover.items if isinstance(each.value, Bound)):
        last, before = tokens[item.stop - 1], tokens[item.stop - 2].form
        is_one = last.text.lower() == last.form and before in _WHOSE
        if is_one and not isinstance(item.value.value, Decimal) and last.form in noun_of(item.value.value):
            yield last.text


def _within_numbers(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`closed within their target days`: a bound on each row, and no sum of such days."""
    for item in (each for each in cover.items if each.category == "QUANTITY"):
        at = item.start - 1
        while at > 0 and tokens[at].form in _WHOSE:
            at -= 1

        if at >= 0 and tokens[at].form == "within":
            yield tokens[at].text


def _grown_rows(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`how much did classic cars grow`: what they brought in, and not how many of them there are."""
    if not any(each.category == "GROWTH" for each in cover.items):
        return

    for item in cover.items:
        counted = item.value[0] if item.category == "COUNTED" else item.value
        says_much = [each.form for each in tokens[item.start : item.start + 2]] == ["how", "much"]
        if says_much and isinstance(counted, Counted):
            yield tokens[item.start + 1].text


def _years_kept(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`by release year since 2018`: a row for each of these years, and not only the rows that have one."""
    for item in cover.items:
        names = {phrase_of(each.of.title) for each in _compared(item.value) if is_of_years(each.of)}
        for at in range(max(item.start - 1, 0), item.stop - 1 if names else 0):
            behind = tuple(each.form for each in tokens[at + 1 : at + 4])
            if tokens[at].form in ("by", "per") and any(behind[: len(each)] == each for each in names):
                yield tokens[at].text


def _compared(value: object) -> Iterator[Compared]:
    """The comparisons in an item's value."""
    if isinstance(value, Compared):
        yield value
    elif isinstance(value, tuple):
        yield from (one for each in value for one in _compared(each))

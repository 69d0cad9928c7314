"""Words that were passed over where they may have named what is asked for, and numbers that nobody asked."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.numbers import PERCENT_WORDS, number_of
from svcchat_magic.analyst.leftovers.alone import first_of_more, passed_deals, said_alone
from svcchat_magic.analyst.leftovers.becoming import BECOMES
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.leftovers.cut_off import cut_off, headed_by_values
from svcchat_magic.analyst.leftovers.in_states import PASSED
from svcchat_magic.analyst.leftovers.shown import shown_in_part
from svcchat_magic.analyst.leftovers.sums import unsummed
from svcchat_magic.analyst.meaning.tree import Concept, Counted, Entity, Measured, OwnField, Ratio
from svcchat_magic.analyst.placing.draft import Draft

_TAXES = frozenset({"vat", "tax", "gst"})
_INCLUDED = frozenset({"included", "include", "incl", "including", "excluded", "excluding", "excl", "plus"})
_APART = frozenset({"-", "–", ":"})
_NUMBERED = frozenset({"number", "value", "amount", "sum", "figure"})
_POINTING = frozenset(
    {"it", "that", "this", "them", "those", "these", "they", "who", "where", "when", "which", "how"}
)
_BYS = frozenset({"by", "per"})
_SUMS = frozenset({"total", "sum", "amount"})
_NUMBERS = frozenset({"QUANTITY", "COUNTED"})
_NAMES = _NUMBERS | {"DIM", "ENTITY", "SUBJECT", "VALUESOF", "LISTED"}
_ASKED = _NUMBERS | {"ENTITY", "DONE", "SUBJECT", "GREW", "CHANGED", "RUN", "SHARED"}
_BEHIND = frozenset({"for", "at", "from", "among", "within"})
_ARTICLES = frozenset({"the", "our", "all", "these", "those"})
_DOING = frozenset({"do", "does", "did"})
_ONE = frozenset({"a", "an", "one"})
_COUNTING = frozenset({"most", "fewest", "least"})
_LEVELS = frozenset({"avg", "min", "max"})
_TOLD = frozenset({"that", "which", "who", "were", "was", "are", "is", "been", "have", "had", "has", "got"})
_BEGINS = 1  # the last place that the order of a follow-up may have, behind `and` or `now`


def nameless(draft: Draft, cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`rent we pay per outlet`: where no number is named a word that says something may have named it.

    What was paid, and how much, is asked for in words of its own. A follow-up may point at the number
    before, ask who or where, and begin with an order: `make it by month`.
    """
    is_sum = any(each.form in ("what", "much") for each in tokens)
    asks = draft.quantities or draft.rank or draft.listed or draft.values_of or draft.derived or draft.asked
    if asks or is_sum or draft.edits or "list" in draft.marks or not draft.groups:
        return []

    is_follow_up = "follows" in draft.marks
    if is_follow_up and any(each.form in _POINTING for each in tokens):
        return []

    return [tokens[at].text for at in cover.light if not is_follow_up or at > _BEGINS]


def counted_behind(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`sessions for the Manchester car parks`: of what stands behind a preposition no number is asked.

    Nor is one of what is said first: `for approved applications, the amount awarded by theme`.
    """
    for at, item in enumerate(cover.items):
        if item.category not in _NUMBERS or not _is_count(item.value):
            continue

        before = _before(cover, at, tokens)
        is_named = any(each.category in _ASKED for each in cover.items[:at])
        is_first = item.stop < len(tokens) and tokens[item.stop].text == ","
        is_first &= any(each.category in _NUMBERS for each in cover.items[at + 1 :])
        if before & _BEHIND and (is_named or is_first):
            yield tokens[item.stop - 1].text


def uncounted(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`how many website visits did we have`: what is counted is no verb; and `how many and what total`."""
    starts = {item.start: item for item in cover.items}
    for item in cover.items:
        if item.category not in ("TALLY", *_NUMBERS):
            continue

        at = item.stop
        while at in starts and starts[at].category == "CONDITION":
            at = starts[at].stop

        asks = any(each.form == "many" for each in tokens[item.start : item.stop])
        if asks and at in cover.light and tokens[at].text.lower().endswith("s"):
            yield tokens[at].text

        if item.category != "TALLY":
            continue

        taken = {place for each in cover.items for place in range(each.start, each.stop)}
        yield from (
            tokens[place].text
            for place in range(item.stop, len(tokens))
            if tokens[place].form in _SUMS and place not in taken
        )


def untold(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`unpaid invoices - number and total value`: what is asked behind a dash is told, or not understood."""
    forms = [each.form for each in tokens]
    shown = [each for each in cover.items if each.category == "SHOWN" and forms[each.start] in _APART]
    passed = [each.start + 1 for each in shown if not _shows(each, forms[each.start + 1])]
    taken = {at for item in cover.items for at in range(item.start, item.stop) if at not in passed}
    for at in range(1, len(forms)):
        begins = forms[at - 1] in _APART or (forms[at - 1] == "total" and forms[at - 2] in (*_APART, "and"))
        is_of = forms[at + 1 : at + 2] in (["of"], ["is"], ["by"])
        if begins and forms[at] in _NUMBERED and at not in taken and not is_of:
            yield tokens[at].text


def _shows(item: Item, word: str) -> bool:
    """Whether a field is called so: `- number and amount` is no amount alone."""
    fields = item.value.fields
    titles = {one for each in fields if isinstance(each, Concept) for one in phrase_of(each.title)}
    return word != "number" or word in titles or OwnField("key") in fields


def _before(cover: Cover, at: int, tokens: Sequence[Token]) -> set[str]:
    """The word before an item, its articles apart; of `sessions for the Manchester` those within that."""
    start, touching = cover.items[at].start, cover.items[at - 1] if at else None
    if touching is not None and touching.stop == start:
        if touching.category == "SUBJECT":
            return {each.form for each in tokens[touching.start : start]}

        start = touching.start if touching.category == "CONDITION" else start

    return {each.form for each in [each for each in tokens[:start] if each.form not in _ARTICLES][-1:]}


def _is_count(value: object) -> bool:
    return isinstance(value, Counted) or (isinstance(value, Measured) and is_counted(value))


def wholeless(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`what percent of rides in the valley are made by bus`: of those in the valley, and not of all."""
    for item in cover.items:
        ratio = item.value if item.category == "QUANTITY" else None
        if not isinstance(ratio, Ratio) or not ratio.is_share:
            continue

        above, below = ratio.above, ratio.below
        if not isinstance(above, Counted) or not isinstance(below, Counted) or below.where:
            continue

        becomes = next((at for at in range(item.start, item.stop) if tokens[at].form in BECOMES), None)
        if len(above.where) > 1 and becomes is not None:
            yield tokens[becomes].text


def misgrouped(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`shifts filled by agency staff, by department`: the first `by` says who did it.

    And `what did each bar take`: no group is left out.
    """
    starts = {each.start for each in cover.items if each.category in _NAMES}
    taken = {at for each in cover.items for at in range(each.start, each.stop)}
    lists = [each for each in cover.items if each.category in ("VALUESOF", "LISTED")]
    listed = {at for each in lists for at in range(each.start, each.stop)}
    for at, each in enumerate(tokens[:-1]):
        is_lost = (at not in taken and at + 1 in starts) or at in listed
        if each.form == "each" and is_lost and tokens[at + 1].form not in keywords().function:
            yield each.text

    groups = [each for each in cover.items if each.category == "GROUPS" and tokens[each.start].form in _BYS]
    for item, behind in pairwise(groups):
        verb = tokens[item.start - 1].text.lower() if item.start else ""
        if tokens[item.start].form == "by" and is_participle(verb) and behind.start > item.stop:
            yield " ".join(each.text for each in tokens[item.start : item.stop])


def unranked(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`which cause made the most trains late`: what follows `most` is what there is most of."""
    pairs = zip(cover.items, cover.items[1:], strict=False)
    return [
        " ".join(each.text for each in tokens[behind.start : behind.stop])
        for before, behind in pairs
        if before.category == "RANKED"
        and before.value.rank.by is None
        and tokens[before.stop - 1].form in _COUNTING
        and behind.start == before.stop
        and behind.category in ("ENTITY", "SUBJECT", "DIM")
    ]


def is_told_by_verb(item: Item, tokens: Sequence[Token]) -> bool:
    """`what is planned`: no level of something else that is planned, such as the kilometres of a route."""
    measure = item.value.measure if isinstance(item.value, Measured) else None
    before = tokens[item.start - 1].form if item.start else ""
    is_verb = item.stop == item.start + 1 and is_participle(tokens[item.start].text.lower())
    if measure is None or measure.agg_type not in _LEVELS or before not in _TOLD or not is_verb:
        return False

    return all(is_participle(each) for each in phrase_of(measure.title)[1:])  # of days kept these are told


def percentages(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`over 5 %`: no number that was told in percent is compared without that."""
    taken = {at for item in cover.items for at in range(item.start, item.stop)}
    ends = {item.stop for item in cover.items}  # `more than 30 % of the lines`: no 30 of something else
    return [
        f"{tokens[at - 1].text} {each.text}"
        for at, each in enumerate(tokens)
        if at
        and (at not in taken or at in ends)
        and each.form in PERCENT_WORDS
        and number_of(tokens[at - 1]) is not None
    ]


def costs_of_one(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`what does a job cost`: the price of one is no sum of what all of them cost."""
    forms = [each.form for each in tokens]
    for item in cover.items:
        is_sum = item.category == "QUANTITY" and isinstance(item.value, Measured)
        if not is_sum or item.value.measure.agg_type != "sum" or forms[item.stop - 1] != "cost":
            continue

        words = [each.text.lower() for each in tokens[: item.start]]
        asks = [at for at in range(len(words) - 1) if words[at] in _DOING and words[at + 1] in _ONE]
        if asks and any(each in ("what", "much") for each in forms[: asks[0]]):
            yield tokens[item.stop - 1].text


def sides_unlike(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`group practices vs independents`, where only the second is known: the first is no number of all."""
    for first, joint, last in zip(cover.items, cover.items[1:], cover.items[2:], strict=False):
        told = last.value[0] if last.category == "SUBJECT" and isinstance(last.value, tuple) else None
        is_bare = first.category in ("QUANTITY", "ENTITY") and first.stop == joint.start
        if (
            joint.category == "COMPARE"
            and is_bare
            and isinstance(told, Entity)
            and _rows(first.value) == told.cube
        ):
            yield tokens[first.start].text


def _rows(value: object) -> str:
    if isinstance(value, Entity):
        return value.cube

    return value.measure.cube if isinstance(value, Measured) and is_counted(value) else ""


def kinds_of_sums(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`ingredient spend split by malt and hops`: of what it is the spend is no second group."""
    splits = any(each.category == "SPLIT" for each in cover.items)
    for item, behind in pairwise(cover.items):
        if splits and item.category == "DIM" and behind.category == "QUANTITY" and item.stop == behind.start:
            yield tokens[item.start].text


def taxes_beside(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`what do they owe, VAT included`: with the tax in it, and no second number."""
    for item in cover.items if len([each for each in cover.items if each.category == "QUANTITY"]) > 1 else ():
        behind = tokens[item.stop].form if item.stop < len(tokens) else ""
        before = tokens[item.start - 1].form if item.start else ""
        is_tax = item.category == "QUANTITY" and tokens[item.stop - 1].form in _TAXES
        if is_tax and (behind in _INCLUDED or before in _INCLUDED):
            yield tokens[item.stop - 1].text


def values_in_groups(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`by operator and printing process`: what stands before a second column is a part of its name."""
    for group, value, column in zip(cover.items, cover.items[1:], cover.items[2:], strict=False):
        is_list = group.category == "GROUPS" and value.category == "CONDITION" and column.category == "DIM"
        joint = [each.form for each in tokens[group.stop : value.start]]
        if is_list and joint in (["and"], [","]) and value.stop == column.start:
            yield tokens[value.start].text


LIGHTS = (
    counted_behind,
    uncounted,
    untold,
    *PASSED,
    wholeless,
    misgrouped,
    percentages,
    costs_of_one,
    sides_unlike,
    kinds_of_sums,
    taxes_beside,
    values_in_groups,
    cut_off,
    headed_by_values,
    said_alone,
    first_of_more,
    passed_deals,
    unsummed,
    shown_in_part,
)

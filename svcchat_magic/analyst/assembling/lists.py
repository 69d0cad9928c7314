"""What may be counted: no rows where a list is asked for, and none where money was spent."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.numbers import distribute
from svcchat_magic.analyst.assembling.records import rows_of_count
from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    ByBucket,
    ByMember,
    Compared,
    Concept,
    Counted,
    Entity,
    Measured,
    Missing,
    Quantity,
)
from svcchat_magic.analyst.placing.draft import BIG, Draft

_BEFORE = frozenset(
    {
        "please",
        "can",
        "could",
        "would",
        "you",
        "i",
        "we",
        "want",
        "need",
        "to",
        "me",
        "just",
        "hi",
        "hello",
        ",",
    }
)
_CURRENCIES = frozenset("$£€¥")
_OF_MONEY = frozenset({"spend", "spent", "earn", "earned", "cost"})
_OF_VALUE = frozenset({"value", "amount", "worth"})
_OF_ENDS = frozenset({"leave", "left", "end", "ended", "finish", "finished", "return", "returned"})
_OF_DELAYS = frozenset({"late", "delayed", "overdue"})
_OF_STATES = frozenset({"made", "been", "had", "was", "were", "got", "kept"})
_NEAR = 6  # words from what was done to how late it was
_LISTING = frozenset({"list", "enumerate"})


def asks_for_list(tokens: Sequence[Token]) -> bool:
    """Whether a question begins with the wish for a list."""
    first = next((each.form for each in tokens if each.form not in _BEFORE), "")
    return first in _LISTING


def list_what_is_counted(draft: Draft) -> None:
    """`list the teachers hired after 2018`: rows of theirs, not how many they are."""
    taken = draft.groups or draft.asked or draft.rank or draft.derived or draft.having or draft.listed
    if "list" not in draft.marks or taken or len(draft.quantities) + len(draft.entities) != 1:
        return

    if draft.entities:
        draft.listed = draft.entities[0]
    elif rows := rows_of_count(draft.quantities[0]):
        draft.listed = rows[0]
        draft.where.extend(rows[1])
        draft.quantities.clear()


def mind_the_money(draft: Draft, tokens: Sequence[Token]) -> None:
    """`what did we spend on fuel`: money was spent, so that no rows are counted."""
    banded = any(isinstance(each, ByBucket) for each in draft.groups)
    if banded or any(isinstance(each, Compared) for each in draft.where):
        return  # orders that cost more than 20, orders by bands of their amount

    if any(isinstance(each, Missing) and each.negated and each.of.is_amount for each in draft.where):
        return  # at how many shops money was spent

    if draft.listed is not None and draft.fields:
        return  # what is shown of the rows says what they cost

    names = draft.quantities or draft.values_of is not None or draft.listed is not None
    counts = bool(names) and all(map(is_counted, draft.quantities))
    amounts = [
        each
        for at, each in enumerate(tokens)
        if each.form == "amount" and at and [one.form for one in tokens[at + 1 : at + 2]] != ["of"]
    ]
    for each in tokens if counts and not draft.having else ():
        if each.form in _OF_MONEY or each in amounts:
            draft.penalty += BIG
            draft.dropped.append(each.text)


def mind_the_currency(draft: Draft, tokens: Sequence[Token]) -> None:
    """`how many orders over £1,000` are no thousand orders."""
    marks = [each.text for each in tokens if each.text[:1] in _CURRENCIES]
    asked = draft.quantities[:1]
    bounded = [
        quantity for each in draft.having for quantity in ([each.quantity] if each.quantity else asked)
    ]
    is_money = any(isinstance(each, Compared) for each in draft.where)  # which something else is held against
    if marks and bounded and not any(map(_may_be_money, bounded)) and not is_money:
        draft.penalty += BIG
        draft.dropped.append(marks[0])


def _may_be_money(quantity: Quantity) -> bool:
    if isinstance(quantity, Measured) and not is_counted(quantity):
        return is_of_money(quantity.measure)

    return not is_counted(quantity)


def mind_whose_delay(draft: Draft, tokens: Sequence[Token]) -> None:
    """`late trains`: not those with late parcels on them; what `came back late` may be of other rows."""
    homes = {cube for each in draft.quantities for cube in cubes_of(each)}
    homes |= {draft.listed.cube} if draft.listed else set()
    told = [each for each in draft.where if isinstance(each, Compared) and _is_of_two_dates(each)]
    said = [at for at, each in enumerate(tokens) if each.form in _OF_DELAYS]
    for at in said if homes and any(each.of.cube not in homes for each in told) else ():
        done = {each.text.lower() for each in tokens[max(at - _NEAR, 0) : at]} - _OF_STATES
        if not any(map(is_participle, done)):
            draft.penalty += BIG
            draft.dropped.append(tokens[at].text)


def _is_of_two_dates(condition: Compared) -> bool:
    is_pair = condition.since is not None or isinstance(condition.value, Concept)
    return condition.of.type == "time" and is_pair


def mind_the_value(draft: Draft, skipped: Sequence[Token]) -> None:
    """`total value of payments`: worth something, which no count of them tells."""
    counts = bool(draft.quantities) and all(map(is_counted, draft.quantities))
    for each in skipped if counts and draft.listed is None else ():
        if each.form in _OF_VALUE:
            draft.penalty += BIG
            draft.dropped.append(each.text)


def mind_what_ended(draft: Draft, skipped: Sequence[Token]) -> None:
    """`how many students left in 2024`: not those who came then, which is what their usual date tells."""
    for each in skipped:
        if each.form in _OF_ENDS:
            draft.penalty += BIG
            draft.dropped.append(each.text)


def count_what_is_named(draft: Draft) -> None:
    """`customers with a score over 600 - count`: the rows of what is named, where one thing is."""
    distribute(draft)
    named = list(dict.fromkeys((*draft.entities, *((draft.listed,) if draft.listed else ()))))
    if len(named) != 1 or draft.rank is not None:
        return

    at = next((at for at, each in enumerate(draft.quantities) if each == Counted(Entity(""))), None)
    if at is not None and draft.having and "told count" in draft.marks:
        draft.quantities.pop(at)  # with 5 or more returns, with the count: of these
    elif at is not None:
        draft.quantities[at] = Counted(named[0])
        draft.listed = None


def mind_the_told_count(draft: Draft) -> None:
    """`with how many they placed`: known of rows that are kept or ranked by such a number, of no others."""
    is_known = bool(draft.having) and all(is_counted(each.quantity) for each in draft.having if each.quantity)
    is_known |= draft.rank is not None and draft.rank.by is not None and is_counted(draft.rank.by)
    if "must tell count" in draft.marks and not (is_known and draft.groups):
        draft.penalty += BIG
        draft.dropped.append("how many")


def count_what_is_listed(draft: Draft) -> None:
    """`show the classes that were cancelled, how many?`: the words at the end ask for their number."""
    if "tally" in draft.marks and draft.listed is not None and not (draft.quantities or draft.rank):
        draft.entities.insert(0, draft.listed)
        draft.listed = None


def rank_rows_within(draft: Draft) -> None:
    """`the oldest customer of each city`: beside ordered records, a group is what they are ranked within."""
    is_alone = draft.listed is not None and not draft.quantities and "ranked rows" in draft.marks
    if is_alone and draft.rank is not None and all(isinstance(each, ByMember) for each in draft.groups):
        draft.rank = replace(draft.rank, within=tuple(draft.groups))
        draft.groups = []

"""What the items of a question leave unsaid: words between and behind them that must not be lost."""

from collections.abc import Sequence

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.lattice import ARTICLES
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.lattice.sorts import is_sort_of_group
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.leftovers.heads import number_of_item
from svcchat_magic.analyst.linking.member_names import SORTS
from svcchat_magic.analyst.meaning.tree import ByMember, ByTime, Concept, IsIn, Measured

_FROM = frozenset({"of", "after", "from", "since"})
_BOUNDING = frozenset({"over", "under", "above", "below", "beyond", "exceeding", "exceed"})
_MORE = frozenset({"more", "fewer", "less", "higher", "lower", "over", "under", "above", "below", "longer"})
_RELATIVE = frozenset(
    {"that", "which", "who", "were", "was", "are", "is", "been", "have", "had", "has", "got"}
)
_LONGEST_JOINT = 3  # words from the one that joins two quantities to the second of them
_JOINING = frozenset(
    {"and", ",", "&", "vs", "versus", "plus", "or", "v", "against", "also", "well", "together", "along"}
)
_OF_QUANTITIES = frozenset({"CHANGED", "RUN", "DONE"})  # what has a quantity of its own and needs no other
_ROWS = frozenset({"ENTITY", "LISTED", "LISTEDSUCH", "SUBJECT", "VALUESOF", "DIM"})
_SAYING_MORE = frozenset({"GROUPS", "GRAIN", "PART", "COUNTED", "RANKED", "EDIT", "REFERRED"})
_LEVELS = frozenset({"avg", "min", "max"})  # of what is so much in each row
_FARING = frozenset({"do", "look", "perform", "fare", "go", "compare", "stand"})
_GUESSED = 0.75  # of a noun that only a thesaurus knows for the rows
_SUMMING = frozenset({"total", "sum", "overall", "the", "average"})
_NAMING = frozenset({"name", "title", "label", "id", "number", "no", "code"})
_IN_ORDER = frozenset({"RANKED", "RANKEDROWS", "HIGHEST", "SORTED", "LISTED", "LISTEDSUCH"})
_GROUPING_WORDS = frozenset({"by", "per"})
_BEHIND_BY = frozenset({"CONDITION", "SUBJECT", "WHEN", "GROUPS", "SAID", "REFERRED", "AGAINST", "INSIDE"})


def text_of_item(item: Item, tokens: Sequence[Token]) -> str:
    """An item's words as they were typed."""
    return " ".join(each.text for each in tokens[item.start : item.stop])


def is_loose(item: Item, before: Item | None, tokens: Sequence[Token]) -> bool:
    """`revenue from guests`: what is set apart by other words is no group of what is asked.

    Nor are several right behind what is said of them, `rejected candidates`, or one that something is
    done to: `what does a ticket cost the customer`.
    """
    if item.category != "DIM" or before is None or before.category == "CHATTER":
        return False

    between = tokens[before.stop : item.start]
    words = [each for each in between if each.form not in ARTICLES | _JOINING]
    last = tokens[item.stop - 1]
    is_plural = last.text.lower() != last.form and last.text.lower().endswith("s")
    if not is_plural:
        light = keywords().light - keywords().function
        is_set_apart = bool(between) and between[-1].form in ARTICLES
        return is_set_apart and any(each.form in light for each in words)

    return bool(words) or (before.category == "CONDITION" and not between)


def asks_how_many(item: Item, tokens: Sequence[Token]) -> bool:
    """`the number of outages`: what is counted in so many words is not listed."""
    if item.category not in ("QUANTITY", "COUNTED"):
        return False

    phrases = (
        tuple(each.form for each in tokens[item.start : stop]) for stop in range(item.start + 1, item.stop)
    )
    return any(category == "HOWMANY" for each in phrases for category, _ in keywords().meanings.get(each, ()))


def is_no_count(item: Item, tokens: Sequence[Token]) -> bool:
    """`how many lines` is no average line, and `by word count, with client` counts no clients."""
    measure = item.value.measure if isinstance(item.value, Measured) else None
    is_level = measure is not None and (measure.agg_type in _LEVELS or measure.format == "percent")
    is_level |= measure is not None and phrase_of(measure.title)[:1] in (("average",), ("mean",), ("median",))
    is_apart = any(each.text == "," for each in tokens[item.start + 1 : min(item.start + 2, item.stop)])
    return (is_level or is_apart) and asks_how_many(item, tokens)


def is_one_noun(item: Item, behind: Item) -> bool:
    """`show maintenance costs`: what stands right before a quantity says whose it is, and is not listed."""
    return behind.start == item.stop and behind.category in ("QUANTITY", "COUNTED")


def is_bounded(item: Item, before: Item | None, tokens: Sequence[Token]) -> bool:
    """`more than 5 maintenance jobs`: what is counted there is more than the entity before it.

    Nor is the number of `loans with 2 or more renewals` one of the loans themselves.
    """
    if before is None or before.stop != item.start:
        return False

    if before.category in ("SUCH", "BOUND"):
        return item.category == "DIM"

    ends_in_number = number_of(tokens[before.stop - 1]) is not None or tokens[before.stop - 1].form in _MORE
    is_noun = item.category in ("DIM", "ENTITY", "QUANTITY", "COUNTED")
    return before.category in ("SUBJECT", "LISTEDSUCH", "COUNTED") and ends_in_number and is_noun


def unbounded(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`courses over capacity`: a number that something lies above or below, and nobody knows what does."""
    taken = {at for item in cover.items for at in range(item.start, item.stop)}
    found = []
    for item in cover.items:
        at = item.start - 1
        while at > 0 and tokens[at].form in ARTICLES:
            at -= 1

        said = tokens[at].form if at >= 0 and at not in taken else ""
        is_length = said == "within" and item.category == "GRAIN"  # within a week of what
        behind = tokens[item.stop].form if item.stop < len(tokens) else ""
        is_each = any(each.form in ("each", "every") for each in tokens[item.start : item.stop])
        is_unit = item.category == "INSIDE" and isinstance(item.value, ByTime) and not is_each
        is_length |= is_unit and behind in _FROM
        if is_length or (_is_number(item.value) and said in _BOUNDING):
            found.append("within" if is_length else tokens[at].text)

    return found


def _is_number(value: object) -> bool:
    """Whether an item only names a number of the model."""
    return isinstance(value, Measured) or (isinstance(value, Concept) and value.type == "number")


def is_of_unit(item: Item, before: Sequence[Item], tokens: Sequence[Token]) -> bool:
    """`fines by quarter of payment`: what a unit of time is of is its date, and no second number."""
    last = before[-1] if before else None
    behind = last is not None and last.category == "GROUPS" and last.stop == item.start - 1
    named = any(each.category in ("SUBJECT", "ENTITY", "QUANTITY", "COUNTED") for each in before)
    return behind and named and item.category == "QUANTITY" and tokens[item.start - 1].form == "of"


def unanswered(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`how do guests book`, `where do they live`: no count and no list of rows says how or where."""
    low = [each.text.lower() for each in tokens[:2]]
    if len(low) < 2 or low[0] not in ("how", "where") or low[1] not in ("do", "does", "did"):
        return []

    kinds = {item.category for item in cover.items}
    counts = any(is_counted(item.value) for item in cover.items if item.category == "QUANTITY")
    fares = low[0] == "how" and any(each.form in _FARING for each in tokens[2:])
    asks_rows = bool(kinds & _ROWS) or counts
    return [tokens[0].text] if asks_rows and not fares and not kinds & _SAYING_MORE else []


def guessed(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`total commission`: one of something that only means about the same as rows counts no rows."""
    if any(each.category in ("QUANTITY", "COUNTED", "MEASURE", "SAID") for each in cover.items):
        return []

    return [
        tokens[item.start].text
        for item in cover.items
        if item.category == "ENTITY"
        and item.score < _GUESSED
        and item.start
        and tokens[item.start - 1].form in _SUMMING
        and tokens[item.stop - 1].text.lower() == tokens[item.stop - 1].form
    ]


def groupless(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`complaints by how they came in`: a `by` whose group is not understood is not left out."""
    return [*_hanging(cover, tokens), *_sortless(cover, tokens)]


def _sortless(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`by type`, `by type of invoice`: without a type of them no rows of another kind are meant."""
    owners = {at: item for item in cover.items for at in range(item.start, item.stop)}
    said = (at for at in range(len(tokens)) if is_sort_of_group(tokens, at))
    return [tokens[at].text for at in said if _is_lost(owners.get(at), tokens, at)]


def _is_lost(item: Item | None, tokens: Sequence[Token], at: int) -> bool:
    is_of = at + 1 < len(tokens) and tokens[at + 1].form == "of"
    if item is None or not is_of:
        return item is None

    groups = item.value if isinstance(item.value, tuple) else getattr(item.value, "groups", (item.value,))
    word = tokens[at + 2].form if at + 2 < len(tokens) else ""
    return not any(isinstance(each, ByMember) and _is_sort(each.of, word) for each in groups)


def _is_sort(of: Concept, word: str) -> bool:
    """`type of member` is none of each of the members; `kind of goods` is a column of another name."""
    texts = [of.name, of.title, *(text for place in of.places for text in place.synonyms)]
    if any(not set(phrase_of(each)).isdisjoint(SORTS) for each in texts):
        return True

    return not of.primary_key and word not in phrase_of(of.title) and phrase_of(of.name)[-1] not in _NAMING


def _hanging(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    if not cover.items:
        return []

    taken = {at for item in cover.items for at in range(item.start, item.stop)} | set(cover.light)
    hanging = [
        at
        for at in range(cover.items[0].start, cover.items[-1].start)
        if at not in taken and tokens[at].form in _GROUPING_WORDS
    ]
    behind = {at: next(item for item in cover.items if item.start > at) for at in hanging}
    return [
        tokens[at].text
        for at, item in behind.items()
        if (item.category not in _BEHIND_BY and not _is_order(item, at, cover, tokens))
        or (item.start == at + 1 and _begins_with_group(item, tokens))
    ]


def _is_order(item: Item, at: int, cover: Cover, tokens: Sequence[Token]) -> bool:
    """`by revenue` may be an order of what stands before; `orders by number of customers` is none.

    `countries by number of orders` is one: countries have no number of their own.
    """
    before = [each.category for each in cover.items if each.stop <= at]
    is_ordered = not _IN_ORDER.isdisjoint(before) or before[-1:] in (["VALUESOF"], ["DIM"], ["LOOSEDIM"])
    is_number = item.category in ("QUANTITY", "COUNTED") and item.start == at + 1
    if is_number and not is_ordered and is_counted(item.value) and _is_one(item, tokens):
        return False  # accidents by driver

    return is_number and (is_ordered or not asks_how_many(item, tokens))


def _is_one(item: Item, tokens: Sequence[Token]) -> bool:
    last = tokens[item.stop - 1]
    return last.text.lower() == last.form and not asks_how_many(item, tokens)


def _begins_with_group(item: Item, tokens: Sequence[Token]) -> bool:
    """`by state, Oregon excluded`: the state is a group, and no part of what is left out."""
    value = item.value
    if item.category != "CONDITION" or not isinstance(value, IsIn):
        return False

    is_dimension = tokens[item.start].form in phrase_of(f"{value.of.title} {value.of.cube}")
    return is_dimension and any(each.text == "," for each in tokens[item.start + 1 : item.stop])


def unjoined_quantities(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """Quantities that follow each other without a word that joins them: one of them is something else."""
    found: list[str] = []
    before = None
    for item in cover.items:
        if item.category not in ("QUANTITY", "COUNTED"):
            ends_so = item.category == "SHARED" or (
                item.category == "RANKED" and item.value.rank.by is not None
            )
            if before is not None and item.category in ("CHANGED", "RUN") and before.stop == item.start:
                is_same = item.value[0] == number_of_item(before)  # income that grew is no number of bills
                found += [] if is_same else [text_of_item(before, tokens)]

            if item.category in _OF_QUANTITIES or (ends_so and _touches(item, cover, tokens)):
                before = item

            continue

        joint = tokens[max(before.stop, item.start - _LONGEST_JOINT) : item.start] if before else ()
        is_again = any(each.value == item.value for each in cover.items if each.stop <= item.start)
        if before is not None and not is_again and not any(each.form in _JOINING for each in joint):
            found.append(text_of_item(item, tokens))

        before = item

    return found


def _touches(item: Item, cover: Cover, tokens: Sequence[Token]) -> bool:
    """Whether a quantity follows at once: `share of refunds amount` is no share beside an amount.

    So does one that is said of it: in `share of orders that were refunded` it is no amount of money.
    """
    behind = (each for each in cover.items if each.start >= item.stop)
    after = next(behind, None)
    between = tokens[item.stop : after.start] if after else ()
    is_said = all(each.form in _RELATIVE for each in between)
    return after is not None and is_said and after.category in ("QUANTITY", "COUNTED")

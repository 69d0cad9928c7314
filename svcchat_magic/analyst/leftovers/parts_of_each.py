"""Which of what is said is the part of each group: `coffee's share of revenue by shop`."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.meaning.tree import Measured, Ratio

_SAYS_NOTHING = frozenset({"the", "a", "an", "our", "their", "'s"})
_KEEPS_ROWS = frozenset({"for", "of", "among", "amongst", "within", "with", "without", "not", "per", "by"})
_PLACES = frozenset({"in", "at", "from", "on", "to", "under", "over", "since", "until"})
_TELLS_MORE = frozenset(
    (
        "that", "which", "who", "whose", "where", "with", "from", "in", "on", "by", "for",
        "is", "are", "was", "were", "has", "have", "had", "came", "come", "comes", "went", "go", "goes",
        "became",
    )
)  # fmt: skip
_BEING_SO = frozenset(
    ("is", "are", "was", "were", "that", "which", "who", "come", "comes", "came", "went", "from", "made")
)
_SPLITTING = frozenset({"GROUPS", "GRAIN", "PART", "SPLIT", "MIXED"})
_EACH = frozenset({"each", "every"})
_WHOLES = frozenset({"QUANTITY", "COUNTED", "ENTITY", "SUBJECT"})
_KEPT = frozenset({"CONDITION", "SUBJECT"})
_BEING = frozenset({"is", "are", "was", "were", "been", "became", "got", "get", "that", "which", "who"})
_MEANS = frozenset({"avg", "number"})
_SHARING = frozenset({"share", "percentage", "proportion", "percent"})
_SAYING_SHARE = 3  # words of a phrase that asks for a share


def is_part_of_each(item: Item, cover: Cover, tokens: Sequence[Token]) -> bool:
    """Whether a condition keeps the part of a share, and not the rows of its whole."""
    at = next((place for place, each in enumerate(cover.items) if each == item), None)
    if at is None:
        return False

    return _owns_share(at, cover.items, tokens) or _is_of_each(at, cover.items, tokens)


def _owns_share(at: int, items: Sequence[Item], tokens: Sequence[Token]) -> bool:
    """`online share of revenue`: right before the word; what keeps the rows is said with a preposition."""
    item, behind = items[at], items[at + 1] if at + 1 < len(items) else None
    if item.category not in _KEPT or behind is None or not _asks_for_share(behind, tokens):
        return False

    first = tokens[item.start].form, tokens[item.start - 1].form if item.start else ""
    is_of_rows = any(each in _KEEPS_ROWS | _PLACES for each in first)
    return not is_of_rows and _say_nothing(tokens[item.stop : behind.start])


def _is_of_each(at: int, items: Sequence[Item], tokens: Sequence[Token]) -> bool:
    """`share of each shop's revenue that is coffee`, `share of coffee in each shop's revenue`."""
    place = next((one for one, each in enumerate(items) if _is_each(each, tokens)), None)
    if place is None or place + 1 >= len(items) or not _is_owner(place, items, tokens):
        return False

    if _asks_behind(at, place, items):
        return True

    asks = next((one for one in range(place) if _asks_for_share(items[one], tokens)), None)
    if asks is None or any(each.category not in _KEPT for each in items[asks + 1 : place]):
        return False

    if at < place:
        return asks < at and items[at].category == "CONDITION"

    whole = next((one for one in range(place + 1, len(items)) if items[one].category in _WHOLES), None)
    if whole is None or asks + 1 != place:
        return False

    if at == whole:
        is_whole = any(each.category == "CONDITION" for each in items[at + 1 :])  # late of those received
        return _tells_more(items[at], tokens) and not is_whole

    is_told = not _BEING_SO.isdisjoint(each.form for each in tokens[items[whole].stop : items[at].start])
    return at > whole and (is_told or not _is_split(place, items))


def _asks_behind(at: int, place: int, items: Sequence[Item]) -> bool:
    """`of each shop's revenue, what share was coffee`."""
    whole = next((one for one in range(place, len(items)) if items[one].category in _WHOLES), None)
    asks = next((one for one in range(place, at) if items[one].category == "SHARE"), None)
    return whole is not None and asks is not None and place < whole < asks < at


def _is_split(place: int, items: Sequence[Item]) -> bool:
    """`share of each city's revenue in June by shop`: each is split further, and that is the part."""
    return any(each.category in _SPLITTING for at, each in enumerate(items) if at != place)


def _is_each(item: Item, tokens: Sequence[Token]) -> bool:
    """`of each shop`, or `each shop` behind `how much of`."""
    is_said = any(each.form in _EACH for each in tokens[item.start : item.stop])
    return item.category == "INSIDE" or (item.category == "GROUPS" and is_said)


def _is_owner(place: int, items: Sequence[Item], tokens: Sequence[Token]) -> bool:
    """Whether what is counted is that of each group: nothing but what it is like stands between."""
    return _say_nothing(tokens[items[place].stop : items[place + 1].start])


def _tells_more(subject: Item, tokens: Sequence[Token]) -> bool:
    """`orders that were late`: behind the noun, and not before it as in `late orders`."""
    return any(each.form in _TELLS_MORE for each in tokens[subject.start + 1 : subject.stop])


def _asks_for_share(item: Item, tokens: Sequence[Token]) -> bool:
    """Whether an item is, or begins with, the word for a share."""
    if item.category == "SHARE":
        return True

    forms = tuple(each.form for each in tokens[item.start : item.stop])
    begins = (forms[:size] for size in range(1, _SAYING_SHARE + 1))
    says = keywords().meanings
    is_ratio = isinstance(item.value, Ratio) and item.value.is_share
    return (item.category == "SHARED" or is_ratio) and any(
        category == "SHARE" for each in begins for category, _ in says.get(each, ())
    )


def _say_nothing(tokens: Sequence[Token]) -> bool:
    return all(each.form in _SAYS_NOTHING for each in tokens)


def split_nouns(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`of each plant's order lines`: a word of what the rows are called is no number of them."""
    for owner, number, rows in zip(cover.items, cover.items[1:], cover.items[2:], strict=False):
        is_one = owner.category == "INSIDE" and number.category == "QUANTITY" and number.stop == rows.start
        if is_one and rows.category in ("ENTITY", "SUBJECT"):
            yield tokens[number.start].text


def shares_of_flags(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`share of closed deals that were won`: of the closed ones, and no share of closed ones of those won."""
    for before, behind in pairwise(cover.items):
        of = before.value.measure if isinstance(before.value, Measured) else None
        is_flag = of is not None and of.agg_type in _MEANS and tokens[before.start].form in _SHARING
        between = [each.form for each in tokens[before.stop : behind.start]]
        is_said = behind.category == "SUBJECT" and not between and _tells_more(behind, tokens)
        is_said |= behind.category == "CONDITION" and not _BEING.isdisjoint(between)
        if is_flag and is_said:
            yield tokens[before.stop - 1].text

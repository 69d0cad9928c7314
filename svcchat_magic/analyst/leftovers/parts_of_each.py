"""Which of what is said is the part of each group: `coffee's share of revenue by shop`."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.meaning.tree import Ratio

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
_EACH = frozenset({"each", "every"})
_WHOLES = frozenset({"QUANTITY", "COUNTED", "ENTITY", "SUBJECT"})
_KEPT = frozenset({"CONDITION", "SUBJECT"})
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

    asks = next((one for one in range(place) if _asks_for_share(items[one], tokens)), None)
    if asks is None or any(each.category not in _KEPT for each in items[asks + 1 : place]):
        return False

    if at < place:
        return asks < at and items[at].category == "CONDITION"

    whole = next((one for one in range(place + 1, len(items)) if items[one].category in _WHOLES), None)
    if whole is None or asks + 1 != place:
        return False

    return at > whole or (at == whole and _tells_more(items[at], tokens))


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

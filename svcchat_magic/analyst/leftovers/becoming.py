"""Which of what is said of a share is its part: what stands behind the verb."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.leftovers.parts_of_each import is_part_of_each
from svcchat_magic.analyst.meaning.tree import Compared, Counted, IsIn, Measured, Ratio, Within

BECOMES = frozenset({"are", "were", "is", "was"})
_PLACES = frozenset({"in", "at", "among", "within", "from", "for", "on"})
_WHOLES = frozenset({"of", "among", "amongst"})
_ARTICLES = frozenset({"the", "our", "all"})
_OF_WHOLE = frozenset({"CONDITION", "WHEN", "INSIDE"})
_HAVING = frozenset({"have", "has", "had"})
_COMING = BECOMES | {"come", "came", "went", "go", "goes", "comes"}


def becomes_part(item: Item, cover: Cover, tokens: Sequence[Token]) -> bool:
    """`what percentage of the units sold were paperbacks`: said of the part, behind the verb.

    So is what they came from or were made by.
    """
    if is_part_of_each(item, cover, tokens):
        return True

    directly = item.start - (item.start > 0 and tokens[item.start - 1].form in BECOMES)
    if any(each.category == "SHARE" and each.stop == directly for each in cover.items):
        return isinstance(item.value, Compared)  # what percentage left on time

    before = [each for each in cover.items if each.stop <= item.start]
    between = tokens[before[-1].stop : item.start] if before else ()
    forms = [each.form for each in between]
    is_behind = item.start > 0 and tokens[item.start - 1].form in BECOMES
    is_behind |= bool(forms) and forms[0] in _COMING and not any(each.is_mark for each in between)
    if is_behind and any(each.category == "SHARED" or is_dated_share(each.value) for each in before):
        return True

    if (
        before
        and not between
        and is_share_of_such(before[-1].value)
        and is_participle(tokens[item.start].text.lower())
    ):
        return True  # what percentage of third class passengers died

    share = next((each for each in before if each.category == "SHARED" or is_share_of_such(each.value)), None)
    behind = before[before.index(share) + 1 :] if share else []  # of women in the southeast
    is_placed = bool(behind) and all(each.category in _OF_WHOLE for each in behind)
    if is_placed and not between and _ends_with_flag(item, cover):
        return True  # what percentage of people in each region smoke

    does = bool(between) and _is_verb(between[0]) and not any(each.is_mark for each in between)
    if not does or share is None or not is_share_of_such(share.value) or _says_its_part(share, tokens):
        return False

    return is_placed or not behind


def is_of_whole(item: Item, cover: Cover, tokens: Sequence[Token]) -> bool:
    """`what share of the sales department travels`, `what percentage left in Sales`: all of them."""
    told = ("CONDITION", "SUBJECT")
    others = [each for each in cover.items if each.category in told and each is not item]
    share = next((each for each in cover.items if each.category == "SHARE"), None)
    if any(each.category in ("QUANTITY", "COUNTED", "SHARED") for each in cover.items):
        return False  # what share of consumption was on green tariffs

    if share is None or item.category not in told or not others:
        return False

    if share.start > item.start:  # of those who left, what percentage were not active
        first = min(each.start for each in cover.items)
        opening = [each.form for each in tokens[:first] if each.form not in _ARTICLES]
        return (
            bool(opening[-1:]) and opening[-1] in _WHOLES and any(each.start > share.start for each in others)
        )

    if _is_placed(item, tokens):
        return not all(_is_placed(each, tokens) for each in others)

    between = [each.form for each in tokens[share.stop : item.start]]
    is_first = all(item.start < each.start for each in others)
    return is_first and between[:1] == ["of"] and not any(_is_placed(each, tokens) for each in others)


def _is_placed(item: Item, tokens: Sequence[Token]) -> bool:
    """Whether a preposition stands before what is said, or begins it."""
    told = [each.form for each in tokens[: item.start] if each.form not in _ARTICLES]
    is_said = told[-2:-1] != [] and told[-2] in BECOMES  # were in Sales
    return tokens[item.start].form in _PLACES or (not _PLACES.isdisjoint(told[-1:]) and not is_said)


def _ends_with_flag(item: Item, cover: Cover) -> bool:
    """Whether a flag ends the question of a share, as its verb."""
    is_flag = isinstance(item.value, IsIn) and item.value.of.type == "boolean"
    is_last = all(each.stop <= item.start or each.category == "WHEN" for each in cover.items if each != item)
    return is_flag and is_last


def _is_verb(token: Token) -> bool:
    words = keywords()
    is_light = token.form in words.light - words.function
    return token.form in _COMING | _HAVING or is_light or is_participle(token.text.lower())


def _says_its_part(share: Item, tokens: Sequence[Token]) -> bool:
    """`share of revenue that came from coffee`, sold in Bristol: a sum whose part is said already."""
    is_sum = isinstance(share.value, Ratio) and isinstance(share.value.above, Measured)
    return is_sum and any(each.form in _COMING for each in tokens[share.start : share.stop])


def is_share_of_such(value: object) -> bool:
    """`share of received lines`: which rows of all; behind a verb it is the whole, `arrived late`."""
    above = value.above if isinstance(value, Ratio) and value.is_share else None
    below = value.below if isinstance(value, Ratio) else None
    if isinstance(above, Measured) and isinstance(below, Measured):
        return above.measure == below.measure and bool(above.where) and not below.where

    same = isinstance(above, Counted) and isinstance(below, Counted) and above.entity == below.entity
    return same and isinstance(above, Counted) and bool(above.where)


def is_dated_share(value: object) -> bool:
    """A share of which only a period is the part: then what is said behind it may be."""
    above = value.above if isinstance(value, Ratio) and value.is_share else None
    kept = above.where if isinstance(above, Counted) else ()
    return bool(kept) and all(isinstance(each, Within) for each in kept)

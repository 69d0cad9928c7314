"""Groups that are called by what only says which ones are meant."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.meaning.tree import Counted, Measured, Ratio

_DOERS = ("er", "or")
_WHO = frozenset({"who", "whom", "where"})


def doers_of_groups(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`loans per borrowing member`: what stands before the noun says which ones, and is no group itself."""
    for group, behind in pairwise(cover.items):
        word = tokens[group.stop - 1].text.lower()
        is_doing = word.endswith("ing") or is_participle(word)
        is_noun = behind.category in ("ENTITY", "QUANTITY", "DIM") and behind.stop == behind.start + 1
        if group.category == "GROUPS" and is_doing and is_noun and behind.start == group.stop:
            yield tokens[behind.start].text


def doers_as_rows(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`takings per downloader`: who does something is no row of what is done."""
    for item in cover.items:
        below = item.value.below if item.category == "QUANTITY" and isinstance(item.value, Ratio) else None
        word = tokens[item.stop - 1].form
        if not word.endswith(_DOERS) or not isinstance(below, Counted | Measured):
            continue

        is_those = isinstance(below, Counted) and below.is_active
        names = phrase_of(below.entity.noun if isinstance(below, Counted) else below.measure.title)
        if not is_those and word not in names and any(akin(word, each) for each in names):
            yield tokens[item.stop - 1].text


def unshown_who(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`the requests: who, from when`: a list shows columns, and of whom they are it must not leave out."""
    for item in (each for each in cover.items if each.category == "SHOWN"):
        yield from (each.text for each in tokens[item.start : item.stop] if each.form in _WHO)

"""Items that fit their words and still mean something else beside what stands around them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Entity, Exists, IsIn

_WON = frozenset({"win", "won"})
_PRIZES = frozenset({"award", "cup", "medal", "new", "point", "prize", "title", "trophy"})
_CHANGED = frozenset({"changed", "switched", "swapped"})
_STATES = frozenset({"on", "out", "off", "under"})
_WHO = frozenset({"who", "that", "which"})


def names_of_roles(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`employees with manager Nancy Edwards`: the name behind a role is of who plays it, not of the row."""
    for item in cover.items:
        kept = item.value[1:] if item.category == "SUBJECT" and isinstance(item.value, tuple) else ()
        if any(_is_of_another(item.value[0], each) for each in kept):
            yield tokens[item.start].text

    for item, behind in pairwise(cover.items):
        is_behind = behind.category == "CONDITION" and behind.start == item.stop
        if is_behind and any(_is_of_another(each, behind.value) for each in _last_named(item.value)):
            yield tokens[item.stop - 1].text


def _last_named(value: object) -> Iterator[object]:
    """What may have the name that follows: the role at the end of an item, or the columns it shows."""
    last = value[-1] if isinstance(value, tuple) and value else value
    is_open = isinstance(last, Exists) and not last.where and not last.negated
    yield last.of if isinstance(last, Exists) and is_open else last
    yield from getattr(value, "fields", ())


def _is_of_another(named: object, name: object) -> bool:
    """Whether a name is that of the rows themselves, where those in a role have one too."""
    if not isinstance(name, IsIn):
        return False

    if isinstance(named, Concept):  # the name of the manager
        rows = name.of.title.lower().split()[0]
        return named.cube != name.of.cube and rows in named.title.lower().split()[1:-1]

    if not isinstance(named, Entity) or named.cube == name.of.cube:
        return False

    role, _, plain = named.noun.rpartition(" ")
    return bool(role) and plain in (name.of.title.lower().split()[0], name.of.cube.removesuffix("_rows"))


def things_changed(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`employees who changed department`: what they did is no change of how many there are."""
    for item in cover.items:
        if item.category not in ("CHANGED", "GROWTH"):
            continue

        places = range(max(item.start, 2), item.stop)
        said = (at for at in places if tokens[at].text.lower() in _CHANGED and tokens[at - 1].form in _WHO)
        yield from (tokens[at].text for at in said if at + 1 < len(tokens) and _names(tokens[at + 1]))


def _names(token: Token) -> bool:
    return not token.is_mark and token.form not in keywords().function | keywords().all_words


def outcomes_passed(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`deals we won`, `who won the race`: not all of them, but of prizes there are no others."""
    is_of_won = any(each.form in _PRIZES for each in tokens)
    yield from (tokens[at].text for at in cover.light if tokens[at].form in _WON and not is_of_won)


def who_is_none(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`who won the Grand Prix`: a list of races has nobody in it."""
    for item in cover.items:
        rows = item.value[0] if item.category == "LISTEDSUCH" and isinstance(item.value, tuple) else None
        is_asked = tokens[item.start].form == "who"
        if is_asked and isinstance(rows, Entity) and not is_person(ByEntity(rows)):
            yield tokens[item.start].text


def states_as_numbers(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`products out of stock`, `books currently on loan`: which of them, and no number of all loans."""
    for item, behind in pairwise(cover.items):
        between = {each.form for each in tokens[item.stop : behind.start]}
        is_thing = item.category in ("ENTITY", "DIM", "LOOSEDIM")
        if is_thing and behind.category in ("QUANTITY", "ENTITY") and not between.isdisjoint(_STATES):
            yield tokens[behind.stop - 1].text


MISREAD = (states_as_numbers, outcomes_passed, who_is_none, names_of_roles, things_changed)

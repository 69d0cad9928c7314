"""`orders delivered by couriers on a scooter`: who did it, of whom more is said, is no group."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import ByEntity, Entity

_SAYING_MORE = frozenset(
    ("in", "from", "on", "with", "without", "who", "that", "whose", "at", "outside", "aged", "under", "over")
)  # fmt: skip
_ARTICLES = frozenset({"the", "our", "a", "an"})
_TIMES = frozenset({"last", "this", "past", "previous", "next", "half", "summer", "winter", "spring"})
_LONGEST = 2  # words of a noun


def with_agents(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `of` before persons who did what is counted, where more is said of them.

    `By customer` groups, and so may `placed by customers` alone.
    """
    found = list(tokens)
    for at in range(1, len(found) - 2):
        stop = _persons_end(found, at + 1, catalog) if found[at].form == "by" and _is_done(found, at) else 0
        if stop and _says_more(found, stop):
            found[at] = replace(found[at], text="of", form="of")

    return tuple(found)


def _is_done(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb stands before that says no order and no split: grouped by, sorted by."""
    pair = (tokens[at - 1].form, "by")
    verb = tokens[at - 1].text.lower()
    return (is_participle(verb) or verb == "used") and pair not in keywords().meanings


def _persons_end(tokens: Sequence[Token], at: int, catalog: Catalog) -> int:
    """Where the noun of several persons ends that begins here; 0 without one."""
    at += tokens[at].form in _ARTICLES
    for stop in range(min(at + _LONGEST, len(tokens)), at, -1):
        last = tokens[stop - 1]
        is_several = last.text.lower() != last.form and last.text.lower().endswith("s")
        phrase = tuple(each.form for each in tokens[at:stop])
        named = (each.of for each in catalog.phrases.get(phrase, ()) if each.weight >= OWN)
        if is_several and any(isinstance(each, Entity) and is_person(ByEntity(each)) for each in named):
            return stop

    return 0


def _says_more(tokens: Sequence[Token], at: int) -> bool:
    """Whether what follows is said of the persons: a period is that of what they did."""
    if at + 1 >= len(tokens) or tokens[at].form not in _SAYING_MORE:
        return False

    behind = at + 1
    while behind < len(tokens) and tokens[behind].form in _ARTICLES:
        behind += 1

    form, words = tokens[behind].form if behind < len(tokens) else "", calendar_words()
    is_time = form in _TIMES or form in words.units or form in words.months or form in words.weekdays
    is_number = form[:1].isdigit() and tokens[at].form not in ("aged", "under", "over")
    return bool(form) and not is_time and not is_number

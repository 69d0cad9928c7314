"""Ages of people whose birth is known, and how long something took that has begun and ended."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.pending import pending_items
from svcchat_magic.analyst.lattice.stretches import first_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.search.thesaurus import stems_of

_AGES = frozenset({"age", "aged"})
_BIRTHS = ("birth", "born", "dob", "birthday", "birthdate")
_TOOK = frozenset({"took", "take", "taken", "taking"})
_COMPARING = frozenset({"under", "less", "over", "more", "at", "fewer"})
_SCORE, _DONE = 0.9, 1.2


@dataclass(frozen=True, slots=True)
class AgeOf:
    """The birth that an age is since, and the day that it is told on."""

    birth: Concept
    today: date


def lasting_items(tokens: Sequence[Token], catalog: Catalog, today: date) -> Iterator[Item]:
    """Ages, what took how long, and what is still to be done."""
    yield from age_items(tokens, catalog, today)
    yield from took_items(tokens, catalog)
    yield from pending_items(tokens, catalog)


def age_items(tokens: Sequence[Token], catalog: Catalog, today: date) -> Iterator[Item]:
    """`AGEOF`: the age of those whose birth is in the data, where no column tells it."""
    for at in (at for at, each in enumerate(tokens) if each.form in _AGES):
        if ("age",) in catalog.phrases:
            return

        names = date_names_of(catalog)
        for birth in dict.fromkeys(one for each in _BIRTHS for one in names.named(stems_of(each))):
            yield Item("AGEOF", at, at + 1, AgeOf(birth, today), _SCORE)


def _in_time(tokens: Sequence[Token], at: int) -> bool:
    """`resolved within 2 days`, `paid in under 30 days`: since the rows began."""
    forms = [each.form for each in tokens[at : at + 2]]
    return forms[0] == "within" or (forms[0] == "in" and forms[1:] != [] and forms[1] in _COMPARING)


def _done_later(tokens: Sequence[Token]) -> Iterator[tuple[str, ...]]:
    """The verb of `took 3 days to resolve`."""
    return (stems_of(verb.text) for to, verb in pairwise(tokens) if to.form == "to")


def took_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`STRETCHED`: `resolved complaints that took 3 days` did so from begin to end."""
    names = date_names_of(catalog)
    done = (each for each in tokens if is_participle(each.text.lower()) and each.form not in _TOOK)
    ends = dict.fromkeys(time for each in done for time in names.named(stems_of(each.text)))
    pairs = [(begin, end) for end in ends if (begin := first_of(end, catalog)) is not None]
    for at in (at for at, each in enumerate(tokens[:-1]) if is_participle(each.text.lower())):
        for end in names.named(stems_of(tokens[at].text)) if _in_time(tokens, at + 1) else ():
            begin = first_of(end, catalog)
            yield from (Item("STRETCHED", at, at + 1, (begin, end), _DONE),) if begin is not None else ()

    for at in (at for at, each in enumerate(tokens) if each.form in _TOOK):
        if len(pairs) == 1 and not any(map(names.named, _done_later(tokens[at + 1 :]))):
            yield Item("STRETCHED", at, at + 1, pairs[0], _SCORE)

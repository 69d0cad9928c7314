"""`monthly active users`, DAU and MAU: how many different ones did something in each month or day.

What they did are the rows that are called so, the coarsest first: sessions before events of sessions.
"""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.deeds import facts_of
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Entity

_UNITS = MappingProxyType(
    {"daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year"}
)
_SHORT = MappingProxyType({"dau": "day", "wau": "week", "mau": "month"})
_DEEDS = ("session", "visit", "login", "check", "activity", "play", "view", "stream", "event")


def with_active(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """The words, with those that were active as those that had something, by its unit of time."""
    for at in range(len(tokens)):
        unit, stop, persons = _active_at(tokens, at, catalog)
        if persons is None:
            continue

        deed = _deed(persons, catalog)
        if not deed:
            break

        said = f"different {plural(persons.noun)} of {deed} by {unit}"
        words = [replace(tokens[at], text=each, form=phrase_of(each)[0]) for each in said.split()]
        return (*tokens[:at], *words, *tokens[stop:])

    return tokens


def _active_at(tokens: Sequence[Token], at: int, catalog: Catalog) -> tuple[str, int, Entity | None]:
    """The unit, the place behind the words, and who was active."""
    low = tokens[at].text.lower()
    if low in _SHORT and (low,) not in catalog.phrases:
        found = [each for each in catalog.entities.values() if _is_served(each) and _deed(each, catalog)]
        return _SHORT[low], at + 1, min(found, key=lambda each: len(each.noun), default=None)

    is_said = low in _UNITS and [each.form for each in tokens[at + 1 : at + 2]] == ["active"]
    noun = tuple(each.form for each in tokens[at + 2 : at + 3]) if is_said else ()
    named = (each.of for each in catalog.phrases.get(noun, ()) if each.weight >= OWN)
    persons = next((each for each in named if isinstance(each, Entity)), None)
    return _UNITS.get(low, ""), at + 3, persons


def _is_served(entity: Entity) -> bool:
    return phrase_of(entity.noun)[-1] in keywords().persons


def _deed(persons: Entity, catalog: Catalog) -> str:
    """What the rows of what they do are called."""
    facts = [catalog.entities[each] for each in facts_of(persons.cube, catalog)]
    found = (fact.noun for word in _DEEDS for fact in facts if phrase_of(fact.noun)[-1:] == (word,))
    return next((plural(each) for each in found), "")

"""What persons did, as rows of theirs, and the rows that they are called by: a donor by the donations."""

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import phrase_of, singular
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.coming_dates import coming_dates
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.deeds import BUYING, deed_of, facts_of, is_told_by
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity, Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

_LEAVING = frozenset({"leave", "left"})  # to go is no leave that somebody takes
_STAYING = frozenset({"stay", "stayed", "come", "came", "visit", "visited", "attend", "attended"})
_BOOKED = frozenset({"booking", "reservation", "appointment"})
_ENDINGS = (2, 1, 3)  # letters that make a doer of a verb: visitor, purchaser, shopper
_SHORTEST = 5  # letters of a word for who does something
_DOERS = ("er", "or")


def done_by(verb: str, subject: str, catalog: Catalog) -> Entity | None:
    """The rows that a verb makes of a subject; of one that says little those it is called by."""
    if verb in _LEAVING:
        return None

    if found := deed_of(verb, subject, catalog):
        return None if _is_only_booked(verb, found) else found

    own = _called_by(subject, catalog)
    theirs = {subject, *facts_of(subject, catalog)}
    times = date_names_of(catalog).named(stems_of(verb))
    is_plain = verb in keywords().light and not any(each.cube in theirs for each in times)
    return catalog.entities[own[0]] if is_plain and len(own) == 1 else None


def _is_only_booked(verb: str, made: Entity) -> bool:
    """Whether a verb says that people came, and the rows are those that they booked, be it in vain."""
    return verb in _STAYING and not _BOOKED.isdisjoint(phrase_of(made.noun)[-1:])


def usual_deed(subject: str, catalog: Catalog) -> Entity | None:
    """The rows that make somebody one of these: the donations of donors, the orders of customers.

    None where several kinds of rows may.
    """
    facts = tuple(each for each in facts_of(subject, catalog) if coming_dates(each, catalog))
    for found in (_called_by(subject, catalog), _roots(facts, catalog)):
        if len(found) == 1:
            return catalog.entities[found[0]]

    bought = deed_of("buy", subject, catalog)
    return None if bought is None or any(akin("pay", each) for each in phrase_of(bought.noun)) else bought


def doing(word: str, catalog: Catalog) -> tuple[Entity, Entity] | None:
    """Who is meant by a word for what they do, and the rows of it: buyers are customers with orders."""
    said = singular(word)
    if len(said) < _SHORTEST or not said.endswith(_DOERS):
        return None

    people = [each for each in catalog.entities.values() if is_person(ByEntity(each))]
    for letters in _ENDINGS:
        verb = said[:-letters]
        found = [(who, made) for who in people if (made := _made(verb, who, catalog))]
        if found:
            return found[0] if len(found) == 1 else None

    return None


def _made(verb: str, who: Entity, catalog: Catalog) -> Entity | None:
    is_bought = stems_of(verb) in BUYING or verb in ("shop", "purchas")
    return deed_of("buy" if is_bought else verb, who.cube, catalog)


def _called_by(subject: str, catalog: Catalog) -> list[str]:
    noun = phrase_of(catalog.entities[subject].noun)[-1:]
    facts = facts_of(subject, catalog)
    return [
        each
        for each in facts
        if noun and any(akin(noun[0], word) for word in phrase_of(catalog.entities[each].noun)[-1:])
    ]


def _roots(facts: tuple[str, ...], catalog: Catalog) -> list[str]:
    """The one to whose rows all the others belong."""
    return [each for each in facts if all(is_told_by(other, each, catalog) for other in facts)]

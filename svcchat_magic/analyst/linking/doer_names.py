"""Words for who does something, which share their stem with what is done or where: shoppers and shops."""

from functools import cache

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.words import phrase_of, singular
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Entity
from svcchat_magic.semantic.search.business_terms import business_terms
from svcchat_magic.semantic.search.thesaurus import stems_of

_DOERS = ("er", "or")


def is_only_a_doer(word: str, of: Concept | Entity, catalog: Catalog) -> bool:
    """Whether a word leads to rows by the stem of a doer alone: `customers` by shoppers to shops."""
    noun = phrase_of(catalog.entities[of.cube].noun)[-1:]
    if not noun:
        return False

    asked = singular(word)
    terms = {term for group in business_terms().same if asked in group for term in group}
    same = [each for each in terms if stems_of(each) == stems_of(noun[0])]
    if same:
        return all(each != noun[0] and each.endswith(_DOERS) for each in same)

    if noun[0].endswith(_DOERS) and _only_what_is_done(asked, noun[0]):
        return True  # `views` are visits, and no visitors

    # `shoppers` share their stem with shops, which are another word for these stores
    return asked.endswith(_DOERS) and stems_of(noun[0]) in _of_what_is_done(asked)


def is_called_without(term: str, of: Concept | Entity, catalog: Catalog) -> bool:
    """Whether nothing is called by the term itself, but by a word of the same stem: a rate, and no rating."""
    stems = stems_of(term)
    names = (each for each, found in catalog.phrases.items() if any(one.of == of for one in found))
    same = [" ".join(each) for each in names if stems_of(" ".join(each)) == stems]
    return bool(same) and not any(each.endswith("ing") for each in same)


@cache
def _only_what_is_done(asked: str, doer: str) -> bool:
    """Whether the terms for a word have the stem of a doer only in the name of what is done."""
    groups = (each for each in business_terms().same if stems_of(asked) in map(stems_of, each))
    reached = {term for group in groups for term in group if stems_of(term) == stems_of(doer)}
    return bool(reached) and not any(each.endswith(_DOERS) for each in reached)


@cache
def _of_what_is_done(doer: str) -> frozenset[tuple[str, ...]]:
    """The stems of all terms for what is called after the same verb as a doer: shop, store, branch."""
    stems = stems_of(doer)
    groups = [
        group
        for group in business_terms().same
        if doer not in group and any(stems_of(each) == stems and not each.endswith(_DOERS) for each in group)
    ]
    return frozenset(stems_of(term) for group in groups for term in group)


def is_doer_of(of: Concept | Entity, phrase: Phrase) -> bool:
    """Whether something is called after who does what is said: a played match is no player."""
    said = phrase_of(of.noun if isinstance(of, Entity) else of.title)
    is_done = len(phrase) == 1 and is_participle(phrase[0])
    if isinstance(of, Entity) and is_person(ByEntity(of)) and len(phrase) == 1 and phrase[0].endswith("ing"):
        return all(stem(each) != stem(phrase[0]) for each in said)  # the best-selling genre is no employee

    who = [each for each in said if each.endswith("er") and stem(each) != each]  # an order is nobody
    return is_done and any(stem(each) == stem(phrase[0]) for each in who)

"""What was done with things, as the rows in which it was done: courses that were completed."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.deeds import begins, facts_of
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

BEING = frozenset({"was", "were", "been", "have", "has", "had", "got", "get", "that", "which", "being"})
_SURE = 0.9


def rows_done_items(tokens: Sequence[Token], catalog: Catalog, values: Values) -> Iterator[Item]:
    """`courses were completed`: what was done with things in the end is done once for each row of theirs."""
    names = date_names_of(catalog)
    for at in (at for at, each in enumerate(tokens) if at and is_participle(each.text.lower())):
        start = at
        while start > 0 and tokens[start - 1].form in BEING:
            start -= 1

        times = names.named(stems_of(tokens[at].text))
        for size in (1, 2):
            for thing in things_named(tokens, start - size, start, catalog) if start >= size else ():
                facts = facts_of(thing.cube, catalog)
                ends = [each for each in times if each.cube in facts and not begins(each, catalog)]
                is_own = any(each.cube == thing.cube for each in times)
                if len(ends) == 1 and not is_own and not _has_state(tokens[at], thing, catalog, values):
                    value = (catalog.entities[ends[0].cube], ends[0])
                    first, score = start - size, _SURE * (at + 1 - start + size)
                    yield Item("ROWSDONE", first, at + 1, value, score)
                    if all(each.form in keywords().function for each in tokens[:first]):
                        yield Item("ONLYDONE", first, at + 1, value, score)


def _has_state(verb: Token, thing: Entity, catalog: Catalog, values: Values) -> bool:
    """Whether things are so themselves: trips that were cancelled, whatever became of their bookings."""
    known = (each.of for each in catalog.phrases.get((verb.form,), ()))
    flags = any(isinstance(of, Concept) and of.cube == thing.cube for of in known)
    return flags or any(of.cube == thing.cube for of, _ in values.get((verb.form,), ()))


def things_named(tokens: Sequence[Token], start: int, stop: int, catalog: Catalog) -> Iterator[Entity]:
    """The rows that words name, unless they are persons."""
    phrase = tuple(each.form for each in tokens[max(start, 0) : stop])
    for each in catalog.phrases.get(phrase, ()):
        if isinstance(each.of, Entity) and each.weight >= OWN and not is_person(ByEntity(each.of)):
            yield each.of

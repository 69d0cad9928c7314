"""What somebody did or had done, as rows of theirs: subscribers who watched have viewing sessions."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Entity
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.search.thesaurus import meanings, stems_of

_LEAST_LIKENESS = 0.5
BUYING = frozenset({("buy",), ("purchas",), ("sell",)})
USING = frozenset({"use", "used"})  # said of whatever rows of it there are


def facts_of(subject: str, catalog: Catalog) -> tuple[str, ...]:
    """The cubes of which one row of a subject may have any number."""
    reaches = _graph_of(catalog).reaches
    return tuple(
        each
        for each in catalog.entities
        if each != subject and reaches(each, subject, to_one=True) and not reaches(subject, each, to_one=True)
    )


def is_told_by(fact: str, other: str, catalog: Catalog) -> bool:
    """Whether each row of a fact has one row of another cube, or is one of its own."""
    return fact == other or _graph_of(catalog).reaches(fact, other, to_one=True)


def deed_of(verb: str, subject: str, catalog: Catalog) -> Entity | None:
    """The one fact of a subject that a verb makes; None where several are, or where the subject has its date.

    It is called so, begins on a date that is, or has an amount that is: minutes watched.
    """
    stems = stems_of(verb)
    times = date_names_of(catalog).named(stems)
    if any(each.cube == subject for each in times):
        return None

    facts = facts_of(subject, catalog)
    begun = {each.cube for each in times if begins(each, catalog)}
    ended = {each.cube for each in times} - begun
    for found in (
        [each for each in facts if is_called(verb, each, catalog)],
        [each for each in facts if each in begun],
        [each for each in facts if not ended and _has_amount(verb, each, catalog)],
        [each for each in facts if not ended and _means(verb, each, catalog)],
        _nearest(facts, catalog) if verb in USING else (),
        _sales(facts, catalog) if stems in BUYING else (),
    ):
        if found:
            return catalog.entities[found[0]] if len(found) == 1 else None

    return None


def _sales(facts: Sequence[str], catalog: Catalog) -> list[str]:
    """The rows that buying makes: the orders or invoices, be there lines of theirs as well."""
    earning = words_that_are("earning")
    found = [each for each in facts if not earning.isdisjoint(phrase_of(catalog.entities[each].noun))]
    return _nearest(found, catalog)


def _nearest(facts: Sequence[str], catalog: Catalog) -> list[str]:
    """The one to whose rows all others belong: the flights of a gate, and not the delays of these."""
    return [each for each in facts if all(is_told_by(other, each, catalog) for other in facts)]


def begins(time: Concept, catalog: Catalog) -> bool:
    """Whether a time is the first of its rows: a loan begins when it is borrowed, and not when returned."""
    return next((each for each in catalog.times if each.cube == time.cube), None) == time


def _graph_of(catalog: Catalog) -> JoinGraph:
    found: JoinGraph = catalog.model.derived.get("joins", lambda: JoinGraph(catalog.model.cubes))
    return found


def is_called(verb: str, cube: str, catalog: Catalog) -> bool:
    """Whether rows are called as what a verb makes: prescribed, prescriptions."""
    entity = catalog.entities[cube]
    return not is_person(ByEntity(entity)) and any(akin(verb, each) for each in phrase_of(entity.noun))


def _means(verb: str, cube: str, catalog: Catalog) -> bool:
    """Whether rows are called as what a verb means: purchases of what is bought."""
    near = (each for each in meanings((verb,)) if each.likeness >= _LEAST_LIKENESS)
    named = (of for each in near for of in catalog.by_stems.get(each.stems, {}))
    return any(isinstance(of, Entity) and of.cube == cube for of in named)


def _has_amount(verb: str, cube: str, catalog: Catalog) -> bool:
    """Whether a number of the rows is told by that very verb."""
    numbers = (each for each in catalog.of_cube(cube, "dimension") if each.type == "number")
    return any(
        stems_of(verb) == stems_of(word) and word.endswith("ed")
        for each in numbers
        for word in each.name.lower().split("_")
    )

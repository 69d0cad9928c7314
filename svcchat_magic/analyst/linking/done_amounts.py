"""What is added up of what a verb did: the billed amount of `invoice`, the picked units of `pick`."""

from collections.abc import Iterable
from dataclasses import dataclass

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.flows import spendings
from svcchat_magic.analyst.linking.natural_amounts import is_part_of_amount, sized, whole_amounts
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.inference.names import is_money
from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.search.thesaurus import meanings, stems_of

_AS_GOOD_AS = 0.5  # how near to a verb another word for the same is


@dataclass(frozen=True, slots=True)
class Done:
    """A sum of what was done, with the time at which it was."""

    measure: Concept
    time: Concept | None = None


def done_amount(verb: str, catalog: Catalog, *, money: bool) -> Done | None:
    """The one sum of money, or of goods, that a verb is said of; None where it is none or several.

    It is called so itself, or it is of the rows that have a date which is called so.
    """
    stems = stems_of(verb)
    dates = date_names_of(catalog)
    times = (*dates.named(stems), *dates.meant(stems))
    fits = is_of_money if money else _is_of_goods
    mixed = {each.cube for each, _ in spendings(catalog)}  # whose verbs say in which direction
    sums = [each for each in catalog.concepts if each.agg_type == "sum" and fits(each)]
    sums = [each for each in sums if each.cube not in mixed]
    own = _called(stems, sums)
    near = _called((each for one in _others(verb) for each in one), sums)
    dated = {each.cube for each in times}
    of_dated = [each for each in sums if each.cube in dated and not is_part_of_amount(each)]
    kin = [each for each in sums if any(akin(verb, word) for word in phrase_of(each.title))]  # lent: of loans
    for found in (own, kin, [each for each in near if each in of_dated], of_dated):
        if found:
            return _dated(found[0], times) if len(found) == 1 else None

    return None


def total_done(verbs: Iterable[str], entity: Entity, catalog: Catalog) -> Concept | None:
    """What rows of money come to; of sums over some of them alone the one that is called as the verbs say."""
    found = sized(entity, catalog)
    is_mixed = any(each.cube == entity.cube for each, _ in spendings(catalog))
    if found is None or not found.is_money or is_mixed:
        return None

    if found.total is not None:
        return found.total

    sums = [each for each in catalog.of_cube(entity.cube, "measure") if each.agg_type == "sum"]
    said = {stem for verb in verbs for stem in stems_of(verb)}
    named = whole_amounts(_called(said, [each for each in sums if is_of_money(each)]))
    return named[0] if len(named) == 1 else None


def belongs(measure: Concept, entity: Entity, catalog: Catalog) -> bool:
    """Whether each row of what is added up has one of these: of payments a sponsor."""
    return JoinGraph(catalog.model.cubes).reaches(measure.cube, entity.cube, to_one=True)


def is_of_money(measure: Concept) -> bool:
    """Whether a sum is one of money."""
    return measure.format == "currency" or is_money(measure.name) or is_money(measure.title)


def _is_of_goods(measure: Concept) -> bool:
    return not is_of_money(measure)


def _dated(measure: Concept, times: Iterable[Concept]) -> Done:
    own = dict.fromkeys(each for each in times if each.cube == measure.cube)
    return Done(measure, next(iter(own)) if len(own) == 1 else None)


def _called(stems: Iterable[str], sums: list[Concept]) -> list[Concept]:
    wanted = set(stems)
    return [each for each in sums if wanted & _words(each)]


def _words(measure: Concept) -> set[str]:
    texts = [measure.name.replace("_", " "), measure.title]
    texts += [text for place in measure.places for text in place.synonyms]
    return {stem for each in texts if "of" not in each.split() for stem in stems_of(each)}


def _others(verb: str) -> list[tuple[str, ...]]:
    return [each.stems for each in meanings((verb,)) if each.likeness >= _AS_GOOD_AS and len(each.stems) == 1]

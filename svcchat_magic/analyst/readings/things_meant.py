"""A name of what is measured that is also that of where it is: the station Luzern in its canton Luzern."""

from collections.abc import Iterator

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.measured_things import keys_of_things, names_of_things
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Analysis, Concept, IsIn
from svcchat_magic.analyst.readings.read import Read, taken_for

_FARTHER = 0.01  # where a value is read as that of a place, and not of the thing that is measured
_OF_KEY = 0.04  # or as its key, which stands in the rows themselves


def farther_from_things(analysis: Analysis, catalog: Catalog) -> float:
    """How much worse a reading fits that keeps what stands beside the names of the things measured."""
    names = _names(analysis, catalog)
    kept = (each.of for each in analysis.where if isinstance(each, IsIn))
    cubes = {each.cube for each in names}
    keys = {each for cube in _cubes(analysis, catalog) for each in keys_of_things(cube, catalog)}
    beside = [each for each in kept if each not in names]
    return sum(_OF_KEY if each in keys else _FARTHER for each in beside if each in keys or each.cube in cubes)


def names_thing(analysis: Analysis, one: IsIn, other: IsIn, catalog: Catalog) -> bool:
    """Whether the first of two columns that have a value names what is measured, and the other does not."""
    names = _names(analysis, catalog)
    return one.of in names and other.of not in names


def taken(read: Read, catalog: Catalog) -> tuple[tuple[str, str], ...]:
    """The words of a question that may say something else, with what each is taken for."""
    return (*taken_for(read), *_taken_for_things(read, catalog))


def _taken_for_things(read: Read, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """The values that may be those of another column, with the thing that each is taken for."""
    if read.best is None:
        return

    names = _names(read.best.analysis, catalog)
    others = [each for rival in read.others for each in rival.analysis.where if isinstance(each, IsIn)]
    for kept in read.best.analysis.where:
        if not isinstance(kept, IsIn) or kept.of not in names:
            continue

        if any(each.values == kept.values and each.of != kept.of for each in others):
            value = str(kept.values[0])
            yield value, f"{kept.of.title.lower()} {value}"


def _names(analysis: Analysis, catalog: Catalog) -> frozenset[Concept]:
    return frozenset(name for each in _cubes(analysis, catalog) for name in names_of_things(each, catalog))


def _cubes(analysis: Analysis, catalog: Catalog) -> set[str]:
    cubes = {cube for each in analysis.quantities for cube in cubes_of(each)}
    cubes |= {analysis.rows_of.cube} if analysis.rows_of else set()
    return {each for each in cubes if each in catalog.model.cubes}

"""Rows that are only where numbers stand are never counted: births per inhabitant are by the population."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.functions import UNITS
from svcchat_magic.analyst.meaning.tree import Counted, Entity, Measured, OverGroups, Quantity, Ratio
from svcchat_magic.analyst.planning.assumed import is_of_measurements
from svcchat_magic.semantic.inference.panels import ON_HAND

_ON_HAND = (("on", "hand"), ("in", "stock"), ("in", "inventory"))


def with_measured(read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the number that such rows are called after, in place of how many rows there are."""
    read = _of_rows(read, catalog)
    found = [_measured(each, catalog) for each in read.analysis.quantities]
    if None in found:
        return replace(read, dropped=(*read.dropped, "per"))

    kept = tuple(each for each in found if each is not None)
    return replace(read, analysis=replace(read.analysis, quantities=kept))


def _of_rows(read: Assembled, catalog: Catalog) -> Assembled:
    """`how many trading days were there`: those of the one table of measurements."""
    match read.analysis.quantities:
        case (OverGroups(function=function, quantity=Counted(entity=Entity(cube=""))) as days,) if (
            function == UNITS
        ):
            cubes = [each for each in catalog.entities if is_of_measurements(each, catalog)]
            if len(cubes) != 1:
                return replace(read, dropped=(*read.dropped, "how many"))

            days = replace(days, quantity=Counted(catalog.entities[cubes[0]]))
            return replace(read, analysis=replace(read.analysis, quantities=(days,)))

    return read


def with_on_hand(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """`how many units are on hand`: of goods what is there, and no other number that is told in units."""
    quantities, forms = read.analysis.quantities, [each.form for each in tokens]
    first = quantities[0] if len(quantities) == 1 else None
    rows = [each for each in read.cover.items if each.category == "ENTITY"]
    says = any(tuple(forms[each.start : each.stop]) in _ON_HAND for each in rows)
    if not says or not isinstance(first, Measured) or first.measure.over_time:
        return read

    measures = catalog.of_cube(first.measure.cube, "measure")
    known = [each for each in measures if each.over_time and ON_HAND in each.places[0].synonyms]
    if len(known) != 1 or first.measure.agg_type != "sum":
        return read

    return replace(read, analysis=replace(read.analysis, quantities=(replace(first, measure=known[0]),)))


def _measured(quantity: Quantity, catalog: Catalog) -> Quantity | None:
    if not isinstance(quantity, Ratio) or quantity.is_share:
        return quantity  # a share of the days is one of rows

    parts = (quantity.above, quantity.below)
    found = [_number(each, catalog) if isinstance(each, Counted) else each for each in parts]
    above, below = found
    return None if above is None or below is None else replace(quantity, above=above, below=below)


def _number(counted: Counted, catalog: Catalog) -> Quantity | None:
    if not is_of_measurements(counted.entity.cube, catalog):
        return counted

    noun = phrase_of(counted.entity.noun)
    sums = [each for each in catalog.of_cube(counted.entity.cube, "measure") if each.agg_type == "sum"]
    named = [each for each in sums if phrase_of(each.title)[-len(noun) :] == noun]
    return Measured(named[0], counted.where) if len(named) == 1 else None

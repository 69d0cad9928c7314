"""`rentals by season` of rows that each count many: those are added up, and not the rows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept, Counted, Measured, OverGroups, Quantity

_ROWS = frozenset({"row", "rows", "record", "records", "entries", "observations", "lines"})


def with_counted(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with what the rows count in place of how many rows there are, unless rows are asked for."""
    if not _ROWS.isdisjoint(each.text.lower() for each in tokens):
        return read

    def summed(quantity: Quantity) -> Quantity:
        return _summed(quantity, catalog)

    analysis = read.analysis
    quantities = tuple(map(summed, analysis.quantities))
    if not quantities and analysis.is_assumed and analysis.rank and (most := counted_measure("", catalog)):
        quantities = (Measured(most),)  # the peak day
    rank = analysis.rank
    if rank is not None and rank.by is not None:
        rank = replace(rank, by=summed(rank.by))

    lost = _days(tokens, read) if quantities != analysis.quantities else ()
    read = replace(read, dropped=(*read.dropped, *lost))
    return replace(read, analysis=replace(analysis, quantities=quantities, rank=rank))


def _days(tokens: Sequence[Token], read: Assembled) -> Iterator[str]:
    """`how many holidays`: these are counted themselves, and not the rentals on them."""
    for item in (each for each in read.cover.items if each.category == "COUNTED"):
        of = item.value[0] if isinstance(item.value, tuple) else None
        are_rows = any(each.form in _ROWS for each in tokens[item.start : item.stop])
        if isinstance(of, Counted) and not of.entity.noun and not are_rows:
            yield tokens[item.stop - 1].text


def _summed(quantity: Quantity, catalog: Catalog) -> Quantity:
    match quantity:
        case Counted(is_active=False):
            cube = quantity.entity.cube
        case Measured() if quantity.measure.agg_type == "count":
            cube = quantity.measure.cube
        case OverGroups():
            return replace(quantity, quantity=_summed(quantity.quantity, catalog))
        case _:
            return quantity

    found = counted_measure(cube, catalog)
    return Measured(found, quantity.where) if found else quantity


def counted_measure(cube: str, catalog: Catalog) -> Concept | None:
    """The measure that adds up what the rows of a cube count, where they do."""
    cubes = catalog.model.cubes
    cube = next(iter(cubes)) if not cube and len(cubes) == 1 else cube  # rows of whatever there is
    name = cubes[cube].meta.get("counted") if cube in cubes else None
    return catalog.by_key.get((cube, str(name))) if name else None

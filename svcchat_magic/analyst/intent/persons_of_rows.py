"""`how many clients` over a file with a row for each: told that rows are counted, as no number tells them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.persons_of_rows import persons_of_rows
from svcchat_magic.analyst.meaning.tree import Counted, Quantity, Ratio

_TOLD = "each row a person"
_DIFFERENT = frozenset({"different", "distinct", "unique", "individual"})


def with_persons_told(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with a note where it counts rows as persons; different ones cannot be told."""
    counted = {cube for each in read.analysis.quantities for cube in _counted(each)}
    said = {at for cube in counted for at in _said(tokens, persons_of_rows_of(cube, catalog))}
    if not said:
        return read

    told = (each for at, each in enumerate(tokens) if at + 1 in said and each.form in _DIFFERENT)
    dropped = (*read.dropped, *(each.text for each in told))
    return replace(read, dropped=dropped, notes=(*read.notes, _TOLD))


def _counted(quantity: Quantity) -> Iterator[str]:
    match quantity:
        case Counted():
            yield quantity.entity.cube
        case Ratio():
            yield from (*_counted(quantity.above), *_counted(quantity.below))


def persons_of_rows_of(cube: str, catalog: Catalog) -> tuple[str, ...]:
    """What the persons are called of whom each row of a cube tells one."""
    found = catalog.model.cubes.get(cube)
    return persons_of_rows(found) if found else ()


def _said(tokens: Sequence[Token], nouns: Sequence[str]) -> Iterator[int]:
    forms = {phrase_of(each)[-1] for each in nouns}
    yield from (at for at, each in enumerate(tokens) if each.form in forms)

"""`how many kegs were ordered`, where each row says how many: their sum, and no number of rows."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.goods import adds_goods
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Counted, Entity, IsIn, Measured, Quantity

_PIECES = frozenset({"pieces", "units", "copies", "pcs"})


def with_goods(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the sum of what each row counts, where the question names goods and not its rows."""
    analysis = read.analysis
    if len(analysis.quantities) != 1 or analysis.derived or not _asks_how_many(tokens):
        return read

    counted = analysis.quantities[0]
    cube = _counted(counted)
    goods = [each for each in analysis.where if isinstance(each, IsIn) and _is_named(each, tokens)]
    if not cube or not goods or _names_rows(tokens, cube, catalog):
        return read

    sums = [each for each in catalog.of_cube(cube, "measure") if adds_goods(each)]
    if len(sums) != 1 or (isinstance(counted, Measured) and counted.where):
        return read

    meant = Measured(sums[0], counted.where if isinstance(counted, Counted) else ())
    rank = analysis.rank and replace(analysis.rank, by=meant if analysis.rank.by else None)
    return replace(read, analysis=replace(analysis, quantities=(meant,), rank=rank))


def in_pieces(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """`how much popcorn did we sell, in pieces`: the number of what was sold, and no money."""
    analysis = read.analysis
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    if not _says_pieces(tokens) or not isinstance(first, Measured) or first.measure.format != "currency":
        return read

    sums = [each for each in catalog.of_cube(first.measure.cube, "measure") if adds_goods(each)]
    if len(sums) != 1 or first.measure.agg_type != "sum":
        return replace(read, dropped=(*read.dropped, "pieces"))

    meant = replace(first, measure=sums[0])
    rank = analysis.rank and replace(analysis.rank, by=meant if analysis.rank.by else None)
    return replace(read, analysis=replace(analysis, quantities=(meant,), rank=rank))


def _says_pieces(tokens: Sequence[Token]) -> bool:
    return any(one.form in ("in", "by") and other.text.lower() in _PIECES for one, other in pairwise(tokens))


def _asks_how_many(tokens: Sequence[Token]) -> bool:
    return any((one.form, other.form) == ("how", "many") for one, other in pairwise(tokens))


def _counted(quantity: Quantity) -> str:
    is_count = isinstance(quantity, Counted) or (
        isinstance(quantity, Measured) and quantity.measure.agg_type == "count"
    )
    return next(iter(cubes_of(quantity)), "") if is_count else ""


def _is_named(kept: IsIn, tokens: Sequence[Token]) -> bool:
    """Whether a plural noun of the question is a word of the value: kegs of a 30L keg."""
    several = {each.form for each in tokens if each.text.lower() not in (each.form, f"{each.form}'s")}
    return any(several & set(phrase_of(str(each))) for each in kept.values)


def _names_rows(tokens: Sequence[Token], cube: str, catalog: Catalog) -> bool:
    return any(
        isinstance(each.of, Entity) and each.of.cube == cube
        for token in tokens
        for each in catalog.phrases.get((token.form,), ())
    )

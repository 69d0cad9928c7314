"""`number of bookings with revenue above 200 per resort`: each booking's own revenue, not the resort's."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.averages import Mean
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Bound, ByEntity, Compared, Counted, Measured

_AGGREGATED = frozenset({"average", "avg", "mean", "total", "sum", "overall", "median", "combined"})
_SAYING_WHICH = frozenset({"with", "having", "whose", "where"})
_ARTICLES = frozenset({"a", "an", "the", "their", "its"})
_BETWEEN = 1  # words such as `with` between rows and what is said of them


def with_row_bounds(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with what is said of counted rows, right behind their noun, as theirs."""
    analysis = read.analysis
    if len(analysis.quantities) != 1 or not analysis.having:
        return read

    if not analysis.groups:
        return _of_each_row(tokens, read, catalog)

    counted = analysis.quantities[0]
    cubes = set(cubes_of(counted)) if is_counted(counted) else set()
    if len(cubes) != 1 or any(
        isinstance(each, ByEntity) and each.entity.cube in cubes for each in analysis.groups
    ):
        return read

    told = [each for each in _behind_counted(tokens, read) if each in analysis.having]
    kept = {each: found for each in told if (found := _of_rows(each, cubes, catalog))}
    if not kept:
        return read

    having = tuple(each for each in analysis.having if each not in kept)
    return replace(read, analysis=replace(analysis, having=having, where=(*analysis.where, *kept.values())))


def _of_each_row(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """`how many games have a score of at least 90`: rows without a key are not those of one name together."""
    analysis = read.analysis
    counted = analysis.quantities[0]
    is_keyless = isinstance(counted, Counted) and bool(counted.entity.cube) and not counted.where
    if not is_keyless or not isinstance(counted, Counted) or catalog.key_of(counted.entity) is not None:
        return read

    if analysis.derived or analysis.rank or any(each.form in _AGGREGATED for each in tokens):
        return read

    found = [_of_rows(each, {counted.entity.cube}, catalog) for each in analysis.having]
    kept = tuple(each for each in found if each is not None)
    if len(kept) < len(found):
        return read

    return replace(read, analysis=replace(analysis, having=(), where=(*analysis.where, *kept)))


def _behind_counted(tokens: Sequence[Token], read: Assembled) -> Iterator[Bound]:
    """The bounds that stand right behind what is counted."""
    items = read.cover.items
    for one, other in pairwise(items):
        between = {each.form for each in tokens[one.stop : other.start + 1]}
        said = [each for each in tokens[one.stop : other.start] if each.form not in _ARTICLES]
        is_next = len(said) <= _BETWEEN and not _SAYING_WHICH.isdisjoint(between)
        aggregated = [each for each in tokens[other.start : other.stop] if each.form in _AGGREGATED]
        is_plain = len(aggregated) == isinstance(getattr(other.value, "value", None), Mean)
        if (one.category, other.category) == ("QUANTITY", "BOUND") and is_next and is_plain:
            yield from (other.value,) if is_counted(one.value) else ()


def _of_rows(bound: Bound, cubes: set[str], catalog: Catalog) -> Compared | None:
    """The bound on the column of each row that its sum adds up."""
    of = bound.quantity
    if not isinstance(of, Measured) or of.where or of.measure.agg_type not in ("sum", "avg"):
        return None

    column = catalog.columns.get(of.measure)
    if column is None or column.cube not in cubes or not isinstance(bound.value, Decimal):
        return None

    return Compared(column, bound.operator, bound.value)

"""Both ends in one answer: the highest and the lowest, the first and the last."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.both_ends import is_both
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Aggregated, Analysis, DatedLast, Measured, Quantity
from svcchat_magic.analyst.placing.draft import BIG

_OTHER = {"maximum": "minimum", "minimum": "maximum"}
_OF_MEASURES = {"max": "min", "min": "max"}


def tells_both_ends(analysis: Analysis) -> bool:
    """Whether the highest and the lowest of a column are told already."""
    ends = [(each.of, each.function) for each in analysis.quantities if isinstance(each, Aggregated)]
    return any((of, _OTHER.get(function, "")) in ends for of, function in ends)


def with_both_ends_told(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading of one end with the other one; without an end it is not read."""
    said = [each.text for each in tokens if is_both(each)]
    if not said:
        return read

    analysis = _with_other_end(read.analysis, catalog) if len(said) == 1 else None
    if analysis is None:
        return replace(read, score=read.score - BIG, dropped=(*read.dropped, *said))

    return replace(read, analysis=analysis)


def _with_other_end(analysis: Analysis, catalog: Catalog) -> Analysis | None:
    rank, quantities = analysis.rank, analysis.quantities
    if rank is not None:
        is_plain = not (rank.within or rank.nth or analysis.derived or analysis.having)
        is_all = rank.limit is None and bool(analysis.groups)  # both ends of them are shown
        return analysis if is_all else replace(analysis, rank=replace(rank, both=True)) if is_plain else None

    ends = [other for each in quantities if (other := _other_end(each, catalog)) is not None]
    is_one = len(quantities) == len(ends) == 1 and analysis.rows_of is None
    return replace(analysis, quantities=(*quantities, *ends)) if is_one else None


def _other_end(quantity: Quantity, catalog: Catalog) -> Quantity | None:
    match quantity:
        case Aggregated() | DatedLast() if quantity.function in _OTHER:
            return replace(quantity, function=_OTHER[quantity.function])
        case Measured(measure=measure):
            column, way = catalog.columns.get(measure), _OF_MEASURES.get(measure.agg_type, "")
            others = (each for each, of in catalog.columns.items() if column is not None and of == column)
            other = next((each for each in others if each.agg_type == way), None)
            return replace(quantity, measure=other) if other is not None else None
        case _:
            return None

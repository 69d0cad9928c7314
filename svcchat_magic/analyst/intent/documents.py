"""The money of a document before that of its lines, where the words fit both and no line is asked for."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.meaning.tree import Analysis, Measured
from svcchat_magic.analyst.planning.planned import Planned
from svcchat_magic.analyst.planning.sources import Sources

_EVEN = 0.06  # how much better the words may fit the line

Read = tuple[Assembled, Planned]


def documents_first(done: Sequence[Read], sources: Sources) -> list[Read]:
    """The readings without those of an order's lines where the same of the order itself is among them."""
    return [pair for pair in done if not any(_is_of_document(other, pair[0], sources) for other, _ in done)]


def _is_of_document(document: Assembled, line: Assembled, sources: Sources) -> bool:
    """Whether one reading sums of a document what the other sums of its lines, and nothing else differs."""
    ours, theirs = _sum_of(line.analysis), _sum_of(document.analysis)
    if ours is None or theirs is None or ours.measure.cube == theirs.measure.cube:
        return False

    if line.score - document.score > _EVEN:
        return False

    is_same = replace(line.analysis, quantities=(), rank=None) == replace(
        document.analysis, quantities=(), rank=None
    )
    return is_same and sources.graph.reaches(ours.measure.cube, theirs.measure.cube, to_one=True)


def _sum_of(analysis: Analysis) -> Measured | None:
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    is_sum = isinstance(first, Measured) and first.measure.agg_type == "sum"
    return first if isinstance(first, Measured) and is_sum and first.measure.format == "currency" else None

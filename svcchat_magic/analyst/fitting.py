"""The best of several readings, unless its number leaves out all that is asked for."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Analysis, Counted
from svcchat_magic.analyst.parsing.assembly import Assembled
from svcchat_magic.analyst.planning.against import left_out
from svcchat_magic.analyst.planning.planned import Planned

_AGAINST = 0.6  # how much worse another reading may fit than a number that leaves out what is asked


def fitting(done: Sequence[tuple[Assembled, Planned]], catalog: Catalog) -> tuple[Assembled, Planned]:
    """The best reading; where its number leaves out all that is asked, the rows themselves are counted."""
    best, planned = max(done, key=lambda pair: pair[0].score)
    included = tuple(each.value for each in best.cover.items if each.category == "INCLUDED")
    against = left_out(replace(planned.analysis, where=(*planned.analysis.where, *included)), catalog)
    if not against:
        return best, planned

    others = [
        pair for pair in done
        if pair[1].source.root == planned.source.root and _counts_rows(pair[1].analysis)
    ]  # fmt: skip
    counted = max(others, key=lambda pair: pair[0].score, default=None)
    if counted is not None and counted[0].score > best.score - _AGAINST:
        return counted

    return replace(best, dropped=(*best.dropped, against)), planned


def _counts_rows(analysis: Analysis) -> bool:
    return all(isinstance(each, Counted) for each in analysis.quantities)

"""`how many farms do we have right now`: those that have not left, where rows have a date of that."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.assembling.last_figures import of_now
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.leaving import leaving_date
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByTime,
    Concept,
    Counted,
    Measured,
    Missing,
    OnPart,
    Within,
)

_NOW = frozenset({"current", "currently", "presently"})
_PAIRS = frozenset(
    {("right", "now"), ("at", "present"), ("the", "moment"), ("of", "now"), ("present", "day")}
)
_STATES = frozenset({"status", "state", "active", "current", "is_active", "stage"})


def with_current(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading without rows that have left, where it asks for those of now and says no more of it.

    Figures of moments are those of the latest one.
    """
    analysis, cube = read.analysis, _rows(read.analysis)
    if (
        analysis.quantities
        and _asks_for_now(tokens)
        and not (read.follows or analysis.derived or _is_dated(analysis))
    ):
        read = replace(read, analysis=replace(analysis, quantities=of_now(analysis.quantities)))

    if not cube or read.follows or analysis.derived or not _says_now(tokens) or _is_dated(analysis):
        return read

    left = leaving_date(cube, catalog)
    told = {each.of for each in analysis.where if hasattr(each, "of")}
    if left is None or any(each == left or _tells_state(each) for each in told):
        return read

    return replace(read, analysis=replace(analysis, where=(*analysis.where, Missing(left))))


def _asks_for_now(tokens: Sequence[Token]) -> bool:
    """Whether now is more than a word to begin with."""
    return _says_now(tokens) or "now" in [each.form for each in tokens[1:]]


def _says_now(tokens: Sequence[Token]) -> bool:
    forms = [each.form for each in tokens]
    return not _NOW.isdisjoint(forms) or not _PAIRS.isdisjoint(pairwise(forms))


def _rows(analysis: Analysis) -> str:
    """The cube of which all rows are counted or listed."""
    if analysis.rows_of is not None and not analysis.quantities:
        return analysis.rows_of.cube

    match analysis.quantities:
        case (Counted() as counted,):
            return counted.entity.cube
        case (Measured() as measured,) if measured.measure.name == "count":
            return measured.measure.cube
        case _:
            return ""


def _is_dated(analysis: Analysis) -> bool:
    conditions = any(isinstance(each, Within | OnPart) for each in analysis.where)
    return conditions or any(isinstance(each, ByTime) for each in analysis.groups)


def _tells_state(of: object) -> bool:
    return isinstance(of, Concept) and not _STATES.isdisjoint(phrase_of(of.name.replace("_", " ")))

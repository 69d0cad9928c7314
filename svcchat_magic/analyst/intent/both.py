"""`both a dental and a surgery`: rows of an entity that have one of each, not one of either."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    Compared,
    Condition,
    Contains,
    Counted,
    Entity,
    Exists,
    IsIn,
    Within,
)
from svcchat_magic.analyst.planning.sources import Sources

_OF_ROWS = (IsIn, Compared, Contains)


def with_both(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading where each of the two values needs rows of its own; what is said beside them holds of both.

    Where a row belongs to one of the values alone, as a visit does to a town, `both` is either of them.
    """
    analysis, entity = read.analysis, _entity_of(read.analysis)
    pairs = [each for each in analysis.where if isinstance(each, IsIn) and len(each.values) == 2]
    if entity is None or len(pairs) != 1 or not any(each.form == "both" for each in tokens):
        return read

    pair, of = pairs[0], sources.catalog.entities[pairs[0].of.cube]
    if pair.negated or of == entity or not sources.graph.reaches(of.cube, entity.cube, to_one=True):
        return read

    beside = [each for each in analysis.where if each != pair and _is_of(each, of)]
    sides = (replace(pair, values=(value,)) for value in pair.values)
    kept = [Exists(of, (side, *beside), entity=entity) for side in sides]
    rest = [each for each in analysis.where if each != pair and each not in beside]
    return replace(read, analysis=replace(analysis, where=(*rest, *kept)))


def _entity_of(analysis: Analysis) -> Entity | None:
    """Whose rows are counted or listed, where nothing else is asked of them."""
    if analysis.derived is not None or analysis.having or analysis.groups:
        return None

    if analysis.rows_of is not None:
        return analysis.rows_of

    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    return first.entity if isinstance(first, Counted) else None


def _is_of(condition: Condition, of: Entity) -> bool:
    """Whether a condition is on the rows that the values are of; a period is, unless it dates others."""
    if isinstance(condition, Within):
        return condition.time is None or condition.time.cube == of.cube

    return isinstance(condition, _OF_ROWS) and condition.of.cube == of.cube

"""`countries that never had a signup`: none of their rows is such, and not that some row is no such."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.absent import owner_of
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_condition
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    Bound,
    ByMember,
    Compared,
    Concept,
    Condition,
    Counted,
    Entity,
    Exists,
    Holds,
    IsIn,
    Missing,
)
from svcchat_magic.analyst.planning.sources import Sources

_NEVER = frozenset({"never", "nobody", "none"})
_TWO = frozenset({("no", "one"), ("not", "once"), ("not", "ever"), ("n't", "ever")})
_REACHED = frozenset({"reach", "reached", "hit", "attained"})
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def with_never(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading of what never happened, over what may have happened many times to each."""
    forms = [each.form for each in tokens]
    if _NEVER.isdisjoint(forms) and _TWO.isdisjoint(pairwise(forms)):
        return read

    analysis, denied = read.analysis, [*_denied(tokens, read)]
    if len(denied) != 1:
        return read

    condition, done = denied[0]
    if analysis.rows_of is not None:
        return replace(read, analysis=_of_rows(analysis, analysis.rows_of, condition, done, sources))

    if (counted := owner_of(read, sources)) is not None and analysis.values_of is None:
        found = _of_rows(analysis, counted, condition, done, sources)
        is_half = found != analysis and _says_more_of(_cube_of(condition), found)
        return replace(read, analysis=found, dropped=(*read.dropped, *(("never",) if is_half else ())))

    if analysis.values_of is None or analysis.having or analysis.quantities:
        homes = {home for each in analysis.quantities for home in cubes_of(each)}
        cube, reaches = _cube_of(condition), sources.graph.reaches
        is_far = homes and not any(each == cube or reaches(each, cube, to_one=True) for each in homes)
        return replace(read, dropped=(*read.dropped, "never")) if is_far else read

    return replace(read, analysis=_of_values(analysis, analysis.values_of, condition, done, sources))


def _of_rows(
    analysis: Analysis, entity: Entity, condition: Condition, done: Condition, sources: Sources
) -> Analysis:
    """Rows to which many others belong have none of these that are such."""
    cube = _cube_of(condition)
    if cube == entity.cube or sources.graph.reaches(entity.cube, cube, to_one=True):
        return analysis

    none = Exists(sources.catalog.entities[cube], (done,), negated=True, entity=entity)
    return replace(analysis, where=tuple(none if each == condition else each for each in analysis.where))


def _says_more_of(cube: str, analysis: Analysis) -> bool:
    """Whether more is said of such rows: which of it is denied is open."""
    return any(cube in cubes_of_condition(each) for each in analysis.where)


def _of_values(
    analysis: Analysis, of: Concept, condition: Condition, done: Condition, sources: Sources
) -> Analysis:
    """The values of a column none of whose rows is such."""
    cube = _cube_of(condition)
    if cube != of.cube and not sources.graph.reaches(cube, of.cube, to_one=True):
        return analysis

    such = Counted(sources.catalog.entities[cube], (done,))
    return replace(
        analysis,
        values_of=None,
        quantities=(such,),
        groups=(ByMember(of),),
        where=tuple(each for each in analysis.where if each != condition),
        having=(Bound("=", Decimal(0), such),),
    )


def _denied(tokens: Sequence[Token], read: Assembled) -> Iterator[tuple[Condition, Condition]]:
    """What `never` is said of, and the same without it; of several, what stands with the word or behind."""
    is_reached = not _REACHED.isdisjoint(each.form for each in tokens)
    pairs = ((each, _done(each, is_reached=is_reached)) for each in read.analysis.where)
    found = [(each, done) for each, done in pairs if done is not None]
    if len(found) > 1:
        said = {at for at, each in enumerate(tokens) if each.form in _NEVER | {"no", "not"}}
        near = [each for each in read.cover.items if any(each.start - 1 <= at < each.stop for at in said)]
        found = [pair for pair in found if any(pair[0] == each.value for each in near)]

    yield from found


def _cube_of(condition: Condition) -> str:
    return condition.of.cube if isinstance(condition, IsIn | Missing | Compared | Holds) else ""


def _done(condition: Condition, *, is_reached: bool) -> Condition | None:
    """What is denied of each row; None of what denies nothing."""
    match condition:
        case IsIn(of=of, values=(False,), negated=False) if of.type == "boolean":
            return replace(condition, values=(True,))
        case IsIn(negated=True):
            return replace(condition, negated=False)
        case Holds(negated=True):
            return replace(condition, negated=False)
        case Missing(negated=False):
            return replace(condition, negated=True)
        case Compared(operator="<>", since=None):
            return replace(condition, operator=">=" if is_reached else "=")
        case Compared(operator=operator, since=None) if operator in _OPPOSITE:
            return replace(condition, operator=_OPPOSITE[operator])
        case _:
            return None

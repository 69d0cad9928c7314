"""`how many customers does each look after`, behind sales of a year: those that they have, in any year."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.absent import owner_of
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.cubes import cubes_of_condition, cubes_of_group
from svcchat_magic.analyst.meaning.tree import ByEntity, ByMember, Within
from svcchat_magic.analyst.planning.sources import Sources

_NOW = frozenset({"do", "does"})
_HELD = frozenset({"have", "own", "hold", "manage", "supervise"})
_TIMES = frozenset({"WHEN", "DATED", "EACHOF"})


def with_standing(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading of a follow-up without the period before, where what is counted has no date of its own.

    Only what each of them has now by itself, as no row of a fact tells it.
    """
    said = {each.text.lower() for each in tokens}
    is_timed = any(each.category in _TIMES for each in read.cover.items)
    owner = (
        owner_of(read, sources) if read.follows and not is_timed and _NOW & said and _HELD & said else None
    )
    if owner is None or any(each.cube == owner.cube for each in sources.catalog.times):
        return read

    analysis = read.analysis
    periods = [each for each in analysis.where if isinstance(each, Within)]
    kept = tuple(each for each in analysis.where if each not in periods)
    grouped = [cube for each in analysis.groups for cube in cubes_of_group(each)]
    told = {*grouped, *(cube for each in kept for cube in cubes_of_condition(each))}
    is_own = all(isinstance(each, ByEntity | ByMember) for each in analysis.groups) and bool(grouped)
    if not is_own or not all(sources.graph.reaches(owner.cube, each, to_one=True) for each in told):
        return read

    return replace(read, analysis=replace(analysis, where=kept))

"""Members that a model defines and no query can ask for yet, and what in their definition is the cause."""

from collections.abc import Iterator, Mapping

from svcchat_magic.semantic.model.member_sql import read_member_sql
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, Segment


def uncomputed(cubes: Mapping[str, Cube], cube: str, name: str) -> str:
    """The key of the definition that stands in the way; empty where the member is computed."""
    at = cubes[cube]
    found = at.dimensions.get(name) or at.measures.get(name) or at.segments[name]
    return _own(found) or next(filter(None, _of_uses(cubes, cube, found)), "")


def _own(member: Dimension | Measure | Segment) -> str:
    if isinstance(member, Measure):
        return _of_measure(member)

    if isinstance(member, Segment):
        return ""

    return "a switch" if member.switch_values else "sub_query" if member.sub_query else ""


def _of_measure(measure: Measure) -> str:
    if measure.rolling_window is not None:
        return "rolling_window"

    if measure.time_shifts:
        return "time_shift"

    if measure.type == "rank":
        return "rank"

    return "multi_stage" if measure.stage is not None else ""


def _of_uses(cubes: Mapping[str, Cube], cube: str, member: Dimension | Measure | Segment) -> Iterator[str]:
    snippets = [member.sql, *(member.filters if isinstance(member, Measure) else ())]
    for snippet in filter(None, snippets):
        for use in read_member_sql(snippet).uses():
            if use.member:
                yield uncomputed(cubes, use.cube or cube, use.member)

"""Members that a model defines and no query can ask for yet, and what in their definition is the cause."""

from collections.abc import Iterator, Mapping

from svcchat_magic.semantic.model.member_sql import SnippetUnreadable, Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, Segment


def uncomputed(cubes: Mapping[str, Cube], cube: str, name: str) -> str:
    """The key of a definition that stands in the way; empty where the member is computed."""
    return next(filter(None, map(_own, _behind(cubes, cube, name))), "")


def rests_on_sub_query(cubes: Mapping[str, Cube], cube: str, name: str) -> bool:
    """Whether a member is a measure of another cube for each row, or made of one that is."""
    return any(isinstance(each, Dimension) and each.sub_query for each in _behind(cubes, cube, name))


def _behind(
    cubes: Mapping[str, Cube], cube: str, name: str, seen: tuple[tuple[str, str], ...] = ()
) -> Iterator[Dimension | Measure | Segment]:
    """A member, and every one that it is made of; in a model with errors, those that are there."""
    at = cubes.get(cube)
    if at is None or (cube, name) in seen:
        return

    found = at.dimensions.get(name) or at.measures.get(name) or at.segments.get(name)
    if found is None:
        return

    yield found
    for use in _uses(found):
        if use.member:
            yield from _behind(cubes, use.cube or cube, use.member, (*seen, (cube, name)))


def _uses(member: Dimension | Measure | Segment) -> Iterator[Use]:
    for snippet in (member.sql, *(member.filters if isinstance(member, Measure) else ())):
        try:
            yield from read_member_sql(snippet).uses() if snippet else ()
        except SnippetUnreadable:
            continue  # the check of the model names it


def _own(member: Dimension | Measure | Segment) -> str:
    if isinstance(member, Measure):
        return _of_measure(member)

    if isinstance(member, Segment):
        return ""

    if member.sub_query and member.propagate_filters:
        return "propagate_filters_to_sub_query"

    return "a switch" if member.switch_values else ""


def _of_measure(measure: Measure) -> str:
    if measure.rolling_window is not None:
        return "rolling_window"

    if measure.time_shifts:
        return "time_shift"

    if measure.type == "rank":
        return "rank"

    return "multi_stage" if measure.stage is not None else ""

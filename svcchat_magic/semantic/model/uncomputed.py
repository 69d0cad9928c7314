"""Members that a model defines and no query can ask for yet, and what in their definition is the cause."""

from collections.abc import Iterator, Mapping

from svcchat_magic.semantic.model.member_parts import Stage
from svcchat_magic.semantic.model.member_sql import SnippetUnreadable, Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, Segment
from svcchat_magic.semantic.model.stages import rests_on_stages

Found = Dimension | Measure | Segment
COMPOSITE = frozenset({"number", "string", "time", "boolean"})  # made of measures, or of aggregates
_OVER_GROUPS = frozenset({"sum", "avg", "min", "max", "number", "string", "time", "boolean"})


def uncomputed(cubes: Mapping[str, Cube], cube: str, name: str) -> str:
    """The key of a definition that stands in the way; empty where the member is computed."""
    return next(filter(None, (_own(cubes, at, member) for at, member in _behind(cubes, cube, name))), "")


def rests_on_sub_query(cubes: Mapping[str, Cube], cube: str, name: str) -> bool:
    """Whether a member is a measure of another cube for each row, or made of one that is."""
    return any(isinstance(each, Dimension) and each.sub_query for _, each in _behind(cubes, cube, name))


def _behind(
    cubes: Mapping[str, Cube], cube: str, name: str, seen: tuple[tuple[str, str], ...] = ()
) -> Iterator[tuple[str, Found]]:
    """A member with its cube, and every one that it is made of; in a model with errors, those there are."""
    at = cubes.get(cube)
    if at is None or (cube, name) in seen:
        return

    found = at.dimensions.get(name) or at.measures.get(name) or at.segments.get(name)
    if found is None:
        return

    yield cube, found
    for use in _uses(found):
        if use.member:
            yield from _behind(cubes, use.cube or cube, use.member, (*seen, (cube, name)))


def is_aggregated(cubes: Mapping[str, Cube], cube: str, measure: Measure) -> bool:
    """Whether a measure has one value for a group of rows: by its type, or by what its SQL is made of."""
    if measure.type not in COMPOSITE or measure.stage is not None or not measure.sql:
        return True

    try:
        sql = read_member_sql(measure.sql)
    except SnippetUnreadable:
        return True  # the check of the model names it

    if sql.has_aggregate():
        return True

    targets = [(cubes.get(use.cube or cube), use.member) for use in sql.uses()]
    return any(target is not None and member in target.measures for target, member in targets)


def _uses(member: Found) -> Iterator[Use]:
    for snippet in (member.sql, *(_further_sql(member) if isinstance(member, Measure) else ())):
        try:
            yield from read_member_sql(snippet).uses() if snippet else ()
        except SnippetUnreadable:
            continue  # the check of the model names it


def _further_sql(measure: Measure) -> Iterator[str]:
    yield from measure.filters
    yield from (sql for sql, _ in measure.stage.order_by) if measure.stage is not None else ()


def _own(cubes: Mapping[str, Cube], cube: str, member: Found) -> str:
    if isinstance(member, Measure):
        return _of_measure(member) or (
            "" if is_aggregated(cubes, cube, member) else "an aggregate in its sql"
        )

    if isinstance(member, Segment):
        return ""

    if member.sub_query and member.propagate_filters:
        return "propagate_filters_to_sub_query"

    if member.sub_query and any(
        rests_on_stages(cubes, use.cube or cube, use.member) for use in _uses(member)
    ):
        return "sub_query of a measure in stages"

    return "a switch" if member.switch_values else ""


def _of_measure(measure: Measure) -> str:
    if measure.switch_case is not None:
        return "case in a measure"

    if any(shift.name for shift in measure.time_shifts):
        return "a time_shift by name"

    if measure.stage is None:
        return ""

    return _of_stage(measure, measure.stage)


def _of_stage(measure: Measure, stage: Stage) -> str:
    if measure.filters:
        return "filters in a multi_stage measure"

    if stage.add_group_by and (stage.group_by is not None or stage.reduce_by or measure.type == "rank"):
        return "add_group_by beside other groups"

    moves = bool(measure.time_shifts or measure.rolling_window)
    if moves and stage != Stage():
        return "other groups at another time"

    is_known = measure.type in _OVER_GROUPS or stage.add_group_by or measure.type == "rank"
    return "" if is_known else f"multi_stage of type {measure.type}"

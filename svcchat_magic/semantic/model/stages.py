"""Which measures are computed in stages: over the groups of others, or over other times than the query's."""

from collections.abc import Mapping

from svcchat_magic.semantic.model.member_sql import read_member_sql
from svcchat_magic.semantic.model.model import Cube, Measure


def is_stage(measure: Measure) -> bool:
    """Whether a measure is a stage of its own."""
    return bool(measure.rolling_window or measure.time_shifts or measure.stage or measure.type == "rank")


def rests_on_stages(cubes: Mapping[str, Cube], cube: str, name: str) -> bool:
    """Whether a measure is a stage, or made of one."""
    measure = cubes[cube].measures.get(name)
    if measure is None:
        return False

    if is_stage(measure):
        return True

    uses = read_member_sql(measure.sql).uses() if measure.sql else ()
    return any(use.member and rests_on_stages(cubes, use.cube or cube, use.member) for use in uses)


def named_dimension(cubes: Mapping[str, Cube], cube: str, name: str) -> tuple[str, str, str]:
    """The cube, dimension and unit that `status`, `orders.status` or `created_at.month` names in a stage.

    Whether there are any of these names is not looked at; the unit is often empty.
    """
    *owner, last = name.strip("${} ").split(".")
    if owner and owner[0] not in cubes[cube].dimensions:
        first = owner.pop(0)
        cube = cube if first in {"CUBE", "TABLE"} else first

    return (cube, owner[0], last) if owner else (cube, last, "")

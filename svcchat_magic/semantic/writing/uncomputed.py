"""Members that a model defines and no query can ask for yet, and what in their definition is the cause."""

from collections.abc import Iterator, Mapping

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.member_sql import read_member_sql
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, Model
from svcchat_magic.semantic.query.query import Member, SemanticQuery, members_of


def refuse_uncomputed(model: Model, query: SemanticQuery) -> None:
    """Raise QueryRefused where a member that is asked for, or one that it is made of, cannot be computed."""
    for member in (member for expression in query.expressions() for member in members_of(expression)):
        found = uncomputed(model.cubes, member.path[-1], member.name)
        if found:
            name = _shown_name(model, query.table, member)
            raise QueryRefused(f"{query.table}.{name} cannot be computed yet: it needs {found}.")


def _shown_name(model: Model, table: str, member: Member) -> str:
    """What the queried table calls a member."""
    view = model.views.get(table)
    shown = view.members.values() if view is not None else ()
    behind = (member.path, member.name)
    return next((each.name for each in shown if (each.path, each.member) == behind), member.name)


def uncomputed(cubes: Mapping[str, Cube], cube: str, name: str) -> str:
    """The key of the definition that stands in the way; empty where the member is computed."""
    found = cubes[cube].dimensions.get(name) or cubes[cube].measures.get(name)
    if found is None:
        return ""

    own = _of_dimension(found) if isinstance(found, Dimension) else _of_measure(found)
    return own or next(filter(None, _of_uses(cubes, cube, found)), "")


def _of_dimension(dimension: Dimension) -> str:
    if dimension.switch_values:
        return "a switch"

    return "sub_query" if dimension.sub_query else ""


def _of_measure(measure: Measure) -> str:
    if measure.rolling_window is not None:
        return "rolling_window"

    if measure.time_shifts:
        return "time_shift"

    if measure.type == "rank":
        return "rank"

    return "multi_stage" if measure.stage is not None else ""


def _of_uses(cubes: Mapping[str, Cube], cube: str, member: Dimension | Measure) -> Iterator[str]:
    snippets = [member.sql, *(member.filters if isinstance(member, Measure) else ())]
    for snippet in filter(None, snippets):
        for use in read_member_sql(snippet).uses():
            if use.member:
                yield uncomputed(cubes, use.cube or cube, use.member)

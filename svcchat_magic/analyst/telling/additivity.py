"""Which measures may be summed over the rows of a result."""

from svcchat_magic.analyst.telling.query import Query
from svcchat_magic.semantic.model.model import Cube, Field, Model

_TO_ONE = frozenset({"many_to_one", "one_to_one"})


def is_additive(model: Model, measure: Field, query: Query) -> bool:
    """Whether the groups of a query split the measure's rows: then their sum is the total.

    A sum or count is split only by dimensions that each of its rows has one value of: an
    order with two products stands in both products' groups. A level is not added up over time.
    """
    if measure.agg_type not in ("sum", "count") or (_is_level(model, measure) and _is_along_time(query)):
        return False

    cubes = {each.cube for each in query.dimensions}
    if query.grain and query.reading.time:
        cubes.add(query.reading.time.cube)

    return cubes <= _reachable(model, measure.cube)


def _is_level(model: Model, measure: Field) -> bool:
    found = model.cubes[measure.cube].measures.get(measure.member)
    return found is not None and bool(found.meta.get("over_time"))


def _is_along_time(query: Query) -> bool:
    return bool(query.grain) or any(each.type == "time" for each in query.dimensions)


def _reachable(model: Model, start: str) -> set[str]:
    """The cubes of which each row of `start` has at most one row."""
    steps: dict[str, set[str]] = {}
    for cube in model.cubes.values():
        for source, target in _steps(cube):
            steps.setdefault(source, set()).add(target)

    found, new = {start}, {start}
    while new:
        new = {target for source in new for target in steps.get(source, ())} - found
        found |= new

    return found


def _steps(cube: Cube) -> list[tuple[str, str]]:
    forward = [(cube.name, join.target) for join in cube.joins if join.relationship in _TO_ONE]
    back = [
        (join.target, cube.name) for join in cube.joins if join.relationship in ("one_to_many", "one_to_one")
    ]
    return forward + back

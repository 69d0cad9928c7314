"""Whether everything in a model refers to something that is there: joins, members, paths, policies."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sqlglot import exp

from svcchat_magic.semantic.access.masks import mask_problems
from svcchat_magic.semantic.files.listing_checks import listing_problems, view_problems
from svcchat_magic.semantic.files.model_places import Found, Name, Places
from svcchat_magic.semantic.files.policy_checks import policy_problems
from svcchat_magic.semantic.files.stage_checks import stage_name_problems
from svcchat_magic.semantic.files.yaml_blocks import Problems
from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.model.member_sql import (
    MemberSql,
    SnippetUnreadable,
    Use,
    read_cube_source,
    read_member_sql,
)
from svcchat_magic.semantic.model.model import Cube, Dimension, Join, Measure, Model, Segment
from svcchat_magic.semantic.model.uncomputed import COMPOSITE, is_aggregated


def check_model(model: Model, places: Places, problems: Problems) -> None:
    """Note every reference that does not resolve.

    Joins come first: members are only followed over joins that are sound.
    """
    before = len(problems.sentences)
    for cube in model.cubes.values():
        _add_all(problems, _source_problems(cube, places))
        for join in cube.joins:
            _add_all(problems, _join_problems(model.cubes, cube, join, places))

    if len(problems.sentences) > before:
        return

    graph = JoinGraph(model.cubes)
    for cube in model.cubes.values():
        _add_all(problems, _member_problems(graph, cube, places))
        for measure in cube.measures.values():
            if not is_aggregated(model.cubes, cube.name, measure):
                sentence = (
                    f"a measure of type {measure.type} needs an aggregate or other measures, as {{name}}"
                )
                problems.leave_out(places.of(cube.name, measure.name), sentence)

    for view in model.views.values():
        _add_all(problems, view_problems(graph, view, places))

    _add_all(problems, policy_problems(model, places))


def _add_all(problems: Problems, found: Found) -> None:
    for place, sentence in found:
        problems.add(place, sentence)


def _source_problems(cube: Cube, places: Places) -> Found:
    try:
        read_cube_source(cube.sql_table, cube.sql)
    except SnippetUnreadable as error:
        yield places.of(cube.name), f"{'sql_table' if cube.sql_table else 'sql'} {error}"


def _join_problems(cubes: Mapping[str, Cube], cube: Cube, join: Join, places: Places) -> Found:
    place = places.of(cube.name, "join", join.target)
    target = cubes.get(join.target)
    if target is None:
        yield place, f"there is no cube named {join.target!r}"
        return

    if [other.target for other in cube.joins].count(join.target) > 1:
        yield place, f"{cube.name} joins {join.target} twice"

    # The many need one only where their own measures are asked for from elsewhere: a query says so then.
    ones = {"many_to_one": (target,), "one_to_many": (cube,)}.get(join.relationship, (cube, target))
    for side in ones:
        if not any(dimension.primary_key for dimension in side.dimensions.values()):
            yield place, f"{side.name} needs a dimension with primary_key: true, because it is joined"

    sql = _readable(join.sql)
    if isinstance(sql, str):
        yield place, f"sql {sql}"
        return

    for use in sql.uses():
        side = target if use.cube == target.name else cube
        if use.cube not in {"", cube.name, target.name}:
            yield place, f"a join refers to {cube.name} and {join.target} only, not to {use.cube}"
        elif use.member and not is_own_dimension(side, use.member):
            yield place, f"{side.name} has no dimension {use.member!r} of its own columns"


def is_own_dimension(cube: Cube, name: str) -> bool:
    """Whether a dimension is computed of columns of its cube's table alone, so that a join may name it."""
    found = cube.dimensions.get(name)
    sql = _readable(found.sql) if found is not None and found.sql else None
    return isinstance(sql, MemberSql) and all(
        use.cube in {"", cube.name} and not use.member for use in sql.uses()
    )


def _member_problems(graph: JoinGraph, cube: Cube, places: Places) -> Found:
    for member in members_of(cube):
        yield from problems_of(graph, cube, member, places)

    yield from listing_problems(graph, cube, places)


def members_of(cube: Cube) -> Iterator[Dimension | Measure | Segment]:
    """Every member of a cube."""
    yield from cube.dimensions.values()
    yield from cube.segments.values()
    yield from cube.measures.values()


def problems_of(graph: JoinGraph, cube: Cube, member: Dimension | Measure | Segment, places: Places) -> Found:
    """Every problem of one member."""
    if isinstance(member, Segment):
        yield from _row_problems(graph, cube, member.name, member.sql, places)
        return

    if isinstance(member, Measure):
        yield from _measure_problems(graph, cube, member, places)
    elif member.sub_query:
        yield from _sub_query_problems(graph, cube, member, places)
    elif member.sql:
        yield from _row_problems(graph, cube, member.name, member.sql, places)

    if isinstance(member, Dimension) and _goes_in_circles(graph.cubes, cube.name, member.name, ()):
        yield places.of(cube.name, member.name), "refers to itself"

    yield from _mask_problems(graph, cube, member, places)


def _row_problems(graph: JoinGraph, cube: Cube, name: str, snippet: str, places: Places) -> Found:
    """Problems of SQL that is computed for each row."""
    place = places.of(cube.name, name)
    sql = _readable(snippet)
    if isinstance(sql, str):
        yield place, f"sql {sql}"
        return

    if sql.has_aggregate():
        yield place, "sql holds an aggregate; write it as a measure"

    yield from ((place, sentence) for use in sql.uses() for sentence in _use_problems(graph, cube, use))


def _use_problems(graph: JoinGraph, cube: Cube, use: Use) -> Iterator[str]:
    target = graph.cubes.get(use.cube or cube.name)
    if target is None:
        yield f"refers to {use.cube}, and there is no cube of that name"
    elif use.member and use.member not in target.dimensions:
        yield f"refers to {target.name}.{use.member}, and there is no dimension of that name"
    elif not graph.reaches(cube.name, target.name, to_one=True):
        yield f"refers to {target.name}, and no joins lead from {cube.name} to one row of it"


def _measure_problems(graph: JoinGraph, cube: Cube, measure: Measure, places: Places) -> Found:
    place = places.of(cube.name, measure.name)
    for condition in measure.filters:
        yield from _row_problems(graph, cube, measure.name, condition, places)

    if measure.stage is not None:
        yield from _staged_measure_problems(graph, cube, measure, places)
        return

    sql = _readable(measure.sql) if measure.sql else None
    if isinstance(sql, str):
        yield place, f"sql {sql}"
    elif sql is None:
        return
    elif measure.type not in COMPOSITE:
        yield from _row_problems(graph, cube, measure.name, measure.sql, places)
    elif _names_measures(graph.cubes, cube, sql):
        yield from ((place, sentence) for sentence in _composite_problems(graph, cube, measure, sql))
    else:  # without an aggregate it is left out
        yield from ((place, sentence) for use in sql.uses() for sentence in _use_problems(graph, cube, use))


def _mask_problems(graph: JoinGraph, cube: Cube, member: Dimension | Measure, places: Places) -> Found:
    """Problems of what a member shows in place of its values."""
    mask = member.mask
    yield from ((places.of(cube.name, member.name), sentence) for sentence in mask_problems(cube, member))
    if mask is None or not mask.sql:
        return

    if isinstance(member, Dimension):
        yield from _row_problems(graph, cube, member.name, mask.sql, places)
    else:
        masked = replace(member, type="number", sql=mask.sql, stage=None, mask=None)
        yield from _measure_problems(graph, cube, masked, places)

    sql = _readable(mask.sql)
    if isinstance(sql, MemberSql) and any(use.member == member.name for use in sql.uses()):
        yield places.of(cube.name, member.name), "the mask refers to what it hides; write its column"


def _staged_measure_problems(graph: JoinGraph, cube: Cube, measure: Measure, places: Places) -> Found:
    """Problems of a measure that is computed over the groups of others."""
    case, stage = measure.switch_case, measure.stage
    snippets = [measure.sql, *(sql for sql, _ in stage.order_by)] if stage is not None else []
    if case is not None:
        snippets += [case.switch, *(sql for _, sql in case.branches), case.otherwise]

    for snippet in filter(None, snippets):
        yield from _stage_problems(graph, cube, measure.name, snippet, places)

    for sentence in stage_name_problems(graph, cube, stage) if stage is not None else ():
        yield places.of(cube.name, measure.name), sentence

    if _goes_in_circles(graph.cubes, cube.name, measure.name, ()):
        yield places.of(cube.name, measure.name), "refers to itself"


def _sub_query_problems(graph: JoinGraph, cube: Cube, dimension: Dimension, places: Places) -> Found:
    """Problems of a dimension that is a measure of another cube for each row."""
    place = places.of(cube.name, dimension.name)
    sql = _readable(dimension.sql)
    uses = sql.uses() if isinstance(sql, MemberSql) else ()
    if len(uses) != 1 or not isinstance(sql, MemberSql) or not isinstance(sql.tree, exp.Column):
        yield place, "a sub_query is one measure of another cube, such as {orders.count}"
    elif not _is_measure(graph.cubes, cube, uses[0]):
        yield place, "a sub_query is a measure; without sub_query the dimension refers to other dimensions"
    elif not graph.reaches(cube.name, uses[0].cube or cube.name, to_one=False):
        yield place, f"refers to {uses[0].cube}, and no joins lead from {cube.name} to it"
    elif not any(each.primary_key for each in cube.dimensions.values()):
        yield place, f"{cube.name} needs a dimension with primary_key: true for its sub_query"


def _stage_problems(graph: JoinGraph, cube: Cube, name: str, snippet: str, places: Places) -> Found:
    """Problems of SQL over what other members give, measures included."""
    place = places.of(cube.name, name)
    sql = _readable(snippet)
    if isinstance(sql, str):
        yield place, f"sql {sql}"
        return

    for use in sql.uses():
        target = graph.cubes.get(use.cube or cube.name)
        if target is None or (use.member and use.member not in {**target.dimensions, **target.measures}):
            yield (
                place,
                f"refers to {'.'.join(filter(None, (use.cube, use.member)))}, and there is no such member",
            )
        elif not graph.reaches(cube.name, target.name, to_one=False):
            yield place, f"refers to {target.name}, and no joins lead from {cube.name} to it"


def _names_measures(cubes: Mapping[str, Cube], cube: Cube, sql: MemberSql) -> bool:
    return any(_is_measure(cubes, cube, use) for use in sql.uses())


def _is_measure(cubes: Mapping[str, Cube], cube: Cube, use: Use) -> bool:
    target = cubes.get(use.cube or cube.name)
    return target is not None and bool(use.member) and use.member in target.measures


def _composite_problems(graph: JoinGraph, cube: Cube, measure: Measure, sql: MemberSql) -> Iterator[str]:
    if measure.filters:
        yield "a measure made of other measures takes no filters; put them on those measures"

    if sql.has_aggregate() or not all(_is_measure(graph.cubes, cube, use) for use in sql.uses()):
        yield "mixes measures with columns or aggregates; put each aggregate into a measure of its own"
    elif not all(graph.reaches(cube.name, use.cube or cube.name, to_one=False) for use in sql.uses()):
        yield "refers to a measure of a cube that no joins lead to"
    elif _goes_in_circles(graph.cubes, cube.name, measure.name, ()):
        yield "refers to itself"


def _goes_in_circles(cubes: Mapping[str, Cube], cube: str, name: str, seen: tuple[Name, ...]) -> bool:
    if (cube, name) in seen:
        return True

    found = cubes[cube].dimensions.get(name) or cubes[cube].measures.get(name)
    if found is None:
        return False

    sql = _readable(found.sql) if found.sql else None
    uses = sql.uses() if isinstance(sql, MemberSql) else ()
    return any(
        use.member and (use.cube or cube) in cubes
        and _goes_in_circles(cubes, use.cube or cube, use.member, (*seen, (cube, name)))
        for use in uses
    )  # fmt: skip


def _readable(snippet: str) -> MemberSql | str:
    """The parsed snippet, or why it cannot be."""
    try:
        return read_member_sql(snippet)
    except SnippetUnreadable as error:
        return str(error)

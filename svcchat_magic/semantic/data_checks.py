"""Whether a model fits its data: columns, types, primary keys and relationships, looked up in the rows."""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.access.access import cube_member
from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.model.member_sql import Use, read_cube_source, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Join, Measure, Model
from svcchat_magic.semantic.model.stages import rests_on_stages
from svcchat_magic.semantic.model.uncomputed import uncomputed
from svcchat_magic.semantic.query.query import Output, Rows, SemanticQuery, Viewer
from svcchat_magic.semantic.writing.statement_writer import StatementWriter

_WIRE_TYPES: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "string": ("String",), "number": ("Int64", "Double"),
    "time": ("Timestamp", "Date"), "boolean": ("Boolean",),
})  # fmt: skip
_EVERYONE = Viewer("model check", is_internal=True)


def data_problems(model: Model, engine: Engine) -> Iterator[str]:
    """What of a model does not hold for the rows of its data, as sentences that name the member."""
    columns = {name: _columns(cube, engine) for name, cube in model.cubes.items()}
    for name, cube in model.cubes.items():
        if columns[name] is None:
            source = "its SELECT" if cube.sql else cube.sql_table
            yield f"{name}: the data has no table that {source} can read"
            continue

        missing = list(_missing_columns(cube, columns))
        yield from missing
        if not missing:
            yield from _key_problems(cube, engine)
            yield from _member_problems(model, cube, engine)

    for cube in model.cubes.values():
        for join in cube.joins:
            if columns[cube.name] is not None and columns[join.target] is not None:
                yield from _relationship_problems(cube, join, model.cubes[join.target], engine)


def _columns(cube: Cube, engine: Engine) -> frozenset[str] | None:
    """The columns of a cube's rows in lower case; None where they cannot be read."""
    try:
        found = _rows(engine, exp.select("*").from_(_source(cube, "t")).limit(0))
    except EngineError:
        return None

    return frozenset(column.name.lower() for column in found.columns)


def _missing_columns(cube: Cube, columns: Mapping[str, frozenset[str] | None]) -> Iterator[str]:
    snippets = [(each.name, each.sql) for each in cube.dimensions.values()]
    snippets += [(each.name, each.sql) for each in cube.segments.values()]
    snippets += [(each.name, sql) for each in cube.measures.values() for sql in (each.sql, *each.filters)]
    for name, sql in snippets:
        for use in read_member_sql(sql).uses() if sql else ():
            known = columns.get(use.cube or cube.name)
            if use.column and known is not None and use.column.lower() not in known:
                yield f"{cube.name}.{name}: {use.cube or cube.name} has no column {use.column!r}"


def _key_problems(cube: Cube, engine: Engine) -> Iterator[str]:
    """A primary key that some rows share, or lack."""
    snippets = [each.sql for each in cube.dimensions.values() if each.primary_key and each.sql]
    if not snippets or not all(_is_of_row(cube, sql) for sql in snippets):
        return

    keys = [_of_row(cube, "t", sql) for sql in snippets]
    rows = exp.select(*keys).from_(_source(cube, "t")).group_by(*(key.copy() for key in keys))
    shared = exp.select("COUNT(*)").from_(rows.having("COUNT(*) > 1").subquery("k"))
    nulls = exp.select("COUNT(*)").from_(_source(cube, "t"))
    nulls = nulls.where(exp.or_(*(exp.Is(this=exp.paren(key.copy()), expression=exp.Null()) for key in keys)))
    for select, sentence in ((shared, "values belong to several rows"), (nulls, "rows have none")):
        found = _count(engine, select)
        if found:
            yield f"{cube.name}: the primary key is not unique: {found:,} {sentence}"


def _member_problems(model: Model, cube: Cube, engine: Engine) -> Iterator[str]:
    """Members that the database cannot compute, or that are of another type than the model says."""
    for name in (*cube.dimensions, *cube.measures, *cube.segments):
        if uncomputed(model.cubes, cube.name, name) or rests_on_stages(model.cubes, cube.name, name):
            continue  # what is computed in stages depends on the times and groups of a query

        try:
            found = _computed(model, cube, name, engine)
        except (EngineError, QueryRefused) as error:
            yield f"{cube.name}.{name}: {error}"
            continue

        member = cube_member(cube, (cube.name,), name)
        given = found.columns[0].column_type
        if given not in _WIRE_TYPES[member.type]:
            yield f"{cube.name}.{name}: the model says {member.type}, and the data gives {given}"


def _computed(model: Model, cube: Cube, name: str, engine: Engine) -> Rows:
    """One row of a member."""
    member = cube_member(cube, (cube.name,), name)
    is_measure = isinstance(cube.measures.get(name), Measure)
    query = SemanticQuery(cube.name, cube.name, (Output("v", member),), aggregated=is_measure, limit=1)
    writer = StatementWriter(model, _EVERYONE, dialect=engine.dialect, kinds=partial(_kinds, engine))
    statement = writer.all_rows(query)
    return engine.run(statement.sql, statement.parameters, limit=1)


def _kinds(engine: Engine, cube: Cube) -> Mapping[str, str]:
    return engine.column_kinds(exp.select("*").from_(_source(cube, "t")).sql(dialect=engine.dialect))


def _relationship_problems(cube: Cube, join: Join, target: Cube, engine: Engine) -> Iterator[str]:
    """A side that should have one row for each of the other's, and has more."""
    ones = {"many_to_one": ((cube, target),), "one_to_many": ((target, cube),)}
    for many, one in ones.get(join.relationship, ((cube, target), (target, cube))):
        try:
            found = _repeated(many, one, cube, join, engine)
        except EngineError as error:
            yield f"{cube.name}: the join to {target.name}: {error}"
            return

        if found:
            yield (
                f"{cube.name}: the join to {target.name} is no {join.relationship}: "
                f"{found:,} more rows of {many.name} come from joining {one.name} than there are"
            )


def _repeated(many: Cube, one: Cube, owner: Cube, join: Join, engine: Engine) -> int:
    """How many rows a join adds to those of `many`."""
    sides = {many.name: "a", one.name: "b"} if many.name != one.name else {}

    def column(use: Use) -> exp.Expr:
        if not sides:  # joined with itself: the cube's name is the other row
            at = one if use.cube == one.name else many
            alias = "b" if use.cube == one.name else "a"
        else:
            at = one if (use.cube or owner.name) == one.name else many
            alias = sides[at.name]

        return _column(at, alias, use)

    condition = read_member_sql(join.sql).build(column)
    joined = exp.select("COUNT(*)").from_(_source(many, "a"))
    joined = joined.join(_source(one, "b"), on=condition, join_type="left")
    return _count(engine, joined) - _count(engine, exp.select("COUNT(*)").from_(_source(many, "a")))


def _is_of_row(cube: Cube, sql: str) -> bool:
    """Whether a snippet reads columns of its own cube alone."""
    return all(
        use.cube in {"", cube.name} and (not use.member or _is_of_row(cube, cube.dimensions[use.member].sql))
        for use in read_member_sql(sql).uses()
    )


def _of_row(cube: Cube, alias: str, sql: str) -> exp.Expr:
    """A snippet over columns of its own cube."""
    return read_member_sql(sql).build(lambda use: _column(cube, alias, use))


def _column(cube: Cube, alias: str, use: Use) -> exp.Expr:
    if use.column:
        return exp.column(exp.to_identifier(use.column, quoted=use.quoted), table=alias)

    return exp.paren(_of_row(cube, alias, cube.dimensions[use.member].sql))


def _source(cube: Cube, alias: str) -> exp.Expr:
    return exp.alias_(read_cube_source(cube.sql_table, cube.sql), alias, table=True)


def _count(engine: Engine, select: exp.Select) -> int:
    return int(str(_rows(engine, select).rows[0][0]))


def _rows(engine: Engine, select: exp.Select) -> Rows:
    return engine.run(select.sql(dialect=engine.dialect), {}, limit=1)

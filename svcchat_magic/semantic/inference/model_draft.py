"""The draft of a model: the cubes and views that tables suggest, as the entries of model files.

Every entry is a mapping in the order in which it is written; what is only a guess carries a remark.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import guess, spelled_out
from svcchat_magic.semantic.inference.column_measures import mark_levels, row_count, without_their_number
from svcchat_magic.semantic.inference.column_members import (
    NAME_COLUMNS,
    cube_members,
    is_asked,
    is_name,
    name_of_column,
    time_first,
)
from svcchat_magic.semantic.inference.column_roles import Role, role_of
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.key_finding import Relationship, find_key, find_relationships
from svcchat_magic.semantic.inference.measurements import are_measurements, grid_of
from svcchat_magic.semantic.inference.names import (
    entity_title,
    entity_words,
    is_nameless,
    joined_words,
    member_name,
    title_of,
    words_of,
)
from svcchat_magic.semantic.inference.numbering import repeats_own_id
from svcchat_magic.semantic.inference.semi_additive import level_columns
from svcchat_magic.semantic.inference.table_profile import TableProfile, profile_table, source_sql
from svcchat_magic.semantic.inference.understood_tables import left_out, reference_sentence, table_sentence

ROWS_END = "_rows"  # of a cube whose view has the table's name: that is what people write after FROM
_MOST_STEPS = 5  # to a cube whose dimensions a view has; in a chain of many tables those beyond help nobody

Entry = dict[str, object]  # of a model file; REMARK is written as a comment
REMARK = "#"


@dataclass(frozen=True, slots=True)
class DraftCube:
    """A cube as it is written."""

    name: str
    table_name: str  # under which its members are asked for: the view's, where it has one
    entry: Entry
    dimensions: Sequence[Entry]
    measures: Sequence[Entry]
    key: str  # the column that identifies a row, or ""
    joins: list[tuple[Entry, str]] = field(default_factory=list)  # each with the cube it leads to
    references: dict[str, str] = field(default_factory=dict)  # the dimension that holds each such cube's key

    @property
    def times(self) -> list[str]:
        """The names of its dates, the one that dates its rows first."""
        return [str(each["name"]) for each in self.dimensions if each["type"] == "time"]


@dataclass(frozen=True, slots=True)
class ModelDraft:
    """All cubes and views that the tables suggest, and what was understood, in sentences."""

    cubes: tuple[DraftCube, ...]
    views: tuple[Entry, ...]
    understood: tuple[str, ...]


def draft_model(engine: Engine) -> ModelDraft:
    """A model for every table of the engine; raises EngineError."""
    whole = [profile_table(engine, table) for table in engine.source_tables() if table.columns]
    tables = [usable(table) for table in whole]
    keys = {table.name: find_key(engine, table) for table in tables}
    relationships = find_relationships(engine, tables, keys)
    cubes = dict(_cubes(engine, tables, keys, {each.table for each in relationships}))
    doubles = list(_join(cubes, relationships, {table.name: table for table in tables}, keys))
    made = (*cubes.values(), *doubles)
    views = tuple(_view(cube, {each.name: each for each in made}) for cube in made if cube.joins)
    for cube in made:
        if cube.joins:
            cube.entry["public"] = False  # its view has the same members and those of the cubes joined

    told = (table_sentence(each, cubes[each.name].times) for each in tables)
    sentences = (*told, *map(reference_sentence, relationships), *left_out(whole, tables))
    return ModelDraft(made, views, sentences)


def usable(table: TableProfile) -> TableProfile:
    """The table without columns that nothing can be asked of."""
    usable = tuple(each for each in table.columns if role_of(each, table).role is not Role.UNUSABLE)
    return replace(table, columns=usable)


def _cubes(
    engine: Engine, tables: Sequence[TableProfile], keys: Mapping[str, str], joined: Container[str]
) -> Iterator[tuple[str, DraftCube]]:
    """The cube of each table; a table that refers to others lends its name to the view over them all."""
    named = dict(_named(tables))
    used = set(named.values())
    for table in tables:
        grid = grid_of(engine, table)
        cube = draft_cube(table, named[table.name], keys[table.name], level_columns(engine, table, grid))
        if are_measurements(table, keys[table.name], grid):
            cube.entry["meta"] = {"rows": "measurements"}
            cube.entry["title"] = title_of(table.name)  # nobody says gapminders
            cube.measures[0].update(row_count(title_of(table.name)))
        elif len(tables) == 1 and is_nameless(table.spoken) and not repeats_own_id(table):
            cube.entry["meta"] = {"rows": "nameless"}

        if table.name in joined:
            name = _distinct(cube.name + ROWS_END, used)
            used.add(name)
            cube = replace(cube, name=name, entry={**cube.entry, "name": name})

        yield table.name, cube


def _named(tables: Sequence[TableProfile]) -> Iterator[tuple[str, str]]:
    """A distinct name for each table."""
    used: set[str] = set()
    for table in tables:
        name = _distinct(member_name(table.name), used)
        used.add(name)
        yield table.name, name


def _distinct(name: str, used: set[str]) -> str:
    numbered = (f"{name}_{number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in used)


def draft_cube(table: TableProfile, name: str, key: str, levels: frozenset[str] = frozenset()) -> DraftCube:
    """The cube that a table suggests, without joins; the columns `levels` are not added up over time."""
    roles = {column.name: role_of(column, table) for column in table.columns}
    roles |= {each: replace(roles[each], role=Role.AMOUNT) for each in levels}
    key = "" if key and roles[key].role is Role.TIME else key
    dimensions, measures = cube_members(table, roles, key)
    mark_levels(measures, [table.column(each) for each in levels])
    words = " ".join(entity_words(table.spoken))
    entry: Entry = {
        "name": name,
        "sql_table": source_sql(table.table) if name != table.name or table.table.schema else table.name,
        "title": entity_title(table.spoken),
        "description": f"One row for each {words}.",
        REMARK: guess(words_of(table.name)),
    }
    return DraftCube(name, name, entry, time_first(dimensions, table), measures, key)


def _join(
    cubes: Mapping[str, DraftCube],
    relationships: Sequence[Relationship],
    tables: Mapping[str, TableProfile],
    keys: Mapping[str, str],
) -> Iterator[DraftCube]:
    """Join the cubes; where a table refers twice to another, each role is a cube of its own."""
    for table, cube in cubes.items():
        own = [each for each in relationships if each.table == table]
        for each in own:
            is_double = each.target == table or sum(other.target == each.target for other in own) > 1
            target = cubes[each.target]
            if is_double:
                target = _in_role(each, tables[each.target], keys[each.target], target)
                yield target

            column = tables[table].column(each.column)
            without_their_number(cube.measures, column)
            if each.confidence == 1:
                cube.references[target.name] = name_of_column(cube.dimensions, column)

            cube.joins.append((_join_entry(each, target.name), target.name))


def _in_role(each: Relationship, table: TableProfile, key: str, target: DraftCube) -> DraftCube:
    """The target under the name of the role that it plays: origin_airports and dest_airports."""
    role = _role_words(each)
    made = draft_cube(table, member_name(f"{'_'.join(role)}_{target.table_name}"), key)
    made.entry["sql_table"] = target.entry["sql_table"]
    made.entry["title"] = title_of(" ".join(joined_words(role, words_of(str(target.entry["title"])))))
    made.entry["public"] = False
    return made


def _role_words(each: Relationship) -> tuple[str, ...]:
    """What the column adds to the table's name: manager of manager_employee_id."""
    words = spelled_out(words_of(each.column))
    words = words[:-1] if len(words) > 1 and words[-1] in {"id", "key", "code"} else words
    entity = entity_words(each.target)
    return words[: -len(entity)] if words[-len(entity) :] == entity != words else words


def _join_entry(each: Relationship, target: str) -> Entry:
    entry: Entry = {
        "name": target,
        "relationship": "one_to_one" if each.is_unique else "many_to_one",
        "sql": f"{_of('CUBE', each.column)} = {_of(target, each.key)}",
    }
    if each.confidence < 1:
        of_values = f"{each.found:.0%} of the values of {each.column} are in {each.target}.{each.key}"
        entry[REMARK] = f"guessed ({each.confidence:.0%}): {of_values}"

    return entry


def _of(cube: str, column: str) -> str:
    plain = column.isidentifier() and column.isascii() and column.islower()
    return f"{{{cube}}}.{column}" if plain else f'{{{cube}}}."{column.replace(chr(34), chr(34) * 2)}"'


def _view(cube: DraftCube, cubes: Mapping[str, DraftCube]) -> Entry:
    """The cube with the dimensions of all that it leads to."""
    paths = ((cube.name,), *_paths(cube, cubes))
    shown_by = {path: _keys_shown(path, paths, cubes) for path in paths}
    used = {str(each["name"]) for each in (*cube.dimensions, *cube.measures)} - set(shown_by[paths[0]])
    own: Entry = {"join_path": cube.name, "includes": "*", "excludes": list(shown_by[paths[0]])}
    joined = [
        {"join_path": ".".join(path), "includes": _includes(cubes[path[-1]], used, shown_by[path], cubes)}
        for path in paths[1:]
    ]
    title = str(cube.entry["title"])
    reached = ", ".join(
        str(cubes[str(each["join_path"]).split(".")[-1]].entry["title"]).lower() for each in joined
    )
    return {
        "name": cube.table_name,
        "title": title,
        "description": f"{title} with their {reached}.",
        "cubes": [own, *joined],
    }


def _keys_shown(
    path: tuple[str, ...], paths: Sequence[tuple[str, ...]], cubes: Mapping[str, DraftCube]
) -> tuple[str, ...]:
    """The columns of a path's cube that the next cube shows, as the key of what it stands for."""
    cube = cubes[path[-1]]
    return tuple(
        name
        for target, name in cube.references.items()
        if (*path, target) in paths and _only_key(cubes[target])
    )


def _only_key(cube: DraftCube) -> Entry | None:
    """The key of a cube whose rows have no name: nothing else tells one of them from another."""
    named = any(map(is_name, cube.dimensions))
    return None if named else next((each for each in cube.dimensions if each.get("primary_key")), None)


def _paths(cube: DraftCube, cubes: Mapping[str, DraftCube]) -> Iterator[tuple[str, ...]]:
    """The paths to every cube that is reached by a few steps, each once, the shortest first."""
    seen = {cube.name}
    waiting: list[tuple[str, ...]] = [(cube.name,)]
    while waiting:
        path = waiting.pop(0)
        for _, target in cubes[path[-1]].joins if len(path) <= _MOST_STEPS else ():
            if target not in seen:
                seen.add(target)
                waiting.append((*path, target))
                yield (*path, target)


def _includes(
    cube: DraftCube, used: set[str], shown_elsewhere: Sequence[str], cubes: Mapping[str, DraftCube]
) -> list[Entry | str]:
    """Its dimensions but its key; a name that is taken, or says nothing alone, is written with the cube's."""
    is_role = sum(each.entry["sql_table"] == cube.entry["sql_table"] for each in cubes.values()) > 1
    title = str(cube.entry["title"])
    one = words_of(title)[:-1] + tuple(entity_words(words_of(title)[-1]))
    included: list[Entry | str] = []
    for each in cube.dimensions:
        name = str(each["name"])
        if (
            name in shown_elsewhere
            or not is_asked(each)
            or (each.get("primary_key") and not each.get("meta") and each != _only_key(cube))
        ):
            continue

        if name not in used and name not in words_that_are("plain") and not is_role:
            used.add(name)
            included.append(name)
            continue

        alias = _distinct(member_name("_".join(joined_words(one, words_of(name)))), used)
        used.add(alias)
        words = joined_words(one, words_of(str(each["title"])))
        called = str(each["title"]) if name in NAME_COLUMNS and not is_role else title_of(" ".join(words))
        included.append({"name": name, "alias": alias, "title": called})

    return included

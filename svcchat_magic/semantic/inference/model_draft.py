"""The draft of a model: the cubes and views that tables suggest, as the entries of model files.

Every entry is a mapping in the order in which it is written; what is only a guess carries a remark.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import guess, spelled_out
from svcchat_magic.semantic.inference.calendars import calendar_day, dates_in_calendar
from svcchat_magic.semantic.inference.column_measures import row_count, without_their_number
from svcchat_magic.semantic.inference.column_members import cube_members, name_of_column, time_first
from svcchat_magic.semantic.inference.column_roles import ColumnRole, Role, role_of
from svcchat_magic.semantic.inference.counted_rows import counted_by
from svcchat_magic.semantic.inference.draft_cube import REMARK, DraftCube, Entry
from svcchat_magic.semantic.inference.draft_views import view_of
from svcchat_magic.semantic.inference.key_finding import Relationship, find_key
from svcchat_magic.semantic.inference.may_be_nothing import tell_none_measured
from svcchat_magic.semantic.inference.measurements import are_history, are_measurements, grid_of, unit_of_rows
from svcchat_magic.semantic.inference.names import (
    distinct_name,
    entity_title,
    entity_words,
    is_nameless,
    joined_words,
    member_name,
    title_of,
    words_of,
)
from svcchat_magic.semantic.inference.numbering import repeats_own_id
from svcchat_magic.semantic.inference.numbers_in_texts import profile_of
from svcchat_magic.semantic.inference.other_names import with_other_names
from svcchat_magic.semantic.inference.panels import NO_PANEL, Panel, mark_panel, panel_of
from svcchat_magic.semantic.inference.persons_of_rows import persons_of
from svcchat_magic.semantic.inference.references import find_relationships
from svcchat_magic.semantic.inference.row_labels import label_of_rows
from svcchat_magic.semantic.inference.row_marks import with_marks
from svcchat_magic.semantic.inference.row_names import is_file_name, row_name
from svcchat_magic.semantic.inference.short_roles import name_events, name_in_role, says_nothing, written_out
from svcchat_magic.semantic.inference.table_profile import TableProfile, source_sql
from svcchat_magic.semantic.inference.tables_apart import usable, with_things
from svcchat_magic.semantic.inference.understood_tables import left_out, tables_told

_KEYS = frozenset({"id", "key", "code"})
ROWS_END = "_rows"  # of a cube whose view has the table's name: that is what people write after FROM


@dataclass(frozen=True, slots=True)
class ModelDraft:
    """All cubes and views that the tables suggest, and what was understood, in sentences."""

    cubes: tuple[DraftCube, ...]
    views: tuple[Entry, ...]
    understood: tuple[str, ...]


def draft_model(engine: Engine) -> ModelDraft:
    """A model for every table of the engine; raises EngineError."""
    whole = [profile_of(engine, table) for table in engine.source_tables() if table.columns]
    names = [table.name for table in whole]
    given = [_called(usable(each), [name for name in names if name != each.name]) for each in whole]
    tables, keys, relationships = _related(engine, given)
    cubes = dict(_cubes(engine, tables, keys, relationships))
    doubles = list(_join(cubes, relationships, {table.name: table for table in tables}, keys))
    with_other_names(cubes, tables)
    made = (*cubes.values(), *doubles)
    views = tuple(view_of(cube, {each.name: each for each in made}) for cube in made if cube.joins)
    for cube in made:
        if cube.joins:
            cube.entry["public"] = False  # its view has the same members and those of the cubes joined

    times = {name: cube.times for name, cube in cubes.items()}
    return ModelDraft(
        made, views, (*tables_told(given, tables, times, relationships), *left_out(whole, given))
    )


def _related(
    engine: Engine, given: Sequence[TableProfile]
) -> tuple[Sequence[TableProfile], dict[str, str], tuple[Relationship, ...]]:
    """The tables with those of the things that they hold, their keys, and what refers to these."""
    keys = {table.name: find_key(engine, table, given) for table in given}
    relationships = find_relationships(engine, given, keys)
    tables = list(with_marks(engine, with_things(engine, given, relationships)))
    if len(tables) > len(given):
        keys = {table.name: find_key(engine, table, tables) for table in tables}
        relationships = find_relationships(engine, tables, keys)

    referred = {each.target for each in relationships}
    return (
        [_labelled(engine, each, keys) if each.name in referred else each for each in tables],
        keys,
        relationships,
    )


def _labelled(engine: Engine, table: TableProfile, keys: Mapping[str, str]) -> TableProfile:
    """The table with the column by which people call its rows."""
    label = table.table.label or label_of_rows(engine, table, keys[table.name])
    return replace(table, table=replace(table.table, label=label))


def _called(table: TableProfile, others: Sequence[str]) -> TableProfile:
    """The table with what its rows are called, and what its columns write short."""
    roles = {**written_out([each.name for each in table.columns]), **says_nothing(table.columns)}
    return replace(table, called=row_name(table, others), roles=roles)


def _cubes(
    engine: Engine,
    tables: Sequence[TableProfile],
    keys: Mapping[str, str],
    relationships: Sequence[Relationship],
) -> Iterator[tuple[str, DraftCube]]:
    """The cube of each table; a table that refers to others lends its name to the view over them all."""
    named = dict(_named(tables))
    joined = {each.table for each in relationships}
    used = set(named.values())
    is_alone = sum(not each.table.sql for each in tables) == 1
    for table in tables:
        grid = grid_of(engine, table)
        referring = frozenset(each.column for each in relationships if each.table == table.name)
        panel = panel_of(engine, table, grid).without(referring)
        cube = draft_cube(table, named[table.name], keys[table.name], panel, referring)
        persons = () if table.table.sql else persons_of(table, tables)
        if not persons and are_measurements(table, keys[table.name], grid):
            cube.entry["meta"] = {"rows": "measurements", **unit_of_rows(table, grid)}
            tell_none_measured(cube.dimensions, table)
            cube.entry["title"] = title_of(table.name)  # nobody says gapminders
            cube.measures[0].update(row_count(title_of(table.name)))
        elif is_alone and not table.table.sql and is_nameless(table.spoken) and not repeats_own_id(table):
            cube.entry["meta"] = {"rows": "nameless"}
            if entity_words(table.spoken) != ("row",) and is_file_name(table.spoken):
                cube.entry["title"] = title = title_of(table.spoken)
                cube.measures[0].update(row_count(title))

        elif are_history(table):
            cube.entry["meta"] = {"rows": "history"}

        _tell_counted(cube, table)
        _tell_persons(cube, persons)
        if table.name in joined:
            name = distinct_name(cube.name + ROWS_END, used)
            used.add(name)
            cube = replace(cube, name=name, entry={**cube.entry, "name": name})

        yield table.name, cube


def _tell_counted(cube: DraftCube, table: TableProfile) -> None:
    meta = cube.entry.get("meta")
    if isinstance(meta, dict) and (counted := counted_by(table, cube.measures)):
        cube.entry["meta"] = {**meta, "counted": counted}


def _tell_persons(cube: DraftCube, persons: Sequence[str]) -> None:
    told = cube.entry.get("meta")
    if persons:
        cube.entry["meta"] = {**(told if isinstance(told, dict) else {}), "persons": list(persons)}


def _named(tables: Sequence[TableProfile]) -> Iterator[tuple[str, str]]:
    """A distinct name for each table."""
    used: set[str] = set()
    for table in tables:
        name = distinct_name(member_name(table.name), used)
        used.add(name)
        yield table.name, name


def draft_cube(
    table: TableProfile,
    name: str,
    key: str,
    panel: Panel = NO_PANEL,
    referring: frozenset[str] = frozenset(),
) -> DraftCube:
    """The cube that a table suggests, without joins.

    Some columns of a `panel` are not added up over time, and those `referring` to other tables not at all.
    """
    roles = {column.name: role_of(column, table) for column in table.columns}
    roles |= {each: replace(roles[each], role=Role.AMOUNT) for each in panel.added_up}
    numbers = (each for each in referring if roles[each].role in (Role.AMOUNT, Role.LEVEL, Role.SCALE))
    roles |= {each: replace(roles[each], role=Role.CODE) for each in numbers}
    if key and roles[key].role is Role.TIME and calendar_day(table, key):
        roles[key] = ColumnRole(Role.CODE)

    key = "" if key and roles[key].role is Role.TIME else key
    dimensions, measures = cube_members(table, roles, key)
    mark_panel(measures, dimensions, table, panel)
    words = " ".join(entity_words(table.spoken))
    is_plain = name == table.name and not table.table.schema
    entry: Entry = {
        "name": name,
        **(
            {"sql": table.table.sql}
            if table.table.sql
            else {"sql_table": table.name if is_plain else source_sql(table.table)}
        ),
        "title": entity_title(table.spoken),
        "description": f"One row for each {words}.",
        REMARK: guess(words_of(table.name)),
    }
    label = member_name(table.table.label) if table.table.label and table.table.sql else ""
    return DraftCube(name, name, entry, list(time_first(dimensions, table)), measures, key, label=label)


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
                role = _role_words(each, tables[table].words(each.column))
                referring = frozenset(one.column for one in relationships if one.table == each.target)
                target = _in_role(role, tables[each.target], keys[each.target], target, referring)
                name_events(cube, role)
                yield target

            column = tables[table].column(each.column)
            without_their_number(cube.measures, column, are_held="sql" in target.entry)
            name = name_of_column(cube.dimensions, column)
            if each.confidence == 1 and name:
                cube.references[target.name] = name

            if day := calendar_day(tables[each.target], each.key):
                cube.dimensions[:] = dates_in_calendar(cube.dimensions, column, target, day)

            cube.joins.append((_join_entry(each, target.name), target.name))


def _in_role(
    role: Sequence[str], table: TableProfile, key: str, target: DraftCube, referring: frozenset[str]
) -> DraftCube:
    """The target under the name of the role that it plays: origin_airports and dest_airports."""
    made = draft_cube(table, member_name(f"{'_'.join(role)}_{target.table_name}"), key, referring=referring)
    made.entry.update({each: target.entry[each] for each in ("sql_table", "sql") if each in target.entry})
    made.entry["title"] = title_of(" ".join(joined_words(role, words_of(str(target.entry["title"])))))
    made.entry["public"] = False
    name_in_role(made.dimensions, role)
    return made


def _role_words(each: Relationship, named: Sequence[str]) -> tuple[str, ...]:
    """What the column adds to the table's name, or its key's: manager of manager_employee_id."""
    words, key = spelled_out(named), spelled_out(words_of(each.key))
    if words == ("reports", "to"):
        return ("manager",)

    if len(words) > len(key) > 1 and words[-len(key) :] == key and key[-1] in _KEYS:
        return words[: -len(key)]

    words = words[:-1] if len(words) > 1 and words[-1] in _KEYS else words
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

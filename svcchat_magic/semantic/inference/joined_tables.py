"""A model with a user's own tables beside it, joined where their keys meet.

No number of the model changes: ways between its cubes never lead through a joined table, and its rules bind
as before. The tables themselves are open to whoever gave them.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.access.access import has_policies
from svcchat_magic.semantic.engines.data_source import BESIDE, table_name
from svcchat_magic.semantic.engines.engines import ClosableEngine, Engine
from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.files.model_files import load_model, model_of_texts
from svcchat_magic.semantic.inference.column_names import column_sql
from svcchat_magic.semantic.inference.joined_keys import Meeting, find_meetings, shown_dimensions
from svcchat_magic.semantic.inference.key_finding import find_key
from svcchat_magic.semantic.inference.measurements import grid_of
from svcchat_magic.semantic.inference.model_draft import (
    ROWS_END,
    ModelDraft,
    draft_cube,
)
from svcchat_magic.semantic.inference.model_text import model_texts
from svcchat_magic.semantic.inference.names import member_name
from svcchat_magic.semantic.inference.numbers_in_texts import profile_of
from svcchat_magic.semantic.inference.panels import panel_of
from svcchat_magic.semantic.inference.table_profile import TableProfile
from svcchat_magic.semantic.inference.tables_apart import usable
from svcchat_magic.semantic.inference.understood_tables import table_sentence
from svcchat_magic.semantic.model.model import (
    AccessRule,
    Cube,
    Join,
    Model,
    View,
    ViewMember,
)

_EVERYONE = (AccessRule("*", allow_all=True),)


@dataclass(frozen=True, slots=True)
class JoinedModel:
    """A model with further tables, and how they were joined, in sentences."""

    model: Model
    understood: tuple[str, ...]


def open_joined(
    folder: Path,
    data: Sequence[object],
    named: Mapping[str, object],
    limits: EngineLimits = EngineLimits(),
) -> tuple[JoinedModel, ClosableEngine]:
    """The model of a folder over its data, joined by the named tables that its own cubes do not read.

    Whoever opened the engine closes it. Raises ModelError or EngineError.
    """
    model = load_model(folder)
    read = {cube.sql_table.lower() for cube in model.cubes.values()}
    own = {name: source for name, source in named.items() if table_name(name) in read}
    joined = {name: source for name, source in named.items() if name not in own}
    whole = [*data, *([own] if own else [])]
    if not whole:
        raise EngineError(
            "The model's own data is missing; give its files or folder as well, or its tables by their names."
        )

    with ExitStack() as undo:
        engine = open_engine(whole, joined=joined, limits=limits)
        undo.callback(engine.close)
        found = join_tables(model, engine)
        undo.pop_all()
        return found, engine


def join_tables(model: Model, engine: Engine) -> JoinedModel:
    """Join the engine's tables that stand beside a model; raises EngineError."""
    understood: list[str] = []
    for table in engine.source_tables():
        if table.schema == BESIDE and table.columns:
            model, sentences = _with_table(model, engine, usable(profile_of(engine, table)))
            understood += sentences

    return JoinedModel(model, tuple(understood))


def _with_table(model: Model, engine: Engine, table: TableProfile) -> tuple[Model, list[str]]:
    meetings = find_meetings(engine, model, table)
    keys = [each.column for each in meetings if each.is_of_one_own]
    key = next(iter(keys), "") or find_key(engine, table)
    name = _new(member_name(table.name), {*model.cubes, *model.views})
    draft = draft_cube(table, name, key, panel_of(engine, table, grid_of(engine, table)))
    (text,) = model_texts(ModelDraft((draft,), (), ())).values()
    own = model_of_texts({f"{name}.yml": text}).cubes[name]
    joins = tuple(_join(each, table) for each in meetings)
    own = replace(own, joins=joins, is_beside=True, access_policy=_EVERYONE if has_policies(model) else None)
    sentences = [table_sentence(table, draft.times), *(_sentence(each, table.name) for each in meetings)]
    model = replace(model, cubes=MappingProxyType({**model.cubes, name: own}))
    if not meetings:
        return model, [*sentences, f"{table.name} is not joined: none of its columns has the values of a key"]

    if len(meetings) == 1 and meetings[0].is_of_one_own:
        return _described(model, own, meetings[0]), sentences

    return _with_facts(model, own, meetings), sentences


def _join(meeting: Meeting, table: TableProfile) -> Join:
    column = column_sql(table.column(meeting.column))
    relationship = "many_to_one" if meeting.is_of_one_row else "one_to_many"
    if meeting.is_of_one_row and meeting.is_of_one_own:
        relationship = "one_to_one"

    return Join(meeting.cube, relationship, f"{column} = {{{meeting.cube}.{meeting.dimension}}}")


def _sentence(meeting: Meeting, table: str) -> str:
    own, other = f"{table}.{meeting.column}", f"{meeting.cube}.{meeting.dimension}"
    sure = "" if meeting.confidence == 1 else f" (guessed: {meeting.found:.0%} of the values match)"
    return f"{own} refers to {other}{sure}" if meeting.is_of_one_row else f"{other} refers to {own}{sure}"


def _described(model: Model, own: Cube, meeting: Meeting) -> Model:
    """The views that show the cube which the table describes, with the table's members.

    Over cubes that are open the table's own measures are asked together with theirs, and need no view.
    """
    cube = model.cubes[meeting.cube]
    dimensions = [each.name for each in own.dimensions.values() if each.public and not each.primary_key]
    measures = [each.name for each in own.measures.values() if each.type != "count"]
    views = {
        name: view
        if _withholds(model, view, meeting)
        else _shown(
            view,
            own.name,
            meeting,
            dimensions if cube.public and model.cubes[view.root].public else [*dimensions, *measures],
        )
        for name, view in model.views.items()
    }
    return replace(model, views=MappingProxyType(views))


def _withholds(model: Model, view: View, meeting: Meeting) -> bool:
    """Whether rules let others see the key and not those who see the view: the table's members tell it."""
    cube = model.cubes[meeting.cube]
    if not has_policies(model) or (cube.public and cube.dimensions[meeting.dimension].public):
        return False

    shown_in = {each.name for each in model.views.values() if _shows(each, meeting)}
    return bool(shown_in) and view.name not in shown_in


def _shows(view: View, meeting: Meeting) -> bool:
    of_key = (meeting.cube, meeting.dimension)
    return any((member.path[-1], member.member) == of_key for member in view.members.values())


def _shown(view: View, table: str, meeting: Meeting, added: Sequence[str]) -> View:
    """The view with members of the table, where it shows others of the cube."""
    met = {member.path for member in view.members.values() if member.path[-1] == meeting.cube}
    paths = sorted(met, key=len)
    if not paths:
        return view

    taken = set(view.members)
    named = {_alias(table, member, taken): member for member in added}
    members = {name: ViewMember(name, (*paths[0], table), member) for name, member in named.items()}
    return _opened(replace(view, members=MappingProxyType({**view.members, **members})), tuple(members))


def _opened(table: View, added: tuple[str, ...]) -> View:
    """The view whose rules about members hold for the others: these are the user's own."""
    if table.access_policy is None:
        return table

    return replace(table, access_policy=tuple(_with_members(rule, added) for rule in table.access_policy))


def _with_members(rule: AccessRule, added: tuple[str, ...]) -> AccessRule:
    if rule.members is None:
        return rule

    return replace(rule, members=replace(rule.members, includes=(*rule.members.includes, *added)))


def _with_facts(model: Model, own: Cube, meetings: tuple[Meeting, ...]) -> Model:
    """A view of the table's rows under its name, with the dimensions of the cubes that they belong to."""
    rows = replace(own, name=_new(own.name + ROWS_END, {*model.cubes, *model.views}), public=False)
    members = {
        name: ViewMember(name, (rows.name,), name)
        for name in (*own.measures, *own.dimensions)
        if name in own.measures or own.dimensions[name].public
    }
    for meeting in meetings:
        cube = model.cubes[meeting.cube]
        for name, title in _of_cube(model, cube).items():
            alias = _alias(cube.name, name, set(members))
            members[alias] = ViewMember(alias, (rows.name, cube.name), name, title=title)

    view = View(own.name, MappingProxyType(members), title=own.title, description=own.description)
    cubes = {name: cube for name, cube in model.cubes.items() if name != own.name}
    return replace(
        model,
        cubes=MappingProxyType({**cubes, rows.name: rows}),
        views=MappingProxyType({**model.views, view.name: view}),
    )


def _of_cube(model: Model, cube: Cube) -> Mapping[str, str]:
    """The dimensions that no rule but the cube's own limits: a view of the table's rows has none."""
    shown = shown_dimensions(replace(model, views=MappingProxyType(_open_views(model))), cube)
    return {name: title for name, title in shown.items() if not cube.dimensions[name].primary_key}


def _open_views(model: Model) -> Mapping[str, View]:
    """The views without rules, with what they reach over cubes without rules."""
    ruled = {name for name, cube in model.cubes.items() if cube.access_policy is not None}
    return {
        name: replace(
            view,
            members=MappingProxyType(
                {key: each for key, each in view.members.items() if ruled.isdisjoint(each.path[:-1])}
            ),
        )
        for name, view in model.views.items()
        if view.access_policy is None
    }


def _alias(table: str, name: str, taken: set[str]) -> str:
    """A name that is not taken yet; it is from now on."""
    alias = name if name not in taken else _new(f"{table}_{name}", taken)
    taken.add(alias)
    return alias


def _new(name: str, taken: set[str]) -> str:
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}_{number}"

    return found

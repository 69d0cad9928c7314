"""A model as text: its tables with their members, or one member with its definition."""

from collections.abc import Iterator

import click

from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, Model, Segment, View


def model_listing(model: Model) -> Iterator[str]:
    """Every cube and view, hidden ones too, with a line for each member."""
    tables: list[Cube | View] = [*model.views.values(), *model.cubes.values()]
    for table in tables:
        kind = "view" if isinstance(table, View) else "cube"
        yield f"{table.name} ({kind}{'' if table.public else ', hidden'}){_said(table.title)}"
        yield from _members(table)
        yield ""


def member_listing(model: Model, name: str) -> Iterator[str]:
    """What the model says of one table or member; raises click.UsageError where there is none."""
    table_name, _, member = name.partition(".")
    table = model.table(table_name)
    if table is None or (member and member not in _names(table)):
        raise click.UsageError(f"The model has no member {name!r}. Leave it out to list what the model has.")

    if not member:
        yield from model_listing(_only(table))
    elif isinstance(table, View):
        shown = table.members[member]
        yield f"{name} is {shown.path[-1]}.{shown.member}, by {' > '.join(shown.path)}"
        yield from _definition(model.cubes[shown.path[-1]], shown.member)
    else:
        yield name
        yield from _definition(table, member)


def _only(table: Cube | View) -> Model:
    return Model({}, {table.name: table}) if isinstance(table, View) else Model({table.name: table}, {})


def _names(table: Cube | View) -> tuple[str, ...]:
    if isinstance(table, View):
        return tuple(table.members)

    return (*table.dimensions, *table.measures, *table.segments)


def _members(table: Cube | View) -> Iterator[str]:
    if isinstance(table, View):
        for name, shown in table.members.items():
            yield f"  {name:30} {'.'.join(shown.path)}.{shown.member}"

        for folder in table.folders:
            yield f"  folder {folder.name:23} {', '.join(folder.members)}"

        return

    for members in (table.dimensions, table.measures, table.segments):
        for each in members.values():
            yield f"  {each.name:30} {_kind(each)}{'' if each.public else ', hidden'}{_said(each.title)}"

    for join in table.joins:
        yield f"  joins {join.target:24} {join.relationship}"

    for hierarchy in table.hierarchies:
        yield f"  hierarchy {hierarchy.name:20} {' > '.join(hierarchy.levels)}{_said(hierarchy.title)}"


def _definition(cube: Cube, name: str) -> Iterator[str]:
    """Every key of a member that says something."""
    found = cube.dimensions.get(name) or cube.measures.get(name) or cube.segments[name]
    yield f"  kind: {_kind(found)}"
    for key in found.__dataclass_fields__:
        value = getattr(found, key)
        if key not in {"name", "type"} and value not in ("", None, (), {}, False):
            yield f"  {key}: {dict(value) if hasattr(value, 'keys') else value}"


def _kind(member: Dimension | Measure | Segment) -> str:
    if isinstance(member, Segment):
        return "segment"

    kind = "measure" if isinstance(member, Measure) else "dimension"
    return f"{kind} {member.type}{', primary key' if getattr(member, 'primary_key', False) else ''}"


def _said(title: str) -> str:
    return f": {title}" if title else ""

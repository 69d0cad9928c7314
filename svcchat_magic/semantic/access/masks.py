"""A model whose masked members compute their masks, so that nothing a query computes meets what they hide.

The member itself stays in its cube under a name that no file can use. Joins, primary keys and row rules read
it there: they decide which rows there are, and show no value.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from svcchat_magic.semantic.access.member_rights import Right, cube_rights, limits_members, view_rights
from svcchat_magic.semantic.model.member_parts import Mask, granular_name
from svcchat_magic.semantic.model.model import Cube, Dimension, Join, Measure, Model
from svcchat_magic.semantic.query.query import Viewer

UNMASKED = "__unmasked"
_REFERENCE = re.compile(r"\{\s*([A-Za-z_]\w*)\.([A-Za-z_]\w*)\s*\}|\{\s*([A-Za-z_]\w*)\s*\}")
_SQL_TYPES = MappingProxyType(
    {"string": "VARCHAR", "number": "DOUBLE", "time": "TIMESTAMP", "boolean": "BOOLEAN"}
)


def masked_model(model: Model, viewer: Viewer, table: str) -> Model:
    """The model in which a query of `table` by this viewer computes masks."""
    if not limits_members(model):
        return model

    masked = _masked_names(model, viewer, table)
    if not any(masked.values()):
        return model

    cubes = {name: _masked_cube(cube, masked) for name, cube in model.cubes.items()}
    return replace(model, cubes=MappingProxyType(cubes))


def unmasked(cube: Cube, name: str) -> str:
    """The name of the dimension that holds a member's own values, whether it is masked or not."""
    return name + UNMASKED if name + UNMASKED in cube.dimensions else name


def _masked_names(model: Model, viewer: Viewer, table: str) -> Mapping[str, set[str]]:
    """The masked members by cube: by its own policy, and by that of the view that is queried."""
    found = {
        name: {member for member, right in cube_rights(cube, viewer).items() if right is Right.MASKED}
        for name, cube in model.cubes.items()
    }
    view = model.views.get(table)
    if view is not None:
        for name, right in view_rights(view, viewer).items():
            if right is Right.MASKED:
                member = view.members[name]
                found[member.path[-1]].add(member.member)

    return found


def _masked_cube(cube: Cube, masked: Mapping[str, Collection[str]]) -> Cube:
    mine = masked[cube.name]
    dimensions = dict(cube.dimensions)
    for name in [name for name in dimensions if name in mine]:
        masked_one = _masked_dimension(dimensions[name])
        for granular in (granular_name(name, each) for each in dimensions[name].granularities):
            dimensions[granular] = replace(masked_one, name=granular, public=False)

        dimensions[name + UNMASKED] = replace(dimensions[name], name=name + UNMASKED, public=False)
        dimensions[name] = masked_one

    measures = {
        name: _masked_measure(cube, measure) if name in mine else measure
        for name, measure in cube.measures.items()
    }
    return replace(
        cube,
        dimensions=MappingProxyType(dimensions),
        measures=MappingProxyType(measures),
        joins=tuple(_joined_unmasked(join, cube, masked) for join in cube.joins),
    )


def _masked_dimension(dimension: Dimension) -> Dimension:
    return replace(
        dimension,
        sql=_mask_sql(dimension.mask, dimension.type),
        primary_key=False,
        sub_query=False,
        switch_values=(),
    )


def _masked_measure(cube: Cube, measure: Measure) -> Measure:
    """The mask as an aggregate, which is the same whether there are rows or not."""
    kind = cube.value_type(measure)
    mask = _mask_sql(measure.mask, kind)
    is_sql = measure.mask is not None and bool(measure.mask.sql)
    return Measure(
        name=measure.name,
        type=kind,
        sql=mask if is_sql else f"COALESCE(MAX({mask}), {mask})",
        title=measure.title,
        description=measure.description,
        format=measure.format,
        public=measure.public,
    )


def _mask_sql(mask: Mask | None, kind: str) -> str:
    if mask is not None and mask.sql:
        return mask.sql

    value = None if mask is None else mask.value
    if value is None:
        return f"CAST(NULL AS {_SQL_TYPES[kind]})"

    written = f"'{str(value).replace(chr(39), chr(39) * 2)}'"
    return f"CAST({written} AS {_SQL_TYPES[kind]})"


def _joined_unmasked(join: Join, cube: Cube, masked: Mapping[str, Collection[str]]) -> Join:
    def read(match: re.Match[str]) -> str:
        owner, name = (match[1], match[2]) if match[1] else ("CUBE", match[3])
        at = cube.name if owner in {"CUBE", "TABLE"} else owner
        return f"{{{owner}.{name}{UNMASKED}}}" if name in masked.get(at, ()) else match[0]

    return replace(join, sql=_REFERENCE.sub(read, join.sql))


def mask_problems(cube: Cube, member: Dimension | Measure) -> Iterator[str]:
    """What is wrong with the constant of a mask."""
    kind = cube.value_type(member) if isinstance(member, Measure) else member.type
    value = member.mask.value if member.mask is not None else None
    fits = {
        "number": isinstance(value, (int, float)) and not isinstance(value, bool),
        "boolean": isinstance(value, bool),
        "time": isinstance(value, str),
    }
    if value is not None and not fits.get(kind, True):
        yield f"the mask {value!r} is no {kind}"

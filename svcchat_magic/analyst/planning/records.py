"""Lists: the values of a dimension, and records of an entity with chosen fields."""

from dataclasses import replace

from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.tree import Aggregated, Analysis, ByMember, Concept, Entity
from svcchat_magic.analyst.planning.building import Builder
from svcchat_magic.analyst.planning.derived_columns import ColumnNames
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned
from svcchat_magic.analyst.planning.select_text import Select
from svcchat_magic.analyst.planning.select_writer import SelectWriter

_LISTED = 6  # fields of a record that are shown unless they are named


def values(builder: Builder, analysis: Analysis, of: Concept) -> Planned:
    """The values of a dimension, in order."""
    if analysis.having or analysis.derived:
        raise CannotPlan("which number that is about")

    source, analysis = builder.source(analysis, of.cube, (of,))
    write = SelectWriter(builder.sources, source)
    outputs = [f"{source.ref(of)} AS {name(of.name)}"]
    select = Select(outputs, source.text, write.conditions(analysis.where), ["1"], order="ORDER BY 1")
    return Planned(select.text, (Column(of.name, ByMember(of), "group"),), source, analysis)


def records(builder: Builder, analysis: Analysis, entity: Entity) -> Planned:
    """Records of an entity: by a field of theirs where one ranks them, else by the first field."""
    if analysis.having or analysis.derived or analysis.groups:
        raise CannotPlan("which number that is about")

    by, within = _ranking_field(analysis), _within(analysis)
    chosen = (*_named(builder, entity), *analysis.fields) if analysis.fields else _shown(builder, entity)
    fields = tuple(dict.fromkeys((*within, *chosen, *((by,) if by else ()))))
    source, analysis = builder.source(analysis, entity.cube, fields)
    write, names = SelectWriter(builder.sources, source), ColumnNames()
    columns = tuple(Column(names.free(each.name), each, "field") for each in fields)
    outputs = [
        f"{source.ref(each)} AS {name(column.name)}" for each, column in zip(fields, columns, strict=True)
    ]
    is_joined = source.root != entity.cube or len(source.tables) > 1
    select = Select(
        outputs, source.text, write.conditions(analysis.where),
        [str(at + 1) for at in range(len(outputs))] if is_joined else [],
    )  # fmt: skip
    return Planned(_ranked(select, analysis, fields, by).text, columns, source, analysis)


def _within(analysis: Analysis) -> tuple[Concept, ...]:
    """The fields of which each value has a ranking of its own."""
    groups = analysis.rank.within if analysis.rank else ()
    found = tuple(each.of for each in groups if isinstance(each, ByMember))
    if len(found) < len(groups):
        raise CannotPlan("what the rows are ranked within")

    return found


def _ranking_field(analysis: Analysis) -> Concept | None:
    by = analysis.rank.by if analysis.rank else None
    if by is None:
        return None

    if not isinstance(by, Aggregated) or by.where:
        raise CannotPlan("what the rows are ranked by")

    return by.of


def _ranked(select: Select, analysis: Analysis, fields: tuple[Concept, ...], by: Concept | None) -> Select:
    """Those that share the first place are all shown: one of them is not more the oldest than the others."""
    rank = analysis.rank
    if by is None or rank is None:
        return replace(select, order="ORDER BY 1", limit=f"LIMIT {rank.limit}" if rank and rank.limit else "")

    place = fields.index(by) + 1
    way = f"{'DESC' if rank.descending else 'ASC'} NULLS LAST"
    refs = [output.rpartition(" AS ")[0] for output in select.outputs]
    ref = refs[place - 1]
    if rank.within:
        own = ", ".join(refs[: len(rank.within)])  # they come first
        order = ", ".join(str(at + 1) for at in range(len(rank.within)))
        return replace(
            select,
            where=[*select.where, f"{ref} IS NOT NULL"],
            qualify=f"QUALIFY RANK() OVER (PARTITION BY {own} ORDER BY {ref} {way}) <= {rank.limit}",
            order=f"ORDER BY {order}, {place} {way}",
        )

    order = f"ORDER BY {place} {way}" + (", 1" if place > 1 else "")
    if rank.limit == 1:
        present = [*select.where, f"{ref} IS NOT NULL"]
        return replace(
            select, where=present, qualify=f"QUALIFY RANK() OVER (ORDER BY {ref} {way}) <= 1", order=order
        )

    return replace(select, order=order, limit=f"LIMIT {rank.limit}" if rank.limit else "")


def _named(builder: Builder, entity: Entity) -> tuple[Concept, ...]:
    """What tells one record from another, before the fields that were asked for."""
    shown = builder.sources.catalog.name_of(entity) or builder.sources.catalog.key_of(entity)
    return (shown,) if shown else ()


def _shown(builder: Builder, entity: Entity) -> tuple[Concept, ...]:
    """The fields that tell a record: its name and key first, then what else it has."""
    catalog = builder.sources.catalog
    first = [each for each in (catalog.name_of(entity), catalog.key_of(entity)) if each]
    rest = [each for each in catalog.of_cube(entity.cube, "dimension") if each not in first]
    if not (first or rest):
        raise CannotPlan(f"which fields {entity.noun} has")

    return tuple((*first, *rest)[:_LISTED])

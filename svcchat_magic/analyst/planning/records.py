"""Lists: the values of a dimension, and records of an entity with chosen fields."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.analyst.linking.natural_amounts import sized
from svcchat_magic.analyst.linking.people import people_of
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.linking.whole_names import whole_names
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByEntity,
    ByMember,
    Concept,
    CountedBy,
    Entity,
    Measured,
    OwnField,
)
from svcchat_magic.analyst.planning.belonging import is_of_others
from svcchat_magic.analyst.planning.building import Builder
from svcchat_magic.analyst.planning.derived_columns import ColumnNames, both_ends
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned
from svcchat_magic.analyst.planning.select_text import Select
from svcchat_magic.analyst.planning.select_writer import SelectWriter
from svcchat_magic.analyst.planning.sources import Source, Sources

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
    own = OwnFields(builder.sources, entity)
    chosen = (*_named(builder, entity), *own.all_of(analysis.fields)) if analysis.fields else own.shown()
    chosen = whole_names(chosen, builder.sources.catalog)
    fields = tuple(dict.fromkeys((*within, *chosen, *((by,) if by else ()))))
    key = builder.sources.catalog.key_of(entity)
    source, analysis = builder.source(analysis, entity.cube, (*fields, *((key,) if key else ())))
    mind_whose_fields(builder, fields, entity)
    names = ColumnNames()
    columns = tuple(Column(names.free(each.name), each, "field") for each in fields)
    outputs = [
        f"{_value(source, each)} AS {name(column.name)}" for each, column in zip(fields, columns, strict=True)
    ]
    select = _selected(builder, analysis, source, fields, outputs)
    if select.keys and key is not None and key not in fields:
        select = replace(select, keys=[*select.keys, source.ref(key)])  # two of one day and amount stay two

    apart = tuple(_apart(builder, source, within))
    if select.keys:
        select = replace(select, keys=[*select.keys, *apart])

    return Planned(_ranked(select, analysis, fields, by, apart).text, columns, source, analysis)


def _apart(builder: Builder, source: Source, within: tuple[Concept, ...]) -> Iterator[str]:
    """What tells those of one name apart: of two customers each has a first order."""
    catalog = builder.sources.catalog
    for each in within:
        entity = catalog.entities.get(each.cube)
        if entity is not None and catalog.name_of(entity) == each:
            key = SelectWriter(builder.sources, source).hidden_key(ByEntity(entity))
            yield from [key] if key else []


def _selected(
    builder: Builder, analysis: Analysis, source: Source, fields: tuple[Concept, ...], outputs: list[str]
) -> Select:
    """One row for each record: what is measured of one, and whether a measure counts it, needs groups."""
    said = [each for each in analysis.where if isinstance(each, CountedBy)]
    counted = [each for each in said if not builder.sources.counts_all(each.of)]
    kept = [each for each in analysis.where if each not in said]
    entity = analysis.rows_of
    is_joined = (entity is not None and source.root != entity.cube) or len(source.tables) > 1
    is_grouped = is_joined or counted or any(each.kind == "measure" for each in fields)
    keys = [str(at + 1) for at, each in enumerate(fields) if each.kind != "measure"]
    return Select(
        outputs, source.text, SelectWriter(builder.sources, source).conditions(kept),
        keys if is_grouped else [], [f"MEASURE({source.ref(each.of)}) > 0" for each in counted],
    )  # fmt: skip


def _value(source: Source, field: Concept) -> str:
    return f"MEASURE({source.ref(field)})" if field.kind == "measure" else source.ref(field)


def mind_whose_fields(builder: Builder, fields: tuple[Concept, ...], entity: Entity) -> None:
    """A record has one of each field: the customer of an order, not the orders of a customer."""
    for each in fields:
        is_own = each.cube == entity.cube or builder.sources.graph.reaches(
            entity.cube, each.cube, to_one=True
        )
        if not is_own:
            raise CannotPlan(f"which {each.title.lower()} of each {entity.noun} is meant")


@dataclass(frozen=True, slots=True)
class OwnFields:
    """The fields that plain words mean for the rows of one entity."""

    sources: Sources
    entity: Entity

    def all_of(self, fields: Sequence[Concept | OwnField]) -> Iterator[Concept]:
        """Fields as they are; those of plain words, and `usual` for what tells such a record anyway."""
        for each in fields:
            if each == OwnField("usual"):
                yield from self.shown()
            else:
                yield self.of(each)

    def of(self, field: Concept | OwnField) -> Concept:
        """A field as it is, or the date, name, key or amount of a record; raises CannotPlan."""
        if isinstance(field, Concept):
            return field

        catalog = self.sources.catalog
        ways: Mapping[str, Callable[[], Concept | None]] = {
            "date": lambda: self.sources.dates(self.entity.cube),
            "name": lambda: self._name(),
            "key": lambda: catalog.key_of(self.entity) or self._number(),
            "amount": lambda: numbers.amount if (numbers := sized(self.entity, catalog)) else None,
        }
        found = ways[field.what]()
        if found is None:
            raise CannotPlan(f"which {field.what} a {self.entity.noun} has")

        return found

    def _number(self) -> Concept | None:
        """The number of a flight, where several have the same."""
        found = self.sources.catalog.name_of(self.entity)
        return found if found is not None and found.type == "number" else None

    def _name(self) -> Concept | None:
        catalog = self.sources.catalog
        known = catalog.name_of(self.entity) or catalog.label_of(self.entity)
        return known or self._person() or catalog.key_of(self.entity)

    def _person(self) -> Concept | None:
        """Rows without a name of their own are told by the one whose rows they are, where that is one."""
        catalog, home = self.sources.catalog, self.entity.cube
        people = people_of(catalog)
        own = [each.of for each in people if isinstance(each, ByMember) and each.of.cube == home]
        if own:
            return own[0] if len(own) == 1 else None

        near = [
            catalog.name_of(each.entity)
            for each in people
            if isinstance(each, ByEntity) and self.sources.graph.reaches(home, each.entity.cube, to_one=True)
        ]
        return near[0] if len(near) == 1 else None

    def shown(self) -> tuple[Concept, ...]:
        """The fields that tell a record: its name and key first, then what else it has."""
        catalog = self.sources.catalog
        first = [each for each in (catalog.name_of(self.entity), catalog.key_of(self.entity)) if each]
        near = self.sources.best(self.entity.cube, first)
        own = (each for each in catalog.of_cube(self.entity.cube, "dimension") if each not in first)
        rest = [each for each in own if near is None or near.has(each)]
        if not (first or rest):
            raise CannotPlan(f"which fields {self.entity.noun} has")

        return tuple((*first, *rest)[:_LISTED])


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

    if isinstance(by, Measured) and not by.where and analysis.rows_of == Entity(by.measure.cube):
        return by.measure

    if not isinstance(by, Aggregated) or by.where:
        raise CannotPlan("what the rows are ranked by")

    return by.of


def _ranked(
    select: Select,
    analysis: Analysis,
    fields: tuple[Concept, ...],
    by: Concept | None,
    apart: tuple[str, ...] = (),
) -> Select:
    """Those that share the first place are all shown: one of them is not more the oldest than the others."""
    rank = analysis.rank
    if by is None or rank is None:
        return replace(select, order="ORDER BY 1", limit=f"LIMIT {rank.limit}" if rank and rank.limit else "")

    place = fields.index(by) + 1
    way = f"{'DESC' if rank.descending else 'ASC'} NULLS LAST"
    refs = [output.rpartition(" AS ")[0] for output in select.outputs]
    ref = refs[place - 1]
    if rank.within:
        own = ", ".join([*refs[: len(rank.within)], *apart])  # they come first
        order = ", ".join(str(at + 1) for at in range(len(rank.within)))
        return replace(
            select,
            where=[*select.where, f"{ref} IS NOT NULL"],
            qualify=f"QUALIFY RANK() OVER (PARTITION BY {own} ORDER BY {ref} {way}) <= {rank.limit}",
            order=f"ORDER BY {order}, {place} {way}",
        )

    order = f"ORDER BY {place} {way}" + (", 1" if place > 1 else "")
    if rank.both and rank.limit:
        present = [*select.where, f"{ref} IS NOT NULL"]
        return replace(select, where=present, qualify=f"QUALIFY {both_ends(ref, rank)}", order=order)

    if rank.limit == 1:
        is_measured = by.kind == "measure"
        present = [*select.where, *(() if is_measured else (f"{ref} IS NOT NULL",))]
        return replace(
            select, where=present, qualify=f"QUALIFY RANK() OVER (ORDER BY {ref} {way}) <= 1", order=order
        )

    return replace(select, order=order, limit=f"LIMIT {rank.limit}" if rank.limit else "")


def _named(builder: Builder, entity: Entity) -> tuple[Concept, ...]:
    """What tells one record from another, before the fields that were asked for."""
    catalog = builder.sources.catalog
    name = catalog.name_of(entity)
    is_own = name is not None and not is_of_others(name, entity)
    told = (name,) if is_own else (catalog.key_of(entity), catalog.label_of(entity))
    return tuple(each for each in told if each is not None)

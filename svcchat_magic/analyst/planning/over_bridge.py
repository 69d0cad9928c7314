"""Numbers of what meets others in a table that only joins the two: tracks of each playlist, and their hours.

Each thing counts once in a group, however often it stands there; one that is in two groups counts in both.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from svcchat_magic.analyst.linking.bridges import is_bridge
from svcchat_magic.analyst.linking.references import column_of_key
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_group
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByEntity,
    ByMember,
    Concept,
    Counted,
    Group,
    Measured,
    Quantity,
)
from svcchat_magic.analyst.planning.building import Builder
from svcchat_magic.analyst.planning.derived_columns import ColumnNames, ordered
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned
from svcchat_magic.analyst.planning.present_groups import present
from svcchat_magic.analyst.planning.select_text import Select
from svcchat_magic.analyst.planning.select_writer import SelectWriter
from svcchat_magic.analyst.planning.sources import Key, Sources
from svcchat_magic.analyst.planning.sql_text import number_text, told_in_unit
from svcchat_magic.semantic.model.model import Field

_MEASURES = {"sum": "SUM", "avg": "AVG", "min": "MIN", "max": "MAX"}
_FUNCTIONS = {"sum": "SUM", "average": "AVG", "median": "MEDIAN", "minimum": "MIN", "maximum": "MAX"}


@dataclass(frozen=True, slots=True)
class Bridge:
    """A table that joins two others, with its column that tells which thing a row is of."""

    cube: str
    key: Concept


def bridge_of(analysis: Analysis, sources: Sources) -> Bridge | None:
    """The table in which the things meet what they are grouped by; None where no other number needs it.

    A mere count of things is counted in the rows of any fact; what is added up is added up once for each.
    """
    things = {cube for each in analysis.quantities for cube in cubes_of(each)}
    grouped = {cube for each in analysis.groups for cube in cubes_of_group(each)}
    is_plain = all(isinstance(each, ByEntity | ByMember) for each in analysis.groups)
    if len(things) != 1 or not grouped or not is_plain or analysis.derived is not None:
        return None

    (thing,) = things
    reaches = sources.graph.reaches
    is_met = any(reaches(thing, each, to_one=True) for each in grouped)
    is_own = any(reaches(each, thing, to_one=True) for each in grouped)
    if is_met or is_own or not any(_is_added_up(each, sources) for each in analysis.quantities):
        return None

    if not all(_is_told(each, sources) for each in analysis.quantities):
        return None

    return _nearest(thing, grouped, sources)


def _nearest(thing: str, grouped: set[str], sources: Sources) -> Bridge | None:
    """The only table of pairs that leads to both; amounts of its own would be asked for by themselves."""
    key = (
        sources.catalog.key_of(sources.catalog.entities[thing]) if thing in sources.catalog.entities else None
    )
    reaches = sources.graph.reaches
    facts = [
        each
        for each in sources.catalog.entities
        if reaches(each, thing, to_one=True) and all(reaches(each, one, to_one=True) for one in grouped)
    ]
    own = _key_in(facts[0], key, sources) if key is not None and len(facts) == 1 else None
    return Bridge(facts[0], own) if own is not None and is_bridge(facts[0], sources.catalog) else None


def _key_in(cube: str, key: Concept, sources: Sources) -> Concept | None:
    """How the rows of a table show which thing each is of: its key, or a column that refers to it."""
    own = column_of_key(cube, key, sources.catalog)
    known = (each for each in (key, own) if each is not None)
    return next((each for each in known if _begins_at(cube, each, sources)), None)


def _begins_at(cube: str, key: Concept, sources: Sources) -> bool:
    source = sources.best(cube, [key])
    return source is not None and source.root == cube


def _is_added_up(quantity: Quantity, sources: Sources) -> bool:
    return _column(quantity, sources) is not None


def _is_told(quantity: Quantity, sources: Sources) -> bool:
    """Whether it is the number of things, or one of a column of theirs."""
    match quantity:
        case Counted(where=()):
            return True
        case Measured(where=()) if sources.counts_all(quantity.measure):
            return True
        case _:
            return _is_added_up(quantity, sources)


def _column(quantity: Quantity, sources: Sources) -> Concept | None:
    """The column of the things that a number is computed of."""
    match quantity:
        case Measured(where=()) if quantity.measure.agg_type in _MEASURES and not quantity.measure.over_time:
            return sources.catalog.columns.get(quantity.measure)
        case Aggregated(where=(), since=None, times=None) if quantity.function in _FUNCTIONS:
            return quantity.of
        case _:
            return None


def over_bridge(builder: Builder, analysis: Analysis, bridge: Bridge) -> Planned:
    """The things of each group, each once, and their numbers; raises CannotPlan."""
    sources = builder.sources
    columns = list(dict.fromkeys(filter(None, (_column(each, sources) for each in analysis.quantities))))
    more = tuple(map(ByMember, (bridge.key, *columns)))
    within = replace(analysis, quantities=(), groups=(*analysis.groups, *more), having=(), rank=None)
    source, within = builder.source(within, bridge.cube)
    write = SelectWriter(sources, source)
    names = ColumnNames()
    groups = [(names.free(write.group_name(each)), each, write.group(each)) for each in analysis.groups]
    keys = [key for each in analysis.groups if (key := write.hidden_key(each))]
    hidden = [(names.free(f"key_{at}"), sql) for at, sql in enumerate(keys)]
    own = {each.of: (names.free(each.of.name), source.ref(each.of)) for each in more}
    inner = [*((at, sql) for at, _, sql in groups), *hidden, *own.values()]
    where = [*write.conditions(within.where), *present(analysis, bridge.cube, write)]
    each_one = Select(
        [f"{sql} AS {name(at)}" for at, sql in inner], source.text, where, [sql for _, sql in inner]
    )
    places = {of: f"each_one.{name(at)}" for of, (at, _) in own.items()}
    whole = replace(source, fields={**_shown(analysis, sources), **source.fields})
    told = _Told(SelectWriter(sources, whole), bridge, places)
    return told.planned(analysis, replace(within, quantities=analysis.quantities), groups, hidden, each_one)


def _shown(analysis: Analysis, sources: Sources) -> Mapping[Key, Field]:
    """The measures of the things as they are shown where their own rows are asked for."""
    measures = [each.measure for each in analysis.quantities if isinstance(each, Measured)]
    own = sources.best(measures[0].cube, measures) if measures else None
    return own.fields if own is not None else {}


@dataclass(frozen=True, slots=True)
class _Told:
    """The numbers over a statement that has one row for each thing of a group."""

    write: SelectWriter
    bridge: Bridge
    places: dict[Concept, str]

    def planned(
        self,
        analysis: Analysis,
        timed: Analysis,
        found: list[tuple[str, Group, str]],
        hidden: list[tuple[str, str]],
        each_one: Select,
    ) -> Planned:
        """The whole statement with the meaning of its columns."""
        names = ColumnNames()
        groups = [(names.free(at), each, f"each_one.{name(at)}") for at, each, _ in found]
        quantities = [
            (names.free(self.write.quantity_name(each)), each, self._value(each))
            for each in analysis.quantities
        ]
        columns = [Column(at, each, "group") for at, each, _ in groups]
        columns += [Column(at, each, "quantity") for at, each, _ in quantities]
        outputs = [f"{sql} AS {name(at)}" for at, _, sql in (*groups, *quantities)]
        order, limit, qualify = ordered(analysis, groups, quantities, columns)
        keys = [*(str(at + 1) for at in range(len(groups))), *(f"each_one.{name(at)}" for at, _ in hidden)]
        source = f"(\n{each_one.inner}\n) AS each_one"
        select = Select(
            outputs,
            source,
            keys=keys,
            having=self._having(analysis),
            qualify=qualify,
            order=order,
            limit=limit,
        )
        full = replace(timed, groups=analysis.groups, rank=analysis.rank, having=analysis.having)
        return Planned(select.text, tuple(columns), self.write.source, full)

    def _value(self, quantity: Quantity) -> str:
        column = _column(quantity, self.write.sources)
        if column is not None and isinstance(quantity, Measured):
            return told_in_unit(f"{_MEASURES[quantity.measure.agg_type]}({self.places[column]})", quantity)

        if column is not None and isinstance(quantity, Aggregated):
            return told_in_unit(f"{_FUNCTIONS[quantity.function]}({self.places[column]})", quantity)

        return f"COUNT({self.places[self.bridge.key]})"

    def _having(self, analysis: Analysis) -> list[str]:
        first, found = analysis.quantities[0], []
        for each in analysis.having:
            quantity = each.quantity or first
            if not isinstance(each.value, Decimal) or not _is_told(quantity, self.write.sources):
                raise CannotPlan("how this number goes with the others")

            found.append(f"{self._value(quantity)} {each.operator} {number_text(each.value)}")

        return found

"""An analysis as semantic SQL, whose result has exactly the rows and columns that were asked for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    AnyOf,
    ByEntity,
    ByMember,
    Compared,
    Concept,
    Contains,
    Counted,
    Entity,
    Group,
    IsIn,
    Measured,
    Missing,
    OverGroups,
    Ratio,
    Within,
    cubes_of,
)
from svcchat_magic.analyst.planning.derived_columns import ColumnNames, derived_columns, ordered
from svcchat_magic.analyst.planning.needs import (
    concepts_of,
    entities_of,
    needs_time,
    period_before,
    time_of,
    with_condition,
    with_time,
    with_units,
)
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned
from svcchat_magic.analyst.planning.select_writer import SelectWriter
from svcchat_magic.analyst.planning.sources import Source, Sources
from svcchat_magic.analyst.planning.sql_text import cube_of, number_text, plural_name
from svcchat_magic.semantic.inference.names import is_money

_FUNCTIONS = {"average": "AVG", "sum": "SUM", "median": "MEDIAN", "maximum": "MAX", "minimum": "MIN"}
_PARTS = {"weekday": "ISODOW", "hour": "HOUR", "month": "MONTH", "quarter": "QUARTER"}
_NEXT = ",\n       "
_LISTED = 6  # fields of a record that are shown unless they are named


@dataclass(slots=True)
class Planner:
    """Writes analyses over one catalog."""

    sources: Sources

    def plan(self, analysis: Analysis) -> Planned:
        """The statement of an analysis; raises CannotPlan."""
        if analysis.values_of is not None:
            return self._values(analysis)

        if analysis.rows_of is not None:
            return self._rows(analysis, analysis.rows_of)

        if not analysis.quantities:
            analysis = self._with_assumed(analysis)

        (first, *_) = analysis.quantities
        if isinstance(first, OverGroups):
            return self._over_groups(analysis, first)

        if analysis.derived and analysis.derived.kind == "share" and not analysis.groups:
            raise CannotPlan("what that is a share of")

        if analysis.having and not analysis.groups:
            return self._counted_groups(analysis)

        return self._grouped(analysis)

    # ------------------------------------------------------------ the usual form

    def _grouped(self, analysis: Analysis) -> Planned:
        home = self._home(analysis)
        source, analysis = self._source(analysis, home)
        names = ColumnNames()
        write = SelectWriter(self.sources, source)
        groups = [(names.free(write.group_name(each)), each, write.group(each)) for each in analysis.groups]
        if analysis.derived and analysis.derived.kind == "change" and not time_of(analysis.groups):
            return self._changed(analysis, source, write, names, groups)

        quantities = [
            (names.free(write.quantity_name(each)), each, write.quantity(each))
            for each in analysis.quantities
        ]
        columns = [Column(at, group, "group") for at, group, _ in groups]
        columns += [Column(at, quantity, "quantity") for at, quantity, _ in quantities]
        outputs = [f"{sql} AS {name(at)}" for at, _, sql in (*groups, *quantities)]
        for column, sql in derived_columns(analysis, groups, quantities, names):
            columns.append(column)
            outputs.append(f"{sql} AS {name(column.name)}")

        keys = [str(at + 1) for at in range(len(groups))]
        keys += [key for each in analysis.groups if (key := write.hidden_key(each))]
        order, limit, qualify = ordered(analysis, groups, quantities, columns)
        lines = [
            f"SELECT {_NEXT.join(outputs)}",
            f"FROM {source.text}",
            *write.where(analysis.where),
            *([f"GROUP BY {', '.join(keys)}"] if keys else []),
            *self._having(analysis, write),
            *qualify,
            *order,
            *limit,
        ]
        return Planned("\n".join(lines), tuple(columns), source, analysis)

    def _home(self, analysis: Analysis) -> str:
        """The cube whose rows are read: one that the rows of all others belong to, so that none is lost."""
        first = analysis.quantities[0]
        cubes = list(dict.fromkeys(cube for each in analysis.quantities for cube in cubes_of(each)))
        if isinstance(first, Ratio):
            cubes.sort(key=lambda each: each not in set(cubes_of(first.below)))

        if isinstance(first, Counted) and first.is_active:
            kept = [
                each.of.cube
                for each in analysis.where
                if isinstance(each, IsIn | Compared | Missing | Contains)
            ]
            near = [
                each
                for each in kept
                if each != first.entity.cube
                and self.sources.graph.reaches(each, first.entity.cube, to_one=True)
            ]
            return near[0] if near else self.sources.fact_of(first.entity)

        graph = self.sources.graph
        for cube in cubes:
            if all(graph.reaches(other, cube, to_one=True) for other in cubes):
                return cube

        return cubes[0]

    def _having(self, analysis: Analysis, write: "SelectWriter") -> list[str]:
        first = analysis.quantities[0]
        found = [
            f"{write.quantity(each.quantity or first)} {each.operator} {number_text(each.value)}"
            for each in analysis.having
        ]
        return [f"HAVING {' AND '.join(found)}"] if found else []

    def _changed(
        self,
        analysis: Analysis,
        source: Source,
        write: "SelectWriter",
        names: ColumnNames,
        groups: list[tuple[str, Group, str]],
    ) -> Planned:
        """The quantity now, before, and the change between them, each kept by a filter of its own."""
        quantity = analysis.quantities[0]
        within = next((each for each in analysis.where if isinstance(each, Within)), None)
        before = (
            period_before(within.period, analysis.derived.against if analysis.derived else "")
            if within
            else None
        )
        if within is None or before is None:
            raise CannotPlan("which period the change is over")

        rest = tuple(each for each in analysis.where if each is not within)
        now_sql = write.quantity(with_condition(quantity, within))
        before_sql = write.quantity(with_condition(quantity, replace(within, period=before)))
        base = names.free(write.quantity_name(quantity))
        parts = [
            (Column(base, quantity, "quantity"), now_sql),
            (Column(names.free(f"{base}_before"), quantity, "before"), before_sql),
            (Column(names.free("change"), quantity, "change"), f"{now_sql} - {before_sql}"),
            (
                Column(names.free("percent_change"), quantity, "percent"),
                f"({now_sql} - {before_sql}) * 1.0 / NULLIF({before_sql}, 0)",
            ),
        ]
        columns = [*(Column(at, group, "group") for at, group, _ in groups), *(column for column, _ in parts)]
        outputs = [f"{sql} AS {name(at)}" for at, _, sql in groups] + [
            f"{sql} AS {name(column.name)}" for column, sql in parts
        ]
        keys = [str(at + 1) for at in range(len(groups))] + [
            key for each in analysis.groups if (key := write.hidden_key(each))
        ]
        either = AnyOf((within, replace(within, period=before)))
        falling = analysis.derived is None or analysis.derived.descending is not False
        order = [f"ORDER BY {len(groups) + 3} {'DESC' if falling else 'ASC'}"] if groups else []
        limit = [f"LIMIT {analysis.rank.limit}"] if analysis.rank and analysis.rank.limit else []
        lines = [
            f"SELECT {_NEXT.join(outputs)}", f"FROM {source.text}", *write.where((*rest, either)),
            *([f"GROUP BY {', '.join(keys)}"] if keys else []), *order, *limit,
        ]  # fmt: skip
        return Planned("\n".join(lines), tuple(columns), source, analysis)

    # ------------------------------------------------------------ other forms

    def _over_groups(self, analysis: Analysis, quantity: OverGroups) -> Planned:
        inner = replace(
            analysis, quantities=(quantity.quantity,), groups=(*analysis.groups, quantity.group), rank=None
        )
        planned = self._grouped(inner)
        value = planned.columns[-1].name
        outer = planned.columns[: len(analysis.groups)]
        called = f"{quantity.function}_{value}"
        outputs = [
            *(name(each.name) for each in outer),
            f"{_FUNCTIONS[quantity.function]}({name(value)}) AS {name(called)}",
        ]
        keys = [str(at + 1) for at in range(len(outer))]
        sql = f"SELECT {', '.join(outputs)}\nFROM (\n{planned.sql}\n) AS each_one"
        if keys:
            sql += f"\nGROUP BY {', '.join(keys)}\nORDER BY {', '.join(keys)}"

        return Planned(sql, (*outer, Column(called, quantity, "quantity")), planned.source, planned.analysis)

    def _counted_groups(self, analysis: Analysis) -> Planned:
        """`how many customers have more than 5 orders`: groups are kept, then counted."""
        counted = next((each for each in analysis.quantities if isinstance(each, Counted)), None)
        bounds = {each.quantity for each in analysis.having}
        if counted is None or counted in bounds:
            raise CannotPlan("which groups the condition is about")

        quantities = tuple(each.quantity for each in analysis.having if each.quantity)
        inner = replace(analysis, quantities=quantities, groups=(ByEntity(counted.entity),), rank=None)
        planned = self._grouped(inner)
        called = plural_name(counted.entity)
        sql = f"SELECT COUNT(*) AS {name(called)}\nFROM (\n{planned.sql}\n) AS each_one"
        return Planned(sql, (Column(called, counted, "quantity"),), planned.source, planned.analysis)

    def _values(self, analysis: Analysis) -> Planned:
        of = analysis.values_of
        if analysis.having or analysis.derived:
            raise CannotPlan("which number that is about")

        if of is None:
            raise CannotPlan("whose values are meant")

        source, analysis = self._source(analysis, of.cube, (of,))
        write = SelectWriter(self.sources, source)
        ref = source.ref(of)
        lines = [
            f"SELECT {ref} AS {name(of.name)}",
            f"FROM {source.text}",
            *write.where(analysis.where),
            "GROUP BY 1",
            "ORDER BY 1",
        ]
        return Planned("\n".join(lines), (Column(of.name, ByMember(of), "group"),), source, analysis)

    def _rows(self, analysis: Analysis, entity: Entity) -> Planned:
        if analysis.having or analysis.derived or analysis.groups:
            raise CannotPlan("which number that is about")

        fields = analysis.fields or self._shown(entity)
        source, analysis = self._source(analysis, entity.cube, fields)
        write = SelectWriter(self.sources, source)
        names = ColumnNames()
        columns = tuple(Column(names.free(each.name), each, "field") for each in fields)
        outputs = [
            f"{source.ref(each)} AS {name(column.name)}" for each, column in zip(fields, columns, strict=True)
        ]
        lines = [f"SELECT {_NEXT.join(outputs)}", f"FROM {source.text}", *write.where(analysis.where)]
        if source.root != entity.cube or len(source.tables) > 1:
            lines.append(f"GROUP BY {', '.join(str(at + 1) for at in range(len(outputs)))}")

        lines.append("ORDER BY 1")
        if analysis.rank and analysis.rank.limit:
            lines.append(f"LIMIT {analysis.rank.limit}")

        return Planned("\n".join(lines), columns, source, analysis)

    def _shown(self, entity: Entity) -> tuple[Concept, ...]:
        """The fields that tell a record: its name and key first, then what else it has."""
        catalog = self.sources.catalog
        first = [each for each in (catalog.name_of(entity), catalog.key_of(entity)) if each]
        rest = [each for each in catalog.of_cube(entity.cube, "dimension") if each not in first]
        if not (first or rest):
            raise CannotPlan(f"which fields {entity.noun} has")

        return tuple((*first, *rest)[:_LISTED])

    def _with_assumed(self, analysis: Analysis) -> Analysis:
        """A ranking or breakdown without a quantity counts or sums what its groups are about."""
        catalog = self.sources.catalog
        if not (analysis.groups or analysis.rank or analysis.having or analysis.derived):
            raise CannotPlan("which number is meant")

        cubes = [cube_of(each) for each in analysis.groups]
        cube = next((each for each in cubes if each), "")
        own = list(catalog.of_cube(cube, "measure")) if cube else []
        if not analysis.rank and own:
            count = Counted(catalog.entities[cube])
            return replace(analysis, quantities=(count,), is_assumed=True)

        measures = [each for each in catalog.concepts if each.kind == "measure" and each.agg_type == "sum"]
        near = [
            each for each in measures if not cube or self.sources.graph.reaches(each.cube, cube, to_one=True)
        ]
        money = [each for each in near if each.format == "currency" or is_money(each.name)]
        if not money:
            fact = self.sources.fact_of(catalog.entities[cube]) if cube else self.sources.main_cube()
            if fact not in catalog.entities:
                raise CannotPlan("which number is meant")

            counted = Counted(catalog.entities[fact])
            rank = replace(analysis.rank, by=counted) if analysis.rank else None
            return replace(analysis, quantities=(counted,), rank=rank, is_assumed=True)

        near = money
        best = Measured(near[0])
        rank = replace(analysis.rank, by=best) if analysis.rank else None
        return replace(analysis, quantities=(best,), rank=rank, is_assumed=True)

    # ------------------------------------------------------------ sources

    def _source(self, analysis: Analysis, home: str, more: Iterable[Concept] = ()) -> tuple[Source, Analysis]:
        dated = self.sources.dates(home)
        timed = with_time(analysis, dated)
        needs = [*dict.fromkeys([*concepts_of(timed, self.sources), *more])]
        entities = [*dict.fromkeys(entities_of(timed))]
        source = self.sources.best(home, needs, entities)
        if source is None and dated is not None:
            for time in self._other_times(dated):
                timed = with_time(analysis, time)
                source = self.sources.best(home, [*concepts_of(timed, self.sources), *more], entities)
                if source:
                    break

        if source is None:
            raise CannotPlan("no table holds all of it")

        if dated is None and needs_time(analysis):
            raise CannotPlan("there is no date to read the period from")

        return source, with_units(timed)

    def _other_times(self, dated: Concept) -> Iterator[Concept]:
        for each in self.sources.catalog.concepts:
            if each.type == "time" and each.kind == "dimension" and each != dated:
                yield each

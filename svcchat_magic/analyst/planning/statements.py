"""An analysis as semantic SQL, whose result has exactly the rows and columns that were asked for."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    AnyOf,
    ByBucket,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Compared,
    Concept,
    Condition,
    Contains,
    Counted,
    DatedLast,
    Distinct,
    Entity,
    Exists,
    Group,
    Holds,
    IsIn,
    Measured,
    Missing,
    OnPart,
    OverGroups,
    Quantity,
    Ratio,
    Within,
    cubes_of,
)
from svcchat_magic.analyst.planning.sources import Source, Sources
from svcchat_magic.semantic.inference.names import is_money

_FUNCTIONS = {"average": "AVG", "sum": "SUM", "median": "MEDIAN", "maximum": "MAX", "minimum": "MIN"}
_PARTS = {"weekday": "ISODOW", "hour": "HOUR", "month": "MONTH", "quarter": "QUARTER"}
_NEXT = ",\n       "
_LISTED = 6  # fields of a record that are shown unless they are named


class CannotPlan(ValueError):
    """What is asked cannot be computed from this model; the text says why."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the result: what it holds, and its name in the SQL."""

    name: str
    of: Quantity | Group | Concept | str
    role: str  # group, quantity, share, change, percent, before, running, moving, field


@dataclass(frozen=True, slots=True)
class Planned:
    """A statement with the meaning of its columns."""

    sql: str
    columns: tuple[Column, ...]
    source: Source
    analysis: Analysis  # with times and units filled in


@dataclass(slots=True)
class _Names:
    """Column names that are taken, each given once."""

    taken: set[str] = field(default_factory=set)

    def free(self, wanted: str) -> str:
        found, number = wanted, 2
        while found in self.taken:
            found, number = f"{wanted}_{number}", number + 1

        self.taken.add(found)
        return found


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

        if analysis.having and not analysis.groups:
            return self._counted_groups(analysis)

        return self._grouped(analysis)

    # ------------------------------------------------------------ the usual form

    def _grouped(self, analysis: Analysis) -> Planned:
        home = self._home(analysis)
        source, analysis = self._source(analysis, home)
        names = _Names()
        write = _Writer(self.sources, source)
        groups = [(names.free(write.group_name(each)), each, write.group(each)) for each in analysis.groups]
        if analysis.derived and analysis.derived.kind == "change" and not _time_of(analysis.groups):
            return self._changed(analysis, source, write, names, groups)

        quantities = [
            (names.free(write.quantity_name(each)), each, write.quantity(each))
            for each in analysis.quantities
        ]
        columns = [Column(at, group, "group") for at, group, _ in groups]
        columns += [Column(at, quantity, "quantity") for at, quantity, _ in quantities]
        outputs = [f"{sql} AS {name(at)}" for at, _, sql in (*groups, *quantities)]
        for column, sql in _derived(analysis, groups, quantities, names):
            columns.append(column)
            outputs.append(f"{sql} AS {name(column.name)}")

        keys = [str(at + 1) for at in range(len(groups))]
        keys += [key for each in analysis.groups if (key := write.hidden_key(each))]
        order, limit, qualify = _order(analysis, groups, quantities, columns)
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

    def _having(self, analysis: Analysis, write: "_Writer") -> list[str]:
        found = [
            f"{write.quantity(each.quantity or analysis.quantities[0])} {each.operator} {_number(each.value)}"
            for each in analysis.having
        ]
        return [f"HAVING {' AND '.join(found)}"] if found else []

    def _changed(
        self,
        analysis: Analysis,
        source: Source,
        write: "_Writer",
        names: _Names,
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
        now_sql = write.quantity(_kept(quantity, within))
        before_sql = write.quantity(_kept(quantity, replace(within, period=before)))
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
        called = _plural_name(counted.entity)
        sql = f"SELECT COUNT(*) AS {name(called)}\nFROM (\n{planned.sql}\n) AS each_one"
        return Planned(sql, (Column(called, counted, "quantity"),), planned.source, planned.analysis)

    def _values(self, analysis: Analysis) -> Planned:
        of = analysis.values_of
        if analysis.having or analysis.derived:
            raise CannotPlan("which number that is about")

        if of is None:
            raise CannotPlan("whose values are meant")

        source, analysis = self._source(analysis, of.cube, (of,))
        write = _Writer(self.sources, source)
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
        write = _Writer(self.sources, source)
        names = _Names()
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

        cubes = [_cube_of(each) for each in analysis.groups]
        cube = next((each for each in cubes if each), "")
        own = [each for each in catalog.of_cube(cube, "measure")] if cube else []
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
        timed = _with_time(analysis, dated)
        needs = [*dict.fromkeys([*_concepts(timed, self.sources), *more])]
        entities = [*dict.fromkeys(_entities(timed))]
        source = self.sources.best(home, needs, entities)
        if source is None and dated is not None:
            for time in self._other_times(dated):
                timed = _with_time(analysis, time)
                source = self.sources.best(home, [*_concepts(timed, self.sources), *more], entities)
                if source:
                    break

        if source is None:
            raise CannotPlan("no table holds all of it")

        if dated is None and _needs_time(analysis):
            raise CannotPlan("there is no date to read the period from")

        return source, _with_units(timed)

    def _other_times(self, dated: Concept) -> Iterator[Concept]:
        for each in self.sources.catalog.concepts:
            if each.type == "time" and each.kind == "dimension" and each != dated:
                yield each


@dataclass(slots=True)
class _Writer:
    """The pieces of one SELECT over a source."""

    sources: Sources
    source: Source

    def quantity(self, quantity: Quantity) -> str:
        match quantity:
            case Measured():
                return self._kept(f"MEASURE({self.source.ref(quantity.measure)})", quantity.where)
            case Counted():
                return self._kept(
                    self.sources.counts(self.source, quantity.entity, distinct=quantity.is_active),
                    quantity.where,
                )
            case Distinct():
                return self._kept(f"COUNT(DISTINCT {self.source.ref(quantity.of)})", quantity.where)
            case Aggregated():
                return self._kept(
                    f"{_FUNCTIONS[quantity.function]}({self.source.ref(quantity.of)})", quantity.where
                )
            case Ratio():
                return f"{self.quantity(quantity.above)} * 1.0 / NULLIF({self.quantity(quantity.below)}, 0)"
            case OverGroups() | DatedLast():
                raise CannotPlan("this number beside others")

    def _kept(self, sql: str, where: Sequence[Condition]) -> str:
        conditions = [self.condition(each) for each in where]
        return f"{sql} FILTER (WHERE {' AND '.join(conditions)})" if conditions else sql

    def quantity_name(self, quantity: Quantity) -> str:
        match quantity:
            case Measured():
                return self.source.field(quantity.measure).name
            case Counted():
                return _plural_name(quantity.entity)
            case Distinct():
                return f"distinct_{quantity.of.name}"
            case Aggregated():
                return f"{quantity.function}_{quantity.of.name}"
            case Ratio():
                return (
                    "share"
                    if quantity.is_share
                    else f"{self.quantity_name(quantity.above)}_per_{self.quantity_name(quantity.below)}"
                )
            case OverGroups():
                return f"{quantity.function}_{self.quantity_name(quantity.quantity)}"
            case DatedLast():
                return f"{quantity.function}_date"

    def group(self, group: Group) -> str:
        match group:
            case ByMember():
                return self.source.ref(group.of)
            case ByEntity():
                shown = self._shown(group.entity)
                return self.source.ref(shown)
            case ByTime():
                return f"DATE_TRUNC('{group.grain}', {self.source.ref(_said(group.time))})"
            case ByPart():
                return f"EXTRACT({_PARTS[group.part]} FROM {self.source.ref(_said(group.time))})"
            case ByBucket():
                return f"FLOOR({self.source.ref(group.of)} / {_number(group.width)}) * {_number(group.width)}"

    def group_name(self, group: Group) -> str:
        match group:
            case ByMember():
                return self.source.field(group.of).name
            case ByEntity():
                return self.source.field(self._shown(group.entity)).name
            case ByTime():
                return group.grain
            case ByPart():
                return group.part
            case ByBucket():
                return f"{group.of.name}_from"

    def hidden_key(self, group: Group) -> str:
        """Two customers of one name stay two."""
        if not isinstance(group, ByEntity):
            return ""

        key, shown = self.sources.catalog.key_of(group.entity), self._shown(group.entity)
        return self.source.ref(key) if key and key != shown and self.source.has(key) else ""

    def _shown(self, entity: Entity) -> Concept:
        catalog = self.sources.catalog
        for each in (catalog.name_of(entity), catalog.key_of(entity)):
            if each and self.source.has(each):
                return each

        raise CannotPlan(f"how one {entity.noun} is told from another")

    def where(self, conditions: Sequence[Condition]) -> list[str]:
        found = [self.condition(each) for each in conditions]
        return ["WHERE " + "\n  AND ".join(found)] if found else []

    def condition(self, condition: Condition) -> str:
        match condition:
            case IsIn():
                return _is_in(self.source.ref(condition.of), condition)
            case Compared():
                return f"{self.source.ref(condition.of)} {condition.operator} {_literal(condition.value)}"
            case Contains():
                return f"{self.source.ref(condition.of)} {'NOT ' if condition.negated else ''}ILIKE {_pattern(condition)}"
            case Missing():
                return f"{self.source.ref(condition.of)} IS {'NOT ' if condition.negated else ''}NULL"
            case Holds():
                ref = self.source.ref(condition.of)
                return f"NOT {ref}" if condition.negated else ref
            case Within():
                return _within(
                    self.source.ref(_said(condition.time)), condition.period, negated=condition.negated
                )
            case OnPart():
                part = f"EXTRACT({_PARTS[condition.part]} FROM {self.source.ref(_said(condition.time))})"
                return f"{part} {'NOT ' if condition.negated else ''}IN ({', '.join(map(str, condition.values))})"
            case AnyOf():
                return "(" + " OR ".join(f"({self.condition(each)})" for each in condition.conditions) + ")"
            case Exists():
                return self._exists(condition)

    def _exists(self, condition: Exists) -> str:
        entity = condition.entity
        key = self.sources.catalog.key_of(entity) if entity else None
        if entity is None or key is None or not self.source.has(key):
            raise CannotPlan(f"which rows have {condition.of.noun}")

        times = self.sources.dates(condition.of.cube)
        inner_where = tuple(_timed(each, times) for each in condition.where)
        needs = [key, *(each for one in inner_where for each in _of_condition(one))]
        source = self.sources.best(condition.of.cube, needs)
        if source is None:
            raise CannotPlan(f"how {condition.of.noun} belongs to {entity.noun}")

        inner = _Writer(self.sources, source)
        conditions = [f"{source.ref(key)} IS NOT NULL", *(inner.condition(each) for each in inner_where)]
        select = f"SELECT {source.ref(key)} FROM {source.text} WHERE {' AND '.join(conditions)}"
        return f"{self.source.ref(key)} {'NOT ' if condition.negated else ''}IN ({select})"


# ---------------------------------------------------------------- derived columns and order


def _derived(
    analysis: Analysis,
    groups: list[tuple[str, Group, str]],
    quantities: list[tuple[str, Quantity, str]],
    names: _Names,
) -> Iterator[tuple[Column, str]]:
    derived = analysis.derived
    if derived is None:
        return

    at, quantity, sql = quantities[0]
    time = next((text for _, group, text in groups if isinstance(group, ByTime)), "")
    others = [text for _, group, text in groups if not isinstance(group, ByTime)]
    if derived.kind == "share":
        outer = [time] if time and others else others[:-1] if len(others) > 1 else []
        over = f"PARTITION BY {', '.join(outer)}" if outer else ""
        yield (
            Column(names.free(f"{at}_share"), quantity, "share"),
            f"{sql} * 1.0 / NULLIF(SUM({sql}) OVER ({over}), 0)",
        )
    elif derived.kind == "running":
        yield (
            Column(names.free(f"running_{at}"), quantity, "running"),
            f"SUM({sql}) OVER ({_along(time, others)})",
        )
    elif derived.kind == "moving":
        frame = f"ROWS BETWEEN {max(derived.count, 2) - 1} PRECEDING AND CURRENT ROW"
        yield (
            Column(names.free(f"moving_{at}"), quantity, "moving"),
            f"AVG({sql}) OVER ({_along(time, others)} {frame})",
        )
    elif derived.kind == "change" and time:
        before = f"LAG({sql}{_steps(analysis)}) OVER ({_along(time, others)})"
        yield Column(names.free(f"{at}_before"), quantity, "before"), before
        yield Column(names.free("change"), quantity, "change"), f"{sql} - {before}"
        yield (
            Column(names.free("percent_change"), quantity, "percent"),
            f"({sql} - {before}) * 1.0 / NULLIF({before}, 0)",
        )


def _steps(analysis: Analysis) -> str:
    """How many rows back the one to compare with is."""
    grain = next((each.grain for each in analysis.groups if isinstance(each, ByTime)), "")
    yearly = {"month": 12, "quarter": 4, "week": 52, "day": 365}
    back = yearly.get(grain, 1) if analysis.derived and analysis.derived.against == "year" else 1
    return f", {back}" if back > 1 else ""


def _along(time: str, others: list[str]) -> str:
    partition = f"PARTITION BY {', '.join(others)} " if others else ""
    return f"{partition}ORDER BY {time}"


def _order(
    analysis: Analysis,
    groups: list[tuple[str, Group, str]],
    quantities: list[tuple[str, Quantity, str]],
    columns: list[Column],
) -> tuple[list[str], list[str], list[str]]:
    """ORDER BY, LIMIT and QUALIFY."""
    if not groups:
        return [], [], []

    rank = analysis.rank
    places = [str(at + 1) for at in range(len(groups))]
    is_timed = any(isinstance(each, ByTime | ByPart | ByBucket) for _, each, _ in groups)
    if rank is None:
        derived = next((at for at, each in enumerate(columns) if each.role in ("change", "share")), None)
        if analysis.derived and analysis.derived.descending is not None and derived is not None:
            way = "DESC" if analysis.derived.descending else "ASC"
            return [f"ORDER BY {derived + 1} {way} NULLS LAST"], [], []

        falling = [] if is_timed else [f"{len(groups) + 1} DESC"]
        if analysis.backwards and is_timed:
            places[0] += " DESC"

        return [f"ORDER BY {', '.join([*falling, *places])}"], [], []

    by = rank.by if rank.by in [each for _, each, _ in quantities] else quantities[0][1]
    place, sql = next(
        (len(groups) + at + 1, text) for at, (_, each, text) in enumerate(quantities) if each == by
    )
    way = "DESC" if rank.descending else "ASC"
    if not rank.within:
        limit = [f"LIMIT {rank.limit}"] if rank.limit is not None else []
        return [f"ORDER BY {place} {way} NULLS LAST, {', '.join(places)}"], limit, []

    outer = [text for _, each, text in groups if each in rank.within]
    over = f"PARTITION BY {', '.join(outer)} ORDER BY {sql} {way} NULLS LAST"
    first = [at for at, (_, each, _) in zip(places, groups, strict=True) if each in rank.within]
    return (
        [f"ORDER BY {', '.join(first)}, {place} {way} NULLS LAST"],
        [],
        [f"QUALIFY RANK() OVER ({over}) <= {rank.limit or 1}"],
    )


# ---------------------------------------------------------------- times and units


def _with_time(analysis: Analysis, time: Concept | None) -> Analysis:
    """The analysis with the time that dates its quantities wherever none was named."""
    if time is None:
        return analysis

    return replace(
        analysis,
        groups=tuple(_timed_group(each, time) for each in analysis.groups),
        where=tuple(_timed(each, time) for each in analysis.where),
        quantities=tuple(_timed_quantity(each, time) for each in analysis.quantities),
    )


def _timed_group(group: Group, time: Concept) -> Group:
    return replace(group, time=time) if isinstance(group, ByTime | ByPart) and group.time is None else group


def _timed(condition: Condition, time: Concept | None) -> Condition:
    if isinstance(condition, Within | OnPart) and condition.time is None:
        return replace(condition, time=time)

    if isinstance(condition, AnyOf):
        return AnyOf(tuple(_timed(each, time) for each in condition.conditions))

    return condition


def _timed_quantity(quantity: Quantity, time: Concept) -> Quantity:
    if isinstance(quantity, Ratio):
        return replace(
            quantity, above=_timed_quantity(quantity.above, time), below=_timed_quantity(quantity.below, time)
        )

    if isinstance(quantity, DatedLast):
        return quantity

    if isinstance(quantity, OverGroups):
        return replace(
            quantity,
            quantity=_timed_quantity(quantity.quantity, time),
            group=_timed_group(quantity.group, time),
        )

    return replace(quantity, where=tuple(_timed(each, time) for each in quantity.where))


def _needs_time(analysis: Analysis) -> bool:
    groups = [each for each in analysis.groups if isinstance(each, ByTime | ByPart) and each.time is None]
    return bool(groups) or any(
        isinstance(each, Within | OnPart) and each.time is None for each in analysis.where
    )


def _with_units(analysis: Analysis) -> Analysis:
    """A unit of time for `over time`, by the length of the period."""
    period = next((each.period for each in analysis.where if isinstance(each, Within)), None)
    days = period.days() if period else None
    grain = (
        "month"
        if days is None
        else "day"
        if days <= 45
        else "week"
        if days <= 120
        else "month"
        if days <= 1200
        else "quarter"
    )
    groups = [
        replace(each, grain=grain) if isinstance(each, ByTime) and each.grain == "auto" else each
        for each in analysis.groups
    ]
    return replace(analysis, groups=tuple(dict.fromkeys(groups)))


def _time_of(groups: Sequence[Group]) -> Group | None:
    return next((each for each in groups if isinstance(each, ByTime)), None)


def period_before(period: Period, against: str) -> Period | None:
    """The period that a change is against: the one before, or the same one a year earlier."""
    if against == "year" and period.start and period.end:
        from svcchat_magic.analyst.language.periods import add

        return Period(add(period.start, "year", -1), add(period.end, "year", -1), period.step)

    return period.before()


def _kept(quantity: Quantity, condition: Condition) -> Quantity:
    if isinstance(quantity, Ratio):
        return replace(
            quantity, above=_kept(quantity.above, condition), below=_kept(quantity.below, condition)
        )

    if isinstance(quantity, OverGroups | DatedLast):
        raise CannotPlan("the change of an average over groups")

    return replace(quantity, where=(*quantity.where, condition))


# ---------------------------------------------------------------- what an analysis needs


def _concepts(analysis: Analysis, sources: Sources) -> Iterator[Concept]:
    bounds = [each.quantity for each in analysis.having if each.quantity]
    ranked = [analysis.rank.by] if analysis.rank and analysis.rank.by else []
    for quantity in (*analysis.quantities, *bounds, *ranked):
        yield from _of_quantity(quantity, sources)

    for group in (*analysis.groups,):
        yield from _of_group(group, sources)

    for condition in analysis.where:
        yield from _of_condition(condition, sources)


def _of_quantity(quantity: Quantity, sources: Sources) -> Iterator[Concept]:
    match quantity:
        case Measured():
            yield quantity.measure
        case Distinct() | Aggregated():
            yield quantity.of
        case Ratio():
            yield from _of_quantity(quantity.above, sources)
            yield from _of_quantity(quantity.below, sources)
            return
        case OverGroups():
            yield from _of_quantity(quantity.quantity, sources)
            yield from _of_group(quantity.group, sources)
            return
        case DatedLast():
            return
        case Counted():
            pass

    for condition in quantity.where:
        yield from _of_condition(condition, sources)


def _of_group(group: Group, sources: Sources) -> Iterator[Concept]:
    match group:
        case ByMember() | ByBucket():
            yield group.of
        case ByTime() | ByPart():
            if group.time:
                yield group.time
        case ByEntity():
            catalog = sources.catalog
            shown = catalog.name_of(group.entity) or catalog.key_of(group.entity)
            if shown is None:
                raise CannotPlan(f"how one {group.entity.noun} is told from another")

            yield shown


def _of_condition(condition: Condition, sources: Sources | None = None) -> Iterator[Concept]:
    match condition:
        case Within() | OnPart():
            if condition.time:
                yield condition.time
        case AnyOf():
            for each in condition.conditions:
                yield from _of_condition(each, sources)
        case Exists():
            key = sources.catalog.key_of(condition.entity) if sources and condition.entity else None
            if key:
                yield key
        case _:
            yield condition.of


def _entities(analysis: Analysis) -> Iterator[Entity]:
    quantities = [*analysis.quantities, *(each.quantity for each in analysis.having if each.quantity)]
    for quantity in quantities:
        yield from _counted(quantity)


def _counted(quantity: Quantity) -> Iterator[Entity]:
    match quantity:
        case Counted():
            yield quantity.entity
        case Ratio():
            yield from _counted(quantity.above)
            yield from _counted(quantity.below)
        case OverGroups():
            yield from _counted(quantity.quantity)
        case _:
            return


# ---------------------------------------------------------------- text


def _is_in(ref: str, condition: IsIn) -> str:
    if condition.values in ((True,), (False,)):
        value = (condition.values == (True,)) is not condition.negated
        return f"{ref} = {'TRUE' if value else 'FALSE'}"

    values = [_literal(each) for each in condition.values]
    if len(values) == 1:
        return f"{ref} {'<>' if condition.negated else '='} {values[0]}"

    return f"{ref} {'NOT IN' if condition.negated else 'IN'} ({', '.join(values)})"


def _within(ref: str, period: Period, *, negated: bool) -> str:
    parts = []
    if period.start:
        parts.append(f"{ref} >= '{period.start.isoformat()}'")

    if period.end:
        parts.append(f"{ref} < '{period.end.isoformat()}'")

    if period.hole:
        first, last = (f"'{day.isoformat()}'" for day in period.hole)
        parts.append(f"({ref} < {first} OR {ref} >= {last})")

    text = " AND ".join(parts)
    return f"NOT ({text})" if negated else f"({text})" if len(parts) > 2 else text


def _pattern(condition: Contains) -> str:
    text = "".join(f"!{each}" if each in "!%_" else each for each in condition.text)
    before = "" if condition.where == "start" else "%"
    behind = "" if condition.where == "end" else "%"
    escape = " ESCAPE '!'" if text != condition.text else ""
    return f"{_literal(before + text + behind)}{escape}"


def _literal(value: object) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"

    if isinstance(value, int | Decimal):
        return _number(Decimal(value))

    return "'" + str(value).replace("'", "''") + "'"


def _number(value: Decimal) -> str:
    whole = value.to_integral_value()
    return str(int(whole)) if value == whole else format(value.normalize(), "f")


def _said(time: Concept | None) -> Concept:
    if time is None:
        raise CannotPlan("there is no date to read the period from")

    return time


def _cube_of(group: Group) -> str:
    match group:
        case ByMember() | ByBucket():
            return group.of.cube
        case ByEntity():
            return group.entity.cube
        case _:
            return group.time.cube if group.time else ""


def _plural_name(entity: Entity) -> str:
    from svcchat_magic.analyst.language.words import plural

    return plural(entity.noun.split()[-1]) if entity.noun else entity.cube

"""From which table an analysis is answered: the home of a quantity decides, not the widest table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from svcchat_magic.analyst.linking.bridges import is_bridge, met_by
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.references import column_of_key
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.analyst.planning.usual_dates import UsualDates
from svcchat_magic.analyst.planning.whose_dates import is_dealt, is_of_people, is_of_staff
from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.model.model import Field, View

Key = tuple[str, str]  # cube and name of a member
_FAR = 99
_NUMBERED_MOMENTS = (
    "time", "year", "quarter", "month", "week", "day", "hour", "period", "wave", "visit", "t",
)  # fmt: skip
_OF_MANY = 20  # steps that a way from one row to many is longer


@dataclass(frozen=True, slots=True)
class Source:
    """What stands in FROM, and the members that can be asked for there."""

    tables: tuple[str, ...]
    root: str  # the cube whose rows it starts from
    fields: Mapping[Key, Field]

    @property
    def text(self) -> str:
        """The FROM clause's own text."""
        return " CROSS JOIN ".join(map(name, self.tables))

    def ref(self, concept: Concept) -> str:
        """A member as SQL names it."""
        field = self.fields[concept.cube, concept.name]
        return f"{name(field.table)}.{name(field.name)}"

    def field(self, concept: Concept) -> Field:
        """The member as this source shows it."""
        return self.fields[concept.cube, concept.name]

    def has(self, concept: Concept) -> bool:
        """Whether a member can be asked for here."""
        return (concept.cube, concept.name) in self.fields


class Sources:
    """Every place that a model can be asked at."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._model = catalog.model
        self.usual = UsualDates(catalog)
        self._unique: dict[str, bool] = {}  # by cube: whether a name is of one row alone
        self._views = [self._of_view(table) for table in self._model.tables() if isinstance(table, View)]
        self._cubes = {
            table.name: self._of_cube(table.name)
            for table in self._model.tables()
            if not isinstance(table, View)
        }

    @cached_property
    def graph(self) -> JoinGraph:
        """The joins of the model."""
        return self._model.derived.get("joins", lambda: JoinGraph(self._model.cubes))

    def best(self, home: str, needs: Iterable[Concept], entities: Iterable[Entity] = ()) -> Source | None:
        """The source that holds all members, nearest to the rows of the home cube; None when there is none.

        The cube itself is best, then a view that starts at it, then the cube joined to others, then
        another view: rows that its root does not meet are missing there.
        """
        wanted = list(needs)
        counted = list(entities)
        ranked = sorted(self._fitting(home, wanted, counted), key=lambda pair: pair[0])
        return ranked[0][1] if ranked else None

    def _fitting(
        self, home: str, wanted: list[Concept], counted: list[Entity]
    ) -> Iterator[tuple[tuple[int, int], Source]]:
        own = self._cubes.get(home)
        if own and self._holds(own, wanted, counted):
            yield (0, 0), own

        told = {each.cube for each in wanted}
        for view in self._views:
            if self._holds(view, wanted, counted):  # guests who stayed need not have bought an extra
                rank = 1 if view.root == home else 3 if view.root in told else 4
                yield (rank, len(view.fields)), view

        joined = self._joined(home, {each.cube for each in wanted} | {each.cube for each in counted})
        if joined and self._holds(joined, wanted, counted):
            yield (2, len(joined.tables)), joined

        for name_, cube in self._cubes.items():
            if name_ != home and self._holds(cube, wanted, counted):
                yield (5, 0), cube

    def _holds(self, source: Source, wanted: list[Concept], counted: list[Entity]) -> bool:
        return all(map(source.has, wanted)) and all(self.counts(source, each) for each in counted)

    def belong(self, cube: str, other: str, *, is_counted: bool) -> bool:
        """Whether each row of a cube belongs to one of another, or is counted where a fact meets both."""
        reaches = self.graph.reaches
        if (
            not {cube, other} <= set(self._model.cubes)
            or reaches(cube, other, to_one=True)
            or reaches(other, cube, to_one=True)
        ):
            return True

        facts = (each for each in self._model.cubes if reaches(each, cube, to_one=True))
        return is_counted and any(reaches(each, other, to_one=True) for each in facts)

    def fact_of(self, entity: Entity) -> str:
        """The cube whose rows belong to an entity and are dated: the orders of customers; else its own."""
        facts = [
            cube
            for cube in self.catalog.entities
            if cube != entity.cube
            and self.graph.reaches(cube, entity.cube, to_one=True)
            and any(self.catalog.of_cube(cube, "measure"))
        ]
        return min(facts, key=lambda each: self.distance(each, entity.cube), default=entity.cube)

    def takes_place(self, cube: str) -> bool:
        """Whether rows are events of other things, such as calls of agents: dated, and belonging to them."""
        is_dated = any(each.type == "time" for each in self.catalog.of_cube(cube, "dimension"))
        others = (each for each in self.catalog.entities if each != cube)
        return is_dated and any(self.graph.reaches(cube, each, to_one=True) for each in others)

    def numbered_moments(self, cube: str) -> Concept | None:
        """The number that tells the moments of a table without dates, such as days since the start."""
        dimensions = self.catalog.of_cube(cube, "dimension")
        numbers = {each.name: each for each in dimensions if each.type == "number" and not each.is_amount}
        return next((numbers[each] for each in _NUMBERED_MOMENTS if each in numbers), None)

    def main_cube(self) -> str:
        """The cube that most questions are about: dated, with most measures, belonging to most others."""
        measured = [each for each in self.catalog.entities if any(self.catalog.of_cube(each, "measure"))]
        dated = [
            each
            for each in measured
            if any(one.type == "time" for one in self.catalog.of_cube(each, "dimension"))
        ]
        cubes = dated or measured
        reached = {
            each: sum(self.graph.reaches(each, other, to_one=True) for other in cubes) for each in cubes
        }
        return max(
            cubes,
            key=lambda each: (len(list(self.catalog.of_cube(each, "measure"))), reached[each]),
            default=next(iter(self.catalog.entities), ""),
        )

    def identity(self, entity: Entity) -> Concept | None:
        """What tells the rows of an entity apart: the key, or the name where each has another one."""
        key = self.catalog.key_of(entity)
        return self.catalog.name_of(entity) if key is None and self._unique.get(entity.cube) else key

    def learn_names(self, entity: Entity, *, are_unique: bool) -> None:
        """Keep whether each row of an entity has a name of its own."""
        self._unique[entity.cube] = are_unique

    def has_unique_names(self, entity: Entity) -> bool:
        """Whether that is known of them."""
        return self._unique.get(entity.cube, False)

    def counts(self, source: Source, entity: Entity, *, distinct: bool = False) -> str:
        """How the rows of an entity are counted at a source; empty where they cannot be."""
        key = self._counted_at(source, entity)
        if distinct and source.root != entity.cube:
            return f"COUNT(DISTINCT {source.ref(key)})" if key else ""

        measure = next(
            (each for each in self.catalog.of_cube(entity.cube, "measure") if self.counts_all(each)), None
        )
        if measure and source.has(measure):
            return f"MEASURE({source.ref(measure)})"

        if source.root == entity.cube and len(source.tables) == 1 and source.tables[0] == entity.cube:
            return "COUNT(*)"

        return f"COUNT(DISTINCT {source.ref(key)})" if key else ""

    def key_at(self, source: Source, entity: Entity) -> Concept | None:
        """What tells an entity's rows apart at a source: their key, or the column that refers to it there."""
        key = self.identity(entity)
        if key is None or source.has(key):
            return key

        is_read = bool(self._model.cubes[entity.cube].sql)  # from rows that may be any of these
        every = dict.fromkeys(cube for cube, _ in source.fields)
        cubes = every if is_read else [met_by(source.tables, entity.cube, self._model)]
        held = (column_of_key(each, key, self.catalog) for each in cubes if each not in ("", key.cube))
        return next((each for each in held if each and source.has(each)), None)

    def _counted_at(self, source: Source, entity: Entity) -> Concept | None:
        """The same to count by: of facts only those that join two others tell which ones there are."""
        key = self.key_at(source, entity)
        is_own = key is None or key == self.identity(entity) or bool(self._model.cubes[entity.cube].sql)
        return key if is_own or is_bridge(source.root, self.catalog) else None

    def counts_all(self, measure: Concept) -> bool:
        """Whether a measure counts every row of its table."""
        found = self._model.cubes[measure.cube].measures[measure.name]
        return found.type == "count" and not found.filters and not found.sql

    def dates(self, home: str) -> Concept | None:
        """The time that dates the rows of a cube: the nearest that each has one of, else the nearest.

        Of what is as near, an event: the day of a line's order, not of its product's launch. What users' own
        tables describe does not date it, nor what only some rows have, nor staff.
        """
        times = self.catalog.times
        most = _OF_MANY if home in self._model.cubes and self._model.cubes[home].is_beside else _FAR
        near = [each for each in times if self.distance(home, each.cube) < most]
        return min(
            near,
            key=lambda each: (
                each.cube != home and is_of_staff(each.cube, self.catalog),
                self._how_related(home, each.cube),
                self.distance(home, each.cube),
                is_of_people(each.cube, self.catalog) and each.cube != home,
                each.cube != home and not is_dealt(each.cube, self.catalog),
                self.usual.rank(each),
                -self._belongs_to(each.cube) if each.cube != home else 0,
                times.index(each),
            ),
            default=None,
        )

    def _how_related(self, home: str, cube: str) -> int:
        """Rows that each has one of, before those that belong to it, before what others lead to."""
        if cube == home or self.graph.reaches(home, cube, to_one=True):
            return 0

        return 1 if self.graph.reaches(cube, home, to_one=True) else 2

    def _belongs_to(self, cube: str) -> int:
        """How many tables the rows of a cube belong to: events belong to more than things do."""
        return sum(
            self.graph.reaches(cube, each, to_one=True) for each in self.catalog.entities if each != cube
        )

    def unit_of(self, home: str) -> str:
        """The unit in which the rows of a cube are shown along time, an empty text without a time."""
        time = self.dates(home)
        return (time.finest or "month") if time else ""

    def distance(self, home: str, cube: str) -> int:
        """Steps from one cube to another; those from one row to many are longer than any others."""
        if home == cube or home not in self._model.cubes:
            return 0 if home == cube else _FAR

        if walks := self.graph.walks(home, cube, to_one=True):
            return len(walks[0])

        walks = self.graph.walks(home, cube, to_one=False)
        return _OF_MANY + len(walks[0]) if walks else _FAR

    def _joined(self, home: str, cubes: set[str]) -> Source | None:
        """The home cube with others that joins lead to, all of them open to questions."""
        others = sorted(cubes - {home})
        if home not in self._cubes or not others or any(each not in self._cubes for each in others):
            return None

        if not all(self._is_one_way(home, each) for each in others):
            return None

        fields: dict[Key, Field] = {}
        for cube in (home, *others):
            fields |= self._cubes[cube].fields

        return Source((home, *others), home, fields)

    def _is_one_way(self, home: str, cube: str) -> bool:
        """Whether joins lead from one cube to another in one way: of two, the semantic layer takes none."""
        walks = self.graph.walks
        return len(walks(home, cube, to_one=True) or walks(home, cube, to_one=False)) == 1

    def _of_view(self, view: View) -> Source:
        return Source(
            (view.name,),
            view.root,
            {(each.cube, each.member): each for each in self._model.fields(view.name)},
        )

    def _of_cube(self, cube: str) -> Source:
        return Source((cube,), cube, {(each.cube, each.member): each for each in self._model.fields(cube)})


def sources_of(catalog: Catalog) -> Sources:
    """The places that a model can be asked at; found once for each model."""
    return catalog.model.derived.get("sources", lambda: Sources(catalog))

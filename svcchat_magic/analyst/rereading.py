"""Readings that become others: `that doctor` is bound to the rows before, and `why` becomes its drivers."""

from dataclasses import dataclass, replace

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByMember,
    Concept,
    Derived,
    IsIn,
    Within,
    cubes_of,
)
from svcchat_magic.analyst.parsing.assembly import Assembled
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.analyst.read import Read, planned_or_problem
from svcchat_magic.errors import EngineError, QueryRefused

_DRIVERS = 3  # dimensions along which a change is told
_MOST_REFERRED = 50  # rows that `them` stands for


@dataclass(frozen=True, slots=True)
class Rereading:
    """Rereads questions over one model, by the rows of earlier results where it must."""

    tools: Tools
    catalog: Catalog
    sources: Sources
    completion: Completion

    async def bound(self, read: Read, best: Assembled, before: Analysis) -> Read:
        """`that doctor`, `them`: the rows of the result before, by their names."""
        planned, _ = planned_or_problem(Planner(self.sources), self.completion.of(before))
        meant = [_concept_of(each, self.catalog) for each in best.refers] or [None]
        if planned is None:
            return read

        named = [
            (at, concept)
            for at, column in enumerate(planned.columns)
            if column.role == "group"
            and (concept := _concept_of(column.of, self.catalog)) is not None
            and (meant == [None] or concept in meant)
        ]
        if not named:
            return replace(read, planned=None, problem="which rows are meant")

        at, concept = named[-1]
        try:
            rows = await self.tools.run_sql(planned.sql)
        except (QueryRefused, EngineError):
            return replace(read, planned=None, problem="which rows are meant")

        values = tuple(dict.fromkeys(row[at] for row in rows.rows[:_MOST_REFERRED] if row[at] is not None))
        analysis = best.analysis
        if not best.follows:
            periods = [each for each in before.where if isinstance(each, Within)]
            kept = () if any(isinstance(each, Within) for each in analysis.where) else tuple(periods)
            analysis = replace(analysis, where=(*analysis.where, *kept))

        analysis = replace(analysis, where=(*analysis.where, IsIn(concept, values)))
        if best.has_pronoun and ByMember(concept) not in analysis.groups and len(values) > 1:
            analysis = replace(analysis, groups=(ByMember(concept), *analysis.groups))

        planned, problem = planned_or_problem(Planner(self.sources), self.completion.of(analysis))
        return replace(
            read, best=replace(best, analysis=analysis, follows=True), planned=planned, problem=problem
        )

    def drivers(self, read: Read, best: Assembled) -> tuple[Read, ...]:
        """`why did revenue fall in 2024`: where it changed, group by group of the nearest dimensions."""
        rising = best.analysis.derived is None or best.analysis.derived.descending is not False
        derived = Derived(
            "change",
            against=best.analysis.derived.against if best.analysis.derived else "",
            descending=rising,
        )
        analysis = replace(best.analysis, derived=derived, quantities=best.analysis.quantities[:1])
        found = []
        for dimension in self._near_dimensions(analysis)[:_DRIVERS]:
            asked = self.completion.of(replace(analysis, groups=(ByMember(dimension),)))
            planned, problem = planned_or_problem(Planner(self.sources), asked)
            if planned:
                found.append(
                    replace(
                        read, best=replace(best, analysis=asked, stops=()), planned=planned, problem=problem
                    )
                )

        return tuple(found) or (read,)

    def _near_dimensions(self, analysis: Analysis) -> list[Concept]:
        """Texts that the rows of a quantity have one value of, the nearest first; no names of single rows."""
        home = next(iter(cubes_of(analysis.quantities[0])))
        fixed = {each.of for each in analysis.where if isinstance(each, IsIn)}
        near = [
            each
            for each in self.catalog.concepts
            if each.kind == "dimension"
            and each.type == "string"
            and not each.primary_key
            and each not in fixed
            and not each.name.endswith(
                ("name", "id", "email", "code", "phone", "address", "description", "title")
            )
            and self.sources.graph.reaches(home, each.cube, to_one=True)
        ]
        return sorted(near, key=lambda each: self.sources.distance(home, each.cube))


def _concept_of(group: object, catalog: Catalog) -> Concept | None:
    """The dimension whose values tell the rows of a group."""
    match group:
        case ByMember():
            return group.of
        case ByEntity():
            return catalog.name_of(group.entity) or catalog.key_of(group.entity)
        case _:
            return None

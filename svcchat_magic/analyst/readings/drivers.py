"""Why something changed: where it did, along the nearest dimensions."""

from dataclasses import dataclass, replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByMember,
    Concept,
    Derived,
    IsIn,
)
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.analyst.readings.read import Read, planned_or_problem

_DRIVERS = 3  # dimensions along which a change is told


@dataclass(frozen=True, slots=True)
class Drivers:
    """Finds the drivers of a change over one model."""

    catalog: Catalog
    sources: Sources
    completion: Completion

    def of(self, read: Read, best: Assembled) -> tuple[Read, ...]:
        """`why did revenue fall in 2024`: whether it did, then where, along the nearest dimensions."""
        rising = best.analysis.derived is None or best.analysis.derived.descending is not False
        derived = Derived(
            "change",
            against=best.analysis.derived.against if best.analysis.derived else "",
            descending=rising,
        )
        analysis = replace(best.analysis, derived=derived, quantities=best.analysis.quantities[:1])
        found = []
        near = [(ByMember(each),) for each in self._near_dimensions(analysis)[:_DRIVERS]]
        for groups in ((), *near):
            asked = self.completion.of(replace(analysis, groups=groups))
            planned, problem = planned_or_problem(Planner(self.sources), asked)
            if planned:
                found.append(
                    replace(
                        read, best=replace(best, analysis=asked, stops=()), planned=planned, problem=problem
                    )
                )

        return tuple(found) if len(found) > 1 else (read,)

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

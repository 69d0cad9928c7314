"""Whether a name tells rows apart whose key is closed to questions: asked of the data that a user sees."""

from collections.abc import Iterator
from dataclasses import dataclass

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.meaning.bounded import bounded_by
from svcchat_magic.analyst.meaning.tree import Analysis, Counted, Entity, Exists, Quantity, Ratio
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.errors import EngineError, QueryRefused


@dataclass(frozen=True, slots=True)
class LearningNames:
    """Asks the data for the names of entities that a question cannot be computed without."""

    tools: Tools
    sources: Sources

    async def learns(self, read: Read) -> bool:
        """Learn which names are of one row each; whether that is another answer than was known.

        It is asked again for each question that goes by names: who asks may see other rows.
        """
        if read.best is None:
            return False

        catalog, learnt = self.sources.catalog, False
        for entity in {each.cube: each for each in _entities(read.best.analysis) if each.cube}.values():
            is_known = self.sources.has_unique_names(entity)
            if catalog.key_of(entity) is None and (read.planned is None or is_known):
                are_unique = await self._are_unique(entity)
                self.sources.learn_names(entity, are_unique=are_unique)
                learnt |= are_unique != is_known

        return learnt

    async def _are_unique(self, entity: Entity) -> bool:
        name = self.sources.catalog.name_of(entity)
        source = self.sources.best(entity.cube, [name]) if name else None
        if source is None or name is None:
            return False

        try:
            rows = await self.tools.run_sql(
                f"SELECT COUNT(*), COUNT(DISTINCT {source.ref(name)}) FROM {source.text}"
            )
        except (QueryRefused, EngineError):  # then the question is refused, as it was before
            return False

        every, different = (int(str(each)) for each in rows.rows[0])
        return every == different > 0


def _entities(analysis: Analysis) -> Iterator[Entity]:
    for each in (*analysis.quantities, *bounded_by(analysis.having)):
        yield from _counted(each)

    yield from (each.entity for each in analysis.where if isinstance(each, Exists) and each.entity)


def _counted(quantity: Quantity) -> Iterator[Entity]:
    if isinstance(quantity, Counted):
        yield quantity.entity
        yield from (each.entity for each in quantity.where if isinstance(each, Exists) and each.entity)
    elif isinstance(quantity, Ratio):
        yield from _counted(quantity.above)
        yield from _counted(quantity.below)

"""Small whole numbers as groups: the rate by the number of products, of which nobody has more than four."""

from collections.abc import Iterator
from dataclasses import dataclass

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.linking.few_values import few_values
from svcchat_magic.analyst.meaning.tree import ByMember, Concept
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.errors import EngineError, QueryRefused

_FEW = 20  # more values than these are amounts, and no groups


@dataclass(frozen=True, slots=True)
class LearningFewValues:
    """Asks the data how many values a number has that a question groups by."""

    tools: Tools
    sources: Sources

    async def learns(self, read: Read) -> bool:
        """Learn of what groups rows; whether something was learnt."""
        known = few_values(self.sources.catalog)
        open_ones = [each for each in dict.fromkeys(self._open(read)) if each not in known]
        for each in open_ones:
            known[each] = await self._has_few(each)

        return any(known[each] for each in open_ones)

    def _open(self, read: Read) -> Iterator[Concept]:
        groups = [one for each in (read.best, *read.others) if each for one in each.analysis.groups]
        yield from (each.of for each in groups if isinstance(each, ByMember) and each.of.is_amount)

    async def _has_few(self, of: Concept) -> bool:
        source = self.sources.best(of.cube, [of])
        if source is None:
            return False

        asked = f"SELECT {source.ref(of)} FROM {source.text} GROUP BY 1 ORDER BY 1 LIMIT {_FEW + 2}"
        try:
            rows = (await self.tools.run_sql(asked)).rows
        except (QueryRefused, EngineError):  # then it is an amount
            return False

        values = [float(str(value)) for row in rows for value in row if value is not None]
        return 1 < len(values) <= _FEW and all(each.is_integer() for each in values)

"""Which dates every row has: asked of the data once for each model, where names alone do not tell."""

from dataclasses import dataclass

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.analyst.planning.needs import needs_time
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.usual_dates import FULL
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.errors import EngineError, QueryRefused


@dataclass(frozen=True, slots=True)
class LearningDates:
    """Asks the data which dates of a cube are in every row."""

    tools: Tools
    sources: Sources

    async def learns(self, read: Read) -> bool:
        """Learn what the question leaves open; whether something was learnt."""
        cube = self._open_cube(read)
        times = self.sources.usual.rivals(cube) if cube else []
        source = self.sources.best(cube, times) if times else None
        if source is None:
            return False

        counts = ", ".join(f"COUNT({source.ref(each)})" for each in times)
        try:
            rows = await self.tools.run_sql(f"SELECT COUNT(*), {counts} FROM {source.text}")
        except (QueryRefused, EngineError):  # then the question asks back which date is meant
            self.sources.usual.learn(cube, ())
            return False

        every, *filled = (int(str(each)) for each in rows.rows[0])
        self.sources.usual.learn(cube, _full(times, filled, every))
        return True

    def _open_cube(self, read: Read) -> str:
        """The cube whose rows are to be dated, where that is open and was not learnt yet."""
        if read.best is None or read.planned is None or not needs_time(read.best.analysis):
            return ""

        home = read.planned.source.root
        time = self.sources.dates(home)
        return time.cube if time is not None and not self.sources.usual.is_learnt(time.cube) else ""


def _full(times: list[Concept], filled: list[int], every: int) -> list[str]:
    return [time.name for time, count in zip(times, filled, strict=True) if every and count >= FULL * every]

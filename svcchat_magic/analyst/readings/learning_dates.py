"""Which dates every row has, and which comes first: asked of the data where names alone do not tell."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.analyst.planning.needs import needs_time
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.usual_dates import FULL
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.errors import EngineError, QueryRefused

_HARDLY = 0.02  # of the rows that have both dates in another order
_OFTEN = 0.05  # of the rows, at least, tell which of two dates comes first
_FEWEST = 12  # rows that show an order; three of them do by chance
_MOST = 6  # dates of a row that are compared with each other


@dataclass(frozen=True, slots=True)
class LearningDates:
    """Asks the data which dates of a cube are in every row, and on which of them a row begins."""

    tools: Tools
    sources: Sources

    async def learns(self, read: Read) -> bool:
        """Learn what the question leaves open; whether something was learnt."""
        cube = self._open_cube(read)
        times = self.sources.usual.rivals(cube) if cube else []
        source = self.sources.best(cube, times) if times else None
        if source is None:
            return False

        names = [source.ref(each) for each in times]
        pairs = list(permutations(range(len(times)), 2)) if len(times) <= _MOST else []
        counts = [f"COUNT({each})" for each in names]
        counts += [f"COUNT(CASE WHEN {names[one]} < {names[other]} THEN 1 END)" for one, other in pairs]
        try:
            rows = await self.tools.run_sql(f"SELECT COUNT(*), {', '.join(counts)} FROM {source.text}")
        except (QueryRefused, EngineError):  # then the question asks back which date is meant
            self.sources.usual.learn(cube, ())
            return False

        every, *found = (int(str(each)) for each in rows.rows[0])
        full = _full(times, found[: len(times)], every)
        earlier = dict(zip(pairs, found[len(times) :], strict=True))
        first = [each for at, each in enumerate(times) if _is_first(at, len(times), earlier, every)]
        self.sources.usual.learn(cube, full, [each.name for each in first if each.name in full])
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


def _is_first(at: int, many: int, earlier: Mapping[tuple[int, int], int], every: int) -> bool:
    """Whether a date is hardly ever later than any other of its row, and often earlier: then it began."""
    others = [each for each in range(many) if each != at] if earlier else []
    return bool(others) and all(
        earlier[at, each] >= max(_OFTEN * every, _FEWEST)
        and earlier[each, at] <= _HARDLY * (earlier[at, each] + earlier[each, at])
        for each in others
    )

"""What a question goes on from: the last reading of a turn that was understood at all."""

from collections.abc import Sequence

from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.meaning.tree import Analysis
from svcchat_magic.analyst.readings.read import Read


def behind_of(reads: Sequence[Read], before: Memory | None) -> Memory | None:
    """What a question behind these readings goes on from: the last that was understood at all."""
    for read in reversed(reads):
        best = read.best
        if best is None or best.stops or best.analysis == Analysis(is_assumed=best.analysis.is_assumed):
            continue

        if before is not None and best.analysis == before.analysis:
            return before

        previous = before.analysis if before and best.follows else None
        lost = (*(before.lost if before and best.follows else ()), *read.unknown)
        return Memory(
            best.analysis, best.said or best.analysis, previous=previous, lost=tuple(dict.fromkeys(lost))
        )

    return before

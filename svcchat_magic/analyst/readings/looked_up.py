"""The rows of the part before, for `which of them` within one question."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.following.memory import Memory, shown
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.errors import EngineError, QueryRefused


async def looked_up(behind: Memory | None, reads: Sequence[Read], tools: Tools) -> Memory | None:
    """The part before with its rows, where a part points at them and nothing has run yet."""
    planned = reads[-1].planned if reads and reads[-1].is_sure else None
    if behind is None or planned is None:
        return behind

    try:
        rows = await tools.run_sql(planned.sql)
    except (QueryRefused, EngineError):  # the part then says that it points at nothing
        return behind

    return replace(behind, shown=(shown(planned, rows, ""),))

"""`tickets per department`, `revenue per shop`: of a few groups each one is meant, and no average."""

from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.analyst.rivals import per_entity
from svcchat_magic.errors import EngineError, QueryRefused

MOST = 40  # groups that a reader takes in


async def of_each(question: str, read: Read, reader: Reader, memory: Memory | None) -> Read:
    """The reading, or the one with a row for each of a few; a number per one of very many stays open."""
    if read.best is None:
        return read

    for rival in read.others:
        found = per_entity(question, read.tokens, read.best.analysis, rival.analysis, reader.catalog)
        if found is None:
            continue

        each = await reader.read(found[1][0].question, memory)
        is_same = each.is_sure and each.best is not None and each.best.analysis.groups
        return each if is_same and await _are_few(each, reader) else read

    return read


async def _are_few(read: Read, reader: Reader) -> bool:
    if read.planned is None:
        return False

    try:
        rows = await reader.tools.run_sql(read.planned.sql)
    except (QueryRefused, EngineError):
        return False  # then it is asked back, and the query says why it fails

    return 1 < rows.total_rows <= MOST

"""`average time from order to delivery`: told in the unit that fits how long it takes in the data."""

from collections.abc import Sequence
from statistics import median

from svcchat_magic.analyst.assembling.units import UNTOLD_UNIT
from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.meaning.tree import Aggregated
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.errors import EngineError, QueryRefused

_FEW_MINUTES, _FEW_HOURS = 120, 72 * 60  # up to which a length is told in minutes, or in hours


async def in_natural_unit(question: str, read: Read, reader: Reader, memory: Memory | None) -> Read:
    """The reading, or the one in minutes, hours or days where the question lacks nothing but the unit."""
    if read.best is None or read.unknown != (UNTOLD_UNIT,):
        return read

    plain = question.rstrip(" ?.!")
    found = await reader.read(f"{plain}, in minutes", memory)
    minutes = await _minutes(found, reader)
    if minutes is None:
        return read

    if minutes <= _FEW_MINUTES:
        return found

    told = await reader.read(f"{plain}, in {'hours' if minutes <= _FEW_HOURS else 'days'}", memory)
    return told if told.is_sure else read


async def _minutes(read: Read, reader: Reader) -> float | None:
    """About how many minutes it takes; None where that cannot be computed."""
    lengths = [each for each in read.best.analysis.quantities if _is_length(each)] if read.best else []
    if not read.is_sure or read.planned is None or len(lengths) != 1:
        return None

    try:
        rows = await reader.tools.run_sql(read.planned.sql)
    except (QueryRefused, EngineError):
        return None  # the question stays without its unit, and the answer asks for it

    at = next((at for at, each in enumerate(read.planned.columns) if each.of == lengths[0]), None)
    values = _numbers([row[at] for row in rows.rows]) if at is not None else []
    return median(values) if values else None


def _is_length(quantity: object) -> bool:
    return isinstance(quantity, Aggregated) and quantity.since is not None


def _numbers(values: Sequence[object]) -> list[float]:
    return [abs(float(each)) for each in values if isinstance(each, (int, float))]

"""How much of a running total is new in a time: views that a video got in March, people newly vaccinated."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import ByTime, Measured, Within
from svcchat_magic.analyst.planning.semi_additive import CUMULATIVE

_NEW = "newly"
_GAINING = frozenset((
    "get", "gets", "got", "getting", "gain", "gained", "gains", "receive", "received", "receives", "earn",
    "earned", "collect", "collected", "attract", "attracted", "add", "added", "adds", "use", "used", "uses",
    "using", "consume", "consumed", "consumes", "consumption", "usage", _NEW,
))  # fmt: skip


def with_grown(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The increase in the time that is asked for, where something is said to have been gained in it."""
    analysis = read.analysis
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    words = {each.text.lower() for each in tokens}
    is_new = _NEW in words
    runs = isinstance(first, Measured) and first.measure.over_time == CUMULATIVE
    if (
        is_new
        and not (runs or read.follows)
        and "newly" in {each.category.lower() for each in read.cover.items}
    ):
        return replace(read, dropped=(*read.dropped, _NEW))

    starts = any(isinstance(each, Within) and each.period.start is not None for each in analysis.where)
    is_timed = starts or any(isinstance(each, ByTime) for each in analysis.groups)
    if not isinstance(first, Measured) or not (runs and is_timed and words & _GAINING) or analysis.derived:
        return read

    if {"cumulative", "cumulated"} & {one for each in words for one in phrase_of(each)}:
        return read

    return replace(read, analysis=replace(analysis, quantities=(replace(first, grown=True),)))

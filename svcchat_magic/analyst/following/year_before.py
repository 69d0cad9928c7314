"""`and in the same period last year?`: behind an answer, as much of that year as there is of this one."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.language.a_year_earlier import asks_for_year_before, with_same_of_year_before
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.tree import Within


def of_year_before(
    tokens: Sequence[Token], memory: Memory | None, today: date
) -> tuple[tuple[Token, ...], Memory | None]:
    """The words as they are read, and the turn before, its running period ended today where that is meant."""
    asked = asks_for_year_before(tokens) if memory is not None else ()
    if memory is None or not asked:
        return with_same_of_year_before(tokens), memory

    where = tuple(
        replace(each, period=each.period.until_today(today)) if isinstance(each, Within) else each
        for each in memory.analysis.where
    )
    return asked, replace(memory, analysis=replace(memory.analysis, where=where))

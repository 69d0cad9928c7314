"""A second question in a sentence: `how many tests were attended in 2025 and what did we earn in fees`."""

import re
from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.meaning.tree import Analysis
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.read import Read, not_wider, planned_or_problem

_JOINED = re.compile(r"\band\s*$", re.IGNORECASE)


def with_part(
    question: str, before: Sequence[Read], part: str, read: Read, reader: Reader
) -> tuple[list[Read], tuple[Read, ...]]:
    """The readings so far, and those of a part, which may take the place of the last one."""
    last = before[-1]
    both = _carried_on(last, read, reader.completion, reader.sources) if _is_joined(question, part) else None
    return ([*before[:-1]], both) if both is not None else ([*before], (not_wider(last, read),))


def _is_joined(question: str, part: str) -> bool:
    """Whether a part of a question goes on in the sentence of the one before it."""
    at = question.find(part)
    return at > 0 and _JOINED.search(question[:at]) is not None


def _carried_on(
    before: Read, read: Read, completion: Completion, sources: Sources
) -> tuple[Read, ...] | None:
    """Both questions over the same rows, in one where they go together.

    None where the second one says itself which rows it means, or where the first asks for no numbers.
    """
    first, best = before.best, read.best
    if not (before.is_sure and read.is_sure) or first is None or best is None or best.follows:
        return None

    asked, lead = best.analysis, first.analysis
    says_which = asked.where or asked.groups or asked.rank is not None
    if (
        says_which
        or not _asks_for_number(asked)
        or not _asks_for_number(lead)
        or not (lead.where or lead.groups)
    ):
        return None

    both = replace(lead, quantities=tuple(dict.fromkeys((*lead.quantities, *asked.quantities))))
    planned, _ = planned_or_problem(Planner(sources), completion.of(both))
    if planned is not None:
        return (replace(before, best=replace(first, analysis=both), planned=planned, others=()),)

    apart = replace(asked, where=lead.where, groups=lead.groups)
    planned, _ = planned_or_problem(Planner(sources), completion.of(apart))
    return (before, replace(read, best=replace(best, analysis=apart), planned=planned)) if planned else None


def _asks_for_number(analysis: Analysis) -> bool:
    is_list = analysis.rows_of is not None or analysis.values_of is not None
    is_first_few = analysis.rank is not None and (analysis.rank.limit is not None or analysis.rank.within)
    is_more = is_first_few or analysis.derived is not None or bool(analysis.having)
    return bool(analysis.quantities) and not is_list and not is_more

"""A second question in a sentence: `how many tests were attended in 2025 and what did we earn in fees`."""

import re
from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.assembling.records import rows_of_count
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.meaning.tree import Analysis, ByMember, Counted, IsIn, Measured, Quantity
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.read import Read, not_wider, planned_or_problem

_ASKING = frozenset({"QUANTITY", "REFERRED", "EDIT", "TALLY", "AND", "INUNIT", "CHATTER"})  # no other rows
_EACH = frozenset({"they", "each", "he", "she", "their"})
_IT = frozenset({"it", "its", "them"})
_WHOLE = frozenset({"total", "overall", "altogether", "all", "together"})
_LAST = re.compile(r"\band\b|[?;]\s", re.IGNORECASE)
_JOINED = re.compile(r"\band\s*$", re.IGNORECASE)


def with_part(
    question: str, before: Sequence[Read], part: str, read: Read, reader: Reader
) -> tuple[list[Read], tuple[Read, ...]]:
    """The readings so far, and those of a part, which may take the place of the last one."""
    last = before[-1]
    both = _of_same_rows(last, read, reader, is_whole=_asks_for_whole(question))
    both = both or _of_each_row(last, read, reader) or _of_two_values(last, read, reader)
    if both is None and _is_joined(question, part):
        both = _carried_on(last, read, reader.completion, reader.sources)

    return ([*before[:-1]], both) if both is not None else ([*before], (not_wider(last, read),))


def _of_same_rows(before: Read, read: Read, reader: Reader, *, is_whole: bool) -> tuple[Read, ...] | None:
    """`how many are there and what are they worth`: one result, where the second only asks for more."""
    first, best = before.best, read.best
    if not (before.is_sure and read.is_sure) or first is None or best is None or not best.follows:
        return None

    says_more = any(each.category not in _ASKING for each in best.cover.items)
    lead, asked = first.analysis, best.analysis
    numbers = (
        _asks_for_number(lead)
        and _asks_for_number(asked)
        and not set(lead.quantities) & set(asked.quantities)
    )
    is_other = lead.groups != asked.groups and (bool(asked.groups) or is_whole)
    if says_more or not numbers or is_other:
        return None

    known = lead.quantities
    if lead.where != asked.where:
        known = _counts(lead.quantities) if not lead.groups else ()

    if not known:
        return None

    both = replace(asked, quantities=(*known, *asked.quantities), groups=lead.groups)
    planned, _ = planned_or_problem(Planner(reader.sources), reader.completion.of(both))
    return (
        (replace(read, best=replace(first, analysis=both), planned=planned, others=()),) if planned else None
    )


def _of_two_values(before: Read, read: Read, reader: Reader) -> tuple[Read, ...] | None:
    """`how many men and how many women`: one result with a row for each of the two values."""
    first, best = before.best, read.best
    if not (before.is_sure and read.is_sure) or first is None or best is None:
        return None

    lead, asked = first.analysis, best.analysis
    one = [each for each in lead.where if each not in asked.where]
    other = [each for each in asked.where if each not in lead.where]
    if replace(lead, where=()) != replace(asked, where=()) or len(one) != 1 or len(other) != 1:
        return None

    left, right = one[0], other[0]
    if not isinstance(left, IsIn) or not isinstance(right, IsIn) or left.of != right.of:
        return None

    if left.negated or right.negated or lead.rank or lead.rows_of or lead.values_of or not lead.quantities:
        return None

    values = replace(left, values=(*left.values, *right.values))
    where = tuple(values if each == left else each for each in lead.where)
    both = replace(lead, where=where, groups=(*lead.groups, ByMember(left.of)))
    planned, _ = planned_or_problem(Planner(reader.sources), reader.completion.of(both))
    return (
        (replace(before, best=replace(first, analysis=both), planned=planned, others=()),)
        if planned
        else None
    )


def _asks_for_whole(question: str) -> bool:
    """Whether the last part asks for one number of all groups."""
    last = [each.form for each in tokens_of(_LAST.split(question)[-1])]
    return not _WHOLE.isdisjoint(last)


def _of_each_row(before: Read, read: Read, reader: Reader) -> tuple[Read, ...] | None:
    """`buyers with revenue over 200, and how many works they bought`: of each of them, or not understood."""
    first, best = before.best, read.best
    if not (before.is_sure and read.is_sure) or first is None or best is None:
        return None

    lead, asked = first.analysis, best.analysis
    is_such = bool(lead.groups) and bool(lead.having or lead.rank)
    points = any(each.form in _EACH for each in read.tokens)
    says_more = (
        asked.groups or asked.rank or asked.having or asked.derived or asked.rows_of or asked.values_of
    )
    if not (is_such and points) or says_more or not asked.quantities:
        return None

    if any(each.is_needed for each in best.refers):
        return None  # they are told by the rows themselves

    own = tuple(each for each in asked.where if each not in lead.where)
    more = [
        replace(each, where=own) if own and isinstance(each, Counted | Measured) else each
        for each in asked.quantities
    ]
    both = replace(lead, quantities=tuple(dict.fromkeys((*lead.quantities, *more))))
    planned, _ = planned_or_problem(Planner(reader.sources), reader.completion.of(both))
    if planned is None:
        lost = next(each.text for each in read.tokens if each.form in _EACH)
        return (before, replace(read, best=replace(best, dropped=(*best.dropped, lost))))

    return (replace(before, best=replace(first, analysis=both), planned=planned, others=()),)


def _counts(quantities: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """The number of rows, where what a measure counts has become conditions on all that is asked."""
    rows = [rows_of_count(each) for each in quantities]
    return tuple(Counted(each[0]) for each in rows if each is not None) if all(rows) else ()


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
    if planned is None:
        return (before, _not_of_groups(first, read)) if lead.groups else None

    return before, replace(read, best=replace(best, analysis=apart), planned=planned)


def _not_of_groups(lead: Assembled, read: Read) -> Read:
    """`for each playlist, how many songs and how long does it run`: a number of all rows is none of each."""
    asked = [each.start for each in lead.cover.items if each.category == "QUANTITY"]
    is_ahead = any(
        each.category == "GROUPS" and each.start < min(asked) for each in lead.cover.items if asked
    )
    lost = [each.text for each in read.tokens if each.form in _EACH | _IT]
    lost += [read.tokens[0].text] if is_ahead and not lost else []
    return replace(read, best=read.best and replace(read.best, dropped=(*read.best.dropped, *lost[:1])))


def _asks_for_number(analysis: Analysis) -> bool:
    is_list = analysis.rows_of is not None or analysis.values_of is not None
    is_first_few = analysis.rank is not None and (analysis.rank.limit is not None or analysis.rank.within)
    is_more = is_first_few or analysis.derived is not None or bool(analysis.having)
    return bool(analysis.quantities) and not is_list and not is_more

"""`which cause was given the most` names a cause: rows without one are no best group, nor one of a bound."""

from dataclasses import replace

from svcchat_magic.analyst.meaning.tree import ByMember, Concept, Missing
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.planned import Planned
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.analyst.readings.read import planned_or_problem
from svcchat_magic.semantic.query.query import Rows


def named_instead(
    planned: Planned, rows: Rows, completion: Completion, sources: Sources
) -> tuple[Planned, Concept] | None:
    """The same without the rows that lack a name, where some of those found lack it; with what names them."""
    of = _nameless(planned, rows)
    if of is None:
        return None

    kept = replace(planned.analysis, where=(*planned.analysis.where, Missing(of, negated=True)))
    found, _ = planned_or_problem(Planner(sources), completion.of(kept))
    return (found, of) if found else None


def _nameless(planned: Planned, rows: Rows) -> Concept | None:
    """The dimension whose missing value is among those that were chosen; None where each has a value."""
    analysis = planned.analysis
    rank = analysis.rank
    is_chosen = (rank is not None and rank.limit and not rank.within) or analysis.having
    group = analysis.groups[0] if is_chosen and len(analysis.groups) == 1 else None
    lacks = isinstance(group, ByMember) and any(each[0] is None for each in rows.rows)
    return group.of if lacks and isinstance(group, ByMember) else None

"""`which cause was given the most` names a cause, also where the rows without one would come first."""

from dataclasses import replace

from svcchat_magic.analyst.meaning.tree import ByMember, Concept, Missing
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.planned import Planned
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.analyst.read import planned_or_problem
from svcchat_magic.semantic.query.query import Rows


def named_instead(
    planned: Planned, rows: Rows, completion: Completion, sources: Sources
) -> tuple[Planned, Concept] | None:
    """The same without the rows that lack a name, where only such rows were found; with what names them."""
    of = _nameless(planned, rows)
    if of is None:
        return None

    kept = replace(planned.analysis, where=(*planned.analysis.where, Missing(of, negated=True)))
    found, _ = planned_or_problem(Planner(sources), completion.of(kept))
    return (found, of) if found else None


def _nameless(planned: Planned, rows: Rows) -> Concept | None:
    """The dimension whose missing value is all that was found first; None where a value is."""
    analysis = planned.analysis
    rank = analysis.rank
    is_first = rank is not None and rank.limit == 1 and not rank.within and len(analysis.groups) == 1
    group = analysis.groups[0] if is_first else None
    if not isinstance(group, ByMember) or len(rows.rows) != 1 or rows.rows[0][0] is not None:
        return None

    return group.of

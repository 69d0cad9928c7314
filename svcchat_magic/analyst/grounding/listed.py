"""Names and figures that stand in two lists: `Europe and Asia made 120 and 80`, `A and B made 7 each`."""

import re
from collections.abc import Sequence

from svcchat_magic.analyst.facts.fact_tables import FactCell
from svcchat_magic.analyst.facts.facts import Facts
from svcchat_magic.analyst.grounding.figure_sources import FigureSources
from svcchat_magic.analyst.sentences.clauses import Clause

_LISTED_ASIDE = re.compile(r"\([^()\w]*[\d.,%\s]+\b(?:and|und)\b[^()a-z]+\)\W*$")  # `A and B (120 and 80).`


def not_shared(facts: Facts, text: str, clauses: Sequence[Clause]) -> str:
    """`A, B and C share the most: 7 each`: a name that has none of the figures."""
    names = facts.of_rows(name for clause in clauses for name in clause.names)
    figures = [figure for clause in clauses for figure in clause.figures]
    if len(names) < 2 or len(figures) != 1 or not FigureSources.is_of_each(text):
        return ""

    return next((name for name in names if not facts.cells(figures[0], (name,))), "")


def aligned(facts: Facts, text: str, clauses: Sequence[Clause]) -> dict[int, list[FactCell]]:
    """`Europe and Asia made 120 and 80`: as many names as figures, each for its own; else nothing."""
    names = facts.of_rows(name for clause in clauses for name in clause.names)
    figures = [figure for clause in clauses for figure in clause.figures]
    is_list = any(each.names and not each.figures for each in clauses) and any(
        each.figures and not each.names for each in clauses
    )
    is_aside = any(each.is_aside for each in figures) and not _LISTED_ASIDE.search(text)
    if not is_list or is_aside or len(names) != len(figures) or len(names) < 2:
        return {}

    return {figure.start: facts.cells(figure, (name,)) for name, figure in zip(names, figures, strict=True)}

"""Conditions that a measure's own filter leaves no row of: net sales, without refunds, of refunded orders."""

import re
from collections.abc import Iterator

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Analysis, Concept, IsIn, Measured

_NOT = re.compile(r"\s*NOT\s+(?:\{\w+\}\.)?(\w+)\s*", re.IGNORECASE)
_IS = re.compile(r"\s*(?:\{\w+\}\.)?(\w+)\s*(=|<>|!=)\s*(?:'([^']*)'|(TRUE|FALSE))\s*", re.IGNORECASE)


def left_out(analysis: Analysis, catalog: Catalog) -> str:
    """The value that a condition keeps and a measure leaves out; empty where none is."""
    kept = [each for each in analysis.where if isinstance(each, IsIn) and not each.negated]
    measures = [each.measure for each in analysis.quantities if isinstance(each, Measured)] if kept else []
    against = (
        each
        for measure in measures
        for name, value, holds in _filtered(measure, catalog)
        for each in kept
        if (each.of.cube, each.of.name) == (measure.cube, name) and (value in each.values) is not holds
    )
    found = next(against, None)
    return "" if found is None else found.of.title if found.values == (True,) else str(found.values[0])


def _filtered(measure: Concept, catalog: Catalog) -> Iterator[tuple[str, object, bool]]:
    """Which values a measure keeps of its table's columns, or leaves out."""
    for sql in catalog.model.cubes[measure.cube].measures[measure.name].filters:
        if found := _NOT.fullmatch(sql):
            yield found[1], True, False
        elif found := _IS.fullmatch(sql):
            value: object = found[3] if found[4] is None else found[4].upper() == "TRUE"
            yield found[1], value, found[2] == "="

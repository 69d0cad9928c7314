"""Compares rows of several names: `A in the South made more than A in the North`, or `than in the North`."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.facts.facts import Facts
from svcchat_magic.analyst.facts.known_dates import is_key
from svcchat_magic.analyst.grounding.date_spots import Spot
from svcchat_magic.analyst.sentences.directions import OVER, Claim

_Named = dict[int, set[str]]


@dataclass(frozen=True, slots=True)
class CrossedNames:
    """Holds comparisons against results whose rows have a name in each of several columns."""

    facts: Facts

    def holds(self, text: str, claim: Claim, spots: Sequence[Spot]) -> bool | None:
        """Whether such a comparison is so; None for one that is of no such rows."""
        plain = [each for each in spots if not is_key(each[2])]
        left = [name for _, end, name in plain if end <= claim.start]
        right = [name for start, _, name in plain if start >= claim.end]
        found = [
            verdict
            for table in self.facts.tables
            if not table.time and len(table.labels) > 1 and not table.is_cut
            for verdict in self._verdicts(table, text, claim, left, right)
        ]
        return any(found) if found else None

    def _verdicts(
        self, table: FactTable, text: str, claim: Claim, left: Sequence[str], right: Sequence[str]
    ) -> list[bool]:
        one, two = table.named_by(left), table.named_by(right)
        if not one or not two or any(len(each) > 1 for each in (*one.values(), *two.values())):
            return []

        both = {**two, **one}, {**one, **two}  # what one side leaves out is that of the other
        if len(both[0]) < 2 or both[0] == both[1]:
            return []

        return [
            (mine > theirs if claim.kind == OVER else mine < theirs) != claim.is_denied
            for column in table.spoken(text)
            for mine, theirs in _values(table, column, both)
        ]


def _values(table: FactTable, column: str, sides: tuple[_Named, _Named]) -> list[tuple[Decimal, Decimal]]:
    """The figures of both sides: of one row each, or what several rows add up to."""
    cells = [table.column(column, table.rows_of(each)) for each in sides]
    if not all(cells) or (max(map(len, cells)) > 1 and not (table.is_whole and table.may_add_up(column))):
        return []

    mine, theirs = (sum((cell.value for cell in each), Decimal(0)) for each in cells)
    return [(mine, theirs)]

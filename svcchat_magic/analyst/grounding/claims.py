"""Checks what a clause claims of its figures: that they went up or down, or are the highest or lowest."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from svcchat_magic.analyst.grounding.changes import Changes, Move
from svcchat_magic.analyst.grounding.clauses import Clause
from svcchat_magic.analyst.grounding.directions import (
    DOWN,
    HIGHEST,
    LOWEST,
    STEADY,
    UP,
    Claim,
    claims_in,
)
from svcchat_magic.analyst.grounding.fact_tables import FactTable
from svcchat_magic.analyst.grounding.facts import Facts, Names
from svcchat_magic.analyst.grounding.ranks import SpokenRank
from svcchat_magic.analyst.grounding.spoken_figure import SpokenFigure


@dataclass(frozen=True, slots=True)
class Claims:
    """Checks claims against the rows."""

    facts: Facts

    def wrong(self, clause: Clause, names: Names, figures: Sequence[SpokenFigure]) -> str:
        """The clause, if it claims what the rows do not bear out; `figures` are those that are its own."""
        changes = claims_in(clause.text, UP, DOWN)
        if any(not self._went(figures, names, claim, clause.text) for claim in changes):
            return clause.said.strip()

        ranks = [rank for rank in clause.ranks if not self._has_place(clause, names, rank)]
        bests = claims_in(clause.text, HIGHEST, LOWEST) if not clause.ranks else []
        if changes and bests:
            return "" if self._is_best_change(clause, names, changes[0], bests[0]) else clause.said.strip()

        if ranks or any(not self._is_best(clause, names, claim) for claim in bests):
            return clause.said.strip()

        return ""

    def _went(self, figures: Sequence[SpokenFigure], names: Names, claim: Claim, text: str) -> bool:
        """Whether the rows that are spoken of went that way; what is denied must not be so."""
        is_up = claim.kind == UP
        changes = Changes(self.facts)
        if claims_in(text, STEADY) and not claim.is_denied:
            steps = changes.steps(names)
            return bool(steps) and all(each.goes(is_up=is_up) for each in steps)

        moves = [*changes.of(names), *self._told_moves(figures, names)]
        found = any(
            each.goes(is_up=is_up) and (not figures or any(map(each.is_told_by, figures))) for each in moves
        )
        return found != claim.is_denied and bool(moves)

    def _told_moves(self, figures: Sequence[SpokenFigure], names: Names) -> list[Move]:
        """`rose from 100 to 120`: the two figures are cells, and their order says which way it went."""
        cells = [self.facts.cells(each, names) for each in figures]
        return [Move(one.value, two.value) for old, new in pairwise(cells) for one in old for two in new]

    def _is_best_change(self, clause: Clause, names: Names, change: Claim, best: Claim) -> bool:
        """`grew the most`, `the largest drop`: which row's move is the greatest of those that go that way."""
        subject = self.facts.of_rows(clause.names) or self.facts.of_rows(names)
        found = Changes(self.facts).is_best(subject, is_up=change.kind == UP, is_high=best.kind == HIGHEST)
        return found != (best.is_denied or change.is_denied)

    def subject(self, clause: Clause) -> Names:
        """The row that a superlative of a clause is about, none where it has no superlative."""
        bests = claims_in(clause.text, HIGHEST, LOWEST)
        return self._subject(clause, bests[0].start) if bests else ()

    def _is_best(self, clause: Clause, names: Names, claim: Claim) -> bool:
        subject = self._subject(clause, claim.start) or self.facts.of_rows(names)[:1]
        found = self._is_extreme(clause, subject, is_high=claim.kind == HIGHEST) if subject else None
        return found is None or found != claim.is_denied

    def _is_extreme(self, clause: Clause, names: Names, *, is_high: bool) -> bool | None:
        """Whether a named row has the best figure of a column; None where none has one."""
        is_checked = False
        for table in self.facts.tables:
            rows = self._last_named(table, names)
            peers = self._peers(table, names, clause)
            if rows and table.ranked and not peers:
                is_checked = True
                if (table.ranked == "desc") == is_high and table.is_first(rows[0]):
                    return True

                continue

            for column in table.spoken(clause.text) if rows and len(table.figures) > 1 else ():
                values = [cell.value for cell in table.column(column, peers or None)]
                is_checked = True
                bests = {(max if is_high else min)(each) for each in _parts(values, table) if each}
                if any(cell.value in bests for cell in table.column(column, rows)):
                    return True

        return False if is_checked else None

    def _peers(self, table: FactTable, names: Names, clause: Clause) -> list[int]:
        """`A leads in B`: the rows of B, where that is a name of another column; else nothing."""
        mine = {at for each in names for at in table.columns_with(each)}
        named = table.named_by(each for each in clause.names if each not in names)
        others = {at: found for at, found in named.items() if at not in mine}
        return table.rows_of(others) if others else []

    def _has_place(self, clause: Clause, names: Names, rank: SpokenRank) -> bool:
        """Whether the subject is at that place of a column, counted from its top or its bottom."""
        subject = self._subject(clause, rank.start) or self.facts.of_rows(names)[:1]
        for table in self.facts.tables:
            rows = self._last_named(table, subject)
            for column in table.spoken(clause.text) if rows else ():
                values = sorted((cell.value for cell in table.column(column)), reverse=rank.is_from_top)
                mine = {cell.value for cell in table.column(column, rows)}
                if rank.place <= len(values) and values[rank.place - 1] in mine:
                    return True

        return False

    def _subject(self, clause: Clause, claim: int) -> Names:
        """Of whom a superlative is said: the names of rows before it, or all of them."""
        before = self.facts.of_rows(name for _, end, name in clause.spots if end <= claim)
        return before or self.facts.of_rows(clause.names)

    def _last_named(self, table: FactTable, names: Names) -> list[int]:
        """The rows of the last name of each label column."""
        named = {at: {each} for each in names for at in table.columns_with(each)}
        return table.rows_of(named) if named else []


def _parts(values: Sequence[Decimal], table: FactTable) -> tuple[Sequence[Decimal], ...]:
    """The values, and those without the ends of a stretch of time, which may be partial."""
    if not table.time or len(values) < 3:
        return (values,)

    return (values, values[1:], values[:-1], values[1:-1])

"""Checks what a clause claims of its figures: that they went up or down, or are the highest or lowest."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from svcchat_magic.analyst.facts.changes import Changes, Move
from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.facts.known_dates import is_key
from svcchat_magic.analyst.grounding.ends import Ends, Said
from svcchat_magic.analyst.grounding.evenness import Evenness
from svcchat_magic.analyst.grounding.runs import tells_run
from svcchat_magic.analyst.grounding.superlatives import Superlatives
from svcchat_magic.analyst.grounding.told_times import ToldTimes
from svcchat_magic.analyst.grounding.whole_claims import WholeClaims
from svcchat_magic.analyst.sentences.clauses import Clause
from svcchat_magic.analyst.sentences.directions import (
    DOWN,
    FASTEST,
    FLAT,
    HIGHEST,
    LOWEST,
    NEXT,
    OVER,
    SLOWEST,
    STEADY,
    UNCHANGED,
    UNDER,
    UNFINISHED,
    UP,
    Claim,
    claims_in,
)
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_RANGE = re.compile(r"\b(?:since|from|between|until|seit|von|ab|zwischen|bis)\b", re.IGNORECASE)
_SO_FAR = re.compile(
    r"\b(?:so far|to date|not (?:yet )?over|not (?:yet )?complete|incomplete|partial|bisher)\b", re.IGNORECASE
)
_AGAINST = re.compile(
    r"\s+(?:by\s+[\d.,]+\s*%?\s+)?(?:on|from|against|over|versus|vs\.?|compared (?:to|with))\s+",
    re.IGNORECASE,
)
_AT_TIMES = re.compile(
    r"\b(?:once|twice|briefly|temporarily|at times|at one point|einmal|kurz)\b", re.IGNORECASE
)
_NO_CLAIM = re.compile(
    r"\?\s*$|\b(?:can|could|cannot|would|will|should|may|might|if|whether|which|no|not|kann|könnte|würde|ob|kein\w*|nicht)\b"
    r"|n['’]t\b|^\W*(?:ask|try|let)\b",
    re.IGNORECASE,
)
_NEVER_BEYOND = re.compile(
    r"\bnever\s+(?:[a-z]+\s+){0,2}(?:below|under|above|over|short of|unter|über)\b", re.IGNORECASE
)
_PACES = (FASTEST, SLOWEST)  # superlatives of a move alone: the fastest delivery is the lowest time
_LEVEL = {FLAT: Decimal(3), UNCHANGED: Decimal("0.5")}  # percent that a move may be


@dataclass(frozen=True, slots=True)
class Claims:
    """Checks claims against the rows."""

    facts: Facts
    times: ToldTimes
    whole: WholeClaims

    def wrong(
        self,
        clause: Clause,
        names: Names,
        figures: Sequence[SpokenFigure],
        told: SpokenFigure | None = None,
        before: Names = (),
    ) -> str:
        """The clause, if it claims what the rows do not bear out.

        `figures` are its own, `told` is the one that a superlative is said of, and `before` the names of the
        sentence before.
        """
        if problem := self._wrong_state(clause) or self._wrong_next(clause, before):
            return problem

        of_many = self.whole.holds(clause)
        if of_many is not None:
            return "" if of_many else clause.said.strip()

        if self._wrong_level(clause, names) or Evenness(self.facts).wrong(clause, names):
            return clause.said.strip()

        changes = self.facts.claims(clause.text, UP, DOWN)
        if any(
            self._wrong_against(clause, each) or not self._went(figures, names, each, clause.text)
            for each in changes
        ):
            return clause.said.strip()

        best_of = Superlatives(self.facts)
        ranks = [rank for rank in clause.ranks if not best_of.has_place(clause, names, rank)]
        bests = self.facts.claims(clause.text, HIGHEST, LOWEST) if not clause.ranks else []
        bests = (self.facts.claims(clause.text, *_PACES) if changes else []) or bests
        if changes and bests:
            return "" if self._is_best_change(clause, names, changes[0], bests[0]) else clause.said.strip()

        is_wrong = ranks or any(not best_of.is_best(clause, names, claim, told) for claim in bests)
        return clause.said.strip() if is_wrong else ""

    def _wrong_state(self, clause: Clause) -> str:
        """`Q2 2025 is not over yet`, where all rows of that name are over."""
        if not claims_in(clause.text, UNFINISHED):
            return ""

        named = [(table, self.facts.rows(table, clause.names)) for table in self.facts.tables if table.time]
        found = [
            table.is_partial(row) for table, rows in named if table.named_by(clause.names) for row in rows
        ]
        return clause.said.strip() if found and not any(found) else ""

    def _wrong_level(self, clause: Clause, names: Names) -> bool:
        """`Revenue was flat`, where it moved by more than a few percent; or by any, where it is unchanged."""
        moves = [*Changes(self.facts).of(names)]
        return any(
            any(each.is_level(_LEVEL[claim.kind]) for each in moves) == claim.is_denied
            for claim in self.facts.claims(clause.text, *_LEVEL)
            if moves or not claim.is_denied
        )

    def _wrong_next(self, clause: Clause, before: Names) -> str:
        """`Next comes A` behind a sentence that was about A alone."""
        if not claims_in(clause.text, NEXT) or not clause.spots:
            return ""

        for table in self.facts.tables:
            (mine, theirs) = (self._rows_of(table, names) for names in (clause.names, before))
            if len(theirs) == 1 and mine == theirs:
                return clause.said.strip()

        return ""

    def _rows_of(self, table: FactTable, names: Names) -> list[int]:
        return self.facts.rows(table, names) if table.named_by(names) else []

    def _went(self, figures: Sequence[SpokenFigure], names: Names, claim: Claim, text: str) -> bool:
        """Whether the rows that are spoken of went that way; what is denied must not be so."""
        is_up = claim.kind == UP
        changes = Changes(self.facts)
        if tells_run(text) or _NEVER_BEYOND.search(text):
            return True  # what they say is checked with the figures

        is_dated = any(map(is_key, self.facts.of_rows(names)))
        inside = () if is_dated else self.times.inside
        if claims_in(text, STEADY) and not claim.is_denied:
            is_range = bool(inside) or _RANGE.search(text) is not None
            steps = changes.steps((*names, *inside), is_range=is_range)
            return bool(steps) and all(each.goes(is_up=is_up) for each in steps)

        if _AT_TIMES.search(text) and not figures and not claim.is_denied:
            return any(each.goes(is_up=is_up) for each in changes.steps(names))

        are_over = claim.kind == DOWN and not claim.is_denied and _SO_FAR.search(text) is None
        after = [*changes.onward(self.times.after)]
        rest = tuple(each for each in names if not after or each not in self.times.after)
        within = (*rest, *(each for each in inside if each not in rest))
        moves = [*after, *self._told_moves(figures, within)]
        moves += (
            [] if after and not self.facts.of_rows(rest) else changes.of(within, are_over=are_over, text=text)
        )
        found = any(
            each.goes(is_up=is_up) and (not figures or any(map(each.is_told_by, figures))) for each in moves
        )
        return found != claim.is_denied and bool(moves)

    def _wrong_against(self, clause: Clause, claim: Claim) -> bool:
        """`April was up on March`: by the two times that are named, and by no other."""
        match = _AGAINST.match(clause.said, claim.end)
        right = next((name for start, _, name in clause.spots if match and start == match.end()), "")
        left = next((name for _, end, name in reversed(clause.spots) if end <= claim.start), "")
        if not (is_key(left) and is_key(right)):
            return False

        moves = [
            Move(old.value, new.value)
            for table in self.facts.tables
            if table.time
            for old in self.facts.own_cells(right)
            for new in self.facts.own_cells(left)
            if old.column == new.column and table.beside_time(old.row) == table.beside_time(new.row)
        ]
        goes = [each.goes(is_up=claim.kind == UP) for each in moves]
        return bool(goes) and any(goes) == claim.is_denied

    def _told_moves(self, figures: Sequence[SpokenFigure], names: Names) -> list[Move]:
        """`rose from 100 to 120`: the two figures are cells, and their order says which way it went."""
        cells = [self.facts.cells(each, names) for each in figures]
        if not self.facts.of_rows(names) and all(each.is_end for each in figures):
            ends = Ends(self.facts, "")
            cells = [ends.cells(each, (), Said([], [])) for each in figures]
            return [
                Move(one.value, two.value)
                for old, new in pairwise(cells)
                for one in old
                for two in new
                if ends.is_in_order(two, Said([], [], ends=[one]))
            ]

        return [Move(one.value, two.value) for old, new in pairwise(cells) for one in old for two in new]

    def _is_best_change(self, clause: Clause, names: Names, change: Claim, best: Claim) -> bool:
        """`grew the most`, `the largest drop`: which row's move is the greatest of those that go that way."""
        subject = self.facts.of_rows(clause.names) or self.facts.of_rows(names)
        is_high = best.kind in (HIGHEST, FASTEST)
        found = Changes(self.facts).is_best(subject, is_up=change.kind == UP, is_high=is_high)
        return found != (best.is_denied or change.is_denied)


def without_rows(text: str) -> str:
    """What a sentence claims where no query ran: it may ask, or tell what it cannot."""
    if _NO_CLAIM.search(text):
        return ""

    found = claims_in(text, UP, DOWN, HIGHEST, LOWEST, OVER, UNDER)
    return text[found[0].start : found[0].end] if found else ""

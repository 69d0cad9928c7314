"""Checks what is said of all rows, or of all but one: `all shops grew`, `only A fell`, `all fell except A`.

And what is said of how fast: `grew faster in 2023 than in 2024`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.facts.changes import Move, by_row, series_moves
from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.facts.known_dates import is_key
from svcchat_magic.analyst.grounding.date_spots import Spot
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.sentences.clauses import Clause
from svcchat_magic.analyst.sentences.directions import DOWN, STEADY, UP, claims_in
from svcchat_magic.analyst.sentences.number_words import some_number

_ALL = re.compile(
    r"\b(?:all|every|each|both|alle|jede[rs]?)\s+(?:(?:of\s+)?(?:the|our|these)\s+"
    rf"|{some_number()}\s+)*([^\W\d_]+)",
    re.IGNORECASE,
)
_ONLY = re.compile(r"\b(?:only|alone|solely|nur|allein)\s+(?:in\s+)?$", re.IGNORECASE)
_EXCEPT = re.compile(
    r"\b(?:except|except for|except in|apart from|aside from|other than|but|besides|with the exception of"
    r"|außer)\s+$",
    re.IGNORECASE,
)
_LISTED = re.compile(r"\s*(?:,|,?\s*(?:and|or|und|oder))\s*", re.IGNORECASE)
_THAN = re.compile(
    r"\b(?:(?P<more>faster|quicker|stronger|more|harder)|(?P<less>slower|weaker|less))\b[^,;.\d]{0,40}?\bthan\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WholeClaims:
    """Checks claims about moves of many rows at once."""

    facts: Facts
    only: Names = ()  # `only A and B` of the sentence, which are in two clauses
    apart: Names = ()  # `except A and B`

    def holds(self, clause: Clause) -> bool | None:
        """Whether many rows moved as a clause says; None where it says nothing of many."""
        claims = self.facts.claims(clause.text, UP, DOWN)
        if not claims or claims[0].is_denied:
            return None

        is_up = claims[0].kind == UP
        apart = self.apart if {*self.apart} & {*clause.names} else ()
        only = self.only if {*self.only} & {*clause.names} else ()
        if apart or only:
            return not self._is_other(clause, apart or only, is_up=is_up, are_apart=bool(apart))

        if self._is_paced(clause, is_up=is_up):
            return False

        if not self._is_of_all(clause) or claims_in(clause.text, STEADY):
            return None

        return all(each.goes(is_up=is_up) for moves in self._moves(clause.names) for each in moves.values())

    def _is_of_all(self, clause: Clause) -> bool:
        """`all channels`, of rows that are channels, and none of them named."""
        nouns = {singular(each.casefold()) for each in _ALL.findall(clause.text)}
        is_named = any(not is_key(each) for each in self.facts.of_rows(clause.names))
        return not is_named and any(nouns & table.label_words for table in self.facts.tables)

    def _is_other(self, clause: Clause, names: Names, *, is_up: bool, are_apart: bool) -> bool:
        """Whether a row that is taken out moved like the others, or another one like the only one."""
        for table in self.facts.tables:
            mine = {*_rows(table, names)}
            for moves in self._of_table(table, clause.names):
                going = {row for row, move in moves.items() if move.goes(is_up=is_up)}
                is_wrong = bool(going & mine) or going != {*moves} - mine if are_apart else bool(going - mine)
                if mine & {*moves} and is_wrong:
                    return True

        return False

    def _is_paced(self, clause: Clause, *, is_up: bool) -> bool:
        """Whether `grew faster in A than in B` is the other way round."""
        match = _THAN.search(clause.text)
        if match is None or not (match["more"] or match["less"]) or clause.figures:
            return False

        left = [name for _, end, name in clause.spots if end <= match.end()]
        right = [name for start, _, name in clause.spots if start >= match.end()]
        if not left or not right:
            return False

        pairs = [
            (moves[one], moves[two])
            for table in self.facts.tables
            for moves in by_row(table)
            for one in _rows(table, _beside(table, left[-1], clause.names))
            for two in _rows(table, _beside(table, right[0], clause.names))
            if one in moves and two in moves
        ]
        is_more = match["more"] is not None
        return bool(pairs) and not any(_is_faster(one, two, is_up=is_up) is is_more for one, two in pairs)

    def _moves(self, names: Names) -> Iterator[dict[int, Move]]:
        for table in self.facts.tables:
            yield from self._of_table(table, names)

    def _of_table(self, table: FactTable, names: Names) -> Iterator[dict[int, Move]]:
        """The moves into the rows of the dates that are named; without one, of each series as a whole."""
        dates = {*_rows(table, [each for each in names if is_key(each)])}
        if table.time and len(table.labels) > 1 and not dates:
            yield from series_moves(table)
            return

        for moves in by_row(table):
            yield {row: move for row, move in moves.items() if not dates or row in dates}


def of_whole(facts: Facts, text: str, spots: Sequence[Spot]) -> WholeClaims:
    """Those of a sentence."""
    return WholeClaims(facts, _listed(text, spots, _ONLY), _listed(text, spots, _EXCEPT))


def _listed(text: str, spots: Sequence[Spot], before: re.Pattern[str]) -> Names:
    """The names in a row behind such words."""
    found: list[Spot] = []
    for each in spots:
        if found and _LISTED.fullmatch(text[found[-1][1] : each[0]]):
            found.append(each)
        elif not found and before.search(text[: each[0]]):
            found = [each]

    return tuple(dict.fromkeys(name for *_, name in found))


def _rows(table: FactTable, names: Sequence[str]) -> list[int]:
    named = table.named_by(names)
    return table.rows_of(named) if named else []


def _beside(table: FactTable, name: str, names: Names) -> Names:
    """A name with those of the other columns: `of A in 2023`."""
    own = {*table.columns_with(name)}
    return (
        name,
        *(each for each in names if table.columns_with(each) and not own & {*table.columns_with(each)}),
    )


def _is_faster(one: Move, two: Move, *, is_up: bool) -> bool:
    sign = 1 if is_up else -1
    return sign * one.percent() > sign * two.percent()

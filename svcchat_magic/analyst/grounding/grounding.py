"""Holds each sentence of a text against the rows of its turn.

A figure must be a cell of a row that goes by a name near it, or follow from such cells; a name must stand in
the rows, the question or the model; a direction or a superlative must be what the cells say.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from svcchat_magic.analyst.grounding.claims import Claims
from svcchat_magic.analyst.grounding.clauses import Clause, clauses_of
from svcchat_magic.analyst.grounding.directions import DOWN, HIGHEST, LOWEST, UP, claimed
from svcchat_magic.analyst.grounding.fact_tables import MARKS, FactCell, FactTable
from svcchat_magic.analyst.grounding.facts import DIFFERENCE, MEAN, RATIO, SHARE, SUM, TOTAL, Facts, Names
from svcchat_magic.analyst.grounding.names import KnownNames, masked
from svcchat_magic.analyst.grounding.spoken_figures import SpokenFigure, spoken_figures

_LINK = re.compile(r"\w+://\S*|www\.\S+|!\[|\]\(|<\s*/?[a-z]|\bdata:\S+|mailto:\S*", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|both|every one|jeweils|beide)\b", re.IGNORECASE)
_OTHERS = re.compile(r"\s*(?:other|others|more|weitere)\b", re.IGNORECASE)
_SAID_BY = {  # words without which a number that follows from cells is none that a sentence tells
    SHARE: set[str](),
    TOTAL: {SUM},
    SUM: {SUM},
    MEAN: {MEAN},
    DIFFERENCE: {DIFFERENCE, UP, DOWN},
    RATIO: {RATIO, DIFFERENCE},
}
_YEAR = range(1900, 2200)


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a sentence may be told, and what of it was not found."""

    problem: str = ""  # what stands nowhere, as it was written
    has_claims: bool = False  # it says something that was checked

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.problem


@dataclass
class Grounding:
    """The facts of one turn, and the sentence before, whose names a sentence may lean on."""

    tables: tuple[FactTable, ...]
    given: str  # the question and the queries: numbers and names that may be repeated
    vocabulary: frozenset[str]  # words of the model
    _before: Names = ()  # of the last sentence that held
    _told_before: list[FactCell] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._facts = Facts(self.tables)
        self._claims = Claims(self._facts)
        self._names = KnownNames(self.tables, self.given, self.vocabulary)

    def check(self, sentence: str) -> Checked:
        """Check one sentence; one that holds is what the next may lean on."""
        if link := _LINK.search(sentence):  # could carry rows away, and no answer needs one
            return Checked(link[0], has_claims=True)

        text = MARKS.sub(" ", sentence)
        spots = self._names.spots(text)
        clauses = clauses_of(text, spots, spoken_figures(masked(text, spots)))
        problem = (
            self._names.unknown(text, spots)
            or self._unknown_figure(text, clauses)
            or self._not_shared(text, clauses)
        )
        claims = claimed(text, UP, DOWN, HIGHEST, LOWEST)
        if not problem and spots:
            self._before = tuple(dict.fromkeys(name for _, _, name in spots))

        return Checked(problem, bool(spots or claims or any(each.figures for each in clauses)))

    def _unknown_figure(self, text: str, clauses: Sequence[Clause]) -> str:
        """A figure that the rows do not give, or a clause that claims of it what they do not."""
        told: list[FactCell] = []
        lean: Names = ()
        aligned = self._aligned(clauses)
        for clause in clauses:
            lean = tuple(dict.fromkeys((*lean, *clause.names)))
            names = clause.names or lean or self._before
            for figure in clause.figures:
                cells = aligned[figure.start] if aligned else self._facts.cells(figure, names)
                if not (cells or self._may_stand(figure, text, lean, [*told, *self._told_before])):
                    return text[figure.start : figure.end].strip()

                told += cells

            own = [each for each in clause.figures if not self._is_given(each, text)]
            if problem := self._claims.wrong(clause, lean or self._before, own):
                return problem

        self._told_before = told or self._told_before
        return ""

    def _may_stand(self, figure: SpokenFigure, text: str, names: Names, told: Sequence[FactCell]) -> bool:
        """Whether a figure that is no cell follows from cells, counts rows or was given."""
        free = (SHARE,) if names else (SHARE, TOTAL)  # where no row is named, the whole is spoken of
        said = frozenset(claimed(text, UP, DOWN, SUM, MEAN, DIFFERENCE, RATIO))
        numbers = (
            number
            for number, is_percent, kind in self._facts.derived(names or self._before, told)
            if is_percent == figure.is_percent and (figure.sign or kind in free or said & _SAID_BY[kind])
        )
        return (
            any(map(figure.tells, numbers))
            or self._counts(figure, text, names)
            or self._is_given(figure, text)
        )

    def _counts(self, figure: SpokenFigure, text: str, names: Names) -> bool:
        """Whether a figure counts rows: all of them before any is named, or those that are not named."""
        counts = {count for table in self.tables for count in (len(table.figures), table.total_rows)}
        if names:
            others = bool(_OTHERS.match(text[figure.end :]))
            named = {len(self._facts.rows(table, names)) for table in self.tables} - {0, 1}
            counts = {count - len(names) for count in counts} if others else named

        return not figure.is_percent and any(figure.tells(Decimal(count)) for count in counts)

    def _not_shared(self, text: str, clauses: Sequence[Clause]) -> str:
        """`A, B and C share the most: 7 each`: a name that has none of the figures."""
        names = [name for clause in clauses for name in clause.names]
        figures = [figure for clause in clauses for figure in clause.figures]
        if len(names) < 2 or len(figures) != 1 or not _EACH.search(text):
            return ""

        return next((name for name in names if not self._facts.cells(figures[0], (name,))), "")

    def _aligned(self, clauses: Sequence[Clause]) -> dict[int, list[FactCell]]:
        """`Europe and Asia made 120 and 80`: as many names as figures, each for its own; else nothing."""
        names = [name for clause in clauses for name in clause.names]
        figures = [figure for clause in clauses for figure in clause.figures]
        is_list = any(each.names and not each.figures for each in clauses) and any(
            each.figures and not each.names for each in clauses
        )
        if not is_list or len(names) != len(figures) or len(names) < 2:
            return {}

        return {
            figure.start: self._facts.cells(figure, (name,))
            for name, figure in zip(names, figures, strict=True)
        }

    def _is_given(self, figure: SpokenFigure, text: str) -> bool:
        """A number of the question or of the query, or a year of the rows."""
        if any(figure.tells(size) for each in self._given_figures for size, _ in each.sizes):
            return True

        size = figure.sizes[0][0]
        is_year = size == size.to_integral_value() and int(size) in _YEAR and not figure.is_percent
        return is_year and text[figure.start : figure.end].strip().isdecimal() and int(size) in self._years

    @cached_property
    def _given_figures(self) -> tuple[SpokenFigure, ...]:
        return spoken_figures(self.given)

    @cached_property
    def _years(self) -> frozenset[int]:
        texts = [name for table in self.tables for row in table.names for names in row for name in names]
        return frozenset(int(year) for text in texts for year in re.findall(r"(?<!\d)\d{4}(?!\d)", text))

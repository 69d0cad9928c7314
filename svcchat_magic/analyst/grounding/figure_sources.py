"""Where a figure that is no cell may come from: it follows from cells, counts rows, or was asked for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from svcchat_magic.analyst.facts.derived import (
    DIFFERENCE,
    MEAN,
    NORM,
    PART,
    PERCENT,
    PLAIN,
    POINTS,
    RATE,
    RATIO,
    SHARE,
    SUM,
    TOP,
    TOTAL,
)
from svcchat_magic.analyst.facts.fact_tables import FactCell
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.grounding.counted_rows import CountedRows
from svcchat_magic.analyst.grounding.ends import Ends, Said
from svcchat_magic.analyst.grounding.every_row import EveryRow
from svcchat_magic.analyst.grounding.fitting import APART, AVERAGED, MEDIAN, Fitting
from svcchat_magic.analyst.grounding.given import Given
from svcchat_magic.analyst.grounding.measure_names import MeasureNames
from svcchat_magic.analyst.grounding.row_numbers import FIRST_ROWS, OTHERS, RowNumbers
from svcchat_magic.analyst.grounding.runs import Runs
from svcchat_magic.analyst.grounding.told_times import ToldTimes
from svcchat_magic.analyst.sentences.clauses import Clause
from svcchat_magic.analyst.sentences.directions import DOWN, HIGHEST, LOWEST, OVER, PER, UNDER, UP, claimed
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_EACH = re.compile(
    r"\b(?:each|both|every one|jeweils|beide)\b(?!\s+(?:day|week|month|quarter|year)\b)", re.IGNORECASE
)
_BY = re.compile(r"\b(?:by|apart|gap|difference)\b[^,;:.\d]{0,30}$", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:with|where|whose|having|mit)\b(?:(?!\bwith\b)[^,;:])*$", re.IGNORECASE)
_AS_MANY = re.compile(r"\s+as\s+(?:many|much|high|large|big|often|long)\b", re.IGNORECASE)
_VERB_BETWEEN = re.compile(
    r"\b(?:with|having|mit)\b[^,;:]*\b(?:is|was|were|are|had|has|have|made)\b[^,;:]*$", re.IGNORECASE
)
_OF = re.compile(r"\b(?:of|von)\s+(?:all\s+|the\s+)?[$€£]?$", re.IGNORECASE)
_OF_WHAT = re.compile(r"\s+of\s+(?:all\s+|the\s+|its\s+)*(?!(?:that|what|those|it)\b)", re.IGNORECASE)
_AGAINST_MEAN = re.compile(
    r"\s+(?:more than|less than|above|below|over|under|higher than|lower than|über|unter)\s+"
    r"(?:the\s+)?(?:\w+\s+)?(?:average|mean|durchschnitt)\b",
    re.IGNORECASE,
)
_SPREAD = re.compile(r"\bwithin\b.*\bof (?:each other|one another)\b|\bspread\b|\bapart\b", re.IGNORECASE)
_SAID_BY = {  # words without which a number that follows from cells is none that a sentence tells
    SHARE: set[str](),
    PART: set[str](),
    TOTAL: {SUM},
    SUM: {SUM},
    MEAN: {MEAN},
    DIFFERENCE: {DIFFERENCE, UP, DOWN, OVER, UNDER},
    RATIO: {RATIO, DIFFERENCE, UP, DOWN},
    RATE: {PER},
}
_ROUGH = frozenset(
    {NORM, SHARE, PART, RATIO, SUM, TOTAL}
)  # what `more than half` or `over twice` may be said of
_BESIDE = frozenset({SHARE, PART, DIFFERENCE, RATIO})  # what brackets behind a name may hold


@dataclass(frozen=True, slots=True)
class FigureSources:
    """The sources of the figures of one sentence."""

    facts: Facts
    given: Given
    text: str
    measures: MeasureNames
    told: Sequence[SpokenFigure] = ()  # all figures of the sentence
    times: ToldTimes = ToldTimes()  # that the sentence names

    @staticmethod
    def is_of_each(text: str) -> bool:
        """Whether one figure is said of several names."""
        return _EACH.search(text) is not None

    def found_in(self, clause: Clause) -> Clause:
        """The clause with those of its figures that were found, and not asked for."""
        return replace(clause, figures=tuple(each for each in clause.figures if not self.is_given(each)))

    def fits(self, figure: SpokenFigure, cell: FactCell, bare: str, said: Said) -> bool:
        """Whether the words around a figure let it be this cell."""
        return not self._is_other_bound(figure) and Fitting(self.facts, self.text).fits(
            figure, cell, bare, said
        )

    def is_given(self, figure: SpokenFigure) -> bool:
        """Whether it was asked for rather than found."""
        return self.given.is_bound(figure, self.text) or self.given.is_repeated(figure, self.text)

    def give(self, figure: SpokenFigure, clause: Clause, names: Names, said: Said) -> bool:
        """Whether a figure that is no cell of these names may be told of them.

        `names` are those of the sentence so far, or of the one before where it has none.
        """
        if (of_course := self._of_course(figure, clause, names, said)) is not None:
            return of_course

        is_one, rows = not said.is_alike, self._rows
        if is_one and not rows.are_rows(figure) and self._follows(figure, clause, names, said):
            return True

        if figure.is_aside:
            return False

        behind = (APART.match(self.text, figure.end), OTHERS.match(self.text, figure.end))
        is_apart = behind[0] is not None and behind[1] is None
        if is_one and not figure.is_times and not is_apart and rows.counts(figure, said.names):
            return True

        return (
            self._is_asked_for(figure, clause)
            or EveryRow(self.facts, self.text).gives(figure, (*names, *self.times.inside))
            or self._is_of_counted_rows(figure, names)
        )

    def _is_of_counted_rows(self, figure: SpokenFigure, names: Names) -> bool:
        counted = self.counted
        sums = counted.shares() if figure.is_percent else counted.sums()
        return counted.gives(figure) or counted.is_of_only(figure, names) or any(map(figure.tells, sums))

    def _of_course(self, figure: SpokenFigure, clause: Clause, names: Names, said: Said) -> bool | None:
        """Whether a figure that says how something went may be told; None for one that does not.

        That is how often in a row it went one way, and where a range begins and ends.
        """
        if self._is_other_bound(figure):
            return False

        if (all_but := self.counted.of_all_but(figure)) is not None:
            return all_but

        runs = Runs(self.facts, self.text, self.times.after)
        if runs.has(figure):
            return runs.give(figure)

        if figure.is_range and any(map(partial(self.facts.tells, figure), self.facts.named_cells(names))):
            return True

        between = [each for each in self.told if each.is_between]
        if figure.is_between and EveryRow(self.facts, self.text).lie_between(between, names):
            return True

        if not figure.is_end:
            return None

        cells = Ends(self.facts, self.text).cells(figure, names, said)
        said.ends = [] if said.ends else cells
        if not cells and claimed(
            self.text, SUM
        ):  # `the total went from 5 in May to 6 in June`, `from 5 to 6`
            is_second = figure.start != next(each.start for each in self.told if each.is_end)
            return (
                self._follows(figure, clause, said.own, said)
                if said.own
                else any(map(figure.tells, self.facts.ends_of_totals(is_last=is_second)))
            )

        return bool(cells) and not self.facts.of_rows(clause.names)

    @property
    def _rows(self) -> RowNumbers:
        return RowNumbers(self.facts, self.given.question, self.text, self.measures)

    @property
    def counted(self) -> CountedRows:
        """The rows that the sentence counts."""
        tables = [each.of_dates(self.times.named, self.times.inside) for each in self.facts.tables]
        return CountedRows(tables, self.text, self.told)

    def _follows(self, figure: SpokenFigure, clause: Clause, names: Names, said: Said) -> bool:
        kinds = self._kinds(figure, clause, names)
        unit = POINTS if figure.is_points else PERCENT if figure.is_percent else PLAIN
        cells = [*said.now, *(() if figure.is_aside else said.before)]
        about = [*self.facts.named_cells(names)] if figure.is_aside else []  # `B (50, -20)` is about B
        exact = replace(figure, nearness="" if figure.nearness != "about" else "about")
        rough = _ROUGH | ({DIFFERENCE} if _BY.search(self.text[: figure.start]) else set())
        is_range = len({*claimed(self.text, HIGHEST, LOWEST)}) > 1  # `between the best and the worst`
        is_range = is_range or (_SPREAD.search(self.text) is not None and not self.facts.of_rows(names))
        if self.counted.are_part and not _OF.search(self.text[: figure.start]):
            kinds -= {TOTAL, SUM, TOP}

        return any(
            kind in kinds and each == unit and (figure if kind in rough else exact).tells(number)
            for number, each, kind in (
                *self.facts.derived(names, cells, about),
                *(self.facts.extremes() if is_range else ()),
            )
        )

    def _kinds(self, figure: SpokenFigure, clause: Clause, names: Names) -> frozenset[str]:
        """What a figure may be, by the words around it."""
        if figure.is_aside:
            return _BESIDE if figure.sign or figure.is_percent else frozenset()

        near = self.text if len(self.told) == 1 else clause.text
        words = {*claimed(self.text, SUM, MEAN, PER), *claimed(near, DIFFERENCE, RATIO)}
        words |= {*claimed(self.text, UP, DOWN), *claimed(clause.text, OVER, UNDER)}
        found = {kind for kind, needed in _SAID_BY.items() if not needed or words & needed}
        if not self.facts.of_rows(names):
            found.add(TOTAL)  # where no row is named, the whole is spoken of

        if len(names) > 1 and len(self.told) == 1:
            found.add(SUM)  # `A and B made 100`

        if len(self.facts.of_rows(names)) > 1 and _BY.search(self.text[: figure.start]):
            found.add(DIFFERENCE)  # `A edges out B by 5`

        if _OF.search(self.text[: figure.start]):
            found |= {TOTAL, SUM}

        found |= {
            kind for kind, pattern in ((TOP, FIRST_ROWS), (DIFFERENCE, _SPREAD)) if pattern.search(self.text)
        }
        if _AGAINST_MEAN.match(self.text, figure.end):
            return frozenset({NORM})

        found -= self._odd_kinds(figure)
        if APART.match(self.text, figure.end):
            found &= {DIFFERENCE}  # `three less` is no ratio

        return frozenset(found | {DIFFERENCE} if figure.sign else found)

    def _odd_kinds(self, figure: SpokenFigure) -> set[str]:
        """What a figure is not, by its own words."""
        odd = set[str]()
        before = self.text[: figure.start]
        if AVERAGED.search(before) or MEDIAN.search(before):
            odd |= {TOTAL, SUM, TOP, *({MEAN} if MEDIAN.search(before) else ())}

        if self._is_of_whole(figure):
            odd.add(PART)  # `half of the hours` is none of another row's

        if figure.is_percent and _AS_MANY.match(self.text, figure.end):
            odd |= {SHARE, DIFFERENCE, SUM, TOTAL, TOP}  # `a third as many as B`

        if len(figure.sizes) > 1:
            odd.add(RATIO)  # 1,200 is no ratio of one point two

        if self._is_of_counted(figure):
            odd |= {TOTAL, SUM, TOP, MEAN}

        return odd

    def _is_of_counted(self, figure: SpokenFigure) -> bool:
        """`3 teams have more than 80`: a bound of each of them, and not of all together."""
        nouns = {
            self._rows.noun(each) for each in self.told if each.end <= figure.start and not each.is_percent
        }
        is_counted = any(nouns & table.label_words for table in self.facts.tables)
        return figure.nearness in ("over", "under") and is_counted and not claimed(self.text, SUM)

    def _is_of_whole(self, figure: SpokenFigure) -> bool:
        """Whether a share is one of all: of the hours, and not of what a row has."""
        match = _OF_WHAT.match(self.text, figure.end)
        rest = self.text[match.end() :].casefold() if match else ""
        names = (name for table in self.facts.tables for row in table.names for each in row for name in each)
        return bool(rest) and not any(map(rest.startswith, names))

    def _is_condition(self, figure: SpokenFigure) -> bool:
        """`with a price under 40`, where no result has prices: a bound of the query, and not of a row."""
        found = _CONDITION.search(self.text[: figure.start])
        return found is not None and not any(table.names_whole(found[0]) for table in self.facts.tables)

    def _is_other_bound(self, figure: SpokenFigure) -> bool:
        """`with a price under 56`, where the query asked for those under 50."""
        side = figure.nearness if figure.nearness in ("over", "under") else ""
        sides = {each for table in self.facts.tables for each, _ in table.scope.bounds}
        is_over = (
            _VERB_BETWEEN.search(self.text[: figure.start]) is not None
        )  # `with a bar in 2025 was 2,995`
        return side in sides and not is_over and self._is_condition(figure) and not self.is_given(figure)

    def _is_asked_for(self, figure: SpokenFigure, clause: Clause) -> bool:
        """A bound of the query; one said of a row must hold for it."""
        if not self.is_given(figure):
            return False

        rows = self.facts.of_rows(clause.names)
        if not rows or not figure.nearness or self._is_condition(figure):
            return True

        return any(
            figure.is_passed_by(cell.value * (100 if figure.is_percent and abs(cell.value) <= 1 else 1))
            for cell in self.facts.named_cells(rows)
        )

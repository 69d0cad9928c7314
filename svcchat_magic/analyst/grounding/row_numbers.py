"""Figures that say how many rows there are: all of them, those that are named, or the others."""

import re
from dataclasses import dataclass
from decimal import Decimal

from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.facts.measured_columns import words_of
from svcchat_magic.analyst.grounding.measure_names import MeasureNames
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure
from svcchat_magic.analyst.sentences.stems import singulars

FIRST_ROWS = re.compile(
    r"\b(?:top|first|best|bottom|these|those|together|combined|ersten|besten|diese|zusammen)\b", re.IGNORECASE
)
OTHERS = re.compile(r"\s*(?:other|others|more|weitere)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_NEXT_WORD = re.compile(r"\s+([^\W\d_]+)")
_SAID = re.compile(r"\b(?:at|was|is|were|are|to)\s+$", re.IGNORECASE)
_MOST_WORDS = 3  # behind a figure, in which what it counts is looked for


@dataclass(frozen=True, slots=True)
class RowNumbers:
    """The numbers of rows that one sentence may tell."""

    facts: Facts
    question: str
    text: str
    measures: MeasureNames

    def counts(self, figure: SpokenFigure, names: Names) -> bool:
        """Whether a figure counts rows: all of them before any is named, or those that are not named."""
        tables = self._counted(figure)
        if figure.nearness in ("over", "under"):  # `over 11` at the end of a sentence is no number of rows
            tables = [each for each in tables if self.noun(figure) in each.label_words]

        counts = {count for table in tables for count in (len(table.figures), table.total_rows)}
        asked = {each for table in tables for each in table.scope.values}  # all of the rows have these
        named = [each for each in self.facts.of_rows(names) if each not in asked]
        if named and _SAID.search(self.text[: figure.start]) and not self.noun(figure):
            return False  # `lowest at 2` is no number of rows

        if named:
            others = bool(OTHERS.match(self.text[figure.end :]))
            rows = {len(self.facts.rows(table, names)) for table in tables} - {0, 1}
            rows |= {1} & {len(table.figures) for table in tables}  # `A is the only one`
            counts = {count - len(named) for count in counts} if others else rows

        return not figure.is_percent and any(figure.tells(Decimal(count)) for count in counts)

    def _counted(self, figure: SpokenFigure) -> list[FactTable]:
        """The results whose rows are what stands behind the figure, or all where none is called so."""
        found = _WORD.search(self.text[figure.end :].casefold())
        noun = found[0].rstrip("s") if found else ""
        is_other = found is not None and found[0] != noun and self._is_measured(noun)
        forms = {noun, *singulars(found[0] if found else "")}
        is_other = is_other or self._is_asked_thing(figure)
        tables = [
            each
            for each in self.facts.tables
            if each.labels
            and (each.is_list or not is_other or forms & each.label_words)
            and (not each.is_cut or FIRST_ROWS.search(self.text))
        ]
        named = [
            each
            for each in tables
            if noun
            and any(noun == word.rstrip("s") for label in each.labels for word in _WORD.findall(label))
        ]
        return named or tables

    def _is_asked_thing(self, figure: SpokenFigure) -> bool:
        """`15 red cards` of a question about red cards, whose rows are clubs."""
        words = _WORD.findall(self.text[figure.end :].casefold())[:_MOST_WORDS]
        head = next((each for each in words if each != singular(each)), "")
        labels = frozenset[str]().union(*(table.label_words for table in self.facts.tables))
        forms = {*singulars(head)} if head else set()
        return not forms & labels and bool(forms & words_of(self.question))

    def _is_measured(self, noun: str) -> bool:
        columns = (each for table in self.facts.tables for each in table.columns())
        return self.measures.is_measure(noun) or any(noun == each.casefold().rstrip("s") for each in columns)

    def noun(self, figure: SpokenFigure) -> str:
        """The word right behind a figure, singular."""
        found = _NEXT_WORD.match(self.text, figure.end)
        return singular(found[1].casefold()) if found else ""

    def are_rows(self, figure: SpokenFigure) -> bool:
        """`8 stores` of rows that are stores counts them, and is no mean of their figures."""
        noun = self.noun(figure)
        return (
            not figure.is_percent
            and noun != ""
            and any(noun in table.label_words for table in self.facts.tables)
            and not any(noun in words_of(each) for table in self.facts.tables for each in table.columns())
            and not self.measures.is_measure(noun)
        )

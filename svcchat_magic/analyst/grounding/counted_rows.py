"""Figures that count some rows of a result: `two hotels are above 20 %`, `the top three`, `best of four`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.grounding.date_spots import Spot
from svcchat_magic.analyst.grounding.said_counts import SaidCount, is_every, said_counts, tells_all_but, whole
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_TOP = re.compile(r"\b(?:top|first|best|largest|biggest|highest|ersten|besten)\s+$", re.IGNORECASE)
_LARGEST = re.compile(
    r"\s+(?:largest|biggest|highest|strongest|best|leading|größten|höchsten)\b", re.IGNORECASE
)
_SMALLEST = re.compile(r"\s+(?:smallest|lowest|weakest|fewest|kleinsten|niedrigsten)\b", re.IGNORECASE)
_BOTTOM = re.compile(r"\b(?:bottom|last|smallest|lowest|weakest|letzten)\s+$", re.IGNORECASE)
_OF_THE = re.compile(r"\b(?:of|among)\s+(?:all\s+|the\s+|these\s+)+$", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|nur)\s+(?:in\s+)?$", re.IGNORECASE)
_MOST_COUNTS = 2  # figures of `half of the wards had fewer than 220`
_EXACTLY = re.compile(r"\b(?:exactly|precisely|just|only|genau)\s+$", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|apiece|jeweils)\W*$", re.IGNORECASE)
_OF_ROWS = re.compile(r"\s+of\s+(?:all\s+|the\s+)*([^\W\d_]+)", re.IGNORECASE)
_AMONG_THEM = re.compile(
    r"\b(?:among them|one of (?:them|these|those)|including|namely|such as|darunter)\b", re.IGNORECASE
)
_SINGLE = re.compile(r"\b(?:a single|only one|just one|one)\b", re.IGNORECASE)
_THE_ONLY = re.compile(r"\b(?:is|are|was|were|remains?)\s+the\s+only\b", re.IGNORECASE)
_ONE_ONLY = re.compile(r"\b(?:only|alone|nur|allein)\b", re.IGNORECASE)
_NEXT_WORD = re.compile(r"\s+([^\W\d_]+)")


@dataclass(frozen=True, slots=True)
class CountedRows:
    """The counts that one sentence may tell of rows that it does not name."""

    tables: Sequence[FactTable]
    text: str
    figures: Sequence[SpokenFigure]

    def gives(self, figure: SpokenFigure) -> bool:
        """Whether a figure is such a count, or the bound by which rows are counted."""
        if any(map(self._is_share_of_rows, self.figures)):
            return True

        if figure.is_percent or figure.nearness or any(self._counts(figure)):
            return any(len(self._passing(figure, each.table)) == each.size for each in self._counts(figure))

        if _OF_THE.search(self.text[: figure.start]):
            return any(figure.tells(Decimal(table.total_rows)) for table in self.tables if table.is_whole)

        bounds = [
            each for each in self.figures if each.nearness in ("over", "under") or self._is_of_each(each)
        ]
        is_bounded = any(
            each.figure is figure and len(self._passing(bound, each.table)) == each.size
            for bound in bounds
            for each in self._counts(bound)
        )
        return (
            is_bounded
            or self._counts_of_one(figure)
            or (
                (self._is_top(figure) or self._is_bottom(figure))
                and any(whole(figure) <= len(each.figures) for each in self.tables)
            )
        )

    def of_all_but(self, figure: SpokenFigure) -> bool | None:
        """Whether `all wards but two had more than 100` is so, for both figures; None for other sentences."""
        bounds = [each for each in self.figures if each.nearness in ("over", "under")]
        counts = [(bound, each) for bound in bounds for each in self._counts(bound)]
        if not any(tells_all_but(self.text, each.figure or bound) for bound, each in counts):
            return None

        mine = [(bound, each) for bound, each in counts if figure in (bound, each.figure)]
        return (
            any(len(self._passing(bound, each.table)) == each.size for bound, each in mine) if mine else None
        )

    def is_of_only(self, figure: SpokenFigure, names: Iterable[str]) -> bool:
        """`A is the only one above 20`: the bound that these rows pass, and no others."""
        named = [(table, {*table.rows_of(table.named_by(names))}) for table in self.tables]
        is_bound = figure.nearness in ("over", "under") and _ONE_ONLY.search(self.text) is not None
        return is_bound and any(rows and self._passing(figure, table) == rows for table, rows in named)

    def wrong_only(self, spots: Sequence[Spot]) -> str:
        """`only A passed 500`, where another row did too, or `half passed 500, A among them`; or nothing.

        So is `two passed 500: A and B`, where B did not.
        """
        first = next((each for each in spots if _ONLY.search(self.text[: each[0]])), None)
        is_among = _AMONG_THEM.search(self.text) is not None
        is_sole = _THE_ONLY.search(self.text) is not None
        bounds = [each for each in self.figures if each.nearness in ("over", "under")]
        for bound in bounds:
            for table in self.tables:
                named = {*table.rows_of(table.named_by(name for _, _, name in spots))}
                is_listed = any(each.size == len(named) for each in self._counts(bound))
                if not (first or is_among or is_sole or is_listed):
                    continue

                passing = self._passing(bound, table)
                is_wrong = not passing <= named if first or is_sole else not named <= passing
                if passing and named and is_wrong:
                    return self.text[bound.start : bound.end].strip()

        return ""

    @property
    def are_part(self) -> bool:
        """Whether a sentence is about the first rows of more: `the top three` of four make no total."""
        counts = [whole(each) for each in self.figures if self._is_top(each) and not each.is_percent]
        return any(0 < each < len(table.figures) for each in counts for table in self.tables)

    def sums(self) -> Iterator[Decimal]:
        """What the first rows that a sentence speaks of make together: `the top three`."""
        for figure in self.figures:
            count = whole(figure)
            is_low = self._is_bottom(figure)
            if not (is_low or self._is_top(figure)) or figure.is_percent or count < 2:
                continue

            for table in self.tables:
                for column in table.columns() if not table.is_list else ():
                    values = sorted((cell.value for cell in table.column(column)), reverse=not is_low)
                    if count <= len(values):
                        yield sum(values[:count], Decimal(0))

    def shares(self) -> Iterator[Decimal]:
        """Which part of all those sums are, in percent."""
        wholes = [
            sum((cell.value for cell in table.column(column)), Decimal(0))
            for table in self.tables
            for column in table.columns()
            if column in table.additive and table.is_whole and not table.is_cut
        ]
        yield from (each * 100 / whole for each in self.sums() for whole in wholes if whole)

    def _is_top(self, figure: SpokenFigure) -> bool:
        return (
            _TOP.search(self.text[: figure.start]) is not None
            or _LARGEST.match(self.text, figure.end) is not None
        )

    def _is_bottom(self, figure: SpokenFigure) -> bool:
        before = self.text[: figure.start]
        return _BOTTOM.search(before) is not None or _SMALLEST.match(self.text, figure.end) is not None

    def _counts(self, bound: SpokenFigure) -> list[SaidCount]:
        """How many rows are said to lie beyond a bound."""
        is_counting = bound.nearness in ("over", "under") or self._is_of_each(bound)
        return list(said_counts(self.text, self.figures, bound, self.tables)) if is_counting else []

    def _is_of_each(self, figure: SpokenFigure) -> bool:
        """`five clubs had two cards each`: a figure that rows are counted by."""
        before, after = self.text[: figure.start], self.text[figure.end :]
        return _EXACTLY.search(before) is not None or _EACH.search(after) is not None

    def _is_share_of_rows(self, figure: SpokenFigure) -> bool:
        """`half of the wards had fewer than 220`."""
        found = _OF_ROWS.match(self.text, figure.end)
        bounds = [each for each in self.figures if each.start > figure.start]
        if (
            not found
            or not figure.is_percent
            or len(self.figures) != _MOST_COUNTS
            or len(bounds) != 1
            or bounds[0].nearness not in ("over", "under")
        ):
            return False

        noun = singular(found[1].casefold())
        tables = (each for each in self.tables if noun in each.label_words and is_every(each))
        return any(
            figure.tells(Decimal(len(self._passing(bounds[0], table)) * 100) / len(table.figures))
            for table in tables
            if table.figures
        )

    def _counts_of_one(self, figure: SpokenFigure) -> bool:
        """`nine clubs had a single card`."""
        found = _NEXT_WORD.match(self.text, figure.end)
        if not found or len(self.figures) > 1 or not _SINGLE.search(self.text, figure.end):
            return False

        tables = (each for each in self.tables if singular(found[1].casefold()) in each.label_words)
        return any(
            sum(cell.value == 1 for cell in table.column(column)) == whole(figure)
            for table in tables
            if is_every(table)
            for column in table.spoken(self.text)
        )

    def _passing(self, bound: SpokenFigure, table: FactTable) -> set[int]:
        """Which rows lie beyond a bound, by the only column of figures; none where there are several."""
        columns = table.spoken(self.text)
        if len(columns) != 1 or table.is_cut:
            return set()

        scale = 100 if bound.is_percent and table.is_fraction(columns[0]) else 1
        is_in = bound.is_passed_by if bound.nearness in ("over", "under") else bound.tells
        return {cell.row for cell in table.column(columns[0]) if is_in(cell.value * scale)}

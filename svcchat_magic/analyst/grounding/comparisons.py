"""Checks `A made more than B`: which of two names has the higher figure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.facts.fact_tables import FactCell, FactTable, says_move
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.facts.known_dates import is_key
from svcchat_magic.analyst.grounding.crossed_names import CrossedNames
from svcchat_magic.analyst.grounding.date_spots import Spot
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.sentences.directions import DOWN, OVER, UNDER, UP, Claim, claimed, claims_in
from svcchat_magic.analyst.sentences.graded import graded_by
from svcchat_magic.analyst.sentences.number_words import some_number
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_LISTED = re.compile(r"\s*(?:,|,?\s*(?:and|und))\s*", re.IGNORECASE)
_COMBINED = re.compile(r"\s+(?:combined|together|(?:taken|put) together|zusammen)\b", re.IGNORECASE)
_EVERY = re.compile(
    rf"\b(?:all|every|each)\s+(?:(?:of\s+)?(?:the|our|these)\s+|{some_number()}\s+)*([^\W\d_]+)",
    re.IGNORECASE,
)
_MOVED = re.compile(r"\b(?:change|changes|difference|before|previous|earlier)\b", re.IGNORECASE)
_SHORT = 3  # letters of a name that could be a small word
_NEAR = 40  # characters from the word that compares to what it compares with

Told = Sequence[tuple[SpokenFigure, Sequence[FactCell]]]  # the figures of a sentence that are cells


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Checks comparisons of names against the rows."""

    facts: Facts
    dates: Names = ()  # that the sentence names

    def wrong(self, text: str, spots: Sequence[Spot], told: Told, before: Names) -> str:
        """The comparison that the rows do not bear out, or nothing."""
        spots = [each for each in spots if not _is_small_word(text, each)]  # `in Q1` beside a value `In`
        for claim in self._claims(text, spots):
            right = next((each for each in spots if 0 <= each[0] - claim.end < _NEAR), None)
            number = next((each for each, _ in told if 0 <= each.start - claim.end < _NEAR), None)
            if right is None or (number is not None and number.start < right[0]):
                if _is_off_aside(told, claim):
                    return text[claim.start : claim.end]

                continue  # what follows is a bound, not a name

            crossed = CrossedNames(self.facts).holds(text, claim, spots)
            if crossed is None and (problem := self._wrong_names(text, claim, spots, right, told, before)):
                return problem

            if crossed is False:
                return text[claim.start : right[1]].strip()

        return ""

    def _wrong_names(
        self, text: str, claim: Claim, spots: Sequence[Spot], right: Spot, told: Told, before: Names
    ) -> str:
        """The comparison with a name, if it is not so."""
        left = self._left([name for _, end, name in spots if end <= claim.end] or [*before], right[2])
        names = (left[-1], right[2]) if left else ("", "")
        if mine := _together_before(text, spots, claim):
            is_so = self._is_sum_over(text, claim, mine, right[2])
            return "" if is_so else text[claim.start : right[1]].strip()

        if not left:
            return ""

        if others := _together(text, spots, right):
            return "" if self._is_over_sum(text, claim, left[-1], others) else text[claim.start :].strip()

        pairs = self._all_pairs(text, names, spots)
        are_so = all(self._is_so(claim, pair) for pair in pairs)
        figures = _figures(told, claim, right)
        if not are_so or not self._holds(text, claim, names, figures):
            return text[claim.start : right[1]].strip()

        by = next((each for each, _ in told if _is_right_before(text, each, claim)), None)
        return text[by.start : right[1]].strip() if by and not self._is_by(text, by, names, figures) else ""

    def _claims(self, text: str, spots: Sequence[Spot]) -> list[Claim]:
        """The words that compare, but for those of a name: `Behind the Scenes` lags behind nothing."""
        found = [*claims_in(text, OVER, UNDER), *graded_by(text, self.facts.measured, OVER, UNDER)]
        said = (
            each
            for each in found
            if not any(start <= each.start and each.end <= end for start, end, _ in spots)
        )
        return sorted(said, key=lambda each: each.start)

    def _all_pairs(
        self, text: str, names: tuple[str, str], spots: Sequence[Spot]
    ) -> list[tuple[FactCell, FactCell]]:
        """`every cause had fewer in 2024 than in 2023`, or `B had`: all that must be so, each of one row."""
        if not all(map(is_key, names)):
            return []

        rows = {each for each in self.facts.of_rows(name for _, _, name in spots) if not is_key(each)}
        nouns = {singular(each.casefold()) for each in _EVERY.findall(text)}
        pairs = [each for each in self._pairs(text, *names) if self._are_of_one_row(*each)]
        if rows:
            return [each for each in pairs if self._goes_by(each[0], rows)]

        return pairs if any(nouns & table.label_words for table in self.facts.tables) else []

    def _are_of_one_row(self, one: FactCell, two: FactCell) -> bool:
        """Whether two figures are of the same names, but for the time."""
        table = self.facts.tables[one.table]
        return one.table == two.table and table.beside_time(one.row) == table.beside_time(two.row)

    def _goes_by(self, cell: FactCell, names: set[str]) -> bool:
        return any(names & each for each in self.facts.tables[cell.table].names[cell.row])

    @staticmethod
    def _is_so(claim: Claim, pair: tuple[FactCell, FactCell]) -> bool:
        one, two = pair
        return (one.value > two.value if claim.kind == OVER else one.value < two.value) != claim.is_denied

    def _left(self, names: Sequence[str], right: str) -> list[str]:
        """Which names may be what is compared: those that are of one kind with the other, if any are."""
        alike = [
            each
            for each in names
            if is_key(each) == is_key(right)
            and any({*table.columns_with(each)} & {*table.columns_with(right)} for table in self.facts.tables)
        ]
        return alike or [*names]

    def _is_over_sum(self, text: str, claim: Claim, left: str, others: Sequence[str]) -> bool:
        """Whether `A made more than B and C combined` is so."""
        pairs = [[*self._pairs(text, left, each)] for each in others]
        for one in dict.fromkeys(one for one, _ in pairs[0]):
            theirs = [next((two.value for mine, two in each if mine == one), None) for each in pairs]
            found = [each for each in theirs if each is not None]
            if len(found) == len(others):
                is_so = one.value > sum(found) if claim.kind == OVER else one.value < sum(found)
                if is_so != claim.is_denied:
                    return True

        return False

    def _is_sum_over(self, text: str, claim: Claim, mine: Sequence[str], right: str) -> bool:
        """Whether `A and B together made more than C` is so."""
        pairs = [[*self._pairs(text, each, right)] for each in mine]
        for other in dict.fromkeys(two for _, two in pairs[0]):
            found = [next((one.value for one, two in each if two == other), None) for each in pairs]
            whole = [each for each in found if each is not None]
            if len(whole) == len(mine):
                is_so = sum(whole) > other.value if claim.kind == OVER else sum(whole) < other.value
                if is_so != claim.is_denied:
                    return True

        return False

    def _holds(self, text: str, claim: Claim, names: tuple[str, str], figures: list[FactCell]) -> bool:
        pairs = [(figures[0], figures[1])] if len(figures) == 2 else list(self._pairs(text, *names))
        is_over = claim.kind == OVER
        found = any((one.value > two.value) if is_over else (one.value < two.value) for one, two in pairs)
        return bool(pairs) and found != claim.is_denied

    def _is_by(
        self, text: str, figure: SpokenFigure, names: tuple[str, str], told: Sequence[FactCell]
    ) -> bool:
        """`18 % more than B`, `1.2 times as much as B`: of what B has, and not of what A has."""
        both = [
            *self._pairs(text, *names),
            *([(told[0], told[1])] if told else []),
        ]  # `6, 20 % more than B (5)`
        pairs = [(one.value, two.value) for one, two in both if two.value]
        if figure.is_percent:
            return any(figure.tells(abs((one - two) / two) * 100) for one, two in pairs)

        return any(figure.tells(one / two) for one, two in pairs)

    def _pairs(self, text: str, left: str, right: str) -> Iterator[tuple[FactCell, FactCell]]:
        """The figures of the two names that may be compared: of one column, or of one row's two periods."""
        dates = tuple(each for each in self.dates if each not in (left, right))
        mine, others = (
            [cell for cell in self.facts.own_cells(each) if self.facts.is_dated(cell, dates)]
            for each in (left, right)
        )
        columns = {column for table in self.facts.tables for column in self._meant(table, text)}
        for one in mine:
            for two in others:
                is_apart = (one.table, one.row) != (two.table, two.row)
                is_dated = not is_apart and one.column in self._dated and two.column in self._dated
                is_alike = is_apart and one.column == two.column and one.column in columns
                if one != two and ((is_alike and self._is_of_one_time(one, two, left, right)) or is_dated):
                    yield one, two

    def _meant(self, table: FactTable, text: str) -> tuple[str, ...]:
        """The columns that a comparison may be of: of what is now, where no date and no move is named."""
        spoken = table.spoken(text)
        if self.dates or claimed(text, UP, DOWN) or _MOVED.search(text):
            return spoken

        now = [each for each in spoken if each in table.current_columns()]
        return tuple(each for each in now if not says_move(each)) or spoken

    def _is_of_one_time(self, one: FactCell, two: FactCell, left: str, right: str) -> bool:
        """Whether two rows are of one time, where neither name is a time."""
        table = self.facts.tables[one.table]
        if one.table != two.table or not table.time or len(table.labels) < 2:
            return True

        at = table.labels.index(table.time)
        are_times = any(at in table.columns_with(each) for each in (left, right))
        return are_times or table.moment(one.row) == table.moment(two.row)

    @property
    def _dated(self) -> set[str]:
        return {column for table in self.facts.tables for column in table.scope.dates_of}


def _together(text: str, spots: Sequence[Spot], right: Spot) -> list[str]:
    """`B` and `C` of `more than B and C combined`; nothing where they are not taken together."""
    run = [right]
    for spot in (each for each in spots if each[0] > right[0]):
        if not _LISTED.fullmatch(text[run[-1][1] : spot[0]]):
            break

        run.append(spot)

    is_sum = len(run) > 1 and _COMBINED.match(text, run[-1][1]) is not None
    return [name for _, _, name in run] if is_sum else []


def _together_before(text: str, spots: Sequence[Spot], claim: Claim) -> list[str]:
    """`A` and `B` of `A and B together outnumber`; nothing where they are not taken together."""
    before = [each for each in spots if each[1] <= claim.start]
    run = before[-1:]
    for spot in reversed(before[:-1]):
        if not _LISTED.fullmatch(text[spot[1] : run[0][0]]):
            break

        run.insert(0, spot)

    is_sum = len(run) > 1 and _COMBINED.match(text, run[-1][1]) is not None
    return [name for _, _, name in run] if is_sum else []


def _is_small_word(text: str, spot: Spot) -> bool:
    start, end, name = spot
    return len(name) <= _SHORT and name in keywords().function and not text[start:end].isupper()


def _is_right_before(text: str, figure: SpokenFigure, claim: Claim) -> bool:
    """A percentage or a multiple that stands before the word that compares, or is part of it."""
    said = text[claim.start : claim.end].casefold()
    is_times = figure.is_times or "times" in said
    if figure.is_points or not (figure.is_percent or is_times):
        return False

    is_within = claim.start <= figure.start and figure.end <= claim.end
    return is_within or (figure.end <= claim.start and not text[figure.end : claim.start].strip())


def _is_off_aside(told: Told, claim: Claim) -> bool:
    """`5, 2 % more than a year before (6)`: the figure in brackets is the one that is compared with."""
    beside = next(
        (cells for each, cells in told if each.is_aside and 0 <= each.start - claim.end < _NEAR), ()
    )
    before = [cells for each, cells in told if each.end <= claim.start and cells and not each.is_percent]
    if not beside or not before:
        return False

    one, two = before[-1][0].value, beside[0].value
    return ((one > two) if claim.kind == OVER else (one < two)) == claim.is_denied


def _figures(told: Told, claim: Claim, right: Spot) -> list[FactCell]:
    """The figures told of both: the last before the comparing word, and the next behind the name."""
    plain = [(figure, cells[0]) for figure, cells in told if cells and not figure.is_percent]
    before = [cell for figure, cell in plain if figure.end <= claim.start]
    after = [cell for figure, cell in plain if 0 <= figure.start - right[1] < _NEAR]
    return [before[-1], after[0]] if before and after else []

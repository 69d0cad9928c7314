"""Holds each sentence of a language model against the rows of its turn.

A figure must be a cell of a row that goes by a name near it, or follow from such cells; a name must stand in
the rows, the question or the model; a direction or a superlative must be what the cells say.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import pairwise

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.periods import MONTHS
from svcchat_magic.analyst.language_model.clauses import Clause, clauses_of
from svcchat_magic.analyst.language_model.directions import DOWN, HIGHEST, LOWEST, UP, claimed, first_claim
from svcchat_magic.analyst.language_model.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.language_model.instructions import word_lists
from svcchat_magic.analyst.language_model.spoken_figures import SpokenFigure, spoken_figures
from svcchat_magic.analyst.meaning.titles import WEEKDAYS

_MARKS = re.compile(r"[*_`#>|~]|\[|\]\([^)]*\)|\]")
_CAPITAL = re.compile(r"(?<![\w.'’])[A-ZÀ-ÖØ-Þ][\w'’&-]+")
_SENTENCE_START = re.compile(r"(?:^\s*|[.!?:]\s+|\n\s*(?:[-*]\s*)?|\d[.)]\s+)$")
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?![\d:])")
_LISTED = re.compile(r"\s*(?:,|,?\s*(?:and|or|und|oder))\s*", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|both|every one|jeweils|beide)\b", re.IGNORECASE)
_OTHERS = re.compile(r"\s*(?:other|others|more|weitere)\b", re.IGNORECASE)
_GERMAN = re.compile(r"\b(?:der|die|das|und|ist|sind|war|waren|im|für|mit|von)\b")
_YEAR = range(1900, 2200)
_MOST_PATTERN = 5_000  # names looked for in a sentence


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
    _before: tuple[str, ...] = ()  # names of the last sentence that held
    _figures_before: list[FactCell] = field(default_factory=list)

    def check(self, sentence: str) -> Checked:
        """Check one sentence; one that holds is what the next may lean on."""
        text = _MARKS.sub(" ", sentence)
        names = self._names_in(text)
        masked = _masked(text, names)
        clauses = clauses_of(text, names, spoken_figures(masked))
        problem = (
            self._unknown_name(text, names)
            or self._unknown_clock(masked)
            or _repeated(text, names)
            or self._check_clauses(text, clauses)
            or self._not_shared(text, clauses)
        )
        claims = claimed(text, UP, DOWN, HIGHEST, LOWEST)
        if not problem and names:
            self._before = tuple(dict.fromkeys(name for _, _, name in names))

        return Checked(problem, bool(names or claims or any(each.figures for each in clauses)))

    # ------------------------------------------------------------ names

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        spellings = {
            spelling for table in self.tables for row in table.names for names in row for spelling in names
        }
        ranked = sorted(spellings, key=len, reverse=True)[:_MOST_PATTERN]
        if not ranked:
            return None

        either = "|".join(re.escape(each).replace(r"\ ", r"\s+") for each in ranked)
        return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)

    def _names_in(self, text: str) -> list[tuple[int, int, str]]:
        if self._pattern is None:
            return []

        return [
            (match.start(), match.end(), " ".join(match[0].casefold().split()))
            for match in self._pattern.finditer(text)
        ]

    def _unknown_name(self, text: str, names: Sequence[tuple[int, int, str]]) -> str:
        """A name in capitals that stands nowhere; German writes all nouns so."""
        if _GERMAN.search(text):
            return ""

        for match in _CAPITAL.finditer(text):
            known = any(start <= match.start() < end for start, end, _ in names)
            begins = _SENTENCE_START.search(text[: match.start()])
            is_aside = begins and text[match.end() : match.end() + 1] == ","  # `Overall, ...`
            if not known and not is_aside and not self._is_known(match[0]):
                return match[0]

        return ""

    def _unknown_clock(self, masked: str) -> str:
        """A time of the day that no row and no question names."""
        found = (match[0] for match in _CLOCK.finditer(masked))
        return next((each for each in found if each not in self.given), "")

    def _is_known(self, word: str) -> bool:
        plain = re.sub(r"['’]s$", "", word).casefold()
        known = (self.vocabulary, _CALENDAR, self._given_words, keywords().function)
        return any(plain in each for each in known)

    @cached_property
    def _given_words(self) -> frozenset[str]:
        return frozenset(re.findall(r"\w[\w'’&-]*", self.given.casefold()))

    # ------------------------------------------------------------ figures

    def _check_clauses(self, text: str, clauses: Sequence[Clause]) -> str:
        used: list[FactCell] = []
        lean: tuple[str, ...] = ()
        aligned = self._aligned(clauses)
        for clause in clauses:
            lean = tuple(dict.fromkeys((*lean, *clause.names)))
            for figure in clause.figures:
                names = clause.names or lean or self._before
                cells = aligned[figure.start] if aligned else self._cells(figure, names)
                known = (
                    cells
                    or self._follows(figure, lean or names, used)
                    or self._counts(figure, text, lean)
                    or self._is_given(figure, text)
                )
                if not known:
                    return text[figure.start : figure.end].strip()

                used += cells

            if problem := self._wrong_claim(clause, lean or self._before):
                return problem

        self._figures_before = used or self._figures_before
        return ""

    def _cells(self, figure: SpokenFigure, names: tuple[str, ...]) -> list[FactCell]:
        """The cells that a figure may be, in rows that go by the names."""
        return [
            cell
            for table in self.tables
            for row in self._rows(table, names)
            for cell in table.figures[row]
            if figure.tells_fraction(cell.value)
        ]

    def _rows(self, table: FactTable, names: tuple[str, ...]) -> list[int]:
        """The rows that names allow: all of a result that no name tells apart."""
        named = table.named_by(names)
        if named:
            return table.rows_of(named)

        return list(range(len(table.figures))) if len(table.figures) <= 1 or not table.labels else []

    def _counts(self, figure: SpokenFigure, text: str, names: tuple[str, ...]) -> bool:
        """Whether a figure counts rows: all of them before any is named, or those that are not named."""
        counts = {count for table in self.tables for count in (len(table.figures), table.total_rows)}
        if names:
            others = bool(_OTHERS.match(text[figure.end :]))
            counts = {count - len(names) for count in counts} if others else set()

        return not figure.is_percent and any(figure.tells(Decimal(count)) for count in counts)

    def _not_shared(self, text: str, clauses: Sequence[Clause]) -> str:
        """`A, B and C share the most: 7 each`: a name that has none of the figures."""
        names = [name for clause in clauses for name in clause.names]
        figures = [figure for clause in clauses for figure in clause.figures]
        if len(names) < 2 or len(figures) != 1 or not _EACH.search(text):
            return ""

        return next((name for name in names if not self._cells(figures[0], (name,))), "")

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
            figure.start: self._cells(figure, (name,)) for name, figure in zip(names, figures, strict=True)
        }

    def _follows(self, figure: SpokenFigure, names: tuple[str, ...], used: Sequence[FactCell]) -> bool:
        """Whether a figure follows from the rows: a total, a count, a share, a difference."""
        numbers = (
            *self._of_wholes(names),
            *self._of_pairs([*used, *self._figures_before]),
            *self._of_named(names),
        )
        wanted = [number for number, is_percent in numbers if is_percent == figure.is_percent]
        return any(figure.tells(number) for number in wanted)

    def _of_wholes(self, names: tuple[str, ...]) -> Iterator[tuple[Decimal, bool]]:
        for table in self.tables:
            for column in table.columns() if not table.is_list else ():
                sums = [table.column(column)] if table.is_whole else []
                sums += [table.column(column, rows) for rows in [self._rows(table, names)] if len(rows) > 1]
                for cells in sums:
                    values = [cell.value for cell in cells]
                    yield sum(values, Decimal(0)), False
                    yield sum(values, Decimal(0)) / len(values), False

    def _of_pairs(self, cells: Sequence[FactCell]) -> Iterator[tuple[Decimal, bool]]:
        """What two cells that were told give."""
        for at, one in enumerate(cells):
            for other in cells[at + 1 :]:
                if one != other:
                    yield from _compared(one.value, other.value)

    def _of_named(self, names: tuple[str, ...]) -> Iterator[tuple[Decimal, bool]]:
        """Shares of the named rows, and how they differ from each other and from the row before."""
        for table in self.tables:
            rows = self._rows(table, names)[:12]
            for column in table.columns():
                values = {cell.row: cell.value for cell in table.column(column)}
                mine = [values[row] for row in rows if row in values]
                total = sum(values.values(), Decimal(0))
                if total and table.is_whole:
                    yield from ((value / total * 100, True) for value in (*mine, sum(mine, Decimal(0))))

                for at, value in enumerate(mine):
                    for other in mine[at + 1 :]:
                        yield from _compared(value, other)

                if table.time:
                    yield from _along_time(rows, values)

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

    # ------------------------------------------------------------ claims

    def _wrong_claim(self, clause: Clause, names: tuple[str, ...]) -> str:
        for claim in claimed(clause.text, UP, DOWN):
            if not self._went(clause, names, is_up=claim == UP):
                return f"{clause.text.strip()}"

        is_of_change = bool(claimed(clause.text, UP, DOWN))
        for claim in claimed(clause.text, HIGHEST, LOWEST) if not is_of_change else ():
            if clause.names and not self._is_extreme(clause, is_high=claim == HIGHEST):
                return f"{clause.text.strip()}"

        return ""

    def _subject(self, clause: Clause) -> tuple[str, ...]:
        """Of whom a superlative is said: the name before it, or all names."""
        claim = first_claim(clause.text, HIGHEST, LOWEST)
        before = [name for _, end, name in self._names_in(clause.text) if end <= claim]
        return tuple(before[-1:]) or clause.names

    def _went(self, clause: Clause, names: tuple[str, ...], *, is_up: bool) -> bool:
        """Whether some figure of the rows that are spoken of went that way."""
        signs = [*self._signs(names)]
        figures = [each for each in clause.figures if not self._is_given(each, clause.text)]
        for change, percent in signs:
            if (change > 0) != is_up or not change:
                continue

            if not figures or any(
                figure.tells(change) or (figure.is_percent and figure.tells(percent)) for figure in figures
            ):
                return True

        # `rose from 100 to 120`: the two figures are cells, and their order says which way it went.
        cells = [self._cells(each, names) for each in figures]
        pairs = [
            (one.value, two.value) for before, after in pairwise(cells) for one in before for two in after
        ]
        return any((new > old) == is_up and new != old for old, new in pairs) if len(figures) > 1 else False

    def _signs(self, names: tuple[str, ...]) -> Iterator[tuple[Decimal, Decimal]]:
        """(change, change in percent) of the named rows: along time, and from one named row to the other."""
        for table in self.tables:
            rows = self._rows(table, names) or list(range(len(table.figures)))
            for column in table.columns():
                values = {cell.row: cell.value for cell in table.column(column)}
                mine = [values[row] for row in rows if row in values]
                if "change" in column.lower() or "growth" in column.lower():
                    yield from ((value, value * 100 if abs(value) < 10 else value) for value in mine)

                yield from _moves(mine)
                if table.time:
                    ordered = [values[row] for row in sorted(values)]
                    yield from _moves(ordered[:1] + ordered[-1:])
                    for row in rows:
                        yield from _moves([values[each] for each in (row - 1, row) if each in values])

    def _is_extreme(self, clause: Clause, *, is_high: bool) -> bool:
        """Whether a named row has the highest, or lowest, figure of the column spoken of, or of any."""
        names = self._subject(clause)
        is_checked = False
        for table in self.tables:
            named = table.named_by(names)
            rows = table.rows_of(named) if named else []
            if rows and table.ranked:
                is_checked = True
                if (table.ranked == "desc") == is_high and rows[0] == 0:
                    return True

                continue

            for column in _spoken(table, clause.text) if rows and len(table.figures) > 1 else ():
                values = [cell.value for cell in table.column(column)]
                is_checked = True
                inner = values[1:-1] if table.time and len(values) > 2 else values  # its ends may be partial
                bests = {(max if is_high else min)(each) for each in (values, inner)}
                if any(cell.value in bests for cell in table.column(column, rows)):
                    return True

        return not is_checked


def _along_time(rows: Iterable[int], values: dict[int, Decimal]) -> Iterator[tuple[Decimal, bool]]:
    """Each row against the one before it, and the last against the first."""
    ordered = sorted(values)
    for row in rows:
        before = [each for each in ordered if each < row]
        if row in values and before:
            yield from _compared(values[before[-1]], values[row])

    if len(ordered) > 1:
        yield from _compared(values[ordered[0]], values[ordered[-1]])


def _compared(old: Decimal, new: Decimal) -> Iterator[tuple[Decimal, bool]]:
    """Difference, sum, ratio and percentages of two numbers, whichever came first."""
    yield new - old, False
    yield new + old, False
    for one, two in ((old, new), (new, old)):
        if one:
            yield two / one, False
            yield (two - one) / abs(one) * 100, True
            yield two / one * 100, True

    yield (new - old) * 100, True  # points of rates


def _moves(values: Sequence[Decimal]) -> Iterator[tuple[Decimal, Decimal]]:
    for old, new in pairwise(values):
        yield new - old, ((new - old) / abs(old) * 100 if old else Decimal(0))


def _spoken(table: FactTable, text: str) -> tuple[str, ...]:
    """The columns of figures that a text names, or all where it names none."""
    words = set(re.findall(r"\w+", text.casefold()))
    named = tuple(each for each in table.columns() if words & set(each.casefold().split("_")))
    return named or table.columns()


def _repeated(text: str, names: Sequence[tuple[int, int, str]]) -> str:
    """A name that a list of three or more has twice."""
    run: list[tuple[int, int, str]] = []
    for each in names:
        goes_on = run and _LISTED.fullmatch(text[run[-1][1] : each[0]])
        run = [*run, each] if goes_on else [each]
        listed = [name for _, _, name in run]
        if len(listed) > 2 and listed.count(each[2]) > 1:
            return each[2]

    return ""


def _masked(text: str, names: Sequence[tuple[int, int, str]]) -> str:
    """The text with its names blanked out: their digits are no figures."""
    for start, end, _ in names:
        text = text[:start] + " " * (end - start) + text[end:]

    return text


_QUARTERS = ("Q1", "Q2", "Q3", "Q4")
_CALENDAR = frozenset(
    each.casefold()
    for each in (*MONTHS, *(month[:3] for month in MONTHS), *WEEKDAYS, *_QUARTERS, *word_lists()["plain"])
)

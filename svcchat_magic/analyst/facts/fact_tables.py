"""The rows of a turn as facts: which cells are figures, and by which names their rows go."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import pairwise

from svcchat_magic.analyst.facts.known_dates import stretch_of
from svcchat_magic.analyst.facts.scopes import Scope
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.sentences.spoken_dates import Stretch

_DERIVED = frozenset({"change", "percent", "growth", "share", "rank"})  # said of the figure beside them
BEFORE = "_before"  # behind the name of a column of the earlier period
_PERCENT = re.compile(r"percent|pct|prozent|%")
_RATE = re.compile(
    r"percent|pct|prozent|%|(?<![a-z])(?:rates?|shares?|ratio|margin|proportion|utili[sz]ation|occupancy|discount"
    r"|efficiency|yield|probability|punctuality|completeness|quote|anteil|part)(?![a-z])"
)
_MEAN = re.compile(r"average|avg|(?<![a-z])(?:mean|per)(?![a-z])|durchschnitt|median|percentile")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class FactCell:
    """A figure of a result."""

    table: int
    row: int
    column: str
    value: Decimal


@dataclass(frozen=True, slots=True)
class FactTable:
    """One result: for each row its figures, and for each column of names the spellings of its name."""

    number: int
    labels: tuple[str, ...]  # the columns that name a row
    names: tuple[tuple[frozenset[str], ...], ...]  # for each row and label column, in lower case
    figures: tuple[tuple[FactCell, ...], ...]  # for each row
    time: str  # the label column of time along which the rows are ordered, or empty
    is_whole: bool  # no rows are missing
    total_rows: int
    ranked: str = ""  # desc or asc, where only the first rows by a figure were asked for
    is_list: bool = False  # records or values: sums of their columns mean nothing
    scope: Scope = field(default_factory=Scope)  # what the query was restricted to
    stretches: tuple[Stretch, ...] = ()  # the days of each row
    titles: Mapping[str, str] = field(default_factory=dict)  # of columns that the planner wrote
    additive: frozenset[str] = frozenset()  # columns whose sums mean something
    capitals: frozenset[str] = frozenset()  # names in capitals, in lower case: IN, US
    sums: frozenset[str] = frozenset()  # columns of measures that add up or count: none is an average
    about: Mapping[str, str] = field(default_factory=dict)  # descriptions of columns
    computed: frozenset[str] = frozenset()  # columns that are no measure by itself, of any words of the query
    words: frozenset[str] = frozenset()  # of the query's names, singular
    label_words: frozenset[str] = frozenset()  # by which rows may be counted, singular
    conditions: tuple[str, ...] = ()  # of the plan, as they are told, in lower case
    running: frozenset[str] = frozenset()  # columns that add up those of the rows before
    cut: frozenset[str] = frozenset()  # first days of units of time that are not over, or not all asked for

    @property
    def is_cut(self) -> bool:
        """Whether these are the first rows of more: they are no whole."""
        return bool(self.ranked) and Decimal(len(self.figures)) in self.scope.limits

    def is_fraction(self, column: str) -> bool:
        """Whether the figures of a column are fractions, to be told as percent: 0.142 and not 14.2."""
        values = [cell.value for cell in self.column(column)]
        words = f"{column} {self.titles.get(column, '')}".casefold()
        return not _PERCENT.search(words) and any(values) and all(abs(each) <= 1 for each in values)

    def is_percent(self, column: str) -> bool:
        """Whether the figures of a column are in percent already."""
        return _PERCENT.search(f"{column} {self.titles.get(column, '')}".casefold()) is not None

    def is_amount(self, column: str) -> bool:
        """Whether the figures of a column count or add up, and are none in percent."""
        return column in self.sums | self.additive and not self.is_percent(column)

    def may_add_up(self, column: str) -> bool:
        """Whether sums of its figures, and shares of them, may mean something: not of rates and averages."""
        words = f"{column} {self.titles.get(column, '')}".casefold().replace("_", " ")
        is_rate = _RATE.search(words) is not None or _MEAN.search(words) is not None
        return column in self.additive | self.sums or not (is_rate or self.is_fraction(column))

    def may_be_percent(self, column: str) -> bool:
        """Whether its figures may be in percent: not those of a measure that is called otherwise."""
        if self.is_amount(column):
            return False

        is_known = column in self.titles and not {*column.casefold().split("_")} & _DERIVED
        return (
            not is_known
            or self.is_fraction(column)
            or _RATE.search(self.about_column(column).casefold()) is not None
        )

    def about_column(self, column: str) -> str:
        """All that is known of a column in words."""
        return f"{column} {self.titles.get(column, '')} {self.about.get(column, '')}"

    def column(self, name: str, rows: Iterable[int] | None = None) -> list[FactCell]:
        """The figures of one column, of some rows or of all."""
        wanted = range(len(self.figures)) if rows is None else rows
        return [cell for row in wanted for cell in self.figures[row] if cell.column == name]

    def columns(self) -> tuple[str, ...]:
        """The columns of figures."""
        return tuple(dict.fromkeys(cell.column for row in self.figures for cell in row))

    def current_columns(self) -> tuple[str, ...]:
        """Those that say what is, without those that say what was a period before."""
        known = self.columns()
        return tuple(each for each in known if each.removesuffix(BEFORE) not in {*known} - {each})

    def spoken(self, text: str) -> tuple[str, ...]:
        """The columns of figures that a text names, or all where it names none."""
        parts = {each: set(each.casefold().split("_")) for each in self.columns()}
        words = {each: self._words_of(each) & _words(text) for each in parts}
        named = {
            each for each in parts if words[each] and not any(words[each] < other for other in words.values())
        }
        if not named:
            return tuple(parts)

        return tuple(each for each in parts if each in named or parts[each] & _DERIVED)

    def names_some(self, text: str) -> bool:
        """Whether a text has a word of a column that says no change."""
        return any(self._words_of(each) & _words(text) for each in self.columns() if not says_move(each))

    def names_whole(self, text: str) -> bool:
        """Whether a text has all the words of a column of figures."""
        names = (self.titles.get(each) or each.replace("_", " ") for each in self.columns())
        return any(_words(each) <= _words(text) for each in names)

    def _words_of(self, column: str) -> set[str]:
        """The words by which a column goes: of its name, and of its title where it is known."""
        return {*column.casefold().split("_"), *self.titles.get(column, "").casefold().split()} - _NO_NAMES

    def phrases(self) -> tuple[str, ...]:
        """The names of columns, and conditions, in lower case: `lowest price` claims nothing of a row."""
        names = (each.casefold().replace("_", " ") for each in self.columns())
        titles = (each.casefold() for each in self.titles.values())
        flagged = (
            f"{flag} {title.casefold()}" for flag in self.scope.flags for title in self.titles.values()
        )
        said = (*titles, *flagged, *self.conditions, *(each for each in names if " " in each))
        return tuple(dict.fromkeys(said))

    def of_dates(self, dates: Iterable[str], inside: Iterable[str] = ()) -> "FactTable":
        """The rows of some dates alone, of rows that have other names too; all where none is named.

        Those `inside` a longer date are meant of rows without other names too: `in 2024 six months`.
        """
        at = self.labels.index(self.time) if self.time else -1
        known = (*inside, *(dates if len(self.labels) > 1 else ()))
        wanted = {each for each in known if at in self.columns_with(each)}
        rows = [row for row, names in enumerate(self.names) if at >= 0 and names[at] & wanted]
        if not rows:
            return self

        figures = tuple(
            tuple(replace(cell, row=place) for cell in self.figures[row]) for place, row in enumerate(rows)
        )
        names = tuple(self.names[row] for row in rows)
        total = len(rows) if self.is_whole else self.total_rows
        return replace(self, names=names, figures=figures, total_rows=total, stretches=())

    def totals(self, column: str) -> list[Decimal]:
        """The sums of a column at each time, in their order, of rows that have other names too."""
        found: dict[str, Decimal] = {}
        is_fit = self.time and len(self.labels) > 1 and self.is_whole and self.may_add_up(column)
        for cell in self.column(column) if is_fit else ():
            moment = self.moment(cell.row)
            found[moment] = found.get(moment, Decimal(0)) + cell.value

        return [found[each] for each in sorted(found)]

    def moment(self, row: int) -> str:
        """The day on which the time of a row begins, or nothing."""
        names = self.names[row][self.labels.index(self.time)] if self.time else frozenset()
        return next((each for each in names if _DAY.fullmatch(each)), "")

    def is_partial(self, row: int) -> bool:
        """Whether a row has no time, or one that is not over, or only partly in what was asked for."""
        return bool(self.time) and self.moment(row) in {*self.cut, ""}

    def named_by(self, spellings: Iterable[str]) -> dict[int, set[str]]:
        """The names by the label column that has them; names of one column are alternatives."""
        found: dict[int, set[str]] = {}
        for each in spellings:
            for at in self.columns_with(each):
                found.setdefault(at, set()).add(each)

        return found

    def columns_with(self, spelling: str) -> tuple[int, ...]:
        """The label columns in which a row goes by this name."""
        return tuple(at for at in range(len(self.labels)) if any(spelling in row[at] for row in self.names))

    def is_first(self, row: int) -> bool:
        """Whether a row of a ranking is the first, or as high or as low as the first.

        Of a ranking in groups it is the highest or the lowest of all.
        """
        is_down = self.ranked == "desc"
        found = ([cell.value for cell in self.column(each)] for each in self.columns())
        whole = [values for values in found if len(values) == len(self.figures)]
        if ordered := [values for values in whole if _is_ordered(values, is_down=is_down)]:
            return row == 0 or any(values[0] == values[row] for values in ordered)

        best = max if is_down else min
        return any(values[row] == best(values) for values in whole) if whole else row == 0

    def has_days_in(self, key: str) -> bool:
        """Whether some row's days lie within a stretch."""
        first, behind = stretch_of(key)
        return any(first <= one and two <= behind for one, two in self.stretches)

    def before(self, row: int) -> int:
        """The row before this one along time, of the same names otherwise; -1 for the first."""
        mine = self.beside_time(row)
        return next((at for at in range(row - 1, -1, -1) if self.beside_time(at) == mine), -1)

    def comes_after(self, row: int, first: int) -> bool:
        """Whether a row is of a later time than another; true where either has none."""
        one, two = self.moment(first), self.moment(row)
        return not one or not two or one < two

    def series(self, rows: Iterable[int]) -> list[list[int]]:
        """The rows parted by their names other than the time."""
        found: dict[tuple[frozenset[str], ...], list[int]] = {}
        for row in rows:
            found.setdefault(self.beside_time(row), []).append(row)

        return list(found.values())

    def beside_time(self, row: int) -> tuple[frozenset[str], ...]:
        """The names of a row but for that of its time."""
        return tuple(
            each for label, each in zip(self.labels, self.names[row], strict=True) if label != self.time
        )

    def rows_of(self, named: dict[int, set[str]]) -> list[int]:
        """The rows that go by one name of each column."""
        return [
            row
            for row, names in enumerate(self.names)
            if all(names[at] & spellings for at, spellings in named.items())
        ]


_NO_NAMES = _DERIVED | keywords().function | {"no", "before"}  # words that name no column


def says_move(column: str) -> bool:
    """Whether a column says how another one changed."""
    return bool({*column.casefold().split("_")} & {"change", "growth"})


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def _is_ordered(values: Sequence[Decimal], *, is_down: bool) -> bool:
    return all((one >= two) if is_down else (one <= two) for one, two in pairwise(values))

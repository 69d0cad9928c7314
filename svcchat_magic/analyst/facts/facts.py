"""What rows say: the cells that go by names, and the numbers that follow from them."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from svcchat_magic.analyst.facts.derived import (
    MEAN,
    PERCENT,
    PLAIN,
    SHARE,
    SUM,
    TOP,
    TOTAL,
    Derived,
    against_mean,
    along_time,
    compared,
    of_pairs,
    of_periods,
    of_rates,
)
from svcchat_magic.analyst.facts.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.facts.known_dates import is_key
from svcchat_magic.analyst.facts.measured_columns import words_of
from svcchat_magic.analyst.sentences.directions import DOWN, EVER, UP, Claim, claims_in
from svcchat_magic.analyst.sentences.graded import graded_by
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_WORD = 4  # letters
_MOVES = frozenset(("change", "growth", "increase", "decrease", "gain", "rise", "decline"))  # of columns
_MOST_NAMED = 12  # rows that are compared with each other


Names = tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """The results of one turn."""

    tables: tuple[FactTable, ...]

    def cells(self, figure: SpokenFigure, names: Names) -> list[FactCell]:
        """The cells that a figure may be, in rows that go by the names."""
        return [cell for cell in self.named_cells(names) if self.tells(figure, cell)]

    def tells(self, figure: SpokenFigure, cell: FactCell) -> bool:
        """Whether a figure may be a cell; a percentage is none of a column that counts or adds up."""
        table = self.tables[cell.table]
        if figure.is_percent and not table.may_be_percent(cell.column):
            return False

        if figure.is_percent and table.is_fraction(cell.column):
            return figure.tells(cell.value * 100)

        return figure.tells_fraction(cell.value)

    def spoken_cells(self, figure: SpokenFigure, names: Names, text: str) -> list[FactCell]:
        """Those of the columns that a sentence speaks of, where it names any."""
        spoken = {(table.number, column) for table in self.tables for column in table.spoken(text)}
        return [each for each in self.cells(figure, names) if (each.table, each.column) in spoken]

    def named_cells(self, names: Names) -> Iterator[FactCell]:
        """The figures that may be said of the names."""
        for table in self.tables:
            for row in self.rows(table, names):
                yield from (cell for cell in table.figures[row] if _is_of_dates(table, cell.column, names))

    def own_cells(self, name: str) -> Iterator[FactCell]:
        """The figures of rows that go by a name, or of a query that was asked for it."""
        for table in self.tables:
            if table.columns_with(name) or name in table.scope.dates | table.scope.values:
                for row in self.rows(table, (name,)):
                    yield from (
                        cell for cell in table.figures[row] if _is_of_dates(table, cell.column, (name,))
                    )

    def is_dated(self, cell: FactCell, dates: Names) -> bool:
        """Whether a figure may be of one of these dates: by its row, or by its column."""
        table = self.tables[cell.table]
        named = table.named_by(dates)
        is_of_row = not named or cell.row in table.rows_of(named)
        return is_of_row and _is_of_dates(table, cell.column, dates)

    def rows(self, table: FactTable, names: Names) -> list[int]:
        """The rows that names allow: all of a result that no name tells apart."""
        named = table.named_by(names)
        if not self._is_about(table, names):
            return []

        if named:
            return table.rows_of(named)

        return list(range(len(table.figures))) if len(table.figures) <= 1 or not table.labels else []

    def _apart(self, table: FactTable, names: Names) -> list[list[int]]:
        """The rows of each name by itself, where they are several."""
        rows = [
            table.rows_of({at: {each} for at in table.columns_with(each)[:1]}) for each in self.of_rows(names)
        ]
        return [each for each in rows if 1 < len(each) < len(table.figures)]

    def claims(self, text: str, *kinds: str) -> list[Claim]:
        """What a text claims beside the names of columns: `lowest price` says of no row that it is lowest.

        Nor does `no show` deny what stands behind it.
        """
        bare = self._phrases.sub(lambda match: "x" * len(match[0]), text) if self._phrases else text
        found = [*claims_in(bare, *kinds), *graded_by(bare, self.measured, *kinds)]
        ordered = sorted(found, key=lambda each: each.start)
        return [each for each in ordered if not self._is_state(each, bare)]

    @cached_property
    def measured(self) -> frozenset[str]:
        """The words of the columns of figures, where they are no sums: of these the fastest is not known."""
        return words_of(
            " ".join(
                f"{each} {table.titles.get(each, '')}".replace("_", " ")
                for table in self.tables
                for each in table.columns()
                if not table.is_amount(each)
            )
        )

    def _is_state(self, claim: Claim, text: str) -> bool:
        """`calls are dropped most often`, of a query about dropped calls: they did not drop."""
        said = text[claim.start : claim.end].casefold()
        is_move = claim.kind in (UP, DOWN) and len(said) >= _WORD and said not in _MOVES
        return is_move and any(each.startswith(said) for table in self.tables for each in table.words)

    def beyond(self, text: str) -> str:
        """`the best month ever`, where every query was about some days alone; or nothing."""
        found = next((each for each in self.claims(text, EVER) if not each.is_denied), None)
        are_all_cut = bool(self.tables) and all(each.scope.stretches for each in self.tables)
        return text[found.start : found.end] if found and are_all_cut else ""

    @cached_property
    def _phrases(self) -> re.Pattern[str] | None:
        phrases = {each for table in self.tables for each in table.phrases()}
        blanked = {each for table in self.tables for each in table.scope.values if each.isalpha()}
        ranked = sorted(phrases, key=len, reverse=True)
        either = "|".join(_phrase(each, blanked) for each in ranked)
        return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE) if ranked else None

    def of_rows(self, names: Iterable[str]) -> Names:
        """Those of the names that some row goes by."""
        return tuple(each for each in names if any(table.columns_with(each) for table in self.tables))

    def _is_about(self, table: FactTable, names: Names) -> bool:
        """Whether a result may be meant: not where it was asked for other days or values than are named."""
        mine = {each for each in names if table.columns_with(each)}
        dates = {each for each in names if is_key(each)}
        values = self._values & {*names}
        for said, own in ((dates, table.scope.dates), (values, table.scope.values)):
            if said and own and not said & own and not said & mine:
                return False

        if not dates or not table.stretches or dates & (mine | table.scope.dates):
            return True

        return any(map(table.has_days_in, dates))

    @cached_property
    def _values(self) -> frozenset[str]:
        return frozenset(each for table in self.tables for each in table.scope.values)

    def derived(self, names: Names, told: Sequence[FactCell], about: Sequence[FactCell] = ()) -> Derived:
        """Totals, means, shares and differences of the named rows and of cells that were told.

        Of these only pairs with one that it is `about`, where some are given.
        """
        yield from self._of_wholes(names)
        yield from of_pairs(told, about)
        yield from self._of_named(names)

    def extremes(self) -> Derived:
        """How far the highest and the lowest figures of a column are apart."""
        for table in self.tables:
            for column in table.columns() if table.is_whole and not table.is_cut else ():
                values = [cell.value for cell in table.column(column)]
                if len(values) > 1:
                    yield from compared(min(values), max(values))

    def ends_of_totals(self, *, is_last: bool) -> Iterator[Decimal]:
        """What all rows of the first time, or of the last, make together."""
        totals = (table.totals(each) for table in self.tables for each in table.columns())
        yield from (each[-1 if is_last else 0] for each in totals if len(each) > 1)

    def _of_wholes(self, names: Names) -> Derived:
        for table in self.tables:
            rows = self.rows(table, names)
            for column in _columns(table, names) if not table.is_list else ():
                is_total = table.is_whole and table.column(column) and self._is_about(table, names)
                whole = TOP if table.is_cut else TOTAL
                sums = [(whole, table.column(column))] if is_total else []
                sums += [(SUM, table.column(column, rows))] if len(rows) > 1 else []
                sums += [(SUM, table.column(column, each)) for each in self._apart(table, names)]
                for kind, cells in sums:
                    values = [cell.value for cell in cells] or [Decimal(0)]
                    if table.may_add_up(column):
                        yield sum(values, Decimal(0)), PLAIN, kind

                    yield sum(values, Decimal(0)) / len(values), PLAIN, TOP if kind == TOP else MEAN

        for table in self.tables:
            if table.is_whole and not table.is_cut and not self.of_rows(names):
                yield from of_periods(table)
                totals = (table.totals(each) for each in table.columns())
                yield from (each for one in totals if len(one) > 1 for each in compared(one[0], one[-1]))

    def _of_named(self, names: Names) -> Derived:
        """Shares of the named rows, and how they differ from each other and from the row before."""
        for table in self.tables:
            rows = self.rows(table, names)[:_MOST_NAMED]
            for column in _columns(table, names):
                values = {cell.row: cell.value for cell in table.column(column)}
                mine = [values[row] for row in rows if row in values]
                total = sum(values.values(), Decimal(0))
                if total and table.is_whole and table.may_add_up(column):
                    parts = [
                        [values[row] for row in each if row in values] for each in self._apart(table, names)
                    ]
                    whole = (sum(each, Decimal(0)) for each in (mine, *parts))
                    kind = TOP if table.is_cut else SHARE
                    yield from ((each / total * 100, PERCENT, kind) for each in (*mine, *whole))

                for at, value in enumerate(mine):
                    for other in mine[at + 1 :]:
                        yield from compared(value, other)

                if table.time:
                    yield from along_time(table, rows, values)

                yield from against_mean(table, rows, column)

            yield from self._of_columns(table, names)
            yield from of_rates(table, rows)

    def _of_columns(self, table: FactTable, names: Names) -> Derived:
        """The sum of the columns of the periods that are named, and how they differ."""
        columns = [each for each, dates in table.scope.dates_of.items() if dates & {*names}]
        for row in self.rows(table, names) if len(columns) > 1 else ():
            cells = [cell for cell in table.figures[row] if cell.column in columns]
            yield sum((cell.value for cell in cells), Decimal(0)), PLAIN, SUM
            yield from of_pairs(cells)


def _phrase(phrase: str, blanked: Collection[str]) -> str:
    """A pattern for a phrase in a text whose names are blanked out: values may be missing in it."""
    words = (
        re.escape(each) if each not in blanked else rf"(?:{re.escape(each)})?" for each in phrase.split()
    )
    return r"\s+".join(words)


def _columns(table: FactTable, names: Names) -> tuple[str, ...]:
    """Those that may be meant by the days that are named."""
    return tuple(each for each in table.columns() if _is_of_dates(table, each, names))


def _is_of_dates(table: FactTable, column: str, names: Names) -> bool:
    """Whether a column that has days of its own may be meant by the days that are named."""
    own = table.scope.dates_of.get(column, frozenset())
    others = {each for dates in table.scope.dates_of.values() for each in dates}
    said = others & {*names}
    return not own or not said or bool(said & own)

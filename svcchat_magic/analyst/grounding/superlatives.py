"""Checks `the highest`, `fewest`, `second`: whether a row has that place among the figures of a column."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from svcchat_magic.analyst.facts.fact_tables import FactCell, FactTable, says_move
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.facts.measured_columns import words_of
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.sentences.clauses import Clause
from svcchat_magic.analyst.sentences.directions import HIGHEST, LOWEST, Claim, is_praised
from svcchat_magic.analyst.sentences.ranks import SpokenRank
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_EACH_TIME = re.compile(
    r"\b(?:in|for|of|over|across)\s+(?:both|every|each|all|all of the|any)\s+(?:the\s+|\w+\s+)?"
    r"(?:years?|quarters?|months?|weeks?|days?|periods?)\b|\b(?:every|each)\s+(?:single\s+)?(?:year|quarter|month|week|day)\b",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"^\W*(?P<name>(?:[A-ZÄÖÜ][\w&.'’-]*\s+){1,5})(?:is|was|are|were|remains?|ist|war)\s+(?:[a-z]+\s+){0,2}"
    r"(?:the|our|your|der|die|das|unser\w*)\s+$"
)
_OF_OTHERS = re.compile(
    r"\b(?:growth|grew|change[sd]?|rise|rose|drop|increase|decrease|before|previous|earlier|gain)\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"\s*(?:,|and\b|und\b)", re.IGNORECASE)
_JUDGED = frozenset({"best", "worst", "beste", "besten", "schlechteste", "schlechtesten"})


@dataclass(frozen=True, slots=True)
class Superlatives:
    """Checks places against the rows."""

    facts: Facts

    def subject(self, clause: Clause) -> Names:
        """The row that a superlative of a clause is about, none where it has no superlative."""
        bests = self.facts.claims(clause.text, HIGHEST, LOWEST)
        return self._subject(clause, bests[0].start) if bests else ()

    def is_best(self, clause: Clause, names: Names, claim: Claim, told: SpokenFigure | None) -> bool:
        """Whether the subject has the best figure: the one that is told of it, where one is."""
        if self._is_of_no_row(clause, claim):
            return claim.is_denied

        subject = self._subject(clause, claim.start) or self.facts.of_rows(names)[:1]
        if not subject:
            return told is not None or self._is_of_order(claim)

        found = [
            each
            for table in self.facts.tables
            for each in self._verdicts(table, clause, subject, claim, told)
        ]
        is_last = self._is_last_told(clause, claim, subject)
        is_held = not found or any(found) != claim.is_denied or is_last
        return is_held or (not claim.is_denied and self._are_first(clause, names, claim))

    def _are_first(self, clause: Clause, names: Names, claim: Claim) -> bool:
        """`A and B had the fewest, 37 and 38`: whether the names of a list are the first few of a column."""
        if not _GOES_ON.match(clause.said):
            return False

        for table in self.facts.tables:
            is_high = self._is_high(claim, clause, table)
            rows = table.rows_of(table.named_by(names)) if table.named_by(names) else []
            for column in _meant(table, clause.text) if len(rows) > 1 and table.is_whole else ():
                ordered = sorted(table.column(column), key=lambda cell: cell.value, reverse=is_high)
                if {cell.row for cell in ordered[: len(rows)]} == {*rows}:
                    return True

        return False

    def _is_of_no_row(self, clause: Clause, claim: Claim) -> bool:
        """`Acme is our best supplier`, where no row is called so: a title may have named it."""
        match = _CALLED.search(clause.said[: claim.start])
        if match is None or self.facts.of_rows(name for _, end, name in clause.spots if end <= claim.start):
            return False

        titles = (
            f"{each} {table.titles.get(each, '')}" for table in self.facts.tables for each in table.columns()
        )
        return not words_of(match["name"]) & words_of(" ".join(titles).replace("_", " "))

    def _is_last_told(self, clause: Clause, claim: Claim, subject: Names) -> bool:
        """`last is A`, of rows in the order of a column, whichever way it goes."""
        if not clause.text[claim.start : claim.end].casefold().startswith("last") or claim.is_denied:
            return False

        return any(
            table.is_whole and not table.time and _is_at_end(table, _last_named(table, subject))
            for table in self.facts.tables
        )

    def _is_of_order(self, claim: Claim) -> bool:
        """`the 5 with the highest`: not where the rows are the lowest."""
        orders = {table.ranked for table in self.facts.tables}
        return (
            orders not in ({"desc"}, {"asc"})
            or claim.is_denied
            or (orders == {"desc"}) == (claim.kind == HIGHEST)
        )

    def has_place(self, clause: Clause, names: Names, rank: SpokenRank) -> bool:
        """Whether the subject is at that place of a column, counted from its top or its bottom."""
        subject = self._subject(clause, rank.start) or self.facts.of_rows(names)[:1]
        for table in self.facts.tables:
            rows = _last_named(table, subject)
            for column in table.spoken(clause.text) if rows else ():
                values = sorted((cell.value for cell in table.column(column)), reverse=rank.is_from_top)
                mine = {cell.value for cell in table.column(column, rows)}
                if rank.place <= len(values) and values[rank.place - 1] in mine:
                    return True

        return False

    def _verdicts(
        self, table: FactTable, clause: Clause, subject: Names, claim: Claim, told: SpokenFigure | None
    ) -> Iterator[bool]:
        """For each column that may be meant, whether the subject has its best figure."""
        rows = _last_named(table, subject)
        peers = _peers(table, subject, clause)
        is_high = self._is_high(claim, clause, table)
        if not rows or (len(table.figures) < 2 and not table.ranked):
            return

        if table.time and len(table.labels) > 1 and _EACH_TIME.search(clause.text):
            yield from self._each_time(table, rows, clause, is_high=is_high)
            return

        if table.ranked and not peers:
            yield (table.ranked == "desc") == is_high and table.is_first(rows[0])
            return

        columns = _meant(table, clause.text)
        verdicts = [(each, *_verdict(table, each, rows, peers, told, is_high=is_high)) for each in columns]
        is_told = any(tells for _, tells, _ in verdicts)
        yield from (found for _, tells, found in verdicts if tells or not is_told)

    @staticmethod
    def _each_time(table: FactTable, rows: Sequence[int], clause: Clause, *, is_high: bool) -> Iterator[bool]:
        """`A is the largest in both years`: for each column, whether it is so at each time."""
        best = max if is_high else min
        times: dict[str, list[int]] = {}
        for row in range(len(table.figures)):
            times.setdefault(table.moment(row), []).append(row)

        for column in table.spoken(clause.text):
            values = {cell.row: cell.value for cell in table.column(column)}
            yield all(
                any(
                    values.get(row) == best(values[each] for each in same if each in values)
                    for row in rows
                    if row in same
                )
                for same in times.values()
                if any(each in values for each in same)
            )

    @staticmethod
    def _is_high(claim: Claim, clause: Clause, table: FactTable) -> bool:
        """Whether the highest is meant: the worst cancellation rate is the highest."""
        is_judged = clause.text[claim.start : claim.end].casefold() in _JUDGED or is_praised(
            clause.text, claim
        )
        about = (
            f"{each} {table.titles.get(each, '')}".replace("_", " ") for each in table.spoken(clause.text)
        )
        forms = (tuple(token.form for token in tokens_of(each)) for each in about)
        return (claim.kind == HIGHEST) != (is_judged and any(map(keywords().is_unwanted, forms)))

    def _subject(self, clause: Clause, claim: int) -> Names:
        """Of whom a superlative is said: the names of rows before it, or all of them."""
        before = self.facts.of_rows(name for _, end, name in clause.spots if end <= claim)
        return before or self.facts.of_rows(clause.names)


def _meant(table: FactTable, text: str) -> list[str]:
    """The columns that a superlative may be of: `highest revenue` is none of how it changed, or of before."""
    spoken = [each for each in table.spoken(text) if each not in table.running]
    now = [each for each in spoken if each in table.current_columns() and not says_move(each)]
    is_named = {*spoken} < {*table.columns()} or any(says_move(each) for each in spoken)
    return now if now and is_named and table.names_some(text) and not _OF_OTHERS.search(text) else spoken


def _is_at_end(table: FactTable, rows: Sequence[int]) -> bool:
    """Whether one of these rows has the last figure of a column by which all rows go down or up."""
    columns = ([cell.value for cell in table.column(each)] for each in table.columns())
    whole = (values for values in columns if len(values) == len(table.figures) and len({*values}) > 1)
    return any(
        values in (sorted(values), sorted(values, reverse=True))
        and any(values[row] == values[-1] for row in rows)
        for values in whole
    )


def _verdict(
    table: FactTable,
    column: str,
    rows: Sequence[int],
    peers: Sequence[int],
    told: SpokenFigure | None,
    *,
    is_high: bool,
) -> tuple[bool, bool]:
    """Whether the figure that is told is one of these rows, and whether they have the best of the column."""
    best = max if is_high else min
    cells = table.column(column, rows)
    mine = [cell.value for cell in cells if told is not None and told.tells_fraction(cell.value)]
    values = mine or [cell.value for cell in cells]
    bests = {best(each) for each in _parts(table.column(column, peers or None), table) if each}
    found = any(each in bests for each in values)
    if found or column not in table.additive or len(table.labels) < 2 or told is None:
        return bool(mine), found

    total, every = _sums(table, column, rows)
    is_sum = told.tells(total)
    return bool(mine) or is_sum, is_sum and total == best(every)


def _sums(table: FactTable, column: str, rows: Sequence[int]) -> tuple[Decimal, list[Decimal]]:
    """The sum of some rows, and those of each name of the label column in which they have one name."""
    names = [{table.names[row][at] for row in rows} for at in range(len(table.labels))]
    at = next((at for at, each in enumerate(names) if len(each) == 1), 0)
    found: dict[frozenset[str], Decimal] = {}
    for cell in table.column(column):
        name = table.names[cell.row][at]
        found[name] = found.get(name, Decimal(0)) + cell.value

    return found.get(table.names[rows[0]][at], Decimal(0)), [*found.values()]


def _peers(table: FactTable, names: Names, clause: Clause) -> list[int]:
    """`A leads in B`: the rows of B, where that is a name of another column; else nothing."""
    mine = {at for each in names for at in table.columns_with(each)}
    named = table.named_by(each for each in clause.names if each not in names)
    others = {at: found for at, found in named.items() if at not in mine}
    return table.rows_of(others) if others else []


def _last_named(table: FactTable, names: Names) -> list[int]:
    """The rows of the last name of each label column."""
    found = {each: table.columns_with(each) for each in names}
    named = {columns[0]: {each} for each, columns in found.items() if len(columns) == 1}
    for each, columns in found.items():  # `(no value)` may be of any: first of one that has no name yet
        ranked = sorted(columns, key=lambda at: (at in named, table.labels[at] == table.time))
        if len(columns) > 1 and ranked[0] not in named:
            named[ranked[0]] = {each}

    return table.rows_of(named) if named else []


def _parts(cells: Sequence[FactCell], table: FactTable) -> Iterator[list[Decimal]]:
    """The values, and those of whole units of time."""
    yield [cell.value for cell in cells]
    yield [cell.value for cell in cells if not table.is_partial(cell.row)]

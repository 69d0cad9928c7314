"""Columns of a panel that only ever grow, such as total cases, or never change, such as a country's area.

A running total may stand beside what it adds up, case by case; a value that never changes is that of the
thing and not of its rows. Both are found in the values, by two statements a table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_roles import Role, role_of
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.measurements import Grid
from svcchat_magic.semantic.inference.names import singular, words_of
from svcchat_magic.semantic.inference.table_profile import (
    ColumnProfile,
    TableProfile,
    quoted,
    rows_of,
    source_sql,
    value_sql,
    whole,
)

_NUMBERS = frozenset({Role.AMOUNT, Role.LEVEL, Role.SCALE})
_MOST_FALLS = 0.005  # of the steps, where earlier figures were put right
_FEWEST_RISES = 0.05  # of the steps, else nothing runs
_FEWEST_MOMENTS = 10
_BEGINNING = 0.05  # of the last value, at most, is the first one of what began to be counted
_SAME = 0.98  # of the steps are what stands beside them
_MOST_COLUMNS = 40


@dataclass(frozen=True, slots=True)
class Running:
    """The columns of a panel whose rows are not added up over time although they are no levels."""

    totals: Mapping[str, str] = field(default_factory=dict)  # with what they add up
    constants: frozenset[str] = frozenset()
    things: tuple[str, ...] = ()
    from_zero: frozenset[str] = frozenset()  # of the totals: those that begin with nothing

    def without(self, columns: frozenset[str]) -> "Running":
        """The same but for some columns."""
        totals = {each: flow for each, flow in self.totals.items() if each not in columns}
        return Running(MappingProxyType(totals), self.constants - columns, self.things, self.from_zero)


def running_columns(engine: Engine, table: TableProfile, grid: Grid | None) -> Running:
    """The running totals and the constants of a table of measurements."""
    if grid is None:
        return Running()

    columns = [each for each in table.columns if _may_run(each, table, grid)][:_MOST_COLUMNS]
    if not columns:
        return Running()

    steps = dict(zip([each.name for each in columns], _steps(engine, table, grid, columns), strict=True))
    constants = frozenset(name for name, each in steps.items() if each.is_constant) if grid.things else ()
    totals = [name for name, each in steps.items() if each.runs(name)]
    flows = _flows(engine, table, grid, totals)
    found = MappingProxyType({each: flows.get(each, "") for each in totals})
    from_zero = frozenset(each for each in totals if steps[each].begins_with_nothing)
    return Running(found, frozenset(constants), grid.things, from_zero)


def is_named_total(name: str) -> bool:
    """Whether a column's name says that it runs: cumulative, a meter, total but not of what is new."""
    words = set(spelled_out(words_of(name)))
    return bool(words & (words_that_are("running") | {"total"})) and not words & words_that_are("flows")


@dataclass(frozen=True, slots=True)
class _Steps:
    """How a column goes on from the highest value before, within each thing."""

    steps: int
    falls: int
    rises: int
    moments: int
    begins: float | None  # what part of its last value a thing begins with, on average

    @property
    def is_constant(self) -> bool:
        return self.steps > 0 and self.falls == self.rises == 0

    def runs(self, name: str) -> bool:
        """Whether the column is a total up to each moment: population grows too, and is none."""
        grows = self.falls <= _MOST_FALLS * self.steps and self.rises >= _FEWEST_RISES * self.steps
        if not grows or self.moments < _FEWEST_MOMENTS or not self.rises:
            return False

        return is_named_total(name) or self.begins_with_nothing

    @property
    def begins_with_nothing(self) -> bool:
        """Whether its first value is next to none of its last."""
        return self.begins is not None and self.begins <= _BEGINNING


def _may_run(column: ColumnProfile, table: TableProfile, grid: Grid) -> bool:
    return column.name not in (*grid.moments, *grid.things) and role_of(column, table).role in _NUMBERS


def _steps(
    engine: Engine, table: TableProfile, grid: Grid, columns: Sequence[ColumnProfile]
) -> Iterator[_Steps]:
    values = ", ".join(
        f"{_number(each)} AS v{at}, MAX({_number(each)}) OVER {_before(grid)} AS b{at}, "
        f"MIN({_number(each)}) OVER {_whole(grid)} AS l{at}, "
        f"MAX({_number(each)}) OVER {_whole(grid)} AS h{at}"
        for at, each in enumerate(columns)
    )
    wanted = ", ".join(
        f"COUNT(b{at} + v{at}), SUM(CASE WHEN v{at} < b{at} THEN 1 ELSE 0 END), "
        f"SUM(CASE WHEN v{at} > b{at} THEN 1 ELSE 0 END), AVG(l{at} * 1.0 / NULLIF(h{at}, 0))"
        for at in range(len(columns))
    )
    moments = max((table.column(each).distinct for each in grid.moments), default=0)
    (row,) = rows_of(engine, f"SELECT {wanted} FROM (SELECT {values} FROM {source_sql(table.table)}) AS s")
    for at in range(len(columns)):
        steps, falls, rises, begins = row[4 * at : 4 * at + 4]
        share = None if begins is None else float(str(begins))
        yield _Steps(whole(steps), _count(falls), _count(rises), moments, share)


def _flows(engine: Engine, table: TableProfile, grid: Grid, totals: Sequence[str]) -> dict[str, str]:
    """What each of the running totals adds up: the column that its steps are, from its first row on."""
    pairs = [(each, other.name) for each in totals for other in table.columns if _shares(each, other, table)]
    pairs = [each for each in pairs if each[1] not in totals][:_MOST_COLUMNS]
    if not pairs:
        return {}

    values = ", ".join(
        f"{total} - COALESCE(MAX({total}) OVER {_before(grid)}, 0) AS d{at}, {flow} AS f{at}"
        for at, (total, flow) in enumerate(
            (_number(table.column(one)), _number(table.column(other))) for one, other in pairs
        )
    )
    wanted = ", ".join(
        f"COUNT(d{at} + f{at}), SUM(CASE WHEN ABS(d{at} - f{at}) <= 0.001 * ABS(f{at}) + 0.000001 "
        f"THEN 1 ELSE 0 END), SUM(f{at}), SUM(CASE WHEN f{at} IS NOT NULL THEN d{at} END)"
        for at in range(len(pairs))
    )
    (row,) = rows_of(engine, f"SELECT {wanted} FROM (SELECT {values} FROM {source_sql(table.table)}) AS s")
    found: dict[str, str] = {}
    for at, (total, flow) in enumerate(pairs):
        steps, same, added, grown = row[4 * at : 4 * at + 4]
        is_all = added is not None and abs(_real(added) - _real(grown)) <= (1 - _SAME) * abs(_real(grown))
        if whole(steps) and _count(same) >= _SAME * whole(steps) and is_all:
            found.setdefault(total, flow)

    return found


def _shares(total: str, other: ColumnProfile, table: TableProfile) -> bool:
    """Whether two columns speak of the same: total_cases and new_cases."""
    if other.name == total or role_of(other, table).role not in _NUMBERS:
        return False

    mine, its = ({singular(word) for word in spelled_out(words_of(each))} for each in (total, other.name))
    said = words_that_are("running") | {"total", "new", "daily"}
    return bool((mine - said) & (its - said))


def _number(column: ColumnProfile) -> str:
    return f"CAST({value_sql(column)} AS DOUBLE)"


def _before(grid: Grid) -> str:
    order = ", ".join(map(quoted, grid.moments))
    rows = "ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING"
    return f"({_of_things(grid)}ORDER BY {order} {rows})"


def _whole(grid: Grid) -> str:
    return f"({_of_things(grid).strip()})"


def _of_things(grid: Grid) -> str:
    return f"PARTITION BY {', '.join(map(quoted, grid.things))} " if grid.things else ""


def _count(value: object) -> int:
    return int(_real(value))


def _real(value: object) -> float:
    return 0.0 if value is None else float(str(value))

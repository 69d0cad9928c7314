"""The times that measures in stages are computed over: moved by an interval, or windows around periods."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.join_graph import JoinTree
from svcchat_magic.semantic.model.member_parts import RollingWindow, TimeShift
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.planning.joined_rows import conjuncts
from svcchat_magic.semantic.planning.shown_names import Named
from svcchat_magic.semantic.planning.time_members import TimeMembers
from svcchat_magic.semantic.planning.time_ranges import TimeRange, may_hold_in, window_around
from svcchat_magic.semantic.planning.time_units import (
    finest_unit,
    is_constant_within,
    moved_by,
    one_later,
    replaced,
    starts_within,
)
from svcchat_magic.semantic.query.expressions import members_of
from svcchat_magic.semantic.query.operations import all_of, type_of
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Constant,
    Expression,
    Member,
    Operation,
    Output,
    Periods,
    SemanticQuery,
    SubqueryTest,
)
from svcchat_magic.semantic.query.stages import Period

_NO_TIME = (
    "A measure compares with another time, so the query needs a time dimension; group by DATE_TRUNC of one, "
    "or filter by it."
)
_NO_PERIOD = (
    "A measure is computed over a moving window of time; group by DATE_TRUNC('month', ...) of one time "
    "dimension, or another unit."
)
_TWO_TIMES = "A measure is computed over a moving window of time; filter by one time dimension only."
_OTHER_FILTER = (
    "A measure is computed over a moving window of time; filter the time dimension by a range, in a "
    "condition of its own."
)


@dataclass(frozen=True, slots=True)
class TimeFrame:
    """How far the times of a measure's rows are moved, and the window around each period that they are in."""

    shifts: tuple[TimeShift, ...] = ()
    window: RollingWindow | None = None


class TimeFrames:
    """Lays the frames of measures around what one query groups and filters by."""

    def __init__(self, cubes: Mapping[str, Cube], tree: JoinTree, query: SemanticQuery, named: Named) -> None:
        self._named = named
        self._members = TimeMembers(cubes, tree)
        self._query = query
        self._keys = tuple(map(self._members.written_out, query.keys))
        self._where = tuple(
            self._members.written_out(part) for each in query.where for part in conjuncts(each)
        )

    def framed(self, frame: TimeFrame) -> SemanticQuery:
        """The query with the keys and conditions of a frame, and no columns.

        Raises QueryRefused where its times are not known.
        """
        if frame.window is None:
            return self._shifted(frame.shifts) if frame.shifts else self._query

        return self._in_periods(frame) if self._read_by_keys else self._in_range(frame)

    @cached_property
    def _read_by_keys(self) -> tuple[Member, ...]:
        return _times_of(self._keys)

    def _shifted(self, shifts: Sequence[TimeShift]) -> SemanticQuery:
        times = tuple(dict.fromkeys((*self._read_by_keys, *_times_of(self._where))))
        moves = {time: self._moved(time, shifts) for time in times}
        moves = {time: move for time, move in moves.items() if move != time}
        if not moves:
            raise QueryRefused(_NO_TIME)

        for time in moves:
            self._check_others(time)

        keys = tuple(replaced(key, moves) for key in self._keys)
        where = tuple(replaced(condition, moves) for condition in self._where)
        bounds = (
            self._not_beyond(key, moved) for key, moved in zip(self._keys, keys, strict=True) if key != moved
        )
        return self._with(keys, (*where, *bounds))

    def _moved(self, time: Member, shifts: Sequence[TimeShift]) -> Expression:
        found: Expression = time
        for shift in shifts:
            if self._members.is_named(time, shift.time_dimension):
                found = moved_by(found, shift.interval, 1 if shift.type == "prior" else -1)

        return found

    def _not_beyond(self, key: Expression, moved: Expression) -> Expression:
        """That a moved key is none after the last one that rows have, or before the first."""
        others = self._without(members_of(key))
        first, last = (_one_value(self._bounds((Aggregate(name, key),), others)) for name in ("min", "max"))
        return all_of((Operation(">=", (moved, first)), Operation("<=", (moved, last))))

    def _in_periods(self, frame: TimeFrame) -> SemanticQuery:
        time, unit = self._period_key()
        moved = self._moved(time, frame.shifts)
        if frame.shifts and moved == time:
            raise QueryRefused(_NO_TIME)

        own, others = self._apart(time)
        at_time = {time: Period()}
        periods = Periods(
            unit,
            self._bounds(_ends(Operation("date_trunc", (Constant(unit), time))), others),
            tuple(self._of_period(each, time, unit) for each in own),
        )
        keys = tuple(_of_unit(key, time, unit, at_time) for key in self._keys)
        window = _window_conditions(frame.window, moved, unit) if frame.window is not None else ()
        return replace(self._with(keys, (*others, *window)), periods=periods)

    def _period_key(self) -> tuple[Member, str]:
        """The one time that the query is grouped by, and the finest unit of it."""
        if len(self._read_by_keys) != 1:
            raise QueryRefused(_NO_PERIOD)

        (time,) = self._read_by_keys
        self._check_others(time)
        unit = finest_unit(self._keys, time)
        if not unit:
            raise QueryRefused(_NO_PERIOD)

        return time, unit

    def _of_period(self, condition: Expression, time: Member, unit: str) -> Expression:
        """What a condition on the time says of a period."""
        if set(members_of(condition)) == {time}:
            if is_constant_within(condition, time, unit):
                return replaced(condition, {time: Period()})

            found = may_hold_in(condition, time, one_later(Period(), unit))
            if found is not None:
                return found

        raise QueryRefused(_OTHER_FILTER)

    def _in_range(self, frame: TimeFrame) -> SemanticQuery:
        """The query without periods: the window lies around all of the time that it filters by."""
        times = _times_of(self._where)
        if len(times) > 1:
            raise QueryRefused(_TWO_TIMES)

        if not times:
            if frame.shifts:
                raise QueryRefused(_NO_TIME)

            return self._query

        (time,) = times
        self._check_others(time)
        own, others = self._apart(time)
        found = TimeRange.of(own, time)
        if found is None or frame.window is None:
            raise QueryRefused(_OTHER_FILTER)

        return self._with(
            self._keys,
            (*others, *found.around(frame.window, self._moved(time, frame.shifts))),
        )

    def _check_others(self, time: Member) -> None:
        """Refuse members that are computed from the time in a way that is not known here."""
        read = {member for each in (*self._keys, *self._where) for member in members_of(each)}
        if any(self._members.share_columns(member, time) for member in read - {time}):
            name = self._named(time.path, time.name)
            instead = f"DATE_TRUNC or EXTRACT of {name}" if name else "another time dimension"
            raise QueryRefused(
                "The query groups or filters by two members that are computed from one time; use "
                f"{instead} in their place."
            )

    def _apart(self, time: Member) -> tuple[tuple[Expression, ...], tuple[Expression, ...]]:
        """The conditions that choose periods of a time, and those on the rows."""
        is_known = Operation("not", (Operation("is_null", (time,)),))
        own = tuple(each for each in self._where if time in set(members_of(each)) and each != is_known)
        return own, tuple(each for each in self._where if each not in own)

    def _without(self, times: Iterator[Member] | Sequence[Member]) -> tuple[Expression, ...]:
        """The conditions that read none of these members."""
        left_out = set(times)
        return tuple(each for each in self._where if left_out.isdisjoint(members_of(each)))

    def _bounds(self, ends: tuple[Expression, ...], where: tuple[Expression, ...]) -> SemanticQuery:
        outputs = tuple(Output(f"bound {number}", end) for number, end in enumerate(ends))
        return replace(
            self._query,
            outputs=outputs,
            keys=(),
            where=where,
            having=None,
            order_by=(),
            limit=None,
            offset=0,
        )

    def _with(self, keys: tuple[Expression, ...], where: tuple[Expression, ...]) -> SemanticQuery:
        return replace(self._query, keys=keys, where=where)


def _times_of(expressions: Sequence[Expression]) -> tuple[Member, ...]:
    members = (member for each in expressions for member in members_of(each))
    return tuple(dict.fromkeys(member for member in members if member.type == "time"))


def _ends(value: Expression) -> tuple[Expression, ...]:
    return (Aggregate("min", value), Aggregate("max", value))


def _one_value(query: SemanticQuery) -> SubqueryTest:
    return SubqueryTest("scalar", None, query, type_of(query.outputs[0].expression))


def _of_unit(key: Expression, time: Member, unit: str, at_time: Mapping[Member, Expression]) -> Expression:
    """A key for each period."""
    if time not in set(members_of(key)):
        return key

    if key == Operation("date_trunc", (Constant(unit), time)):
        return Period()

    if not is_constant_within(key, time, unit):
        raise QueryRefused(_NO_PERIOD)

    return replaced(key, at_time)


def _window_conditions(window: RollingWindow, time: Expression, unit: str) -> tuple[Expression, ...]:
    """That a time is in the window around a period."""
    start, end = Period(), one_later(Period(), unit)
    if window.type == "to_date":
        if not starts_within(window.granularity, unit):
            raise QueryRefused(
                f"A measure of the query begins anew with each {window.granularity}; group by that unit or a "
                "finer one."
            )

        begin = Operation("date_trunc", (Constant(window.granularity), start))
        return (Operation(">=", (time, begin)), Operation("<", (time, end)))

    anchor: Expression = start if window.offset == "start" else end
    return window_around(window, time, anchor, anchor)

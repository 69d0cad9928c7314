"""The rows that a part of a query reads: which tables are joined, and where each condition is tested.

Either everything is joined to the root of the query; or the rows start at another cube, and what would
repeat them only tests them in a semi-join.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.planning.meetings import Meetings, closed
from svcchat_magic.semantic.planning.plan import Filter, Join, Scan, SemiJoin, Source
from svcchat_magic.semantic.planning.row_rules import RowRules
from svcchat_magic.semantic.query.query import Expression, Operation, Periods

# Whether a condition is never true of a row for which nothing was found at any of these meetings.
Rejects = Callable[[Expression, Collection[Path]], bool]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on rows with the meetings that it reads."""

    expression: Expression
    reads: tuple[Path, ...]
    is_rule: bool


class JoinedRows:
    """The visible rows of one query, joined in one way or the other."""

    def __init__(
        self,
        tree: JoinTree,
        meetings: Meetings,
        rules: RowRules,
        conditions: Iterable[Expression],
        rejects_missing: Rejects,
        periods: Periods | None = None,
    ) -> None:
        self._periods = periods
        self._tree = tree
        self._rules = rules
        self._rejects_missing = rejects_missing
        callers = (part for each in conditions for part in conjuncts(each))
        self._conditions = (
            *(Condition(rule, meetings.of(rule), is_rule=True) for rule in rules.conditions),
            *(Condition(each, meetings.of(each), is_rule=False) for each in callers),
        )
        self.tested = tuple(path for each in self._conditions for path in each.reads)

    def paths(self, reads: Iterable[Path]) -> tuple[Path, ...]:
        """The meetings that are joined to the root where these are read."""
        return closed(((self._tree.root,), *reads, *self.tested))

    def from_root(self, reads: Iterable[Path]) -> Filter:
        """All rows of the root, joined with those at these meetings."""
        first, *others = self.paths(reads)
        return self._filter(self._joined(Scan(first), others), self._conditions, ())

    def from_cube(self, at: Path, reads: Iterable[Path]) -> Filter | None:
        """Each row at a meeting once, joined with the one row at each of these meetings.

        None where a condition on what repeats the row cannot test it apart.
        """
        needed = closed((at, *reads, *self.tested))
        inside = _Inside(at, frozenset(path for path in needed if self._tree.is_one(at, path)))
        if not all(path in inside.paths for path in reads):
            return None

        apart: dict[Path, list[Condition]] = {inside.top: []} if len(inside.top) > 1 else {}
        here: list[Condition] = []
        for condition in self._conditions:
            steps = {inside.step_out(path) for path in condition.reads if path not in inside.paths}
            if len(steps) > 1:
                return None

            (apart.setdefault(steps.pop(), []) if steps else here).append(condition)

        semi_joins = [self._semi_join(inside, step, apart[step]) for step in apart]
        found = tuple(each for each in semi_joins if each is not None)
        source = self._joined(inside.middle(), (path for path in needed if path in inside.paths))
        return self._filter(source, here, found) if len(found) == len(semi_joins) else None

    def _semi_join(self, inside: "_Inside", step: Path, conditions: Sequence[Condition]) -> SemiJoin | None:
        """The test that a row inside belongs to one beyond a step that meets these conditions."""
        needed = closed(path for each in conditions for path in each.reads)
        beyond = [path for path in needed if path not in inside.paths and inside.step_out(path) == step]
        if step == inside.top:
            source = _upwards(step[:-1], 1)
        elif self._must_find(beyond, conditions):
            source = Scan(step)
        else:
            return None  # a row that nothing belongs to may meet them

        return SemiJoin(self._joined(source, beyond), step, *_by_origin(conditions))

    def _must_find(self, paths: Collection[Path], conditions: Iterable[Condition]) -> bool:
        """Whether no row is given for which nothing was found at any of these meetings."""
        if not self._rules.limited.isdisjoint(paths):
            return True

        return any(self._rejects_missing(each.expression, paths) for each in conditions)

    def _joined(self, source: Source, paths: Iterable[Path]) -> Source:
        """The source with further meetings, each after the one it is reached from."""
        there = set(source.paths)
        for path in paths:
            if path not in there:
                source = Join(source, path, path, keeps_all=path not in self._rules.limited)

        return source

    def _filter(
        self, source: Source, conditions: Sequence[Condition], semi_joins: tuple[SemiJoin, ...]
    ) -> Filter:
        return Filter(source, self._rules, *_by_origin(conditions), semi_joins, self._periods)


@dataclass(frozen=True, slots=True)
class _Inside:
    """The meetings with at most one row for each row at one of them."""

    at: Path
    paths: frozenset[Path]

    @property
    def top(self) -> Path:
        """The one that is nearest to the root."""
        return next(
            self.at[:length] for length in range(1, len(self.at) + 1) if self.at[:length] in self.paths
        )

    def step_out(self, path: Path) -> Path:
        """The step that leads out of them to a meeting beyond: its longer end."""
        top = self.top
        if path[: len(top)] != top:
            return top

        lengths = range(len(top) + 1, len(path) + 1)
        return next(path[:length] for length in lengths if path[:length] not in self.paths)

    def middle(self) -> Source:
        """The one that the rows start at, with those on the way to the top."""
        return _upwards(self.at, len(self.top))


def conjuncts(condition: Expression) -> Iterator[Expression]:
    """The conditions that an AND is made of."""
    if isinstance(condition, Operation) and condition.operator == "and":
        for operand in condition.operands:
            yield from conjuncts(operand)
    else:
        yield condition


def _by_origin(conditions: Sequence[Condition]) -> tuple[tuple[Expression, ...], tuple[Expression, ...]]:
    """Rules, and conditions of the caller."""
    return (
        tuple(each.expression for each in conditions if each.is_rule),
        tuple(each.expression for each in conditions if not each.is_rule),
    )


def _upwards(path: Path, shortest: int) -> Source:
    """A meeting and those on the way to it, each row with the one that it was found from."""
    source: Source = Scan(path)
    for length in range(len(path), shortest, -1):
        source = Join(source, path[: length - 1], path[:length], keeps_all=False)

    return source

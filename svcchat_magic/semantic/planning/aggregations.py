"""How the aggregates of a query are computed without counting a row twice: one aggregation for each cube.

Which strategy an aggregation has follows from the cardinality of the joins alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.planning.atoms import Atom, ignores_repetition, is_written_out
from svcchat_magic.semantic.planning.joined_rows import JoinedRows
from svcchat_magic.semantic.planning.meetings import Meetings
from svcchat_magic.semantic.planning.plan import Aggregation, Filter, Merge, Strategy, Value
from svcchat_magic.semantic.query.query import Expression


@dataclass(frozen=True, slots=True)
class Demand:
    """Aggregates over the rows at one meeting, and every meeting that they read."""

    at: Path
    atoms: tuple[Atom, ...]
    reads: tuple[Path, ...]


class Aggregations:
    """Chooses the aggregations of one query."""

    def __init__(
        self,
        cubes: Mapping[str, Cube],
        tree: JoinTree,
        meetings: Meetings,
        rows: JoinedRows,
        keys: tuple[Expression, ...],
        *,
        may_start_elsewhere: bool,
    ) -> None:
        self._cubes = cubes
        self._tree = tree
        self._meetings = meetings
        self._rows = rows
        self._keys = keys
        self._read_by_keys = meetings.of(*keys)
        self._may_start_elsewhere = may_start_elsewhere

    def merged(self, atoms: Iterable[Atom]) -> Merge:
        """Aggregations that compute these atoms, the first with every group."""
        direct, repeated = self._by_repetition(self._demands(atoms))
        hosts, left = self._hosted(direct, repeated)
        parts = [*hosts, *map(self._of_repeated, left)]
        if not parts or (self._keys and not any(part.has_all_groups for part in parts)):
            parts.append(self._groups())

        return Merge(tuple(sorted(parts, key=lambda part: not part.has_all_groups)))

    def _demands(self, atoms: Iterable[Atom]) -> list[Demand]:
        """The atoms by their cube. A condition that several rows may meet is tested for its atoms alone."""
        by_rows: dict[tuple[Path, Expression | None], list[Atom]] = {}
        for atom in dict.fromkeys(atoms):
            of_row = all(self._tree.is_one(atom.path, path) for path in self._meetings.of(atom.where))
            by_rows.setdefault((atom.path, None if of_row else atom.where), []).append(atom)

        return [self._demand(path, tuple(found)) for (path, _), found in by_rows.items()]

    def _demand(self, at: Path, atoms: tuple[Atom, ...]) -> Demand:
        read = dict.fromkeys(path for atom in atoms for path in self._meetings.of_atom(atom))
        return Demand(at, atoms, tuple(dict.fromkeys((*self._read_by_keys, *read))))

    def _by_repetition(self, demands: Iterable[Demand]) -> tuple[list[Demand], list[Demand]]:
        """Those whose rows the joins do not repeat, and the others."""
        direct: list[Demand] = []
        repeated: list[Demand] = []
        for demand in demands:
            is_repeated = self._tree.repeats(self._rows.paths(demand.reads), demand.at)
            (repeated if is_repeated else direct).append(demand)

        return direct, repeated

    def _hosted(
        self, direct: Sequence[Demand], repeated: Sequence[Demand]
    ) -> tuple[list[Aggregation], list[Demand]]:
        """Direct aggregations, each with the aggregates of other cubes that can be read off the same rows."""
        hosts = [_Host(demand) for demand in direct]
        spare = _Host(self._demand((self._tree.root,), ()))
        left = []
        for demand in repeated:
            host = next((each for each in (*hosts, spare) if self._can_host(each, demand)), None)
            if host is None:
                left.append(demand)
            else:
                host.guests.append(demand)

        return [self._direct(host) for host in (*hosts, *([spare] if spare.guests else []))], left

    def _can_host(self, host: "_Host", demand: Demand) -> bool:
        if not all(ignores_repetition(self._cubes, atom) for atom in demand.atoms):
            return False

        return not self._tree.repeats(self._rows.paths((*host.reads, *demand.reads)), host.demand.at)

    def _direct(self, host: "_Host") -> Aggregation:
        values = [
            *(Value(atom) for atom in host.demand.atoms),
            *(Value(atom, is_repeated=True) for guest in host.guests for atom in guest.atoms),
        ]
        strategy = Strategy.DIRECT if host.demand.atoms else Strategy.INSENSITIVE
        rows = self._rows.from_root(host.reads)
        return self._aggregation(rows, host.demand.at, values, strategy, has_all_groups=True)

    def _of_repeated(self, demand: Demand) -> Aggregation:
        values = [Value(atom) for atom in demand.atoms]
        is_root = demand.at == (self._tree.root,)
        is_insensitive = all(ignores_repetition(self._cubes, atom) for atom in demand.atoms)
        may_lack_groups = not self._keys or not (
            is_insensitive or any(is_written_out(self._cubes, atom) for atom in demand.atoms)
        )
        if self._may_start_elsewhere and (is_root or may_lack_groups):
            rows = self._rows.from_cube(demand.at, demand.reads)
            if rows is not None:
                return self._aggregation(
                    rows, demand.at, values, Strategy.REROOTED, has_all_groups=is_root or not self._keys
                )

        rows = self._rows.from_root(demand.reads)
        if not is_insensitive:
            return self._aggregation(rows, demand.at, values, Strategy.DISTINCT_KEYS, has_all_groups=True)

        repeated = [Value(atom, is_repeated=True) for atom in demand.atoms]
        return self._aggregation(rows, demand.at, repeated, Strategy.INSENSITIVE, has_all_groups=True)

    def _groups(self) -> Aggregation:
        """The groups alone."""
        root = self._demand((self._tree.root,), ())
        if self._tree.repeats(self._rows.paths(root.reads), root.at):
            return self._of_repeated(root)

        return self._direct(_Host(root))

    def _aggregation(
        self, rows: Filter, at: Path, values: Sequence[Value], strategy: Strategy, *, has_all_groups: bool
    ) -> Aggregation:
        return Aggregation(rows, at, self._keys, tuple(values), strategy, has_all_groups)


class _Host:
    """A direct aggregation with what else it computes."""

    def __init__(self, demand: Demand) -> None:
        self.demand = demand
        self.guests: list[Demand] = []

    @property
    def reads(self) -> tuple[Path, ...]:
        """Every meeting that it reads."""
        return tuple(path for demand in (self.demand, *self.guests) for path in (demand.at, *demand.reads))

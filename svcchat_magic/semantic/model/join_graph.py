"""How the cubes of a model are joined, and the one tree of meetings that a query reads.

A cube may be met more than once, by different paths. Reader, row rules and writer ask the same `JoinTree`
where a reference leads, so that a rule cannot bind to another meeting than the one that is read.
"""

from collections import deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.member_sql import Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Join

Path: TypeAlias = tuple[str, ...]  # cube names, from the root of a query: one meeting of the last cube


@dataclass(frozen=True, slots=True)
class Edge:
    """One step from a cube to another: a declared join, walked as it is declared or backwards."""

    start: str
    end: str
    join: Join
    owner: str  # the cube that declares the join; {CUBE} in its SQL

    @property
    def finds_many(self) -> bool:
        """Whether a row of `start` may find more than one row of `end`."""
        return self.join.relationship == ("one_to_many" if self.owner == self.start else "many_to_one")


class JoinGraph:
    """The joins of a model, each of which can be walked both ways."""

    def __init__(self, cubes: Mapping[str, Cube]) -> None:
        self.cubes = cubes
        self._walks: dict[tuple[str, str, bool], list[Path]] = {}
        self._declared: dict[str, dict[str, Edge]] = {name: {} for name in cubes}
        self._both_ways: dict[str, dict[str, Edge]] = {name: {} for name in cubes}
        for cube in cubes.values():
            for join in cube.joins:
                if join.target in cubes:
                    self._declared[cube.name].setdefault(
                        join.target, Edge(cube.name, join.target, join, cube.name)
                    )

        for edge in list(self._edges()):
            self._both_ways[edge.start][edge.end] = edge
            if edge.start not in self._declared[edge.end]:
                self._both_ways[edge.end][edge.start] = Edge(edge.end, edge.start, edge.join, edge.owner)

    def edge(self, start: str, end: str) -> Edge | None:
        """The step between two cubes: the join that `start` declares, else that of `end` walked backwards."""
        return self._both_ways.get(start, {}).get(end)

    def reaches(self, start: str, end: str, *, to_one: bool) -> bool:
        """Whether joins lead from a cube to another; with `to_one`, to at most one row of it."""
        return start == end or bool(self.walks(start, end, to_one=to_one))

    def walks(self, start: str, end: str, *, to_one: bool) -> list[Path]:
        """Up to two shortest walks from a cube to another: over declared joins alone where there are such."""
        key = (start, end, to_one)
        if key not in self._walks:
            declared = self._shortest(self._declared, start, end, to_one=to_one)
            self._walks[key] = declared or self._shortest(self._both_ways, start, end, to_one=to_one)

        return self._walks[key]

    def leads_back(self, start: str, end: str) -> bool:
        """Whether the step from `end` to `start` finds the row again that the step from `start` came from."""
        there, back = self.edge(start, end), self.edge(end, start)
        if there is None or back is None or there.join is back.join:
            return there is not None and back is not None

        return self._condition(there) == self._condition(back) and back.finds_many == _mirrored(there)

    def _shortest(
        self, edges: Mapping[str, Mapping[str, Edge]], start: str, end: str, *, to_one: bool
    ) -> list[Path]:
        """Two walks of the smallest number of steps, or the one there is; in the order of the model."""
        depth = {start: 0}
        before: dict[str, list[str]] = {}  # the cubes that a shortest walk may come from
        waiting = deque([start])
        while waiting and waiting[0] != end:
            cube = waiting.popleft()
            for edge in edges.get(cube, {}).values():
                if (to_one and edge.finds_many) or (self.cubes[edge.end].is_beside and edge.end != end):
                    continue

                if edge.end not in depth:
                    depth[edge.end] = depth[cube] + 1
                    waiting.append(edge.end)

                if depth[edge.end] == depth[cube] + 1:
                    before.setdefault(edge.end, []).append(cube)

        return list(islice(_walks_to(end, before, start), 2)) if end in depth and end != start else []

    def _edges(self) -> Iterator[Edge]:
        for edges in self._declared.values():
            yield from edges.values()

    def _condition(self, edge: Edge) -> frozenset[str]:
        """The conditions of a join over columns named by their cubes, the sides of each `=` in one order."""

        def column(use: Use) -> exp.Expr:
            cube = use.cube or edge.owner
            if use.column:
                return exp.column(use.column.lower(), table=cube)

            return read_member_sql(self.cubes[cube].dimensions[use.member].sql).build(
                lambda inner: exp.column(inner.column.lower(), table=cube)
            )

        condition = read_member_sql(edge.join.sql).build(column)
        parts = condition.flatten() if isinstance(condition, exp.And) else (condition,)
        return frozenset(_in_one_order(part.unnest()) for part in parts)


class JoinTree:
    """Where references lead in a query that starts at one cube.

    `hints` are the paths that the queried view declares. Each reference leads to one meeting, which is found
    from the meeting it stands at. A refusal names none of the `unnamed` cubes.
    """

    def __init__(
        self, graph: JoinGraph, root: str, hints: Iterable[Path] = (), unnamed: Container[str] = ()
    ) -> None:
        self.graph = graph
        self.root = root
        self.unnamed = unnamed
        self.declared: frozenset[Path] = frozenset(
            path[:length] for path in hints for length in range(1, len(path) + 1)
        )

    def row(self, path: Path, cube: str) -> Path:
        """The meeting of `cube` whose one row belongs to a row at `path`.

        Raises QueryRefused where the model names two ways that are equally short.
        """
        for length in range(len(path), 0, -1):
            if path[length - 1] == cube and all(
                self._is_back_to_one(path[at - 1], path[at]) for at in range(length, len(path))
            ):
                return path[:length]

        return self._onwards(path, cube, to_one=True)

    def rows(self, path: Path, cube: str) -> Path:
        """The meeting where a measure at `path` finds the measures of `cube`.

        It is the one on the way from the root, or lies beyond: no way leads through a cube a second time.
        Raises QueryRefused as `row` does.
        """
        for length in range(len(path), 0, -1):
            if path[length - 1] == cube:
                return path[:length]

        return self._onwards(path, cube, to_one=False)

    def repeats(self, paths: Iterable[Path], at: Path) -> bool:
        """Whether joining all these paths repeats rows of the cube at one of them.

        Seen from that cube, a step towards the root is walked backwards, every other step forwards;
        any step from one row to many repeats.
        """
        return any(self._finds_many(path, backwards=path == at[: len(path)]) for path in paths)

    def is_one(self, at: Path, path: Path) -> bool:
        """Whether a row at one meeting belongs to at most one row at another."""
        shared = shared_length(at, path)
        back = (at[:length] for length in range(shared + 1, len(at) + 1))
        onwards = (path[:length] for length in range(shared + 1, len(path) + 1))
        return not self.repeats((*back, *onwards), at)

    def _onwards(self, path: Path, cube: str, *, to_one: bool) -> Path:
        """The meeting that the view declares beyond `path`, else the next step of the shortest walk."""
        found = {hint for hint in self.declared if hint[-1] == cube and hint[: len(path)] == path}
        if to_one:
            found = {hint for hint in found if not self._any_many(hint[len(path) - 1 :])}

        walks = self.graph.walks(path[-1], cube, to_one=to_one)
        direct = (*path, cube)
        if len(found) == 1 or direct in found:
            return direct if direct in found else found.pop()

        if len(found or walks) > 1:
            raise self._ambiguous(path[-1], cube, [hint[len(path) :] for hint in found] or walks)

        if not walks:
            raise AssertionError("a loaded model has a path for every reference")

        return self._after(path, walks[0][1], cube, to_one=to_one)

    def _ambiguous(self, start: str, end: str, ways: Sequence[Path]) -> QueryRefused:
        if any(cube in self.unnamed for way in (*ways, (start, end)) for cube in way):
            return QueryRefused("What is asked can be joined in more than one way; use another cube or view.")

        return QueryRefused(_ambiguous(start, end, ways))

    def _after(self, path: Path, step: str, cube: str, *, to_one: bool) -> Path:
        """The meeting, after the first step of the way to it."""
        before = len(path) > 1 and step == path[-2] and self.graph.leads_back(step, path[-1])
        if before or (not to_one and step in path):
            path = path[: len(path) - path[::-1].index(step)]
        else:
            path = (*path, step)

        return self.row(path, cube) if to_one else self.rows(path, cube)

    def _is_back_to_one(self, parent: str, child: str) -> bool:
        back = self.graph.edge(child, parent)
        return back is not None and not back.finds_many and self.graph.leads_back(parent, child)

    def _any_many(self, steps: Path) -> bool:
        return any(self._finds_many(steps[: at + 1], backwards=False) for at in range(1, len(steps)))

    def _finds_many(self, path: Path, *, backwards: bool) -> bool:
        if len(path) < 2:
            return False

        edge = self.graph.edge(path[-2], path[-1])
        if edge is None:
            raise AssertionError("a loaded model has a join for every step of a path")

        return _mirrored(edge) if backwards else edge.finds_many


def shared_length(path: Path, other: Path) -> int:
    """How many steps two paths have in common."""
    return next(
        (at for at, (mine, theirs) in enumerate(zip(path, other, strict=False)) if mine != theirs),
        min(len(path), len(other)),
    )


def _walks_to(end: str, before: Mapping[str, list[str]], start: str) -> Iterator[Path]:
    if end == start:
        yield (start,)
        return

    for cube in before[end]:
        yield from ((*walk, end) for walk in _walks_to(cube, before, start))


def _mirrored(edge: Edge) -> bool:
    """Whether the same join walked the other way may find more than one row."""
    return Edge(edge.end, edge.start, edge.join, edge.owner).finds_many


def _in_one_order(condition: exp.Expr) -> str:
    if isinstance(condition, exp.EQ):
        return " = ".join(sorted((condition.left.unnest().sql(), condition.right.unnest().sql())))

    return condition.sql()


def _ambiguous(start: str, end: str, ways: Iterable[Path]) -> str:
    through = " and ".join(sorted({" > ".join(way[1:-1] if way[0] == start else way[:-1]) for way in ways}))
    return (
        f"{end} can be reached from {start} in more than one way (over {through}); "
        "use a view whose join_path names the one you mean."
    )

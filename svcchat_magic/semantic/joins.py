"""Join paths over a model, and whether following them repeats a cube's rows."""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from svcchat_magic.semantic.model import Cube, Join

Path: TypeAlias = tuple[str, ...]  # cube names, from the root of a query


def join_between(cubes: Mapping[str, Cube], parent: str, target: str) -> Join | None:
    """The join that `parent` declares to `target`."""
    return next((join for join in cubes[parent].joins if join.target == target), None)


def path_to(cubes: Mapping[str, Cube], start: Path, target: str, *, to_one: bool) -> Path | None:
    """The shortest path that goes on from `start` to a cube.

    With `to_one`, only over joins that find at most one row, so that no row of the start is repeated.
    """
    if start[-1] == target:
        return start

    waiting = deque([start])
    seen = {start[-1]}
    while waiting:
        path = waiting.popleft()
        for join in cubes[path[-1]].joins:
            if join.target in seen or join.target not in cubes:
                continue

            if to_one and join.relationship == "one_to_many":
                continue

            if join.target == target:
                return (*path, target)

            seen.add(join.target)
            waiting.append((*path, join.target))

    return None


def measure_path(cubes: Mapping[str, Cube], path: Path, target: str) -> Path | None:
    """Where a measure at `path` finds another cube's measures: on its way from the root, or further on."""
    for length in range(len(path), 0, -1):
        if path[length - 1] == target:
            return path[:length]

    return path_to(cubes, path, target, to_one=False)


def is_multiplied(cubes: Mapping[str, Cube], paths: Iterable[Path], at: Path) -> bool:
    """Whether joining all these paths repeats rows of the cube at one of them.

    Seen from that cube, a step towards the root is walked backwards, every other step forwards;
    any step from one row to many repeats.
    """
    return any(_finds_many(cubes, path, backwards=path == at[: len(path)]) for path in paths if len(path) > 1)


def _finds_many(cubes: Mapping[str, Cube], path: Path, *, backwards: bool) -> bool:
    join = join_between(cubes, path[-2], path[-1])
    return join is not None and join.relationship == ("many_to_one" if backwards else "one_to_many")

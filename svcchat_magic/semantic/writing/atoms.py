"""The atomic measures that measures are made of, and where in a query each is computed."""

from collections.abc import Mapping
from dataclasses import dataclass

from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.model.member_sql import Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Measure

COMPOSITE_TYPES = frozenset({"number", "string", "time", "boolean"})


@dataclass(frozen=True, slots=True)
class Atom:
    """A measure that one aggregate over the rows of one cube computes."""

    path: Path
    measure: str


def atoms_of(cubes: Mapping[str, Cube], tree: JoinTree, path: Path, name: str) -> tuple[Atom, ...]:
    """The atomic measures that the measure at a path is made of."""
    measure = cubes[path[-1]].measures[name]
    if not is_composite(cubes, path[-1], measure):
        return (Atom(path, name),)

    uses = read_member_sql(measure.sql).uses()
    return tuple(
        atom for use in uses for atom in atoms_of(cubes, tree, place_of(tree, path, use), use.member)
    )


def place_of(tree: JoinTree, path: Path, use: Use) -> Path:
    """Where the measure at a path finds another that it is made of."""
    return tree.rows(path, use.cube or path[-1])


def is_composite(cubes: Mapping[str, Cube], cube: str, measure: Measure) -> bool:
    """Whether a measure of a cube is computed from other measures."""
    if measure.type not in COMPOSITE_TYPES:
        return False

    uses = read_member_sql(measure.sql).uses()
    return any(use.member in cubes[use.cube or cube].measures for use in uses if use.member)

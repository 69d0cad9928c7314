"""The dimensions that stages name, among the keys of a query."""

from collections.abc import Mapping, Sequence

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.model.member_parts import Stage
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.model.stages import named_dimension
from svcchat_magic.semantic.planning.time_members import TimeMembers
from svcchat_magic.semantic.query.expressions import members_of
from svcchat_magic.semantic.query.operations import UNITS
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation


class StageKeys:
    """Finds them in one query's join tree."""

    def __init__(self, cubes: Mapping[str, Cube], tree: JoinTree, keys: Sequence[Expression]) -> None:
        self._cubes = cubes
        self._tree = tree
        members = TimeMembers(cubes, tree)
        self._keys = tuple(map(members.written_out, keys))
        self._written_out = members.written_out

    def kept(self, stage: Stage, path: Path) -> tuple[int, ...]:
        """The places of the keys that the groups of a stage at a path have."""
        kept = set(range(len(self._keys)))
        if stage.group_by is not None:
            kept &= self._places(stage.group_by, path)

        return tuple(sorted(kept - self._places(stage.reduce_by, path)))

    def added(self, stage: Stage, path: Path) -> tuple[Expression, ...]:
        """The dimensions that the groups of a stage have beside the keys of the query."""
        named = (self.dimension(name, path) for name in stage.add_group_by)
        return tuple(dict.fromkeys(each for each in named if self._written_out(each) not in self._keys))

    def place(self, dimension: Expression) -> int | None:
        """The place of the key that is a dimension."""
        written = self._written_out(dimension)
        return self._keys.index(written) if written in self._keys else None

    def dimension(self, name: str, path: Path) -> Expression:
        """The dimension that a measure at a path names: `status`, `orders.status` or `created_at.month`."""
        cube, member, unit = named_dimension(self._cubes, path[-1], name)
        found = self._cubes.get(cube)
        if found is None or member not in found.dimensions or not self._reaches(path[-1], cube):
            raise QueryRefused("A measure of the query groups by a dimension that its cube does not reach.")

        dimension = Member(self._tree.row(path, cube), member, "dimension", found.dimensions[member].type)
        if not unit:
            return dimension

        if unit not in UNITS:
            raise QueryRefused("A measure of the query groups by what is no unit of time.")

        return Operation("date_trunc", (Constant(unit), dimension))

    def _reaches(self, start: str, end: str) -> bool:
        return self._tree.graph.reaches(start, end, to_one=True)

    def _places(self, names: Sequence[str], path: Path) -> set[int]:
        named = [self._written_out(self.dimension(name, path)) for name in names]
        return {place for place, key in enumerate(self._keys) if any(_is(key, each) for each in named)}


def _is(key: Expression, dimension: Expression) -> bool:
    """Whether a key is a dimension, or computed from it alone."""
    if key == dimension or not isinstance(dimension, Member):
        return key == dimension

    read = set(members_of(key))
    if dimension in read and len(read) > 1:
        raise QueryRefused(
            "A measure of the query names a dimension that the query groups by together with others; group "
            "by each of them."
        )

    return read == {dimension}

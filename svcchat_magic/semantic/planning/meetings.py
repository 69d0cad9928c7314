"""Which meetings of cubes an expression reads, by the model's text alone."""

from collections.abc import Iterable, Iterator, Mapping

from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.model.member_sql import read_member_sql
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.planning.atoms import Atom, CallerAtom
from svcchat_magic.semantic.query.expressions import members_of
from svcchat_magic.semantic.query.query import Expression


class Meetings:
    """Reads them in one query's join tree."""

    def __init__(self, cubes: Mapping[str, Cube], tree: JoinTree) -> None:
        self._cubes = cubes
        self._tree = tree
        self._of_members: dict[tuple[Path, str], tuple[Path, ...]] = {}

    def of(self, *expressions: Expression | None) -> tuple[Path, ...]:
        """The meetings that expressions over rows read; those on the way to them are not named."""
        return _once(
            path
            for expression in expressions
            if expression is not None
            for member in members_of(expression)
            for path in self._of_member(member.path, member.name)
        )

    def of_atom(self, atom: Atom) -> tuple[Path, ...]:
        """The meetings that an atom reads, its own first."""
        if isinstance(atom, CallerAtom):
            return _once((atom.path, *self.of(atom.call.operand, atom.where), *self.of_key(atom.path)))

        measure = self._cubes[atom.path[-1]].measures[atom.measure]
        snippets = (*((measure.sql,) if measure.sql else ()), *measure.filters)
        read = (path for snippet in snippets for path in self._of_snippet(atom.path, snippet))
        return _once((atom.path, *read, *self.of(atom.where), *self.of_key(atom.path)))

    def of_key(self, path: Path) -> tuple[Path, ...]:
        """The meetings that the primary key of a cube reads."""
        dimensions = self._cubes[path[-1]].dimensions.values()
        keys = (dimension.name for dimension in dimensions if dimension.primary_key)
        return _once(read for name in keys for read in self._of_member(path, name))

    def _of_member(self, path: Path, name: str) -> tuple[Path, ...]:
        if (path, name) not in self._of_members:
            self._of_members[path, name] = _once((path, *self._read_by_member(path, name)))

        return self._of_members[path, name]

    def _read_by_member(self, path: Path, name: str) -> Iterator[Path]:
        cube = self._cubes[path[-1]]
        found = cube.dimensions.get(name) or cube.segments[name]
        yield from self._of_snippet(path, found.sql)

    def _of_snippet(self, path: Path, snippet: str) -> Iterator[Path]:
        for use in read_member_sql(snippet).uses():
            target = self._tree.row(path, use.cube or path[-1])
            yield from (target,) if use.column else self._of_member(target, use.member)


def closed(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The meetings and those on the way to them, each after the one it is reached from."""
    return tuple(dict.fromkeys(path[:length] for path in paths for length in range(1, len(path) + 1)))


def _once(paths: Iterable[Path]) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(paths))

"""What a viewer calls the cubes and members of a query, and what they do not see, which has no name."""

from collections.abc import Callable, Mapping

from svcchat_magic.semantic.access.access import cube_member, view_member
from svcchat_magic.semantic.model.join_graph import Path
from svcchat_magic.semantic.model.model import Model, View

HIDDEN = "(hidden)"
Named = Callable[[Path, str], str]  # what the viewer calls a member; empty for one that they do not see


class ShownNames:
    """The names in a query of a table; `seen` is the model as its viewer sees it."""

    def __init__(self, seen: Model, table: str) -> None:
        self._seen = seen
        self._names = _names(seen, table)

    def cube(self, path: Path) -> str:
        """A cube, or `HIDDEN`."""
        cube = self._seen.cubes.get(path[-1])
        return path[-1] if cube is not None and cube.public else HIDDEN

    def member(self, path: Path, name: str) -> str:
        """A member by its name in the queried table, else in its cube; or `HIDDEN`."""
        if (path, name) in self._names or self.cube(path) == HIDDEN:
            return self._names.get((path, name), HIDDEN)

        cube = self._seen.cubes[path[-1]]
        found = cube.dimensions.get(name) or cube.measures.get(name) or cube.segments.get(name)
        return f"{path[-1]}.{name}" if found is not None and found.public else HIDDEN

    def named(self, path: Path, name: str) -> str:
        """A member for a sentence to the viewer; empty for one that they do not see."""
        found = self.member(path, name)
        return "" if found == HIDDEN else found


def _names(seen: Model, table: str) -> Mapping[tuple[Path, str], str]:
    """What the viewer calls the members of the queried table."""
    names: dict[tuple[Path, str], str] = {}
    found = seen.table(table)
    for field in seen.fields(table):
        member = (
            view_member(seen, found, field.name)
            if isinstance(found, View)
            else cube_member(seen.cubes[table], (table,), field.name)
        )
        names[member.path, member.name] = field.qualified

    return names

"""Which meetings the numbers beside a query read, so that their row rules bind in it as well.

The levels of ROLLUP and the parts of a query in stages are queries of their own. They belong to one SELECT,
whose rows are those that the rules of everything in it let through.
"""

from collections.abc import Iterable, Iterator, Mapping

from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.model.member_sql import Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Measure
from svcchat_magic.semantic.planning.atoms import Atoms, MeasureAtom, is_composite
from svcchat_magic.semantic.planning.meetings import Meetings
from svcchat_magic.semantic.planning.stage_keys import StageKeys
from svcchat_magic.semantic.query.expressions import members_of
from svcchat_magic.semantic.query.query import Expression, Member


class Beside:
    """Finds them in one query's join tree."""

    def __init__(self, cubes: Mapping[str, Cube], tree: JoinTree, atoms: Atoms, meetings: Meetings) -> None:
        self._cubes = cubes
        self._tree = tree
        self._atoms = atoms
        self._meetings = meetings
        self._keys = StageKeys(cubes, tree, ())

    def met(self, expressions: Iterable[Expression]) -> Iterator[Path]:
        """The meetings that expressions over rows or groups read, or define a measure at."""
        for expression in expressions:
            for member in members_of(expression):
                if member.kind == "measure":
                    yield from self._of_measure(member.path, member.name)
                else:
                    yield from self._meetings.of(member)

    def _of_measure(self, path: Path, name: str) -> Iterator[Path]:
        measure = self._cubes[path[-1]].measures[name]
        yield path
        if not (measure.stage or measure.time_shifts or is_composite(self._cubes, path[-1], measure)):
            yield from self._meetings.of_atom(MeasureAtom(path, name))
            return

        for use in _uses(measure):
            yield from self._used(path, use)

        for added in measure.stage.add_group_by if measure.stage is not None else ():
            yield from self._meetings.of(self._keys.dimension(added, path))

    def _used(self, path: Path, use: Use) -> Iterator[Path]:
        cube = self._cubes[use.cube or path[-1]]
        if use.member in cube.measures:
            yield from self._of_measure(self._atoms.place(path, use), use.member)
            return

        at = self._tree.row(path, cube.name)
        yield at
        if use.member:
            found = cube.dimensions[use.member]
            yield from self._meetings.of(Member(at, use.member, "dimension", found.type))


def _uses(measure: Measure) -> Iterator[Use]:
    written = (sql for sql, _ in measure.stage.order_by) if measure.stage is not None else ()
    for snippet in (measure.sql, *written):
        yield from read_member_sql(snippet).uses() if snippet else ()

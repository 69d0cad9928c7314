"""The access rules that bind in one query."""

from svcchat_magic.semantic.access.access import has_policies, is_limited, row_rules
from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.planning.meetings import Meetings, closed
from svcchat_magic.semantic.planning.missing_rows import MissingRows
from svcchat_magic.semantic.query.query import Expression, Viewer


class RowRules:
    """The conditions of every meeting that a query reads, and of those that the conditions read.

    To make one is to bind them: there is no way to have one that belongs to no viewer.
    """

    __slots__ = ("conditions", "is_ruled", "limited")

    conditions: tuple[Expression, ...]
    is_ruled: bool  # rows may be out of reach where no rule binds: those that no join finds
    # Meetings where a row must be found. A rule such as "not X" holds where there is none as well, and would
    # tell rows that it hides from rows that are not there.
    limited: frozenset[Path]

    def __init__(
        self, model: Model, viewer: Viewer, table: str, tree: JoinTree, met: tuple[Path, ...]
    ) -> None:
        self.is_ruled = has_policies(model)
        meetings = Meetings(model.cubes, tree)
        conditions: tuple[Expression, ...] = ()
        paths: tuple[Path, ...] = ()
        while self.is_ruled and set(met) != set(paths):
            paths = met
            conditions = tuple(dict.fromkeys(row_rules(model, viewer, table, paths, tree.declared)))
            met = tuple(dict.fromkeys((*paths, *closed(meetings.of(*conditions)))))

        joined = (path for path in paths if len(path) > 1)
        self.limited = frozenset(path for path in joined if is_limited(model.cubes[path[-1]], viewer))
        missing = MissingRows(model.cubes, tree, meetings)
        self.conditions = tuple(missing.only_where_found(each, self.limited) for each in conditions)

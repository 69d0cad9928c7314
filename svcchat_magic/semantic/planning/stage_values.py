"""One query with measures in stages, as layers.

Each frame of time is one plain query with the keys of the query that is asked, and so is each stage with
other groups. They are joined on the keys. Windows over groups and HAVING are computed in layers around
them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.model.member_parts import Stage
from svcchat_magic.semantic.model.member_sql import Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Measure
from svcchat_magic.semantic.planning.atoms import COMPOSITE_TYPES, Atoms, is_composite
from svcchat_magic.semantic.planning.merged_parts import MergedParts, Part
from svcchat_magic.semantic.planning.shown_names import Named
from svcchat_magic.semantic.planning.stage_keys import StageKeys
from svcchat_magic.semantic.planning.time_frames import TimeFrame, TimeFrames
from svcchat_magic.semantic.planning.window_layers import WindowLayers
from svcchat_magic.semantic.query.expressions import members_of, rebuilt
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Expression,
    FilteredMeasure,
    Member,
    ModelSql,
    Ordering,
    OuterQuery,
    Output,
    OutputColumn,
    SemanticQuery,
    Source,
    Statement,
    Window,
)

_PLAIN = TimeFrame()
_WITHIN = (
    "A measure of the query moves the time of a measure over other groups, or lays one moving window around "
    "another; ask for them separately."
)
_COLUMN = "A measure of the query reads a column beside groups; let it read measures."


class StageValues:
    """Computes the expressions of one query over its groups.

    `in_stages` gives the layers of further queries that stages read, `named` what the viewer calls a member.
    """

    def __init__(
        self,
        cubes: Mapping[str, Cube],
        tree: JoinTree,
        query: SemanticQuery,
        in_stages: Callable[[SemanticQuery], Statement],
        named: Named,
    ) -> None:
        self._cubes = cubes
        self._query = query
        self._in_stages = in_stages
        self._atoms = Atoms(cubes, tree)
        self._named = named
        self._tree = tree
        self._frames = TimeFrames(cubes, tree, query, named)
        self._keys = StageKeys(cubes, tree, query.keys)
        self._merged = MergedParts(query.keys)
        self._windows = WindowLayers()
        self._of_frames: dict[TimeFrame, Part] = {}
        self._of_groups: dict[tuple[int, ...], Part] = {}

    def statement(self) -> Statement:
        """The layers. Raises QueryRefused where a measure cannot be computed in this query."""
        query = self._query
        outputs = tuple(Output(each.name, self._value(each.expression)) for each in query.outputs)
        having = () if query.having is None else (self._value(query.having),)
        order_by = tuple(replace(term, expression=self._value(term.expression)) for term in query.order_by)
        if not self._merged.has_all_groups:
            self._part(_PLAIN)

        found = self._windows.around(self._merged.layer(), outputs, having, order_by)
        return replace(found, limit=query.limit, offset=query.offset)

    def _value(self, expression: Expression) -> Expression:
        if expression in self._query.keys:
            return self._merged.key(self._query.keys.index(expression))

        match expression:
            case Member(path, name, "measure"):
                return self._measure(path, name, None, _PLAIN)
            case FilteredMeasure(Member(path, name), where):
                return self._measure(path, name, where, _PLAIN)
            case Aggregate(function, distinct=distinct):
                is_count = function == "approximate_count" or (function == "count" and not distinct)
                return self._merged.column(self._part(_PLAIN), expression, is_count=is_count)
            case _:
                return rebuilt(expression, self._value)

    def _measure(self, path: Path, name: str, where: Expression | None, frame: TimeFrame) -> Expression:
        measure = self._cubes[path[-1]].measures[name]
        if measure.time_shifts:
            moved = replace(frame, shifts=(*frame.shifts, *measure.time_shifts))
            return self._written(measure.sql, measure.type, path, where, moved)

        if measure.rolling_window is not None:
            if frame.window is not None:
                raise QueryRefused(_WITHIN)

            frame = replace(frame, window=measure.rolling_window)

        if measure.stage is not None and measure.rolling_window is None:
            if frame != _PLAIN:
                raise QueryRefused(_WITHIN)

            return self._staged(measure, measure.stage, path, where)

        if is_composite(self._cubes, path[-1], measure):
            return self._written(measure.sql, measure.type, path, where, frame)

        return self._number(measure, path, where, frame)

    def _number(
        self, measure: Measure, path: Path, where: Expression | None, frame: TimeFrame
    ) -> OutputColumn:
        """What one aggregate computes in a frame of time."""
        kind = self._cubes[path[-1]].value_type(measure)
        found = Member(path, measure.name, "measure", kind)
        if where is not None and frame.shifts and any(each.type == "time" for each in members_of(where)):
            raise QueryRefused("FILTER of a measure of another time takes no condition on times.")

        expression = found if where is None else FilteredMeasure(found, where)
        is_count = measure.type.startswith("count")
        return self._merged.column(self._part(frame), expression, is_count=is_count)

    def _written(
        self, sql: str, kind: str, path: Path, where: Expression | None, frame: TimeFrame
    ) -> Expression:
        """SQL of a measure over other measures, and the dimensions that the query is grouped by."""
        return self._filled(sql, kind, lambda use: self._used(use, path, where, frame))

    def _filled(self, sql: str, kind: str, value: Callable[[Use], Expression]) -> Expression:
        values = tuple(map(value, read_member_sql(sql).uses()))
        return ModelSql(sql, values, kind if kind in COMPOSITE_TYPES else "number")

    def _used(self, use: Use, path: Path, where: Expression | None, frame: TimeFrame) -> Expression:
        cube = self._cubes[use.cube or path[-1]]
        if use.member in cube.measures:
            return self._measure(self._atoms.place(path, use), use.member, where, frame)

        name = f"{cube.name}.{use.member or use.column}"
        place = self._keys.place(self._keys.dimension(name, path)) if use.member else None
        if place is None:
            raise self._not_grouped(use, path)

        return self._merged.key(place)

    def _staged(self, measure: Measure, stage: Stage, path: Path, where: Expression | None) -> Expression:
        """A measure over other groups than those of the query."""
        if stage.add_group_by:
            return self._nested(measure, self._keys.added(stage, path), path, where)

        kept = self._keys.kept(stage, path)
        groups = tuple(map(self._merged.key, kept))
        if measure.type == "rank":
            order = tuple(
                Ordering(self._written(sql, "number", path, where, _PLAIN), descending)
                for sql, descending in stage.order_by
            )
            return self._windows.column(Window("rank", (), groups, order))

        if measure.type in COMPOSITE_TYPES:
            return self._filled(measure.sql, measure.type, lambda use: self._of_kept(use, path, where, kept))

        value = self._written(measure.sql, measure.type, path, where, _PLAIN)
        return self._windows.column(Window(measure.type, (value,), groups))

    def _of_kept(self, use: Use, path: Path, where: Expression | None, kept: tuple[int, ...]) -> Expression:
        """A measure over the groups of some of the keys alone."""
        if len(kept) == len(self._query.keys):
            return self._used(use, path, where, _PLAIN)

        keys = tuple(self._query.keys[place] for place in kept)
        part = self._of_groups.get(kept) or self._merged.part(
            kept, lambda columns: self._in_stages(self._plain(keys, (*keys, *columns)))
        )
        self._of_groups[kept] = part
        return self._merged.column(part, self._inner(use, path, where))

    def _nested(
        self, measure: Measure, added: tuple[Expression, ...], path: Path, where: Expression | None
    ) -> Expression:
        """An aggregate over finer groups."""
        keys = (*self._query.keys, *added)
        places = range(len(self._query.keys))
        inner: list[Expression] = list(keys)

        def column(use: Use) -> Expression:
            found = self._finer(use, keys, path, where)
            if found not in inner:
                inner.append(found)

            return OutputColumn("r0", f"c{inner.index(found)}", "number")

        value = self._filled(measure.sql, measure.type, column)
        found = value if measure.type in COMPOSITE_TYPES else _aggregate(measure.type, value)
        part = self._merged.part(
            places, lambda columns: self._over(self._in_stages(self._plain(keys, tuple(inner))), columns)
        )
        return self._merged.column(part, found, is_count=measure.type.startswith("count"))

    def _finer(
        self, use: Use, keys: tuple[Expression, ...], path: Path, where: Expression | None
    ) -> Expression:
        """What a nested aggregate reads of the finer groups."""
        if not use.member:
            raise QueryRefused(_COLUMN)

        if use.member in self._cubes[use.cube or path[-1]].measures:
            return self._inner(use, path, where)

        found = self._keys.dimension(f"{use.cube or path[-1]}.{use.member}", path)
        if found not in keys:
            raise self._not_grouped(use, path)

        return found

    def _not_grouped(self, use: Use, path: Path) -> QueryRefused:
        if not use.member:
            return QueryRefused(_COLUMN)

        name = self._named(self._tree.row(path, use.cube or path[-1]), use.member)
        if not name:
            return QueryRefused("A measure of the query reads a dimension that the query is not grouped by.")

        return QueryRefused(f"A measure of the query reads {name}; group by it as well.")

    def _inner(self, use: Use, path: Path, where: Expression | None) -> Expression:
        """A measure in a further query."""
        at = self._atoms.place(path, use)
        cube = self._cubes[at[-1]]
        found = Member(at, use.member, "measure", cube.value_type(cube.measures[use.member]))
        return found if where is None else FilteredMeasure(found, where)

    def _part(self, frame: TimeFrame) -> Part:
        """The plain query of a frame."""
        if frame not in self._of_frames:
            framed = self._frames.framed(frame)
            self._of_frames[frame] = self._merged.part(
                range(len(framed.keys)), lambda columns: _with_columns(framed, (*framed.keys, *columns))
            )

        return self._of_frames[frame]

    def _plain(self, keys: tuple[Expression, ...], columns: tuple[Expression, ...]) -> SemanticQuery:
        return replace(_with_columns(self._query, columns), keys=keys)

    def _over(self, finer: Statement, columns: tuple[Expression, ...]) -> OuterQuery:
        """The groups of the query over finer ones."""
        keys = tuple(self._merged.key(place) for place in range(len(self._query.keys)))
        return OuterQuery((Source("r0", finer),), _outputs((*keys, *columns)), aggregated=True, keys=keys)


def _with_columns(query: SemanticQuery, columns: tuple[Expression, ...]) -> SemanticQuery:
    return replace(query, outputs=_outputs(columns), having=None, order_by=(), limit=None, offset=0)


def _outputs(columns: Sequence[Expression]) -> tuple[Output, ...]:
    return tuple(Output(f"c{number}", column) for number, column in enumerate(columns))


def _aggregate(kind: str, value: Expression) -> Aggregate:
    match kind:
        case "count_distinct":
            return Aggregate("count", value, distinct=True)
        case "count_distinct_approx":
            return Aggregate("approximate_count", value)
        case _:
            return Aggregate(kind, value)

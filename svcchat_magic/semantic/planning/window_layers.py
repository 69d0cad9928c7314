"""Windows over the groups of a query, each in a layer above what it reads."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from svcchat_magic.semantic.query.expressions import parts_of, rebuilt
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import (
    Expression,
    Ordering,
    OuterQuery,
    Output,
    OutputColumn,
    Source,
    Window,
)

_WAITING = "window"  # the relation of a window's column until its layer is known


class WindowLayers:
    """Collects windows, which may read each other's columns."""

    def __init__(self) -> None:
        self._windows: dict[Window, int] = {}  # how many layers each stands above the groups

    def column(self, window: Window) -> OutputColumn:
        """The column of a window, for expressions that are given to `around`."""
        self._windows.setdefault(window, 1 + max(map(self._depth, parts_of(window)), default=0))
        return OutputColumn(_WAITING, self._name(window), type_of(window))

    def around(
        self,
        groups: OuterQuery,
        outputs: tuple[Output, ...],
        having: tuple[Expression, ...],
        order_by: tuple[Ordering, ...],
    ) -> OuterQuery:
        """A query of the groups and the windows over them; `having` is true of the groups it keeps."""
        below = groups
        places: dict[str, int] = {}
        for depth in range(1, max(self._windows.values(), default=0) + 1):
            found = [window for window, at in self._windows.items() if at == depth]
            columns = [_column(at, each.expression) for at, each in enumerate(below.outputs)]
            columns += [_placed(window, places) for window in found]
            first = len(below.outputs)
            below = OuterQuery((Source("r0", below),), _outputs(columns))
            places |= {self._name(window): first + at for at, window in enumerate(found)}

        return OuterQuery(
            (Source("r0", below),),
            tuple(Output(each.name, _placed(each.expression, places)) for each in outputs),
            where=tuple(_placed(each, places) for each in having),
            order_by=tuple(replace(each, expression=_placed(each.expression, places)) for each in order_by),
        )

    def _name(self, window: Window) -> str:
        return str(list(self._windows).index(window))

    def _depth(self, expression: Expression) -> int:
        """The highest layer that an expression reads."""
        if isinstance(expression, OutputColumn) and expression.relation == _WAITING:
            return list(self._windows.values())[int(expression.name)]

        return max(map(self._depth, parts_of(expression)), default=0)


def _placed(expression: Expression, places: Mapping[str, int]) -> Expression:
    """The expression with the columns of windows where they are."""
    if isinstance(expression, OutputColumn) and expression.relation == _WAITING:
        return _column(places[expression.name], expression)

    return rebuilt(expression, lambda part: _placed(part, places))


def _column(at: int, expression: Expression) -> Expression:
    return OutputColumn("r0", f"c{at}", type_of(expression))


def _outputs(columns: Sequence[Expression]) -> tuple[Output, ...]:
    return tuple(Output(f"c{number}", column) for number, column in enumerate(columns))

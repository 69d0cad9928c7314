"""The charts of a comparison: beside each other in a wide cell, below each other in a narrow one."""

from collections.abc import Iterator, Sequence

from svcchat_magic.charts.compared_charts import compared_charts
from svcchat_magic.charts.result_charts import ChartBundle, chart_bundle
from svcchat_magic.errors import ChartRefused
from svcchat_magic.frames.compared_results import Side
from svcchat_magic.notebook.display import answer_pieces as pieces
from svcchat_magic.notebook.display.cell_display import show_bundle
from svcchat_magic.notebook.display.chart_pieces import LAST_SECONDS, ChartPieces, Pictures


class ChartsBeside:
    """The charts of the results that are compared, in the cell that compares them."""

    def __init__(self, pictures: Pictures | None, *, is_shown: bool) -> None:
        self._charts = ChartPieces(pictures)
        self._is_shown = is_shown

    def show(self, sides: Sequence[Side]) -> tuple[str, ...]:
        """Show the charts that these results have; return why others have none."""
        drawn = (
            [side for side in sides if side.result.vega_spec and side.result.rows] if self._is_shown else []
        )
        if len(drawn) > 1 and (together := _together(drawn)):
            self._show(together)
            return ()

        return tuple(self._each_alone(drawn))

    def finish(self) -> None:
        """Wait a few seconds for the charts' pictures. Raises StreamStopped if interrupted."""
        self._charts.finish(LAST_SECONDS)

    def _each_alone(self, sides: Sequence[Side]) -> Iterator[str]:
        for side in sides:
            try:
                chart = chart_bundle(side.result)
            except ChartRefused as refusal:
                yield f"No chart for {side.label}: {refusal}"
            else:
                show_bundle(pieces.variable_bundle(f"{side.label}: {side.result.title}"))
                self._show(chart)

    def _show(self, chart: ChartBundle) -> None:
        self._charts.show(self._charts.piece(chart))


def _together(sides: Sequence[Side]) -> ChartBundle | None:
    """One chart of all, unless one of them is refused or made of several."""
    try:
        return compared_charts([(side.label, side.result) for side in sides])
    except ChartRefused:
        return None

"""Charts that the user edited, and charts that Altair made from them, as a cell displays them."""

from __future__ import annotations

from typing import Any, TypeAlias

from svcchat_magic.charts.result_charts import MIME_TYPE, ChartBundle
from svcchat_magic.notebook.display.chart_pieces import LAST_SECONDS, ChartPiece, Pictures

Shown: TypeAlias = tuple[dict[str, Any], dict[str, Any]]  # data and metadata by MIME type


def edited_bundle(chart: Any, pictures: Pictures | None) -> Shown:
    """A chart of `frame.svc.chart()`, with its picture if pictures are on.

    Raises ChartRefused if it has more rows than a notebook should contain.
    """
    data = chart._repr_mimebundle_()
    picture = pictures.draw(data[MIME_TYPE]) if pictures else None
    return ChartPiece(ChartBundle(data, data["text/plain"]), picture).bundle(LAST_SECONDS)


def altair_bundle(chart: Any, pictures: Pictures | None) -> Any:
    """An Altair chart: shown as ours if part of it is, as after `alt.layer`; else as Altair shows it."""
    from svcchat_magic.frames.offline_chart import offline_if_of_ours

    of_ours = offline_if_of_ours(chart)
    return chart._repr_mimebundle_() if of_ours is None else edited_bundle(of_ours, pictures)

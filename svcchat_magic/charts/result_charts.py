"""A result's chart for display: the rebuilt specification, the rows and our theme."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from svcchat_magic.charts.layout.empty_charts import check_drawn
from svcchat_magic.charts.layout.filters import rows_left
from svcchat_magic.charts.layout.labels import LEVEL, with_labels
from svcchat_magic.charts.layout.missing_names import with_missing_named
from svcchat_magic.charts.layout.parts import Spec, facets, fields_read, folded, times_read
from svcchat_magic.charts.layout.repeated_looks import without_repeats
from svcchat_magic.charts.layout.sizes import PAGE, sized
from svcchat_magic.charts.layout.summary import summary
from svcchat_magic.charts.layout.times import drawn_column
from svcchat_magic.charts.rules.fields import field_names
from svcchat_magic.charts.rules.safe_chart import rebuild_spec
from svcchat_magic.errors import ChartRefused
from svcchat_magic.protocol.results import SqlResult

MIME_TYPE = "application/vnd.vegalite.v5+json"
MOST_ROWS = 5_000
MOST_FACETS = 40


@dataclass(frozen=True, slots=True)
class ChartBundle:
    """A chart by MIME type for a notebook's display, and a summary in one line of text."""

    data: dict[str, Any]
    summary: str


def chart_bundle(result: SqlResult) -> ChartBundle:
    """The chart that the service sent for a result.

    HTML or Markdown beside these two types would hide the chart. Raises ChartRefused if there is no chart, or
    none that can be drawn; the table is shown anyway.
    """
    chart = chart_in(result, PAGE)
    words = chart["description"]
    return ChartBundle({MIME_TYPE: chart, "text/plain": words}, words)


def chart_in(result: SqlResult, room: float) -> Spec:
    """The chart of a result with its rows, laid out for a width in pixels. Raises ChartRefused."""
    spec, values = drawn(result)
    words = summary(spec, len(values), {field: name for name, field in _names(result).items()})
    config = {**LOOKS["config"], "axisXDiscrete": LEVEL}
    looks = {**LOOKS, "description": words, "config": config}
    laid_out = with_labels(sized(spec, values, room), values)
    chart = {**without_repeats(laid_out, config), **looks}
    # Rows that a filter of the whole chart leaves out would only make the notebook heavier.
    return {**chart, **_title(chart, result), "data": {"values": list(rows_left(spec, values))}}


def _title(spec: Spec, result: SqlResult) -> Spec:
    """The title, which says how much is drawn of a result with more rows than were loaded."""
    if result.is_complete:
        return {}

    note = f"First {len(result.rows):,} of {result.total_rows:,} rows"
    given = spec.get("title")
    own = given if isinstance(given, dict) else {"text": given}
    if not own.get("text"):
        return {"title": {"text": note, **_NOTE}}

    above = own.get("subtitle") or []
    return {"title": {**own, "subtitle": [*([above] if isinstance(above, str) else above), note]}}


def as_picture(spec: Spec) -> Spec:
    """The chart in fixed colours, because a picture cannot adopt those of its page."""
    return {**spec, "config": _in_grey(spec.get("config", {}))}


def _in_grey(looks: Any) -> Any:
    if not isinstance(looks, dict):
        return _GREY if looks == _INK else looks

    pale = _INK in looks.values()
    return {name: _in_grey(value) for name, value in looks.items() if not (pale and name == "fillOpacity")}


def drawn(result: SqlResult) -> tuple[Spec, list[Spec]]:
    """The rebuilt specification and its rows. Raises ChartRefused."""
    if not result.vega_spec:
        raise ChartRefused("The service drew no chart for this result.")

    if not result.rows:
        raise ChartRefused("The result has no rows to draw.")

    if len(result.rows) > MOST_ROWS:
        raise ChartRefused(f"The result has more than {MOST_ROWS:,} rows; ask for fewer, or for totals.")

    spec = rebuild_spec(result.vega_spec, [column.name for column in result.columns])
    spec, values = with_missing_named(spec, _values(result, spec))
    _check_size(spec, values)
    check_drawn(spec, values, {field: name for name, field in _names(result).items()})
    return spec, values


def _values(result: SqlResult, spec: Spec) -> list[Spec]:
    """The rows with the fields that the chart reads; times show the same clock time in every zone."""
    read, times = fields_read(spec), times_read(spec)
    columns = [column.name for column in result.columns]
    chosen = [
        (columns.index(name), field, field in times)
        for name, field in _names(result).items()
        if field in read
    ]
    drawn = {
        field: drawn_column([row[at] if at < len(row) else None for row in result.rows], is_time=is_time)
        for at, field, is_time in chosen
    }
    if not drawn:
        return [{} for _ in result.rows]

    return [dict(zip(drawn, row, strict=True)) for row in zip(*drawn.values(), strict=True)]


def _check_size(spec: Spec, values: Sequence[Mapping[str, Any]]) -> None:
    if folded(spec) * len(values) > MOST_ROWS:
        raise ChartRefused(
            f"The chart would make more than {MOST_ROWS:,} rows of its columns; ask for fewer."
        )

    for field in facets(spec):
        if len({str(row.get(field)) for row in values}) > MOST_FACETS:
            raise ChartRefused(f"The chart would fall into more than {MOST_FACETS} small ones.")


def _names(result: SqlResult) -> dict[str, str]:
    return field_names([column.name for column in result.columns])


# The page's text colour, in any theme: no single grey has 4.5:1 on white and on #111. Only SVG supports it;
# a canvas would use black.
_INK = "currentColor"
_NOTE: Spec = {"fontSize": 12, "fontWeight": "normal"}
_PALE = {"fill": _INK, "fillOpacity": 0.7}
_GREY = "#767676"  # for pictures, drawn once for all pages; 4.5:1 on white, 4.2:1 on #111
_FAINT = "rgba(128,128,128,.22)"
_SOFT = "rgba(128,128,128,.4)"
_ACCENT = "#5b6ee1"
_PALETTE = [_ACCENT, "#2f9e6e", "#e08a3c", "#c2569b", "#3aa6b9", "#9a7b4f", "#7c6fd8", "#b5534c"]
_LABELS = {"labelFontSize": 11, "titleFontSize": 11}

# Legible on white and on black, for pages in either theme.
LOOKS: Spec = {
    "usermeta": {"embedOptions": {"renderer": "svg"}},
    "background": "transparent",
    "padding": {"left": 0, "top": 5, "right": 4, "bottom": 5},  # align the title with tables and text
    "config": {
        "view": {"stroke": None},
        "title": {
            "anchor": "start",
            "color": _INK,
            "fontSize": 13,
            "fontWeight": 600,
            "subtitleColor": _INK,
        },
        "axis": {
            **_LABELS,
            "labelPadding": 6,
            "labelSeparation": 4,
            "titleFontWeight": 500,
            "gridColor": _FAINT,
            "tickColor": _SOFT,
            "domainColor": _SOFT,
        },
        "legend": {**_LABELS, "titleFontWeight": 500},
        "header": _LABELS,
        "style": {
            "guide-label": _PALE,
            "guide-title": {**_PALE, "fontWeight": 500},
            "group-subtitle": _PALE,
        },
        "mark": {"color": _ACCENT},
        "text": {"color": _INK},
        "rule": {"color": _GREY},
        "range": {"category": _PALETTE},
    },
}

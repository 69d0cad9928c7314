"""Lay out the labels below a chart and in the legend above it so that they do not overlap."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from svcchat_magic.charts.layout.filters import rows_left
from svcchat_magic.charts.layout.parts import Spec, is_discrete, units
from svcchat_magic.charts.layout.sizes import AXIS

Rows = Sequence[Mapping[str, Any]]

_LETTER = 6.5  # pixels of a letter at this size; East Asian letters take twice as much
_WIDE = "\u1100"  # where they start
_GAP = 4  # between names
_MOST = 140  # of a label below the chart, and of its line when it is slanted
_LINE = 14
_MOST_BESIDE, _PAD = 180, 12  # names beside the chart
_MOST_IN_LEGEND, _SYMBOL = 160, 28
_LEAST = 40
_COLUMNS = ("concat", "hconcat", "vconcat")

# Vega drops labels that overlap. It treats slanted ones as overlapping and would drop every second.
LEVEL: Spec = {"labelAngle": 0, "labelLimit": _MOST, "labelOverlap": True}
SLANTED: Spec = {**LEVEL, "labelAngle": -35, "labelAlign": "right", "labelBaseline": "middle"}


def with_labels(view: Spec, rows: Rows) -> Spec:
    """The sized view, with level labels if they fit into its width and slanted ones otherwise.

    An angle set by the chart is kept, a level one only if it fits.
    """
    rows = rows_left(view, rows)
    if "mark" in view or "layer" in view:
        return _laid_out(view, rows, max(view["width"] - beside(view, rows), _LEAST))

    done = dict(view)
    for word in _COLUMNS:
        if word in view:
            done[word] = [with_labels(inner, rows) for inner in view[word]]

    if "spec" in view:
        done["spec"] = with_labels(view["spec"], rows)

    return done


def _laid_out(view: Spec, rows: Rows, width: float) -> Spec:
    done = dict(view)
    if "encoding" in view:
        laid_out = {name: _channel(name, each, rows, width) for name, each in view["encoding"].items()}
        done["encoding"] = laid_out

    if "layer" in view:
        done["layer"] = [_laid_out(inner, rows_left(inner, rows), width) for inner in view["layer"]]

    return done


def _channel(name: str, channel: Any, rows: Rows, width: float) -> Any:
    if not has_names(channel):
        return channel

    if has_legend_above(channel):
        return {**channel, "legend": {**channel["legend"], **_columns(channel, rows, width)}}

    axis = channel.get("axis", {})
    is_ours = name == "x" and axis is not None and not axis.get("labelAngle")
    if is_ours and width < level_width(channel, rows):
        is_many = width < slanted_width(channel, rows)
        return {**channel, "axis": {**axis, **SLANTED, "labelOverlap": is_many}}

    return channel


def _columns(channel: Spec, rows: Rows, width: float) -> Spec:
    """The number of legend entries per line, if they do not all fit into one."""
    line, entry = legend_widths(channel, rows)
    if line <= width:
        return {}

    fitting = max(1, int(width // entry))
    return {"columns": min(fitting, channel["legend"].get("columns") or fitting)}


def level_width(channel: Spec, rows: Rows) -> float:
    """The smallest width at which the two longest labels fit side by side."""
    lengths = sorted(map(_length, names_of(channel, rows)))
    return len(lengths) * (sum(lengths[-2:]) / max(len(lengths[-2:]), 1) + _GAP)


def slanted_width(channel: Spec, rows: Rows) -> float:
    """The smallest width at which every slanted label has its own line."""
    return len(names_of(channel, rows)) * _LINE


def legend_widths(channel: Spec, rows: Rows) -> tuple[float, float]:
    """The width of all entries in one line, and of the longest entry."""
    widths = [_length(name) + _SYMBOL for name in names_of(channel, rows)]
    return sum(widths), max(widths, default=_SYMBOL)


def has_legend_above(channel: Spec) -> bool:
    """Whether the unit has a legend above or below the chart."""
    legend = channel.get("legend")
    return isinstance(legend, dict) and legend.get("orient") in ("top", "bottom")


def has_names(channel: Any) -> bool:
    """Whether the unit draws a field's values as labels."""
    if not isinstance(channel, dict) or not channel.get("field") or "timeUnit" in channel:
        return False

    return is_discrete(channel)


def beside(view: Spec, rows: Rows) -> float:
    """The width of the axis and the legend; only a single chart includes it in its own width."""
    return around(view, rows) if "autosize" in view else 0


def around(view: Spec, rows: Rows) -> float:
    """The width of the axis and the legend of a single chart."""
    drawn = [unit.encoding for unit in units(view)]
    axis = max((_axis(each.get("y"), rows) for each in drawn), default=0)
    return axis + max((wide for each in drawn for wide in _legends(each, rows)), default=0)


def _axis(y: Any, rows: Rows) -> float:
    if not y or y.get("axis", {}) is None:
        return 0

    return min(_longest(y, rows), _MOST_BESIDE) + _PAD if has_names(y) else AXIS


def _legends(encoding: Mapping[str, Any], rows: Rows) -> Iterator[float]:
    """The width of each legend beside the chart."""
    for name in ("color", "fill", "stroke", "shape", "size", "opacity"):
        channel = encoding.get(name)
        if not isinstance(channel, dict) or "field" not in channel:
            continue

        legend = channel.get("legend", {})
        if legend is not None and legend.get("orient", "right") in ("left", "right"):
            names = _longest(channel, rows) if has_names(channel) else 0
            title = legend.get("title", channel.get("title", channel["field"]))
            yield min(max(names, _length(str(title or ""))), _MOST_IN_LEGEND) + _SYMBOL + _PAD


def _longest(channel: Spec, rows: Rows) -> float:
    return max(map(_length, names_of(channel, rows)), default=0)


def names_of(channel: Spec, rows: Rows) -> set[str]:
    """The values that the unit draws, as text."""
    return {_written(row.get(channel["field"])) for row in rows}


def _length(name: str) -> float:
    return sum(2 * _LETTER if letter >= _WIDE else _LETTER for letter in name)


def _written(value: Any) -> str:
    """A value as a browser writes it, or text of about the same length."""
    if value is None:
        return "null"

    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)

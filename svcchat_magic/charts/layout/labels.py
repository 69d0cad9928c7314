"""Lay out the labels below a chart and in the legend above it so that they do not overlap."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from svcchat_magic.charts.layout.filters import makes_rows, rows_left
from svcchat_magic.charts.layout.parts import Spec, is_discrete, units
from svcchat_magic.charts.layout.short_names import width_of
from svcchat_magic.charts.layout.sizes import AXIS, LEAST_LINE
from svcchat_magic.charts.layout.written_names import (
    GUARD,
    CutNames,
    label_expr,
    step_over,
    with_whole_names,
)

Rows = Sequence[Mapping[str, Any]]

_LETTER = 6.5  # pixels of a letter at this size; East Asian letters take twice as much
_WIDE = "\u1100"  # where they start
_GAP = 4  # between names
_MOST = 140  # of a label below the chart, and of its line when it is slanted
_LINE = 14
MOST_BESIDE, _PAD = 180, 12  # names beside the chart
_SHARE, _LEAST_BESIDE = 0.4, 80  # of a narrow chart
_SLANT = 0.84  # of this, so that the first slanted name does not start left of the chart
MOST_IN_LEGEND, _SYMBOL = 160, 28
NAMES_SHOWN = "names shown"
LEGENDS = ("color", "fill", "stroke", "shape", "size", "opacity")
_LEAST = 40
_COLUMNS = ("concat", "hconcat", "vconcat")

# Vega drops labels that overlap. It treats slanted ones as overlapping and would drop every second.
LEVEL: Spec = {"labelAngle": 0, "labelLimit": _MOST, "labelOverlap": True}
SLANTED: Spec = {**LEVEL, "labelAngle": -35, "labelAlign": "right", "labelBaseline": "middle"}


class _Place(NamedTuple):
    """The room for names, whether all names are known, and the names that are cut."""

    width: float
    height: float
    is_certain: bool
    cut: CutNames
    most: float  # of a name's pixels


def with_labels(view: Spec, rows: Rows) -> Spec:
    """The sized view, with level labels if they fit into its width and slanted ones otherwise.

    An angle set by the chart is kept, a level one only if it fits. Long names are cut. An axis without room
    for all names says how many it shows.
    """
    cut = CutNames()
    done = with_whole_names(_with_labels(view, rows, cut, is_certain=True))
    return {**done, "params": cut.params()} if cut.params() else done


def _with_labels(view: Spec, rows: Rows, cut: CutNames, *, is_certain: bool) -> Spec:
    rows = rows_left(view, view["data"]["values"] if "data" in view else rows)
    is_certain = is_certain and not (makes_rows(view) or "resolve" in view)
    if "mark" in view or "layer" in view:
        width = max(view["width"] - beside(view, rows), _LEAST)
        return _laid_out(view, rows, _Place(width, view["height"], is_certain, cut, most_of_name(view)))

    done = dict(view)
    for word in _COLUMNS:
        if word in view:
            done[word] = [_with_labels(inner, rows, cut, is_certain=is_certain) for inner in view[word]]

    if "spec" in view:
        done["spec"] = _with_labels(view["spec"], rows, cut, is_certain=is_certain)

    return done


def _laid_out(view: Spec, rows: Rows, place: _Place) -> Spec:
    done = dict(view)
    if "encoding" in view:
        laid_out = {name: _channel(name, each, rows, place) for name, each in view["encoding"].items()}
        done["encoding"] = laid_out

    if "layer" in view:
        done["layer"] = [
            _laid_out(
                inner,
                rows_left(inner, rows),
                place._replace(is_certain=place.is_certain and "transform" not in inner),
            )
            for inner in view["layer"]
        ]

    return done


def _channel(name: str, channel: Any, rows: Rows, place: _Place) -> Any:
    if not has_names(channel):
        return channel

    if name in ("x", "y"):
        axis = channel.get("axis", {})
        if axis is None or axis.get("labels") is False:
            return channel

        laid_out = _foot(axis, channel, rows, place) if name == "x" else _side(axis, channel, rows, place)
        return {**channel, "axis": laid_out} if laid_out else channel

    legend = channel.get("legend", {})
    if legend is None or (name not in LEGENDS and "legend" not in channel):
        return channel

    above = has_legend_above(channel)
    most = min(MOST_IN_LEGEND, max(place.width - _SYMBOL, _LEAST_BESIDE)) if above else MOST_IN_LEGEND
    legend = {**legend, **_cut(legend, channel, rows, place, most)}
    if above:
        legend |= _columns(channel, rows, place.width)

    return {**channel, "legend": legend} if legend else channel


def _foot(axis: Spec, channel: Spec, rows: Rows, place: _Place) -> Spec:
    """The axis below the chart, its names slanted where they do not fit level."""
    limit = min(most_at_foot(axis), place.most * _SLANT)
    is_level = not axis.get("labelAngle") and place.width >= level_width(channel, rows)
    if is_level:
        longest = _longest(channel, rows)
        return {**axis, "labelLimit": ceil(longest * GUARD)} if longest > most_at_foot(axis) else axis

    looks = {} if axis.get("labelAngle") else SLANTED
    step = ceil(slanted_width(channel, rows) / place.width)
    return {**axis, **looks, **_thinned(axis, channel, rows, place, (limit, step))}


def _side(axis: Spec, channel: Spec, rows: Rows, place: _Place) -> Spec:
    """The axis beside the chart, with a line for each name."""
    limit = min(axis.get("labelLimit") or MOST_BESIDE, place.most)
    step = ceil(len(names_of(channel, rows)) * LEAST_LINE / place.height)
    if step < 2 and channel.get("type") != "ordinal":
        return {**axis, **_cut(axis, channel, rows, place, limit)}

    return {**axis, **_thinned(axis, channel, rows, place, (limit, step))}


def _thinned(axis: Spec, channel: Spec, rows: Rows, place: _Place, fit: tuple[float, int]) -> Spec:
    """An axis with every n-th of its names and a note of how many it shows; no note if it shows all."""
    limit, step = fit
    count = len(names_of(channel, rows))
    if not place.is_certain or "values" in axis:
        is_many = step > 1
        return {**_cut(axis, channel, rows, place, limit), "labelOverlap": is_many}

    left_out = step_over(count, str(step)) if step > 1 else ""
    title = {"title": with_note(axis_title(axis, channel), shown_note(count, step))} if left_out else {}
    return {**_cut(axis, channel, rows, place, limit, left_out), **title, "labelOverlap": False}


def _cut(guide: Spec, channel: Spec, rows: Rows, place: _Place, limit: float, left_out: str = "") -> Spec:
    """Properties of an axis or a legend that cut long names or leave names out."""
    names = names_to_cut(guide, channel, rows)
    guard = {"labelLimit": ceil(limit * GUARD)} if max(map(_length, names), default=0) > limit else {}
    return {**guard, **label_expr(place.cut.label(names, limit), left_out)}


def axis_title(axis: Spec, channel: Spec) -> Any:
    """The words at an axis."""
    return axis.get("title", channel.get("title", channel["field"]))


def shown_note(count: int, step: int) -> str:
    """The note of an axis that shows every `step`-th of `count` names."""
    return f"{ceil(count / step)} of {count} {NAMES_SHOWN}"


def with_note(title: Any, note: str) -> Any:
    """A title with a note behind it."""
    if isinstance(title, list):
        return [*title, note]

    return f"{title} ({note})" if title else note


def names_to_cut(guide: Spec, channel: Spec, rows: Rows) -> set[str]:
    """The names that may be cut; a format writes them in another way."""
    return set() if "format" in guide or "format" in channel else names_of(channel, rows)


def most_at_foot(axis: Spec) -> float:
    """The most pixels of a name below the chart."""
    return min(axis.get("labelLimit") or _MOST, _MOST)


def most_of_name(view: Spec) -> float:
    """The most pixels of a name: a single chart counts those beside it into its width."""
    return max(view["width"] * _SHARE, _LEAST_BESIDE) if "autosize" in view else MOST_BESIDE


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
    widths = [min(_length(name), MOST_IN_LEGEND) + _SYMBOL for name in names_of(channel, rows)]
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

    return min(_longest(y, rows), MOST_BESIDE) + _PAD if has_names(y) else AXIS


def _legends(encoding: Mapping[str, Any], rows: Rows) -> Iterator[float]:
    """The width of each legend beside the chart."""
    for name in LEGENDS:
        channel = encoding.get(name)
        if not isinstance(channel, dict) or "field" not in channel:
            continue

        legend = channel.get("legend", {})
        if legend is not None and legend.get("orient", "right") in ("left", "right"):
            names = _longest(channel, rows) if has_names(channel) else 0
            title = legend.get("title", channel.get("title", channel["field"]))
            yield min(max(names, _length(str(title or ""))), MOST_IN_LEGEND) + _SYMBOL + _PAD


def _longest(channel: Spec, rows: Rows) -> float:
    return max(map(_length, names_of(channel, rows)), default=0)


def names_of(channel: Spec, rows: Rows) -> set[str]:
    """The values that the unit draws, as text."""
    domain = (channel.get("scale") or {}).get("domain")
    if isinstance(domain, list):
        return set(map(_written, domain))

    return {_written(row.get(channel["field"])) for row in rows}


def _length(name: str) -> float:
    usual = sum(2 * _LETTER if letter >= _WIDE else _LETTER for letter in name)
    return max(usual, width_of(name))


def _written(value: Any) -> str:
    """A value as a browser writes it, or text of about the same length."""
    if value is None:
        return "null"

    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)

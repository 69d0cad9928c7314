"""Charts that are drawn where they are wished for: points, heat maps, stacks and areas."""

from svcchat_magic.analyst.telling.chart_axes import (
    ACCENT,
    Spec,
    axis,
    colour,
    moments,
    name_tip,
    number_axis,
    number_tip,
    time_axis,
    time_tip,
)
from svcchat_magic.analyst.telling.chart_bars import heat_map, time_band
from svcchat_magic.analyst.telling.chart_frames import framed
from svcchat_magic.analyst.telling.chart_times import area
from svcchat_magic.analyst.telling.chart_titles import chart_title
from svcchat_magic.analyst.telling.results import Result

_MOST_COLOURS = 8  # parts of a stack; with more it would not be the whole
_MOST_STACKS = 30  # beside each other
_MOST_POINTS = 2_000


def wished(result: Result) -> Spec | None:
    """The chart that is wished for; None where these rows cannot be drawn so, or nothing is wished."""
    match result.query.chart:
        case "scatter":
            return _points(result)
        case "heat":
            return _heat(result)
        case "stack" | "area":
            return _whole(result)
        case _:
            return None


def _points(result: Result) -> Spec | None:
    """A point for each group: one number across, another one up."""
    query = result.query
    if len(query.measures) < 2 or query.grain or not 1 <= len(query.dimensions) <= 2:
        return None

    if len(result.rows.rows) > _MOST_POINTS:
        return None

    across, up = query.measures[:2]
    axes: Spec = {
        channel: number_axis(result, each, channel, is_line=True) | {"title": each.title}
        for channel, each in (("x", across), ("y", up))
    }
    tones: Spec = {}
    series = query.dimensions[-1]
    if len(query.dimensions) == 2 and len(names := list(result.distinct(series))) <= _MOST_COLOURS:
        tones = {"color": colour(series, names, result.raw(series, names))}

    tips = [*map(name_tip, query.dimensions), number_tip(across), number_tip(up)]
    mark: Spec = {"type": "circle", "size": 70, "opacity": 0.75} | ({} if tones else {"color": ACCENT})
    spec = framed(result, across, mark, axes | tones, tips)
    return spec | {"title": chart_title(result, (across, up), "")}


def _heat(result: Result) -> Spec | None:
    """A cell for each pair of values, or for each value and unit of time."""
    query = result.query
    if len(query.dimensions) == 2 and not query.grain:
        few, many = sorted(query.dimensions, key=lambda each: len(result.distinct(each)))
        return heat_map(result, few, many)

    return heat_map(result, query.dimensions[0], None) if len(query.dimensions) == 1 and query.grain else None


def _whole(result: Result) -> Spec | None:
    """Parts on top of each other, where they may be summed; one area where there are no parts."""
    query, measure = result.query, result.query.measures[0]
    if query.grain and not query.dimensions and query.chart == "area" and len(moments(result)) > 1:
        return area(result, measure)

    is_sum = measure.name in result.additive and all(number >= 0 for _, number in result.numbers(measure))
    if not is_sum or not query.dimensions or len(query.dimensions) + bool(query.grain) != 2:
        return None

    few = min(query.dimensions, key=lambda each: len(result.distinct(each)))
    names = list(result.distinct(few))
    tips = [name_tip(few), number_tip(measure)]
    encoding: Spec = {
        "y": number_axis(result, measure, "y") | {"stack": "zero"},
        "color": colour(few, names, result.raw(few, names)),
    }
    if len(names) > _MOST_COLOURS:
        return None

    if query.grain:
        mark: Spec = {"type": "area" if query.chart == "area" else "bar"}
        across = time_axis(result) if query.chart == "area" else time_band(result, overlap=True)
        return framed(result, measure, mark, encoding | {"x": across}, [time_tip(result), *tips])

    outer = next(each for each in query.dimensions if each != few)
    if len(result.distinct(outer)) > _MOST_STACKS:
        return None

    quiet = axis(grid=False, labelAngle=0, ticks=False)
    shown: Spec = {"field": outer.name, "type": "nominal", "sort": None, "title": None, "axis": quiet}
    return framed(result, measure, {"type": "bar"}, encoding | {"x": shown}, [name_tip(outer), *tips])

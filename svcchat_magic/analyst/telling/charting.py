"""Draws a result: a Vega-Lite v5 specification without data, chosen from the shape of the analysis."""

import json

from svcchat_magic.analyst.telling.chart_axes import Spec, moments
from svcchat_magic.analyst.telling.chart_bars import (
    bars,
    heat_map,
    paired_bars,
    pie,
    row_bars,
    stacked_shares,
)
from svcchat_magic.analyst.telling.chart_frames import below_each_other
from svcchat_magic.analyst.telling.chart_times import area, time_bars, trend
from svcchat_magic.analyst.telling.chart_wishes import wished
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.model.model import Field

_MOST_PARTS = 3  # charts below each other
_MOST_PAIRED = 20  # bars side by side; more become a heat map
_MOST_SLICES = 8
_MOST_TIME_BARS = 60


def chart_of(result: Result) -> str:
    """The specification as JSON, or empty when one number or nothing is to be drawn."""
    is_list = result.query.shape in ("records", "values") or result.query.chart == "table"
    if (
        is_list
        or result.is_empty
        or len(result.rows.rows) < 2
        or any("." in each.name for each in result.rows.columns)
    ):
        return ""

    spec = _drawn(result)
    return json.dumps(spec, separators=(",", ":"), ensure_ascii=False) if spec else ""


def _drawn(result: Result) -> Spec | None:
    query = result.query
    if any(each.type == "time" for each in query.measures):
        return None

    match query.shape:
        case "share":
            return _share(result)
        case "changed":
            return bars(result, query.derived["change"]) if len(query.dimensions) == 1 else None
        case "changes":
            return _changes(result)
        case "running" | "moving":
            return _along(result, query.derived[query.shape]) if len(query.dimensions) <= 1 else None
        case _:
            return _measured(result)


def _measured(result: Result) -> Spec | None:
    """The asked measures, over time or beside each other."""
    query, measures = result.query, result.query.measures[:_MOST_PARTS]
    if (spec := wished(result)) is not None:
        return spec

    if query.grain and not query.ranked and query.shape != "having":
        return _over_time(result, measures)

    if query.grain and not query.dimensions:
        return below_each_other(result, [time_bars(result, each, lying=True) for each in measures])

    if len(query.dimensions) == 2 and not query.grain:
        return _crossed(result)

    if len(query.dimensions) != 1 or query.grain:
        return None

    if query.chart == "pie" and _can_be_pie(result, measures[0]):
        return pie(result, measures[0])

    return below_each_other(result, [bars(result, each) for each in measures])


def _over_time(result: Result, measures: tuple[Field, ...]) -> Spec | None:
    query, count = result.query, len(moments(result))
    if count < 2 or len(query.dimensions) > 1:
        return None

    if not query.dimensions:
        is_bars = count == 2 or (query.chart == "bar" and count <= _MOST_TIME_BARS)
        draw = time_bars if is_bars and query.chart != "line" else trend
        return below_each_other(result, [draw(result, each) for each in measures])

    if count == 2 and query.chart != "line":
        return _pairs_over_time(result)

    return below_each_other(result, [trend(result, each) for each in measures])


def _pairs_over_time(result: Result) -> Spec:
    """Two points in time for each value: bars side by side where these are few."""
    series = result.query.dimensions[0]
    few = len(result.distinct(series)) * 2 <= _MOST_PAIRED
    return paired_bars(result, series, None) if few else heat_map(result, series, None)


def _crossed(result: Result) -> Spec:
    """Two dimensions: bars side by side where these are few, else a heat map."""
    first, second = result.query.dimensions
    if result.query.shape == "within" and len(result.distinct(second)) == len(result.rows.rows):
        return row_bars(result, second, first)

    if len(result.distinct(first)) == len(result.rows.rows):  # the second one only tells more of each
        is_few = len(result.distinct(second)) <= _MOST_SLICES
        return row_bars(result, first, second) if is_few else bars(result, result.query.measures[0])

    outer, inner = (
        (first, second) if len(result.distinct(second)) <= len(result.distinct(first)) else (second, first)
    )
    marks = len(result.distinct(outer)) * len(result.distinct(inner))
    return paired_bars(result, outer, inner) if marks <= _MOST_PAIRED else heat_map(result, outer, inner)


def _share(result: Result) -> Spec | None:
    query, member = result.query, result.query.derived["share"]
    if query.grain and not query.dimensions:
        return time_bars(result, member) if len(moments(result)) <= _MOST_TIME_BARS else trend(result, member)

    if len(query.dimensions) + bool(query.grain) == 2:
        return stacked_shares(result, member)

    if len(query.dimensions) != 1 or query.grain:
        return None

    return (
        pie(result, member) if query.chart == "pie" and _can_be_pie(result, member) else bars(result, member)
    )


def _changes(result: Result) -> Spec | None:
    """The change of each unit of time; two points in time are two bars of the measure itself."""
    query = result.query
    measure, in_units = query.measures[0], query.is_absolute or query.measures[0].format == "percent"
    change = query.derived["change" if in_units else "percent"]
    if len(query.dimensions) > 1 or len(moments(result)) < 2:
        return None

    if query.dimensions:
        return _pairs_over_time(result) if len(moments(result)) == 2 else trend(result, change)

    if len(result.numbers(change)) < 2:
        return time_bars(result, measure)

    is_line = query.chart == "line" or len(moments(result)) > _MOST_TIME_BARS
    return trend(result, change) if is_line else time_bars(result, change)


def _along(result: Result, member: Field) -> Spec | None:
    if len(moments(result)) < 2:
        return None

    is_area = result.query.shape == "running" and not result.query.dimensions
    return area(result, member) if is_area else trend(result, member)


def _can_be_pie(result: Result, measure: Field) -> bool:
    """Slices make a whole only of few parts that may be summed, none of them negative."""
    numbers = result.numbers(measure)
    is_part = result.query.shape == "share" or measure.name in result.additive
    return (
        is_part
        and result.is_whole
        and len(numbers) <= _MOST_SLICES
        and all(number >= 0 for _, number in numbers)
    )

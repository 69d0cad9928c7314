"""What stands above a chart: what it draws, of which time, and how much of it."""

from dataclasses import replace

from svcchat_magic.analyst.language.periods import Period, add
from svcchat_magic.analyst.telling.chart_axes import Spec, moments
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.model.model import Field

_ALONG_TIME = ("trend", "changes", "running", "moving", "share")


def chart_title(result: Result, measures: tuple[Field, ...], part: str = "") -> Spec:
    """The title over these measures; `part` says how many of the values are drawn when not all are."""
    query = result.query
    derived = tuple(each for each in measures if each not in query.measures)
    drawn = replace(query, reading=replace(query.reading, measures=measures, derived=derived))
    subtitle = _capital(" · ".join(filter(None, (_when(result), part))))
    look: Spec = {"anchor": "start", "fontSize": 13, "fontWeight": 600, "offset": 10}
    below: Spec = {"subtitle": subtitle, "subtitleFontSize": 12, "subtitlePadding": 4}
    return {"text": drawn.title, **look, **(below if subtitle else {})}


def part_title(measure: Field) -> Spec:
    """The title of one of several charts below each other."""
    look: Spec = {"anchor": "start", "frame": "group", "fontSize": 12, "fontWeight": 500}
    return {"text": measure.title, **look}


def values_drawn(result: Result, dimension: Field, drawn: int) -> str:
    """`first 25 of 126 products`, or nothing when all of them are drawn or their number is not known."""
    query = result.query
    is_only = len(query.dimensions) == 1 and not query.grain
    is_short = result.is_cut and query.limit is None
    there = result.rows.total_rows if is_only and is_short else len(result.distinct(dimension))
    if drawn >= there or (is_short and not is_only):
        return ""

    words = query.words
    form = "first of many" if is_only else "leading of many"
    what = words.plural(words.lower(dimension.title))
    return words.say(form, drawn=drawn, there=words.written(f"{there:,}"), what=what)


def _when(result: Result) -> str:
    """The period as a reader names it; for a trend without one, or cut short, the time that is drawn."""
    query, days = result.query, moments(result)
    if query.before and query.period and query.before_name in query.title:
        return ""

    if query.shape in _ALONG_TIME and days and (query.period is None or result.is_cut):
        return Period(days[0], add(days[-1], query.grain, 1)).named(query.words.dates)[1]

    period = query.period
    if period is None or query.when in query.title:
        return ""

    is_closed = period.start is not None and period.end is not None
    return query.period_name if is_closed else query.when


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

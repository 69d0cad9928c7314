"""The axes, colours, legends and tooltips of a chart: one value for each of its channels.

Everything that styles a mark stands at the mark or its axis: a `config` would not survive the client.
"""

from datetime import date
from decimal import Decimal

from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import capital
from svcchat_magic.semantic.model.model import Field

Spec = dict[str, object]

ACCENT = "#5b6ee1"
PALETTE = (ACCENT, "#2f9e6e", "#e08a3c", "#c2569b", "#3aa6b9", "#9a7b4f", "#7c6fd8", "#b5534c")
TICKS = {"year": "%Y", "quarter": "Q%q %Y", "month": "%b %Y", "week": "%d %b %Y", "day": "%d %b %Y"}
_FAINT, _SOFT = "rgba(128,128,128,.22)", "rgba(128,128,128,.4)"
LETTER = 6.5  # pixels that a letter of a label takes
_SYMBOL, _LEGEND = 28, 440  # pixels of a legend's symbol with its gaps, and of a line of a legend
_MOST_TICKS, _MOST_LONG_TICKS = 12, 7  # of months without their year, and with it
_STEPS = (1, 2, 3, 6, 12)  # months from one tick to the next
_FEW = 5  # rows counted: an axis has ticks between whole numbers
_LONG = 366  # days from which on an axis names months and no days


def axis(**more: object) -> Spec:
    """A quiet axis; the colour of its words is that of the page it is drawn on."""
    quiet: Spec = {
        "labelFontSize": 11,
        "titleFontSize": 11,
        "titleFontWeight": 400,
        "titlePadding": 8,
        "labelPadding": 6,
        "labelFlush": False,
    }
    return quiet | {"gridColor": _FAINT, "tickColor": _SOFT, "domainColor": _SOFT} | more


def time_axis(result: Result) -> Spec:
    """The channel along which time runs."""
    query, days = result.query, moments(result)
    most = _MOST_TICKS if len({day.year for day in days}) == 1 else _MOST_LONG_TICKS
    step = -(-len(days) // most)
    if query.grain == "month":
        step = next((each for each in _STEPS if each >= step), -(-step // 12) * 12)

    ticks: object = (
        {"interval": query.grain, "step": step} if query.grain in ("month", "year") else min(len(days), 8)
    )
    quiet = axis(
        format=tick_format(query.grain, days), grid=False, tickCount=ticks, labelAngle=0, labelOverlap=True
    )
    return {"field": query.time_column, "type": "temporal", "title": None, "axis": quiet}


def number_axis(result: Result, measure: Field, channel: str, *, is_line: bool = False) -> Spec:
    """The channel along which a measure grows; numbers are written out, as in the table below.

    Only a line may begin above zero: the length of a bar, and what fills an area, is the number itself.
    """
    form = "~%" if measure.format == "percent" else ",~f"
    quiet = axis(format=form, tickCount=5 if channel == "y" else 4, domain=False, ticks=False)
    numbers = [number for _, number in result.numbers(measure)]
    is_count = measure.agg_type in ("count", "count_distinct")
    is_stacked = len(result.query.groups) > 1
    if is_count and not is_stacked and max(numbers, default=_FEW) < _FEW:
        quiet["values"] = list(range(int(max(numbers)) + 1))  # there are no half orders

    encoding: Spec = {"field": measure.name, "type": "quantitative", "title": None, "axis": quiet}
    if is_line:
        encoding["scale"] = _trend_scale(numbers)

    return encoding


def colour(member: Field, names: list[str], values: list[object] | None = None) -> Spec:
    """A colour for each of the values with these names, in their order."""
    scale = {"domain": values or names, "range": [PALETTE[at % len(PALETTE)] for at in range(len(names))]}
    above = legend() | _columns(names) if len(names) > 1 else None  # the title names a single one
    return {"field": member.name, "type": "nominal", "title": None, "scale": scale, "legend": above}


def legend() -> Spec:
    """A legend above the chart."""
    return {"orient": "top", "title": None, "labelFontSize": 11, "symbolSize": 60}


def number_tip(measure: Field) -> Spec:
    """The tooltip's line with a measure."""
    forms = {"percent": ".1%", "currency": ",.2f"}
    form = forms.get(measure.format, ",~f" if measure.agg_type in ("count", "count_distinct") else ",.2~f")
    return {"field": measure.name, "type": "quantitative", "title": measure.title, "format": form}


def name_tip(dimension: Field) -> Spec:
    """The tooltip's line with a value of a dimension."""
    return {"field": dimension.name, "type": "nominal", "title": dimension.title}


def time_tip(result: Result) -> Spec:
    """The tooltip's line with a unit of time."""
    query = result.query
    time = query.reading.time
    title = query.words.unit(query.grain) if time is None else capital(query.words.lower(time.title))
    return {"field": query.time_column, "type": "temporal", "title": title, "format": TICKS[query.grain]}


def calendar_title(result: Result, dimension: Field) -> str | None:
    """What the numbers along an axis are: parts of the calendar, stretches of a number; none for names."""
    if dimension.name in result.query.widths:
        return result.query.words.say("axis from", what=dimension.title)

    part = result.query.parts.get(dimension.name)
    return result.query.words.say(f"axis {part}") if part else None


def moments(result: Result) -> list[date]:
    """The units of time that came, each once, the earliest first."""
    return sorted({day for row in range(len(result.rows.rows)) if (day := result.moment(row))})


def _columns(values: list[str]) -> Spec:
    """How many entries a legend's line holds, where all of them do not fit into one."""
    widths = [len(value) * LETTER + _SYMBOL for value in values]
    if sum(widths) <= _LEGEND:
        return {}

    return {"columns": max(1, int(_LEGEND // max(widths)))}


def tick_format(grain: str, days: list[date]) -> str:
    """How the units along an axis are written, without the year when there is one: the subtitle names it."""
    if len({day.year for day in days}) == 1:
        return {"quarter": "Q%q", "month": "%b", "week": "%d %b", "day": "%d %b"}.get(grain, TICKS[grain])

    is_long = bool(days) and grain in ("week", "day") and (days[-1] - days[0]).days > _LONG
    return TICKS["month"] if is_long else TICKS[grain]


def _trend_scale(numbers: list[Decimal]) -> Spec:
    """From zero; a line that stays far above it gets room below its low, so that the foot is no zero."""
    low, high = min(numbers, default=Decimal(0)), max(numbers, default=Decimal(0))
    if low < 0:
        return {"zero": True, "nice": 5}

    floor = low - max((high - low) / 3, high / 20)
    if low < high * Decimal("0.4") or floor <= 0:
        return {"zero": True, "nice": 5}

    return {"zero": False, "domainMin": float(floor), "nice": 5}

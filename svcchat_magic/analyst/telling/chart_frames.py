"""What every chart has around its marks: size, title, the values that are drawn."""

from decimal import Decimal

from svcchat_magic.analyst.telling.chart_axes import Spec
from svcchat_magic.analyst.telling.chart_titles import chart_title, part_title
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.model.model import Field

WIDTH, HEIGHT = 538, 220
PART_WIDTH = 460  # charts below each other do not count their axes into their width
_PART_HEIGHT = 130
_TITLE_LETTER = 8  # pixels that a letter of a title takes at most
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


def framed(
    result: Result, measure: Field, mark: Spec, encoding: Spec, tips: list[Spec], part: str = ""
) -> Spec:
    """A chart of one measure; `part` says how many of the values are drawn."""
    return {
        "$schema": SCHEMA,
        "title": chart_title(result, (measure,), part),
        "width": WIDTH,
        "height": HEIGHT,
        "mark": mark,
        "encoding": encoding | {"tooltip": tips},
    }


def narrowed(spec: Spec, width: int) -> Spec:
    """A chart of few bars: as narrow as they need, and no narrower than its title."""
    titled = spec["title"]
    letters = len(str(titled["text"])) if isinstance(titled, dict) else 0
    return spec | {"width": min(WIDTH, max(300, width, letters * _TITLE_LETTER))}


def below_each_other(result: Result, charts: list[Spec]) -> Spec:
    """A single chart as it is; a chart for each measure with its own scale otherwise."""
    if len(charts) == 1:
        return charts[0]

    measures = result.query.measures[: len(charts)]
    title = charts[0]["title"]
    parts = [
        {name: value for name, value in chart.items() if name != "$schema"}
        | {"title": part_title(measure), "width": PART_WIDTH}
        | ({"height": _PART_HEIGHT} if chart["height"] == HEIGHT else {})
        for chart, measure in zip(charts, measures, strict=True)
    ]
    whole = {"text": chart_title(result, measures)["text"]}
    return {
        "$schema": SCHEMA,
        "title": title | whole if isinstance(title, dict) else whole,
        "vconcat": parts,
        "spacing": 22,
    }


def only(result: Result, dimension: Field, drawn: list[str]) -> tuple[Spec, ...]:
    """A filter that leaves the other values out, where there are others."""
    there = len(result.distinct(dimension))
    values = result.raw(dimension, drawn)
    return ({"filter": {"field": dimension.name, "oneOf": values}},) if len(drawn) < there else ()


def filtered(spec: Spec, filters: tuple[Spec, ...]) -> Spec:
    """The chart with filters."""
    return spec | {"transform": list(filters)} if filters else spec


def leading(result: Result, dimension: Field, most: int) -> list[str]:
    """The values with the most of the first measure, in that order; parts of the calendar in their own."""
    if dimension.name in result.query.parts or dimension.name in result.query.widths:
        return list(result.distinct(dimension))

    sizes: dict[str, Decimal] = {}
    for row, number in result.numbers(result.query.measures[0]):
        if result.cell(row, dimension.name) is not None:
            name = result.value(row, dimension)
            sizes[name] = sizes.get(name, Decimal(0)) + abs(number)

    return sorted(sizes, key=lambda name: (-sizes[name], name))[:most]

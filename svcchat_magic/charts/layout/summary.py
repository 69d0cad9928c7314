"""A chart in one line of text: "line chart: revenue by month, 12 points"."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from svcchat_magic.charts.layout.parts import Spec, Unit, is_discrete, units
from svcchat_magic.charts.rules.literals import chart_text

_KINDS = {
    "line": ("line chart", "point"),
    "trail": ("line chart", "point"),
    "area": ("area chart", "point"),
    "bar": ("bar chart", "bar"),
    "arc": ("pie chart", "slice"),
    "point": ("scatter plot", "point"),
    "circle": ("scatter plot", "point"),
    "square": ("scatter plot", "point"),
    "rect": ("heat map", "cell"),
    "boxplot": ("box plot", "row"),
    "tick": ("strip plot", "tick"),
    "text": ("text chart", "label"),
}
_CHANNELS = ("theta", "y", "x", "color", "xOffset", "facet", "row", "column")


def summary(spec: Spec, rows: int, names: Mapping[str, str]) -> str:
    """A summary of the chart; `names` maps each field to its column."""
    drawn = list(units(spec))
    main = next((unit for unit in drawn if unit.mark in _KINDS), drawn[0])
    kind, noun = _KINDS.get(main.mark, ("chart", "row"))
    # Charts side by side list their measures together; a layer belongs to the chart below it.
    several = (
        [] if "layer" in spec else [unit for unit in drawn if unit is not main and unit.mark == main.mark]
    )
    what = _subject([main, *several], names) or _title(spec)
    if _is_computed(spec, main):
        noun = "row"

    counted = f"{rows:,} {noun}{'' if rows == 1 else 's'}"
    return chart_text(f"{kind}: {what}, {counted}" if what else f"{kind}, {counted}")


def _subject(drawn: Sequence[Unit], names: Mapping[str, str]) -> str:
    """`revenue by month and channel`."""
    measures: list[str] = []
    groups: list[str] = []
    for unit, channel in product(drawn, _CHANNELS):
        definition = unit.encoding.get(channel)
        if not isinstance(definition, Mapping) or not ("field" in definition or "aggregate" in definition):
            continue

        name = _name(definition, names)
        is_measure = channel in ("theta", "y", "x") and definition.get("type") == "quantitative"
        chosen = measures if is_measure or "aggregate" in definition else groups
        if name not in chosen:
            chosen.append(name)

    is_scatter = len(drawn) == 1 and len(measures) == 2
    if is_scatter and not any(is_discrete(drawn[0].encoding.get(channel, {})) for channel in ("x", "y")):
        return " by ".join([measures[0], " and ".join([measures[1], *groups])])

    return " by ".join(" and ".join(part) for part in (measures, groups) if part)


def _name(definition: Mapping[str, Any], names: Mapping[str, str]) -> str:
    title = definition.get("title")
    if isinstance(title, str) and title:
        return title

    field = definition.get("field", "")
    name = names.get(field, field)
    if definition.get("aggregate") == "count":
        return "count"

    return f"{definition['aggregate']} of {name}" if "aggregate" in definition else name


def _is_computed(spec: Spec, unit: Unit) -> bool:
    """Whether the chart draws something other than one mark for each row."""
    channels = [each for each in unit.encoding.values() if isinstance(each, Mapping)]
    return "transform" in spec or any("aggregate" in each or each.get("bin") for each in channels)


def _title(spec: Spec) -> str:
    title = spec.get("title")
    text = title.get("text") if isinstance(title, Mapping) else title
    return text if isinstance(text, str) else ""

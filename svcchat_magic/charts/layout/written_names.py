"""What an axis or a legend writes for its names: fixed expressions, which look the names up in lists.

No text of a result is ever part of an expression: names are values of the chart's parameters.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from svcchat_magic.charts.layout.parts import Spec, inner_views
from svcchat_magic.charts.layout.short_names import short_names

GUARD = 1.25  # letters may be wider on the reader's page; beyond this Vega cuts, in the middle of a word
WHOLE = "datum.label"  # the expression of a name as it is


class CutNames:
    """The names of one chart that are cut, by their limit in pixels, and the parameters that hold them."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._cut: dict[int, dict[str, str]] = {}

    def label(self, names: Iterable[str], limit: float) -> str:
        """The expression of a label; the names that it cuts are noted."""
        pixels = int(limit)
        found = short_names(names, pixels)
        if not found:
            return WHOLE

        self._cut.setdefault(pixels, {}).update(found)
        at = f"indexof({self._prefix}names_{pixels}, datum.value)"
        return f"{at} < 0 ? {WHOLE} : {self._prefix}cut_{pixels}[{at}]"

    def params(self) -> list[Spec]:
        """Two lists for each limit: the whole names, and what is shown of them."""
        return [
            {"name": f"{self._prefix}{name}_{limit}", "value": list(values)}
            for limit, cut in sorted(self._cut.items())
            for name, values in (("names", cut.keys()), ("cut", cut.values()))
        ]


def label_expr(label: str, left_out: str = "") -> Spec:
    """The property of an axis or a legend; `left_out` says of a label whether there is no room for it."""
    expression = f"{left_out} ? '' : ({label})" if left_out else label
    return {} if expression == WHOLE else {"labelExpr": expression}


def step_over(count: int, step: str) -> str:
    """The condition that leaves out all but every so many of `count` labels."""
    return f"round(datum.index * {count - 1}) % {step}"


def with_whole_names(view: Spec, shared: Mapping[str, Any] | None = None) -> Spec:
    """The view with the whole names in the tooltips of its marks, where an axis or a legend cuts them."""
    encoding = {**(shared or {}), **view.get("encoding", {})}
    if "mark" in view:
        return _with_tooltip(view, encoding)

    done = dict(view)
    for word in ("layer", "concat", "hconcat", "vconcat"):
        if word in view:
            inner = encoding if word == "layer" else None
            done[word] = [with_whole_names(each, inner) for each in inner_views(view)]

    if "spec" in view:
        done["spec"] = with_whole_names(view["spec"])

    return done


def _with_tooltip(view: Spec, encoding: Mapping[str, Any]) -> Spec:
    cut = [each for each in encoding.values() if isinstance(each, dict) and _is_cut(each)]
    if not cut:
        return view

    given = encoding.get("tooltip")
    if not given:
        mark = view["mark"] if isinstance(view["mark"], dict) else {"type": view["mark"]}
        others = {name: each for name, each in view.get("encoding", {}).items() if name != "tooltip"}
        return {**view, "mark": {**mark, "tooltip": mark.get("tooltip") or True}, "encoding": others}

    lines = given if isinstance(given, list) else [given]
    if any("value" in line for line in lines):
        return view

    there = {line.get("field") for line in lines}
    more = {each["field"]: _line(each) for each in cut if each["field"] not in there}
    return {**view, "encoding": {**view.get("encoding", {}), "tooltip": [*lines, *more.values()]}}


def _is_cut(channel: Mapping[str, Any]) -> bool:
    guides = (channel.get("axis"), channel.get("legend"))
    return any("cut_" in (guide or {}).get("labelExpr", "") for guide in guides)


def _line(channel: Mapping[str, Any]) -> Spec:
    return {name: channel[name] for name in ("field", "type", "title") if channel.get(name)}

"""Rebuild a chart specification from a stream from allowed parts; nothing is copied unchecked."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from svcchat_magic.charts.rules.channels import rebuilt_encoding, rebuilt_facet
from svcchat_magic.charts.rules.fields import Fields
from svcchat_magic.charts.rules.grammar import COMPOSITE_MARKS, MARK, MARKS, TITLE, TITLE_TEXT, VIEW
from svcchat_magic.charts.rules.literals import DROPPED, Properties, choice, either, flag, kept, number, part
from svcchat_magic.charts.rules.transforms import rebuilt_transforms
from svcchat_magic.errors import BadLine, ChartRefused
from svcchat_magic.protocol.messages import read_json

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
MOST_CHARACTERS = 100_000
MOST_DEPTH = 12
MOST_VIEWS = 12
LEAST_SIDE, MOST_SIDE = 10, 1_600

Rebuilt = dict[str, Any]


def rebuild_spec(spec_text: str, columns: Sequence[str]) -> Rebuilt:
    """A Vega-Lite v5 specification without data, for rows whose keys are `chart_fields.field_names(columns)`.

    Addresses, expressions and style references are left out. Raises ChartRefused, with a message, if the text
    is not a chart of these columns.
    """
    given = read_spec(spec_text)
    rebuilt = _Views().rebuilt(given, Fields.of(columns))
    if not _reads_a_field(rebuilt):
        raise ChartRefused("The chart draws no column of the result.")

    return {"$schema": SCHEMA, **rebuilt}


def read_spec(spec_text: str) -> Mapping[str, Any]:
    """Parse the specification, still unsafe but limited in size and depth. Raises ChartRefused."""
    if len(spec_text) > MOST_CHARACTERS or len(spec_text.encode(errors="replace")) > MOST_CHARACTERS:
        raise ChartRefused(f"The chart's specification is longer than {MOST_CHARACTERS // 1000} KB.")

    try:
        given = read_json(spec_text)
    except BadLine as cause:
        raise ChartRefused("The chart's specification is not JSON.") from cause

    if not isinstance(given, dict):
        raise ChartRefused("The chart's specification is not an object.")

    if _depth(given) > MOST_DEPTH:
        raise ChartRefused("The chart's specification is nested too deeply.")

    return given


def _depth(given: Any) -> int:
    """The nesting depth of objects and lists."""
    level = [given]
    for depth in count():
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return depth

    raise AssertionError("every specification ends somewhere")


class _Views:
    """Rebuilds a view and those inside it, and counts them."""

    def __init__(self) -> None:
        self._count = 0

    def rebuilt(self, given: Any, fields: Fields, *, inside: str = "") -> Rebuilt:
        """Rebuild one view; `inside` is the kind of view that contains it."""
        self._count += 1
        if not isinstance(given, dict) or self._count > MOST_VIEWS:
            raise ChartRefused(f"The chart has a part that is no chart, or more than {MOST_VIEWS} parts.")

        view: Rebuilt = kept(given, _FRAME if inside != "layer" else {})
        if "transform" in given:
            transforms, fields = rebuilt_transforms(given["transform"], fields)
            if transforms:
                view["transform"] = transforms

        composition = next((word for word in _COMPOSITIONS if word in given), "")
        if composition:
            return {**view, **self._composed(composition, given, fields)}

        if "spec" in given and "facet" in given and not inside:
            return {**view, **self._faceted(given, fields)}

        return {
            **view,
            "mark": _mark(given.get("mark")),
            "encoding": rebuilt_encoding(given.get("encoding"), fields),
        }

    def _composed(self, word: str, given: Mapping[str, Any], fields: Fields) -> Rebuilt:
        parts = given[word]
        if not isinstance(parts, list) or not parts:
            raise ChartRefused("The chart is made of parts that are not there.")

        done: Rebuilt = {word: [self.rebuilt(each, fields, inside=word) for each in parts]}
        if word == "layer" and (encoding := rebuilt_encoding(given.get("encoding"), fields)):
            done["encoding"] = encoding

        return {**done, **kept(given, _ARRANGED)}

    def _faceted(self, given: Mapping[str, Any], fields: Fields) -> Rebuilt:
        facet = given["facet"]
        sides = ("row", "column")
        if isinstance(facet, dict) and any(isinstance(facet.get(side), dict) for side in sides):
            by: Rebuilt = {side: found for side in sides if (found := rebuilt_facet(facet.get(side), fields))}
        else:
            by = rebuilt_facet(facet, fields)

        return {
            "facet": by,
            "spec": self.rebuilt(given["spec"], fields, inside="facet"),
            **kept(given, _ARRANGED),
        }


def _mark(given: Any) -> Any:
    name = given.get("type") if isinstance(given, dict) else given
    if not isinstance(name, str) or name not in (*MARKS, *COMPOSITE_MARKS):
        raise ChartRefused(
            "The chart is drawn in a way that is not allowed here; lines, bars and points are."
        )

    properties = kept(given, MARK)
    return {"type": name, **properties} if properties else name


def _reads_a_field(rebuilt: Any) -> bool:
    if isinstance(rebuilt, dict):
        return "field" in rebuilt or any(map(_reads_a_field, rebuilt.values()))

    return isinstance(rebuilt, list) and any(map(_reads_a_field, rebuilt))


def _side(value: Any) -> Any:
    """A width or height in pixels, limited to what a page can draw."""
    pixels = number(-1e300, 1e300)(value)
    return DROPPED if pixels is DROPPED else min(max(pixels, LEAST_SIDE), MOST_SIDE)


_COMPOSITIONS = ("layer", "hconcat", "vconcat", "concat")
_SIDE = either(_side, part({"step": number(4, 60)}))
_FRAME: Properties = {
    "title": either(TITLE_TEXT, part(TITLE)),
    "width": _SIDE,
    "height": _SIDE,
    "view": part(VIEW),
}
_RESOLUTION = part(
    dict.fromkeys(
        (
            "x",
            "y",
            "theta",
            "radius",
            "color",
            "fill",
            "stroke",
            "size",
            "shape",
            "opacity",
            "xOffset",
            "yOffset",
        ),
        choice("independent", "shared"),
    )
)
_ARRANGED: Properties = {
    "align": choice("all", "each", "none"),
    "bounds": choice("full", "flush"),
    "center": flag,
    "columns": number(1, 40),
    "resolve": part({"axis": _RESOLUTION, "legend": _RESOLUTION, "scale": _RESOLUTION}),
    "spacing": number(0, 200),
}

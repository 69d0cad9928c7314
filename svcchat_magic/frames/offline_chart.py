"""altair charts displayed with JupyterLab's own renderer, without scripts from the internet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

import altair

from svcchat_magic.charts.layout.sizes import fitted
from svcchat_magic.charts.result_charts import LOOKS, MIME_TYPE, MOST_ROWS
from svcchat_magic.charts.rules.safe_chart import SCHEMA
from svcchat_magic.errors import ChartRefused

_Made = TypeVar("_Made")


class ShownOffline:
    """A mixin for altair's chart classes: charts derived from one are displayed offline too."""

    def to_dict(self, *args: Any, context: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
        """The specification; at the top level Vega-Lite v5, with our theme unless it has its own."""
        spec: dict[str, Any] = super().to_dict(*args, context=context, **options)  # type: ignore[misc]
        is_part = not (context or {}).get("top_level", True)
        return spec if is_part or options.get("format", "vega-lite") != "vega-lite" else _whole(spec)

    def _repr_mimebundle_(self, *_: Any, **__: Any) -> dict[str, Any]:
        try:
            spec = self.to_dict(context={"pre_transform": False})
        except altair.MaxRowsError as cause:
            raise ChartRefused(
                f"The chart has more than {MOST_ROWS:,} rows, which altair does not put into a notebook. "
                "Draw totals of them, .head(), or call alt.data_transformers.disable_max_rows(); "
                ".save() writes them all."
            ) from cause

        title = spec.get("title", "")
        words = title.get("text", "") if isinstance(title, dict) else title
        words = " ".join(words) if isinstance(words, list) else words
        return {MIME_TYPE: spec, "text/plain": f"chart: {words}" if words else "chart"}

    def repeat(self, *args: Any, **options: Any) -> Any:
        """Repeat as altair does, displayed offline."""
        return offline(super().repeat(*args, **options))  # type: ignore[misc]

    def __add__(self, other: Any) -> Any:
        return offline(super().__add__(other))  # type: ignore[misc]

    def __radd__(self, other: Any) -> Any:
        return offline(_kind(other).__add__(other, self)) if _is_chart(other) else NotImplemented

    def __or__(self, other: Any) -> Any:
        return offline(super().__or__(other))  # type: ignore[misc]

    def __ror__(self, other: Any) -> Any:
        return offline(_kind(other).__or__(other, self)) if _is_chart(other) else NotImplemented

    def __and__(self, other: Any) -> Any:
        return offline(super().__and__(other))  # type: ignore[misc]

    def __rand__(self, other: Any) -> Any:
        return offline(_kind(other).__and__(other, self)) if _is_chart(other) else NotImplemented


class _Divisible(ShownOffline):
    def facet(self, *args: Any, **options: Any) -> Any:
        """Facet as altair does, displayed offline."""
        return offline(super().facet(*args, **options))  # type: ignore[misc]


# Named like altair's own classes, because altair prints the class name if it cannot display a chart.
class Chart(_Divisible, altair.Chart):
    """One mark."""

    def mark_bar(self, *args: Any, **options: Any) -> Any:
        """As altair's, on zero."""
        return _on_zero(super().mark_bar(*args, **options))

    def mark_area(self, *args: Any, **options: Any) -> Any:
        """As altair's, on zero."""
        return _on_zero(super().mark_area(*args, **options))


class LayerChart(_Divisible, altair.LayerChart):
    """Marks on top of each other."""


class FacetChart(ShownOffline, altair.FacetChart):
    """A small chart for each value of a column."""


class RepeatChart(ShownOffline, altair.RepeatChart):
    """A chart for each of some columns."""


class ConcatChart(ShownOffline, altair.ConcatChart):
    """Charts in rows that wrap."""


class HConcatChart(ShownOffline, altair.HConcatChart):
    """Charts side by side."""


class VConcatChart(ShownOffline, altair.VConcatChart):
    """Charts below each other."""


EditableChart: TypeAlias = (
    Chart | LayerChart | FacetChart | RepeatChart | ConcatChart | HConcatChart | VConcatChart
)
_OFFLINE: Mapping[type[Any], type[Any]] = {
    altair.Chart: Chart,
    altair.LayerChart: LayerChart,
    altair.FacetChart: FacetChart,
    altair.RepeatChart: RepeatChart,
    altair.ConcatChart: ConcatChart,
    altair.HConcatChart: HConcatChart,
    altair.VConcatChart: VConcatChart,
}
_PARTS = ("layer", "concat", "hconcat", "vconcat", "spec")


def offline(made: _Made) -> _Made:
    """Convert altair's result to our chart class; other values are unchanged."""
    if type(made) in _OFFLINE:
        # altair would treat a plain assignment as a property of the specification.
        object.__setattr__(made, "__class__", _OFFLINE[type(made)])

    return made


def offline_if_of_ours(chart: Any) -> Any:
    """A combined chart, such as by `alt.layer`, as ours if one of its parts is ours; else None."""
    return offline(chart.copy(deep=False)) if any(map(_is_ours, _parts(chart))) else None


def _parts(chart: Any) -> Iterator[Any]:
    for name in _PARTS:
        found = chart._get(name)  # without it, altair returns Undefined
        for part in found if isinstance(found, list) else [found]:
            if type(part) in _OFFLINE:
                yield from _parts(part)

            yield part


def _kind(chart: Any) -> Any:
    return type(chart)


def _is_chart(other: Any) -> bool:
    return isinstance(other, altair.TopLevelMixin)


def _is_ours(part: Any) -> bool:
    return isinstance(part, ShownOffline)


def _on_zero(chart: Any) -> Any:
    """Remove the lower limit of a line's scale, which a bar would cross on its way to zero."""
    encoding: Any = chart._get("encoding")
    if encoding is altair.Undefined:
        return chart

    encoding = encoding.copy(deep=True)
    for name in ("x", "y"):
        scale: Any = getattr(encoding._get(name), "scale", altair.Undefined)
        if getattr(scale, "zero", None) is False:
            scale.domainMin = altair.Undefined

    chart.encoding = encoding
    return chart


def _whole(spec: dict[str, Any]) -> dict[str, Any]:
    """The top-level chart; settings of the user or their theme override ours."""
    said = spec.get("config", {})
    usual = {name: value for name, value in {**LOOKS, **fitted(spec)}.items() if name not in said}
    return {**_under(usual, _without_unread(spec)), "$schema": SCHEMA}


def _under(usual: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """The given settings, completed with defaults."""
    both = {
        name: _under(usual[name], value)
        for name, value in said.items()
        if isinstance(value, dict) and isinstance(usual.get(name), dict)
    }
    return {**usual, **said, **both}


def _without_unread(spec: dict[str, Any]) -> dict[str, Any]:
    """Drop the columns that the chart does not use; altair writes every column of a frame."""
    if not isinstance(spec.get("datasets"), dict):
        return spec

    # Expressions name columns too, so check whether the words of a name occur anywhere.
    read = {name: value for name, value in spec.items() if name not in ("datasets", "config", "$schema")}
    text = json.dumps(read, ensure_ascii=False)
    if '"content": "data"' in text:  # a tooltip of the whole row
        return spec

    words = set(_WORD.findall(_ESCAPE.sub(" ", text)))
    return {**spec, "datasets": {name: _read(rows, words) for name, rows in spec["datasets"].items()}}


def _read(rows: Any, words: set[str]) -> Any:
    """Drop columns that none of these words name; unusual names may be escaped there."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        return rows

    unread = {name for name in rows[0] if _PLAIN.fullmatch(name) and not words.issuperset(name.split())}
    return [{name: value for name, value in row.items() if name not in unread} for row in rows]


_WORD = re.compile(r"\w+")
_PLAIN = re.compile(r"[A-Za-z0-9_ ]+")
_ESCAPE = re.compile(r"\\[nrt]")

"""Inspect a rebuilt specification: its views, their marks, and the fields they read."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Spec = dict[str, Any]

_LISTS = ("layer", "concat", "hconcat", "vconcat")


class Unit(NamedTuple):
    """One mark with all its channels, including those inherited from its layer."""

    mark: str
    encoding: Mapping[str, Any]
    has_points: bool = False  # on a line


def units(view: Spec, shared: Mapping[str, Any] | None = None) -> Iterator[Unit]:
    """The marks of a view, in drawing order."""
    encoding = {**(shared or {}), **view.get("encoding", {})}
    if "mark" in view:
        mark = view["mark"]
        given = {"type": mark} if isinstance(mark, str) else mark
        yield Unit(given["type"], encoding, bool(given.get("point")))

    for inner in inner_views(view):
        yield from units(inner, encoding if "layer" in view else None)


def inner_views(view: Spec) -> list[Spec]:
    """The views inside a layered, concatenated or faceted view."""
    if "spec" in view:
        return [view["spec"]]

    return next((view[word] for word in _LISTS if word in view), [])


def facets(view: Spec) -> Iterator[str]:
    """The fields that divide a chart into facets."""
    encoding = view.get("encoding", {})
    by = view.get("facet", {})
    divided = [encoding.get(channel) for channel in ("facet", "row", "column")]
    for each in (*divided, by, by.get("row"), by.get("column")):
        if each and isinstance(each.get("field"), str):
            yield each["field"]

    for inner in inner_views(view):
        yield from facets(inner)


def fields_read(spec: Any) -> set[str]:
    """Every field that the specification names."""
    if isinstance(spec, list):
        return set().union(*map(fields_read, spec)) if spec else set()

    if not isinstance(spec, dict):
        return set()

    found = {spec["field"]} if isinstance(spec.get("field"), str) else set()
    for word in ("fold", "groupby"):
        found |= set(spec.get(word, ()))

    return found.union(*map(fields_read, spec.values()))


def folded(spec: Any) -> int:
    """The largest number of rows that one row becomes when columns are folded into rows."""
    if isinstance(spec, list):
        return max(map(folded, spec), default=1)

    if not isinstance(spec, dict):
        return 1

    times = 1
    for transform in spec.get("transform", ()):
        times *= len(transform.get("fold", ())) or 1

    return times * max((folded(inner) for inner in inner_views(spec)), default=1)


def times_read(spec: Any) -> set[str]:
    """Every field drawn as a time."""
    if isinstance(spec, list):
        return set().union(*map(times_read, spec)) if spec else set()

    if not isinstance(spec, dict):
        return set()

    is_time = spec.get("type") == "temporal" or "timeUnit" in spec
    found = {spec["field"]} if is_time and isinstance(spec.get("field"), str) else set()
    return found.union(*map(times_read, spec.values()))


def is_discrete(channel: Mapping[str, Any]) -> bool:
    """Whether a channel has a position for each value instead of a continuous scale."""
    if "type" in channel:
        return channel["type"] in ("ordinal", "nominal")

    return not channel.keys() & {"aggregate", "bin", "timeUnit"}

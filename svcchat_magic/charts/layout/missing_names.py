"""Groups without a value under words: Vega writes null, and draws none that a scale's domain leaves out."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from svcchat_magic.charts.layout.parts import Spec, is_discrete

NO_VALUE = "(no value)"
_COLOUR = "#9aa0a6"  # of no other group


def with_missing_named(spec: Spec, values: list[Spec]) -> tuple[Spec, list[Spec]]:
    """The chart and its rows with words in place of missing texts that tell groups apart.

    A chart with transforms is left as it is: they may ask whether a value is missing.
    """
    fields = frozenset() if _transforms(spec) else frozenset(_grouping(spec, values))
    if not fields:
        return spec, values

    return _extended(spec, fields), [
        {name: NO_VALUE if value is None and name in fields else value for name, value in row.items()}
        for row in values
    ]


def _grouping(spec: Spec, values: Sequence[Spec]) -> Iterator[str]:
    """The fields of text that only tell groups apart, and are missing in a row."""
    uses: dict[str, list[Spec]] = {}
    for use in _uses(spec):
        uses.setdefault(use["field"], []).append(use)

    for field, given in uses.items():
        found = [row.get(field) for row in values]
        is_text = all(each is None or isinstance(each, str) for each in found)
        if is_text and None in found and any(found) and all(map(_tells_apart, given)):
            yield field


def _tells_apart(use: Spec) -> bool:
    return is_discrete(use) and not use.keys() & {"aggregate", "timeUnit", "bin", "condition"}


def _uses(part: Any) -> Iterator[Spec]:
    if isinstance(part, list):
        for each in part:
            yield from _uses(each)

    if isinstance(part, dict):
        if isinstance(part.get("field"), str) and "type" in part:
            yield part

        for each in part.values():
            yield from _uses(each)


def _transforms(part: Any) -> bool:
    if isinstance(part, list):
        return any(map(_transforms, part))

    return isinstance(part, dict) and (bool(part.get("transform")) or any(map(_transforms, part.values())))


def _extended(part: Any, fields: Collection[str]) -> Any:
    """The specification whose scales and orders have a place for the words."""
    if isinstance(part, list):
        return [_extended(each, fields) for each in part]

    if not isinstance(part, dict):
        return part

    found = {name: _extended(each, fields) for name, each in part.items()}
    if part.get("field") not in fields:
        return found

    if isinstance(found.get("sort"), list) and NO_VALUE not in found["sort"]:
        found["sort"] = [*(each for each in found["sort"] if each is not None), NO_VALUE]

    scale = found.get("scale")
    if isinstance(scale, dict) and isinstance(scale.get("domain"), list) and NO_VALUE not in scale["domain"]:
        found["scale"] = _wider(scale)

    return found


def _wider(scale: Spec) -> Spec:
    known = [each for each in scale["domain"] if each is not None]
    wider = {**scale, "domain": [*known, NO_VALUE]}
    colours = scale.get("range")
    return {**wider, "range": [*colours[: len(known)], _COLOUR]} if isinstance(colours, list) else wider

"""How large a chart is drawn: as its specification says, or as its values need, never beyond a page."""

from collections.abc import Mapping, Sequence
from typing import Any

from svcchat_magic.frames.chart_parts import Spec, inner_views, is_discrete
from svcchat_magic.frames.safe_chart import LEAST_SIDE, MOST_SIDE

_WIDTH, _HEIGHT = 560, 220
_SMALL_WIDTH, _SMALL_HEIGHT = 240, 160
_STEP = 22


def sized(view: Spec, values: Sequence[Mapping[str, Any]], *, is_small: bool = False) -> Spec:
    """The view with a width and a height in pixels, and so the views inside it."""
    if "mark" in view or "layer" in view:
        return {**view, **_sides(view, values, is_small=is_small or _is_divided(view))}

    done = dict(view)
    for word in ("concat", "hconcat", "vconcat"):
        if word in view:
            done[word] = [sized(inner, values, is_small=word != "vconcat") for inner in view[word]]

    if "spec" in view:
        done["spec"] = sized(view["spec"], values, is_small=True)

    return done


def _sides(view: Spec, values: Sequence[Mapping[str, Any]], *, is_small: bool) -> Spec:
    usual = (_SMALL_WIDTH, _SMALL_HEIGHT) if is_small else (_WIDTH, _HEIGHT)
    sides: Spec = {}
    for side, channel, pixels in (("width", "x", usual[0]), ("height", "y", usual[1])):
        given = view.get(side)
        if isinstance(given, int | float):
            sides[side] = given
            continue

        needed = _places(view, channel, values) * (given["step"] if given else _STEP)
        # Names side by side share the usual width; names below each other need a line each.
        is_fitted = given or (needed and side == "height")
        sides[side] = min(max(needed, LEAST_SIDE * 3), MOST_SIDE) if is_fitted and needed else pixels

    return sides


def _places(view: Spec, channel: str, values: Sequence[Mapping[str, Any]]) -> int:
    """How many places a discrete axis has; 0 for a continuous one."""
    shared = view.get("encoding", {})
    for part in (view, *inner_views(view)):
        found = {**shared, **part.get("encoding", {})}.get(channel)
        if found and "field" in found and is_discrete(found):
            return len({str(row.get(found["field"])) for row in values})

    return 0


def _is_divided(view: Spec) -> bool:
    return any(channel in view.get("encoding", {}) for channel in ("facet", "row", "column"))

"""The names along a chart's foot: level where they fit, else slanted, and never over each other."""

from collections.abc import Mapping, Sequence
from typing import Any

from svcchat_magic.frames.chart_parts import Spec, is_discrete, units

_LETTER = 6.5  # pixels of a letter at this size
_MOST = 140
_LINE = 14  # and of a line of slanted names
_LEVEL: Spec = {"labelAngle": 0, "labelLimit": _MOST, "labelOverlap": True}
_SLANTED: Spec = {**_LEVEL, "labelAngle": -35, "labelAlign": "right", "labelBaseline": "middle"}


def foot_labels(spec: Spec, values: Sequence[Mapping[str, Any]], width: float) -> Spec:
    """The configuration for a chart so wide; what the chart itself says of its axis goes before it."""
    for unit in units(spec):
        across = unit.encoding.get("x") or {}
        if is_discrete(across) and across.get("field") and "timeUnit" not in across:
            names = {str(row.get(across["field"])) for row in values}
            longest = max(map(len, names), default=0)
            if longest * _LETTER * len(names) > width:
                # Vega takes slanted names for overlapping ones, and would leave out every second.
                return {"axisXDiscrete": {**_SLANTED, "labelOverlap": len(names) * _LINE > width}}

    return {"axisXDiscrete": _LEVEL}

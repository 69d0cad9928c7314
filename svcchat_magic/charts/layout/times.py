"""Values for a chart's rows: harmless text, and times that look the same in every reader's zone."""

import re
from collections.abc import Sequence
from typing import Any

from svcchat_magic.charts.rules.literals import chart_text
from svcchat_magic.protocol.plain_times import plain_time


def drawn_column(values: Sequence[Any], *, is_time: bool) -> list[Any]:
    """One field's values; times that share one zone keep their local time.

    Times of several zones are written with their offset, which every browser understands.
    """
    if not is_time:
        return [_drawn(value) for value in values]

    is_clock = have_one_clock(values)
    return [_moment(value, is_clock=is_clock) for value in values]


def have_one_clock(values: Sequence[Any]) -> bool:
    """Whether all times have the same zone, or none."""
    zones = {_zone(_text(value)) for value in values if value is not None}
    return len(zones) < 2 or zones <= {"", "Z"}


def _drawn(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value

    text = _text(value)
    plain = plain_time(text)
    return chart_text(text) if plain is None or _ZONE.search(plain) else plain


def _moment(value: Any, *, is_clock: bool) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value

    text = _text(value)
    plain = plain_time(text)
    if plain is None:
        return chart_text(text)

    day, _, clock = plain.partition(" ")
    clock = _ZONE.sub(r"\1", clock)
    # A browser reads a bare date as midnight UTC, which is the previous day in America.
    return f"{day}T{clock or '00:00:00'}{'' if is_clock else _zone(text)}"


def _zone(text: str) -> str:
    """The zone of a time, if it has one: Z, or an offset such as +02:00."""
    found = _ZONE.search(text) if plain_time(text) else None
    if not found:
        return ""

    hours, minutes = found[2], found[3] or "00"
    return "Z" if hours == "Z" or (hours, minutes) == ("+00", "00") else f"{hours}:{minutes}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value)


_ZONE = re.compile(r"(:\d\d(?:\.\d+)?)(Z|[+-]\d\d)(?::?(\d\d))?$")

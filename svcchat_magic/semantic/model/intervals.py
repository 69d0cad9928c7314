"""Lengths of time as model files write them: "3 days", "1 month 15 days"."""

import re

INTERVAL = "must be a length of time such as 7 days or 1 month"
_PART = re.compile(r"([+-]?\d{1,6})\s+(second|minute|hour|day|week|month|quarter|year)s?", re.IGNORECASE)


def is_interval(text: str) -> bool:
    """Whether a text is a length of time."""
    return bool(text) and not _PART.sub("", text).strip()


def interval_parts(text: str) -> tuple[tuple[int, str], ...]:
    """The numbers and units of a length of time, units in the singular."""
    return tuple((int(number), unit.lower()) for number, unit in _PART.findall(text))

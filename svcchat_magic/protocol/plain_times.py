"""Format times for people: dates without midnight, times without the zone UTC."""

import re


def plain_time(text: str) -> str | None:
    """`2024-01-31` or `2024-01-31 10:30:00` for an ISO time, None for any other text."""
    found = _ISO_TIME.fullmatch(text)
    if not found:
        return None

    day, clock, fraction, zone = found.groups(default="")
    if not clock or (clock in _MIDNIGHT and not fraction.strip("0.") and zone in _UTC):
        return day

    return f"{day} {clock}{fraction.rstrip('0').rstrip('.')}{'' if zone in _UTC else zone}"


_ISO_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,9})?(Z|[+-]\d\d(?::?\d\d)?)?)?", re.ASCII
)
_MIDNIGHT = ("00:00", "00:00:00")
_UTC = ("", "Z", "+00:00", "+0000", "+00")

"""The patterns of TO_CHAR, in the notation that every engine's writer takes."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from svcchat_magic.errors import QueryRefused

_MAX_PATTERN = 100
_CODES: Mapping[str, str] = MappingProxyType({
    "YYYY": "%Y", "YY": "%y", "MM": "%m", "DD": "%d", "DDD": "%j", "HH24": "%H", "HH12": "%I", "HH": "%I",
    "MI": "%M", "SS": "%S", "AM": "%p", "PM": "%p",
    "FMMonth": "%B", "Month": "%B", "Mon": "%b", "FMDay": "%A", "Day": "%A", "Dy": "%a",
})  # fmt: skip
_PIECE = re.compile("|".join([*sorted(_CODES, key=len, reverse=True), r'"[^"%]*"', "[-/:., _]"]))


def pattern_of(written: str) -> str:
    """A pattern such as `YYYY-MM` as strftime writes it; raises QueryRefused for what is not in the table."""
    place = 0
    found = []
    while place < len(written):
        piece = _PIECE.match(written, place)
        if piece is None or len(written) > _MAX_PATTERN:
            raise QueryRefused(
                f"TO_CHAR takes {', '.join(_CODES)} and text in double quotes; "
                "use EXTRACT(quarter FROM time) for other parts."
            )

        found.append(_CODES.get(piece[0], piece[0].strip('"')))
        place = piece.end()

    return "".join(found)

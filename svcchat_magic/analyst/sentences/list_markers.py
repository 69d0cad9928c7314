"""The numbers of a numbered list, which count from one and say nothing of the data."""

import re
from dataclasses import dataclass

_MARKER = re.compile(r"(?:^|(?<=\n))\s*(?P<number>\d{1,3})[.)](?=\s)")


@dataclass(slots=True)
class ListMarkers:
    """Follows the lists of a text; a number that does not go on is no marker but a figure."""

    _last: int = 0

    def without(self, text: str) -> tuple[str, str]:
        """The text without its markers, and a marker that does not go on or has nothing behind it."""
        for match in reversed(list(_MARKER.finditer(text))):
            text = text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]
            number = int(match["number"])
            if number not in (1, self._last + 1) or not text[match.end() :].strip():
                return text, match[0].strip()

            self._last = number

        return text, ""

"""Keeps the API key out of what is received: an agent may repeat it, and answers are saved and shared."""

import json
from collections.abc import Callable

from svcchat_magic.settings import ApiKey

BLOT = b"***"
_SMALL = 4_096  # bytes; more than any spelling of a key


class KeyFilter:
    """Blots the key out of one stream's lines before anyone sees them.

    Each chunk is searched once; lines are looked through only after the key has come.
    """

    def __init__(self, key: ApiKey | None) -> None:
        spellings = _spellings(key) if key is not None else ()
        # A function, so that neither `vars` nor a traceback's locals show it.
        self._spellings: Callable[[], tuple[bytes, ...]] = lambda: spellings
        self._overlap = max(map(len, spellings), default=1) - 1
        self._tail = b""
        self._has_come = False

    def look(self, chunk: bytes) -> None:
        """Search the next chunk, and the seam between it and what came before."""
        if self._has_come:
            return

        if len(chunk) < _SMALL:
            window = seam = self._tail + chunk
        else:  # copying it would cost more than searching it
            window, seam = chunk, self._tail + chunk[: self._overlap]

        for spelling in self._spellings():
            if spelling in window or spelling in seam:
                self._has_come = True

        self._tail = window[-self._overlap :] if self._overlap else b""

    def cleaned(self, lines: list[bytes]) -> list[bytes]:
        """Lines of the chunks that were looked at, without the key."""
        return [self._blotted(line) for line in lines] if self._has_come else lines

    def _blotted(self, line: bytes) -> bytes:
        for spelling in self._spellings():
            line = line.replace(spelling, BLOT)

        return line


def _spellings(key: ApiKey) -> tuple[bytes, ...]:
    """The key as it stands in text, in JSON, and in JSON within JSON, as tool results are (2.4)."""
    plain = key.reveal()
    once = json.dumps(plain)[1:-1]
    twice = json.dumps(once)[1:-1]
    slashed = plain.replace("/", r"\/")
    return tuple(dict.fromkeys(text.encode() for text in (twice, once, slashed, plain)))

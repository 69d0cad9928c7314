"""Cuts a growing text into sentences, each given out as soon as it is complete."""

import re
from dataclasses import dataclass

# A sentence ends before a space or a line break; `1.` at the start of a line and `Dr.` do not end one.
_END = re.compile(r"[.!?…][\"')\]*_`”’]*(?=\s)|\n+")
_NO_END = re.compile(
    r"(?:(?:^|\n)\s*\d{1,3}|\b(?:e\.g|i\.e|vs|approx|etc|no|Dr|Mr|Mrs|Ms|St|Mt|Jr|Sr|Prof|Co|Corp|Inc|Ltd|incl|excl|avg|max|min|est|inkl|exkl|Nr|z\.B|bzw|ca|[A-Z]))\.$"
)
_MOST = 4_000  # characters without an end; then the text is given out as it is


@dataclass(slots=True)
class Sentences:
    """The sentences of a text that arrives in pieces; joined they are the text."""

    _rest: str = ""

    def feed(self, piece: str) -> list[str]:
        """The sentences that a piece completes, with the space behind them."""
        self._rest += piece
        found: list[str] = []
        start = 0
        for match in _END.finditer(self._rest):
            text = self._rest[start : match.end()]
            if match[0].startswith(".") and _NO_END.search(text):
                continue

            if match.end() == len(self._rest):
                break  # more line breaks, or what belongs to the sentence, may follow

            end = match.end() + (self._rest[match.end()] == " ")
            found.append(self._rest[start:end])
            start = end

        self._rest = self._rest[start:]
        if len(self._rest) > _MOST:
            found.append(self._rest)
            self._rest = ""

        return found

    def end(self) -> list[str]:
        """What is left when no more comes."""
        rest, self._rest = self._rest, ""
        return [rest] if rest else []

"""Cuts a growing text into sentences, each given out as soon as it is complete."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

# A sentence ends before a space or a line break; `1.` at the start of a line and `Dr.` do not end one.
_END = re.compile(r"[.!?…][\"')\]*_`”’]*(?=\s)|\n+")
_NO_END = re.compile(
    r"(?:(?:^|\n)\s*\d{1,3}|\b(?:e\.g|i\.e|vs|approx|etc|no|Dr|Mr|Mrs|Ms|St|Mt|Jr|Sr|Prof|Co|Corp|Inc|Ltd|incl|excl|avg|max|min|est|inkl|exkl|Nr|z\.B|bzw|ca|[A-Z]))\.$"
)
_MOST = 1_500  # characters without an end; then the text is given out as it is


@dataclass(slots=True)
class Sentences:
    """The sentences of a text that arrives in pieces; joined they are the text."""

    _rest: str = ""
    _cuts: tuple[tuple[str, int], ...] = ()  # a name in lower case, and where a sentence seems to end in it

    def keep_whole(self, names: Iterable[str]) -> None:
        """Do not cut inside of these names of rows, in lower case: `golden days vol. 2`."""
        found = ((name, match.end()) for name in names for match in _END.finditer(name))
        self._cuts = tuple(dict.fromkeys(found))

    def feed(self, piece: str) -> list[str]:
        """The sentences that a piece completes, with the space behind them."""
        self._rest += piece
        found = self._cut(is_over=False)
        if len(self._rest) > _MOST:
            found.append(self._rest)
            self._rest = ""

        return found

    def end(self) -> list[str]:
        """What is left when no more comes."""
        found = self._cut(is_over=True) if self._cuts else []
        rest, self._rest = self._rest, ""
        return [*found, rest] if rest else found

    def _cut(self, *, is_over: bool) -> list[str]:
        """The whole sentences of the text so far, which is left without them."""
        text, found, start = self._rest, [], 0
        low = text.casefold() if self._cuts else ""
        for match in _END.finditer(text):
            if match[0].startswith(".") and _NO_END.search(text[start : match.end()]):
                continue

            if match.end() == len(text) or (not is_over and self._may_be_in_name(low, match.end())):
                break  # more line breaks, or what belongs to the sentence, may follow

            if any(low.startswith(name, match.end() - cut) for name, cut in self._cuts if match.end() >= cut):
                continue

            end = match.end() + (text[match.end()] == " ")
            found.append(text[start:end])
            start = end

        self._rest = text[start:]
        return found

    def _may_be_in_name(self, low: str, at: int) -> bool:
        """Whether a text ends within what may become one of the names."""
        return any(
            at >= cut and len(low) < at - cut + len(name) and name.startswith(low[at - cut :])
            for name, cut in self._cuts
        )

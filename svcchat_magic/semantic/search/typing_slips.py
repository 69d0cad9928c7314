"""Words of the model that a mistyped one was meant to be: few letters away, and never for a real word."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

_SHORTEST = 4
_LONG = 8  # from here on two slips are allowed


class TypingSlips:
    """The words that slips may lead to."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_length: dict[int, set[str]] = defaultdict(set)
        for word in words:
            if len(word) >= _SHORTEST and word.isalpha():
                self._by_length[len(word)].add(word)

    def meant(self, word: str) -> Iterator[tuple[str, int]]:
        """The words at most two slips away, each with the number of slips; the first letter is right."""
        if len(word) < _SHORTEST or not word.isalpha():
            return

        most = 2 if len(word) >= _LONG else 1
        for length in range(len(word) - most, len(word) + most + 1):
            for other in sorted(self._by_length.get(length, ())):
                if other[0] in word[:2] and (slips := distance(word, other, most)) <= most:
                    yield other, slips


def distance(one: str, other: str, most: int) -> int:
    """How many letters must be added, left out, replaced or swapped with the next; `most + 1` for more."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        line = [row]
        for column, match in enumerate(other, 1):
            cost = min(last[column] + 1, line[-1] + 1, last[column - 1] + (letter != match))
            if before and column > 1 and letter == other[column - 2] and one[row - 2] == match:
                cost = min(cost, before[column - 2] + 1)

            line.append(cost)

        if min(line) > most:
            return most + 1

        before, last = last, line

    return min(last[-1], most + 1)

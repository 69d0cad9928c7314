"""Stretches of words, and how much a meaning of one is worth."""

from collections.abc import Iterator

WHOLE = 0.3  # for each more word of a name: `cancelled orders` is that measure before it is orders of a kind


def spans(length: int, longest: int) -> Iterator[tuple[int, int]]:
    """Every stretch of up to `longest` words, by its first and the one behind its last."""
    for start in range(length):
        for stop in range(start + 1, min(start + longest, length) + 1):
            yield start, stop


def score_of(words: int, weight: float) -> float:
    """How much a meaning of so many words is worth, by how sure each of them is."""
    return words * weight + 0.15 * (words - 1)

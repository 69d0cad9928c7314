"""Words near each other in WordNet, distilled by tests/distil_synonyms.py; see WORDNET-LICENSE.txt."""

import gzip
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

_CACHED = 10_000  # words of questions and of names


class NearWord(NamedTuple):
    """A word or compound near another, and how near: below 1."""

    words: tuple[str, ...]
    likeness: float


class WordNet:
    """The distilled words: sorted lines, searched where they are, for reading all of them takes longer."""

    def __init__(self, lines: bytes) -> None:
        self._lines = lines
        self._line = lru_cache(maxsize=_CACHED)(self._searched)

    def __contains__(self, word: str) -> bool:
        """Whether it is a word of English, or a compound with `_` between its words."""
        return self._line(word) is not None

    def near(self, word: str) -> Iterator[NearWord]:
        """The words near a word or a compound, the nearest first; none for an unknown one."""
        for other in (self._line(word) or "").split()[1:]:
            yield NearWord(tuple(other[:-1].split("_")), int(other[-1]) / 10)

    def _searched(self, word: str) -> str | None:
        wanted = f"{word} ".encode()
        low, high = 0, len(self._lines)
        while low < high:
            start = self._lines.rfind(b"\n", 0, (low + high) // 2) + 1
            end = self._lines.find(b"\n", start)
            if self._lines.startswith(wanted, start) or self._lines[start:end] == wanted[:-1]:
                return self._lines[start:end].decode()

            if self._lines[start:end].partition(b" ")[0] < wanted[:-1]:
                low = end + 1
            else:
                high = start

        return None


@cache
def wordnet() -> WordNet:
    """The words that ship with the package, read at first use."""
    packed = files("svcchat_magic.semantic.search").joinpath("wordnet.txt.gz").read_bytes()
    return WordNet(gzip.decompress(packed))

"""The clauses of a sentence, each with the names and figures that stand in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from svcchat_magic.analyst.sentences.ranks import SpokenRank
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_BREAK = re.compile(
    r"[,;:()–—]|\s-\s|\b(?:and|while|whereas|but|versus|vs|compared|followed|ahead|und|während|aber)\b",
    re.IGNORECASE,
)


_AHEAD = re.compile("ahead", re.IGNORECASE)
_BESIDE = re.compile(r"[,–—-]\s+(?:(?:just|only|a mere|some|about)\s+)?$", re.IGNORECASE)
_TOGETHER = re.compile(r"\s+(?:combined|(?:taken |put )?together|zusammen)\b", re.IGNORECASE)
_THING = re.compile(r"\s+(?:[\w-]+\s+){0,2}")  # between a figure and `ahead`


def _is_by(text: str, at: int, figures: Sequence[SpokenFigure]) -> bool:
    """`119 tickets ahead of B`, `with 67, ten ahead of B`: a figure says by how much."""
    before = [each for each in figures if each.end <= at]
    is_by = bool(before) and _THING.fullmatch(text[before[-1].end : at]) is not None
    return is_by and (len(figures) == 1 or _BESIDE.search(text[: before[-1].start]) is not None)


def _is_of_sum(text: str, end: int, names: Sequence[tuple[int, int, str]]) -> bool:
    """`B and C combined`: names that are taken together stand in one clause."""
    return any(
        not text[end:start].strip() and _TOGETHER.match(text, stop) is not None for start, stop, _ in names
    )


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence that says one thing; `text` is without the names, `said` with them."""

    said: str
    text: str
    names: tuple[str, ...]
    figures: tuple[SpokenFigure, ...]
    spots: tuple[tuple[int, int, str], ...] = ()  # of the names, in this text
    ranks: tuple[SpokenRank, ...] = ()  # in this text
    start: int = 0  # in the sentence, as are the places of the figures


def clauses_of(
    text: str,
    names: Sequence[tuple[int, int, str]],
    figures: Sequence[SpokenFigure],
    ranks: Sequence[SpokenRank] = (),
) -> tuple[Clause, ...]:
    """The clauses in order; what breaks a sentence inside of a name or a figure does not."""
    whole = [(start, end) for start, end, _ in names]
    whole += [(each.start, each.end) for each in figures]
    whole += [(each.start, each.end) for each in ranks]
    breaks = [
        match.start()
        for match in _BREAK.finditer(text)
        if not any(start <= match.start() < end for start, end in whole)
        and not _is_of_sum(text, match.end(), names)
        and not (_AHEAD.fullmatch(match[0]) and _is_by(text, match.start(), figures))
    ]
    bare = text
    for start, end, _ in names:
        bare = bare[:start] + " " * (end - start) + bare[end:]

    bounds = [0, *breaks, len(text)]
    return tuple(
        Clause(
            text[start:end],
            bare[start:end],
            tuple(dict.fromkeys(name for at, _, name in names if start <= at < end)),
            tuple(each for each in figures if start <= each.start < end),
            tuple((at - start, stop - start, name) for at, stop, name in names if start <= at < end),
            tuple(
                replace(each, start=each.start - start, end=each.end - start)
                for each in ranks
                if start <= each.start < end
            ),
            start,
        )
        for start, end in pairwise(bounds)
        if start < end
    )

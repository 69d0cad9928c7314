"""Which names and figures of a sentence belong together by the places at which they stand."""

import re
from collections.abc import Sequence

from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.facts.known_dates import is_key
from svcchat_magic.analyst.grounding.date_spots import Spot
from svcchat_magic.analyst.sentences.clauses import Clause
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_COMMA = re.compile(r",\s+[$€£]?")
_BETWEEN = re.compile(r"[^,;:.\d]{0,40}\b(?:between|zwischen)\s+(?:the\s+)?", re.IGNORECASE)
_AND = re.compile(r"\s+(?:and|und)\s+(?:the\s+)?", re.IGNORECASE)
_THAN_IN = re.compile(
    r"%?\s+(?:more|fewer|less|higher|lower|mehr|weniger)\b[^,;:.\d]{0,30}\b(?:than|als)\s+(?:in|im)\s+",
    re.IGNORECASE,
)
_IN = re.compile(r"\s+(?:in|on|for|im|am|für)\s+(?:the\s+)?", re.IGNORECASE)


def name_beside(text: str, figure: SpokenFigure, spots: Sequence[Spot]) -> Names:
    """The name that a comma parts from a figure: `A, 120, and B, 80`."""
    return tuple(name for _, end, name in spots if _COMMA.fullmatch(text[end : figure.start]))


def names_around(text: str, figure: SpokenFigure, spots: Sequence[Spot], names: Names) -> Names:
    """The names of which a figure may be told that is no cell: those so far, or what stands behind it."""
    return _pair_behind(text, figure, spots) or _beside_date(text, figure, spots, names)


def _pair_behind(text: str, figure: SpokenFigure, spots: Sequence[Spot]) -> Names:
    """`a gap of 42 points between A and B`: the two names behind a figure."""
    behind = [each for each in spots if each[0] >= figure.end][:2]
    if len(behind) < 2 or not _BETWEEN.fullmatch(text[figure.end : behind[0][0]]):
        return ()

    return tuple(name for *_, name in behind) if _AND.fullmatch(text[behind[0][1] : behind[1][0]]) else ()


def _beside_date(text: str, figure: SpokenFigure, spots: Sequence[Spot], names: Names) -> Names:
    """`A made six more than in 2023`: the names of A alone, where no other date is named."""
    date = next((each for each in spots if each[0] >= figure.end and is_key(each[2])), None)
    rest = tuple(each for each in names if not date or each != date[2])
    is_than = date is not None and _THAN_IN.fullmatch(text[figure.end : date[0]]) is not None
    return rest if is_than and rest and not any(map(is_key, rest)) else names


def own_dates(text: str, figure: SpokenFigure, spots: Sequence[Spot]) -> Names:
    """`from 100 in January to 120 in May`: the dates right behind a figure."""
    return tuple(
        name
        for start, _, name in spots
        if start >= figure.end and is_key(name) and _IN.fullmatch(text[figure.end : start])
    )


def next_told(clauses: Sequence[Clause], facts: Facts) -> SpokenFigure | None:
    """The figure of the first of some clauses, or of a later one where no row is named before it.

    Between them may stand values of the query: `A leads for B and C: 5`.
    """
    for at, each in enumerate(clauses):
        figure = each.figures[0] if each.figures else None
        before = (name for start, _, name in each.spots if not figure or each.start + start < figure.start)
        if at and (facts.of_rows(before) or (at > 1 and not clauses[at - 1].names)):
            return None

        if figure:
            return figure

    return None

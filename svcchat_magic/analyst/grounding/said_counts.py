"""How many rows a sentence says lie beyond a bound: `two hotels are above 20 %`, `above 20 % in two`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.sentences.number_words import some_number
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_OF = r"(?:of\s+(?:(?:all|the|our|these|those)\s+)*)?"
_NOUN = re.compile(rf"\s+{_OF}(?:different\s+|other\s+)?([^\W\d_]+)", re.IGNORECASE)
_PARTED = re.compile(r"\s+(?:out\s+)?(?:of|from)\s+(?:(?:all|the|these|those|our)\s+)*", re.IGNORECASE)
_IN = re.compile(r"\b(?:in|on|for|at|by|bei|an)\s+(?:(?:only|just|exactly|all but)\s+)?$", re.IGNORECASE)
_ALL = r"(?:all|every\w*)\s+(?:(?:the|our)\s+)?(?:(?P<first>[^\W\d_]+)\s+)?(?:but|except)\s+"
_ALL_BUT = re.compile(rf"\b{_ALL}$", re.IGNORECASE)
_ONE = re.compile(rf"\b(?P<but>{_ALL})?one\s+{_OF}(?:{some_number()}\s+)?(?P<noun>[^\W\d_]+)", re.IGNORECASE)
_MOST_COUNTS = 2  # figures beside a bound that count: `nine of the 16`


@dataclass(frozen=True, slots=True)
class SaidCount:
    """How many rows of a result are said to lie beyond a bound, and the figure that says so, if one does."""

    figure: SpokenFigure | None
    table: FactTable
    size: int


def said_counts(
    text: str, figures: Sequence[SpokenFigure], bound: SpokenFigure, tables: Sequence[FactTable]
) -> Iterator[SaidCount]:
    """What a sentence says of a bound: before it, or behind it with `in`; `all but two` are all others."""
    plain = [each for each in figures if each is not bound and not each.is_percent]
    if len(figures) != len(plain) + 1 or len(plain) > _MOST_COUNTS:
        return

    if not plain:
        yield from _of_one(text, bound, tables)
        return

    first, last = plain[0], plain[-1]
    is_apart = first is not last and not _PARTED.fullmatch(text[first.end : last.start])
    is_behind = last.end > bound.start
    if is_apart or (is_behind and not (first.start >= bound.end and _IN.search(text[: first.start]))):
        return

    all_but = _ALL_BUT.search(text[: first.start])
    before = singular(all_but["first"].casefold()) if all_but and all_but["first"] else ""
    for table in _called(before or _noun(text, last), tables):
        every = len(table.figures)
        if first is last or last.tells(Decimal(every)):
            size = whole(first)
            yield SaidCount(first, table, every - size if all_but else size)


def tells_all_but(text: str, figure: SpokenFigure) -> bool:
    """Whether a figure, or a `one` before it, says how many rows are taken out of all."""
    one = _ONE.search(text)
    return _ALL_BUT.search(text[: figure.start]) is not None or bool(
        one and one["but"] and one.start() < figure.start
    )


def _of_one(text: str, bound: SpokenFigure, tables: Sequence[FactTable]) -> Iterator[SaidCount]:
    """`all but one of the hotels`, `one hotel`: a lone `one` is no figure."""
    match = _ONE.search(text)
    if match is None or match.start() > bound.start:
        return

    for table in _called(singular((match["first"] or match["noun"]).casefold()), tables):
        yield SaidCount(None, table, len(table.figures) - 1 if match["but"] else 1)


def _noun(text: str, figure: SpokenFigure) -> str:
    found = _NOUN.match(text, figure.end)
    return singular(found[1].casefold()) if found else ""


def _called(noun: str, tables: Sequence[FactTable]) -> list[FactTable]:
    """The results whose rows are called so, of which none is missing."""
    return [each for each in tables if noun in each.label_words and is_every(each)]


def is_every(table: FactTable) -> bool:
    """Whether no row is missing, by its number or by a condition."""
    return table.is_whole and not table.scope.bounds


def whole(figure: SpokenFigure) -> int:
    """The figure as a whole number, or -1."""
    size = figure.sizes[0][0]
    return int(size) if size == int(size) else -1

"""Numbers that a text may repeat because they were asked for: where the question, or a query, has them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.sentences.spoken_figure import Nearness, SpokenFigure
from svcchat_magic.analyst.sentences.spoken_figures import spoken_figures

_WORD = re.compile(r"[^\W_]+")
_BOUND = re.compile(
    r"\b(?:than|over|above|under|below|least|most|exceeding|between|and|minimum|maximum|up to|from|to"
    r"|als|über|unter|mindestens|höchstens|zwischen|ab|bis)\s+[$€£]?$",
    re.IGNORECASE,
)
_OF = re.compile(r"\b(?:of|is|von|ist)\s+[$€£]?$", re.IGNORECASE)
_EXACTLY = re.compile(r"\b(?:with|having|mit)\s+(?:exactly|precisely|genau|exakt)\s+$", re.IGNORECASE)
_OF_VALUE = re.compile(
    r"\b(?:for|without|für|ohne)\s+(?:[\w.]+(?:,\s+|\s+(?:and|or|und|oder)\s+))*$", re.IGNORECASE
)
_OR_MORE = re.compile(r"\s*(?:or|oder)\s+(?:more|less|fewer|above|below|mehr|weniger)\b|\+", re.IGNORECASE)
_FIRST = re.compile(
    r"\b(?:top|first|last|bottom|latest|oldest|newest|best|worst|the|these|next|here are"
    r"|ersten|letzten|besten)\s+$",
    re.IGNORECASE,
)


@dataclass
class Given:
    """The numbers of a question and of the queries."""

    tables: Sequence[FactTable]
    question: str

    def is_bound(self, figure: SpokenFigure, text: str) -> bool:
        """`more than 5 million`, where a query asked for that; its rows were chosen by it."""
        exact = replace(figure, nearness="")
        if _EXACTLY.search(text[: figure.start]):
            return any(exact.tells(size) for size in self._equalities)

        if any(exact.tells_fraction(size) for side, size in self._bounds if _agree(side, figure.nearness)):
            return self._is_bounding(figure, text) or _OF.search(text[: figure.start]) is not None

        return self._is_bounding(figure, text) and self._is_said(figure, self._equalities)

    def is_repeated(self, figure: SpokenFigure, text: str) -> bool:
        """A number of the question in the same words, or the count of rows that was asked for."""
        before, after = text[: figure.start], text[figure.end :]
        limits = (size for table in self.tables for size in table.scope.limits)
        if _FIRST.search(before) and self._is_said(figure, {*self._equalities, *limits}):
            return True

        mine = (_last(before), _next(after))
        if _OF_VALUE.search(before) and any(figure.tells(size) for side, size in self._bounds if not side):
            return True

        return any(
            _same(figure, each)
            and _agree(figure.nearness, each.nearness)
            and any(one and one == two for one, two in zip(mine, self._around(each), strict=True))
            for each in self._figures
        )

    def _is_bounding(self, figure: SpokenFigure, text: str) -> bool:
        found = _BOUND.search(text[: figure.start]) or _OR_MORE.match(text[figure.end :])
        return found is not None

    def _is_said(self, figure: SpokenFigure, sizes: Iterable[Decimal]) -> bool:
        """Whether the question has it, or it is one of these numbers of the queries."""
        asked = (each for each in self._figures if _agree(each.nearness, figure.nearness))
        return any(_same(figure, each) for each in asked) or any(
            map(replace(figure, nearness="").tells, sizes)
        )

    @cached_property
    def _bounds(self) -> frozenset[tuple[Nearness, Decimal]]:
        return frozenset(each for table in self.tables for each in table.scope.bounds)

    @cached_property
    def _equalities(self) -> frozenset[Decimal]:
        """What a query asks to be equal."""
        return frozenset(size for side, size in self._bounds if not side)

    def _around(self, figure: SpokenFigure) -> tuple[str, str]:
        return _last(self.question[: figure.start]), _next(self.question[figure.end :])

    @cached_property
    def _figures(self) -> tuple[SpokenFigure, ...]:
        return spoken_figures(self.question)


def _agree(one: Nearness, other: Nearness) -> bool:
    """Whether two bounds may be the same: `over 5` is not `under 5`."""
    return {one, other} != {"over", "under"}


def _same(one: SpokenFigure, other: SpokenFigure) -> bool:
    return any(size == said for size, _ in one.sizes for said, _ in other.sizes)


def _last(text: str) -> str:
    words = _WORD.findall(text.casefold())
    return words[-1] if words else ""


def _next(text: str) -> str:
    found = _WORD.search(text.casefold())
    return found[0].rstrip("s") if found else ""

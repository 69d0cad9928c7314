"""What a sentence says that its figures are measured in: a unit or a currency that the data name too."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from svcchat_magic.analyst.facts.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_AROUND = 3  # characters before a figure in which a currency may stand
_PIECE = re.compile(r"[^\W\d_]+\$?|[$€£¥]")

Told = Sequence[tuple[SpokenFigure, Sequence[FactCell]]]


@dataclass(frozen=True)
class Units:
    """The units of one turn."""

    tables: tuple[FactTable, ...]
    said: str  # the question, the queries and the words of the model

    def wrong(self, text: str, told: Told) -> str:
        """A unit or a currency that is not that of a figure, as the data say; or nothing."""
        for figure, cells in told:
            if cells and (unit := _behind(text, figure, "units")) and not self._is_of(unit, cells):
                return text[figure.start : figure.end].strip() + " " + _next_word(text, figure)

        odd = self._odd_currency(text, told)
        return odd if self._currencies else ""

    def unsaid(self, text: str, told: Told) -> str:
        """A currency where the data name none; or nothing."""
        return "" if self._currencies else self._odd_currency(text, told)

    def _odd_currency(self, text: str, told: Told) -> str:
        for figure, _ in told:
            found = _behind(text, figure, "currencies") or _before(text, figure)
            if found and found not in self._currencies:
                near = text[max(0, figure.start - _AROUND) : figure.end] + " " + _next_word(text, figure)
                pieces: list[str] = _PIECE.findall(near)
                return next(each for each in pieces if _kinds("currencies").get(each.casefold()))

        return ""

    def _is_of(self, unit: str, cells: Sequence[FactCell]) -> bool:
        """Whether a column is in this unit; where it says nothing, whether anything is."""
        columns = [_named(self.tables[cell.table].about_column(cell.column), "units") for cell in cells]
        return any(unit in each if each else unit in self._units for each in columns)

    @cached_property
    def _units(self) -> frozenset[str]:
        return _named(self.said, "units")

    @cached_property
    def _currencies(self) -> frozenset[str]:
        about = (table.about_column(each) for table in self.tables for each in table.columns())
        return _named(" ".join((self.said, *about)), "currencies")


def is_unit(word: str) -> bool:
    """Whether a word is one for a unit or a currency."""
    return word in _kinds("units") or word in _kinds("currencies")


def _next_word(text: str, figure: SpokenFigure) -> str:
    found = _PIECE.search(text, figure.end)
    return found[0] if found and not text[figure.end : found.start()].strip(" -\u00a0") else ""


def _behind(text: str, figure: SpokenFigure, kind: str) -> str:
    return _kinds(kind).get(_next_word(text, figure).casefold(), "")


def _before(text: str, figure: SpokenFigure) -> str:
    pieces = _PIECE.findall(text[max(0, figure.start - _AROUND) : figure.end])
    return next((found for each in pieces if (found := _kinds("currencies").get(each.casefold()))), "")


def _named(text: str, kind: str) -> frozenset[str]:
    pieces: Iterable[str] = _PIECE.findall(text.casefold().replace("_", " "))
    return frozenset(found for each in pieces if (found := _kinds(kind).get(each)))


@cache
def _kinds(kind: str) -> dict[str, str]:
    found: dict[str, list[str]] = tomllib.loads((Path(__file__).parent / "units.toml").read_text("utf-8"))[
        kind
    ]
    return {word: name for name, words in found.items() for word in words}

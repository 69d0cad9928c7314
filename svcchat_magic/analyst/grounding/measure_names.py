"""What a sentence calls its figures: `6,298 orders` must be orders, and no other measure of the model."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from svcchat_magic.analyst.grounding.directions import HIGHEST, LOWEST, claims_in
from svcchat_magic.analyst.grounding.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.grounding.spoken_figure import SpokenFigure
from svcchat_magic.analyst.language.keywords import keywords

_WORD = re.compile(r"[^\W_]+")
_GENERIC = frozenset({"count", "total", "number", "amount", "value", "average", "sum", "rate", "share"})
_MOST_NAMES = 2_000  # looked for in a sentence
_ADJECTIVES = r"(?:in |of |by |total |different |distinct |new |more |fewer |less |additional |number of )*"
_TAKEN_BY = re.compile(r"\b(?:by|per|of|for|from|with|without|in|than|je|pro|von|nach)\s+$")
_LINKS = frozenset(
    (
        *(
            "was",
            "were",
            "is",
            "are",
            "of",
            "at",
            "about",
            "roughly",
            "around",
            "nearly",
            "only",
            "just",
            "over",
        ),
        *("under", "reached", "totalled", "totaled", "stood", "made", "had", "earned", "war", "waren", "ist"),
        *("sind", "betrug"),
    )
)
_HEAD_ENDS = frozenset({"per", "of", "by", "in", "on", "with", "for", "at", "pro", "je", "von"})

Told = Sequence[tuple[SpokenFigure, Sequence[FactCell]]]


@dataclass(frozen=True)
class MeasureNames:
    """The names of the model's measures, and those of the columns of a turn."""

    tables: tuple[FactTable, ...]
    known: frozenset[str]  # titles and names of measures, in lower case

    def wrong(self, text: str, told: Told) -> str:
        """The name of a measure by which a figure or a superlative goes that no row has; or nothing.

        `text` has the names of rows and its dates blanked out.
        """
        low = text.casefold().replace("-", " ")
        if self._pattern is None or not self.tables or len(low) != len(text):
            return ""

        for figure, cells in told:
            columns = {(each.table, each.column) for each in cells} or self._columns
            if (name := self._behind(low, figure.end)) and not self._is(name, columns):
                return name

            if not name and (name := self._before(low, figure, told)) and not self._may_be(name, columns):
                return name

        return self._of_claims(low)

    def is_measure(self, noun: str) -> bool:
        """Whether a word is the whole name of a measure."""
        return _stem(noun) in self._single

    def _of_claims(self, low: str) -> str:
        """`the most orders`, `more visits than`, where no column is so called."""
        ends = [each.end for each in claims_in(low, HIGHEST, LOWEST)]
        ends += [match.end() for match in _MORE.finditer(low)]
        names = filter(None, (self._behind(low, each) for each in ends))
        return next((each for each in names if not self._may_be(each, self._columns)), "")

    def _behind(self, low: str, end: int) -> str:
        """The measure that is named right behind a place."""
        start = _BEHIND.match(low, end)
        found = self._pattern.match(low, start.end() if start else end) if self._pattern else None
        return found[0] if found and not self._is_label(found[0]) else ""

    def _before(self, low: str, figure: SpokenFigure, told: Told) -> str:
        """The measure that is named before a figure, where it is the only one of the sentence."""
        assert self._pattern is not None
        found = [each for each in self._pattern.finditer(low) if not self._is_label(each[0])]
        first = min(each.start for each, _ in told)
        if len({_stems(each[0]) for each in found}) != 1 or figure.start != first:
            return ""

        last = next((each for each in reversed(found) if each.end() <= figure.start), None)
        if last is None or _TAKEN_BY.search(low[: last.start()]):
            return ""

        between = _WORD.findall(low[last.end() : figure.start])
        return last[0] if all(each in _LINKS or each in keywords().function for each in between) else ""

    def _may_be(self, name: str, columns: Iterable[tuple[int, str]]) -> bool:
        said = _stems(name)
        return any(said <= words or words <= said for each in columns for words in self._words(each))

    def _is(self, name: str, columns: Iterable[tuple[int, str]]) -> bool:
        """Whether a column is called so: `orders` are cancelled orders, and no average order value."""
        head = _head(name)
        return any(
            _stems(name) >= words or (_stems(name) <= words and head in heads)
            for column in columns
            for words, heads in [(each, self._heads(column)) for each in self._words(column)]
        )

    def _heads(self, column: tuple[int, str]) -> frozenset[str]:
        table, name = column
        return frozenset((_head(name), _head(self.tables[table].titles.get(name, ""))))

    def _words(self, column: tuple[int, str]) -> Iterator[frozenset[str]]:
        """The words of a column's name and of its title, and of both."""
        table, name = column
        title = self.tables[table].titles.get(name, "")
        yield from filter(None, (_stems(name) - _GENERIC, _stems(title), _stems(f"{name} {title}")))

    def _is_label(self, name: str) -> bool:
        """`the largest customers`, where the rows are customers."""
        return any(_stems(name) <= table.label_words for table in self.tables)

    @cached_property
    def _columns(self) -> set[tuple[int, str]]:
        return {(table.number, each) for table in self.tables for each in table.columns()}

    @cached_property
    def _single(self) -> frozenset[str]:
        return frozenset(_stem(each) for each in self.known if _WORD.fullmatch(each)) - _GENERIC

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        plain = {" ".join(_WORD.findall(each.casefold().replace("_", " "))) for each in self.known}
        names = sorted(plain - _GENERIC - {""}, key=len, reverse=True)[:_MOST_NAMES]
        either = "|".join(f"{re.escape(each.removesuffix('s'))}(?:e?s)?" for each in names)
        return re.compile(rf"(?<!\w)(?:{either})(?!\w)") if names else None


_BEHIND = re.compile(rf"\s*{_ADJECTIVES}")
_MORE = re.compile(r"\b(?:more|fewer|less|higher|lower|larger|smaller)\b(?=(?:\s+\w+){1,4}\s+than\b)")


def _stem(word: str) -> str:
    low = word.casefold()
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low


def _head(text: str) -> str:
    """The word that says what something is: of `visits per member` visits."""
    words = [_stem(each) for each in _WORD.findall(text.casefold().replace("_", " "))]
    ends = next((at for at, each in enumerate(words) if at and each in _HEAD_ENDS), len(words))
    return words[ends - 1] if words else ""


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(_stem, _WORD.findall(text.casefold().replace("_", " "))))

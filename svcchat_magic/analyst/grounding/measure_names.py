"""What a sentence calls its figures: `6,298 orders` must be orders, and no other measure of the model."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from svcchat_magic.analyst.facts.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.facts.measured_columns import words_of
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.sentences.directions import HIGHEST, LOWEST, claims_in
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

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
_HEAD_ENDS = frozenset(
    {"per", "of", "by", "in", "on", "with", "for", "at", "pro", "je", "von", "who", "that", "which"}
)

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
            if not cells and any(table.is_list for table in self.tables):
                continue  # it counts records

            columns = {(each.table, each.column) for each in cells} or self._columns
            name = self._behind(low, figure.end)
            if name and not self._is_base(name, low, figure) and not self._is(name, columns):
                return name

            if not name and (name := self._before(low, figure, told)) and not self._may_be(name, columns):
                return name

        return self._of_claims(low)

    def _is_base(self, name: str, low: str, figure: SpokenFigure) -> bool:
        """`22 % of bookings are cancelled`: of what the query is about."""
        is_one_in = " in " in low[figure.start : figure.end]  # `one in five sailings`
        is_part = figure.is_percent and (is_one_in or _PART.match(low, figure.end) is not None)
        return is_part and any(words_of(name) <= table.words for table in self.tables)

    def is_measure(self, noun: str) -> bool:
        """Whether a word is the whole name of a measure."""
        return singular(noun) in self._single

    def _of_claims(self, low: str) -> str:
        """`the most orders`, `more visits than`, where no column is so called."""
        titles = [match.span() for match in self._pattern.finditer(low)] if self._pattern else []
        claims = [
            each
            for each in claims_in(low, HIGHEST, LOWEST)
            if not any(start <= each.start < end for start, end in titles)  # `Highest price`
        ]
        ends = [each.end for each in claims]
        ends += [match.end() for match in _MORE.finditer(low)]
        names = filter(None, (self._behind(low, each) for each in ends))
        return next((each for each in names if not self._is(each, self._columns)), "")

    def _behind(self, low: str, end: int) -> str:
        """The measure that is named right behind a place."""
        starts = [each.end() for each in (_SPACE.match(low, end), _BEHIND.match(low, end)) if each]
        matches = (self._pattern.match(low, start) for start in starts) if self._pattern else ()
        found = max(filter(None, matches), key=lambda each: each.end(), default=None)
        if found is None or self._is_label(found[0]):
            return ""

        behind = _NEXT.match(low, found.end())
        is_part = behind is not None and not found[0].endswith("s") and not _links(behind[1])
        return "" if is_part else found[0]  # `11 guest countries` are no guests

    def _before(self, low: str, figure: SpokenFigure, told: Told) -> str:
        """The measure that is named before a figure, where it is the only one of the sentence."""
        assert self._pattern is not None
        found = [each for each in self._pattern.finditer(low) if not self._is_label(each[0])]
        first = min(each.start for each, _ in told)
        if len({words_of(each[0]) for each in found}) != 1 or figure.start != first:
            return ""

        last = next((each for each in reversed(found) if each.end() <= figure.start), None)
        if last is None or _TAKEN_BY.search(low[: last.start()]) or self._is_of_date(low, last):
            return ""

        between = _WORD.findall(low[last.end() : figure.start])
        return last[0] if all(map(_links, between)) else ""

    def _is_of_date(self, low: str, found: re.Match[str]) -> bool:
        """`Policies cancelled were 5`, by the day on which they were, though a measure is called so too."""
        owner = _LAST.search(low[: found.start()])
        titles = (words_of(title) for table in self.tables for title in table.titles.values())
        is_behind = owner is not None and any(words_of(owner[1]) <= each for each in titles)
        return is_behind and any(words_of(found[0]) <= table.words for table in self.tables)

    def _may_be(self, name: str, columns: Iterable[tuple[int, str]]) -> bool:
        said = words_of(name)
        return self._is_of_query(said, columns) or any(
            said <= words or words <= said for each in columns for words in self._words(each)
        )

    def _is(self, name: str, columns: Iterable[tuple[int, str]]) -> bool:
        """Whether a column is called so: `orders` are cancelled orders, and no average order value."""
        said, head = words_of(name), _head(name)
        return self._is_of_query(said, columns) or any(
            said >= words or (said <= words and head in self._heads(column))
            for column in columns
            for words in self._words(column)
        )

    def _is_of_query(self, said: frozenset[str], columns: Iterable[tuple[int, str]]) -> bool:
        """Whether a column is computed in a query that has these words: a share of revenue."""
        return any(
            column in self.tables[table].computed and said <= self.tables[table].words
            for table, column in columns
        )

    def _heads(self, column: tuple[int, str]) -> frozenset[str]:
        table, name = column
        return frozenset((_head(name), _head(self.tables[table].titles.get(name, ""))))

    def _words(self, column: tuple[int, str]) -> Iterator[frozenset[str]]:
        """The words of a column's name and of its title, and of both."""
        table, name = column
        title = self.tables[table].titles.get(name, "")
        yield from filter(None, (words_of(name) - _GENERIC, words_of(title), words_of(f"{name} {title}")))

    def _is_label(self, name: str) -> bool:
        """`the largest customers`, where the rows are customers."""
        return any(words_of(name) <= table.label_words for table in self.tables)

    @cached_property
    def _columns(self) -> set[tuple[int, str]]:
        return {(table.number, each) for table in self.tables for each in table.columns()}

    @cached_property
    def _single(self) -> frozenset[str]:
        return frozenset(singular(each) for each in self.known if _WORD.fullmatch(each)) - _GENERIC

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        titles = {title for table in self.tables for title in table.titles.values()}
        plain = {" ".join(_WORD.findall(each.casefold().replace("_", " "))) for each in self.known | titles}
        plain |= {title.casefold().replace("-", " ") for title in titles}  # `hours × rate` is one name
        names = sorted(plain - _GENERIC - {""}, key=len, reverse=True)[:_MOST_NAMES]
        either = "|".join(f"{re.escape(each.removesuffix('s'))}(?:e?s)?" for each in names)
        return re.compile(rf"(?<!\w)(?:{either})(?!\w)") if names else None


_PART = re.compile(r"\s+of\s")
_NEXT = re.compile(r"\s+([^\W\d_]+)")
_LAST = re.compile(r"([^\W\d_]+)\s+$")
_SPACE = re.compile(r"\s*")
_BEHIND = re.compile(rf"\s*{_ADJECTIVES}")
_MORE = re.compile(r"\b(?:more|fewer|less|higher|lower|larger|smaller)\b(?=(?:\s+\w+){1,4}\s+than\b)")


def _links(word: str) -> bool:
    """Whether a word says nothing by itself."""
    return word in _LINKS or word in keywords().function


def _head(text: str) -> str:
    """The word that says what something is: of `visits per member` visits."""
    words = [singular(each) for each in _WORD.findall(text.casefold().replace("_", " "))]
    ends = next((at for at, each in enumerate(words) if at and each in _HEAD_ENDS), len(words))
    return words[ends - 1] if words else ""

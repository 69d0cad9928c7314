"""Names of rows in the plural, `delays` of a row called `delay`, and words that only look like a name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.facts.measured_columns import words_of
from svcchat_magic.analyst.grounding.date_spots import Spot
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.sentences.number_words import is_number_word

_WORD = re.compile(r"[^\W\d_]+")
_LAST_WORD = re.compile(r"(\w+)\s+$")
_ENDED = re.compile(r"\s*(?:[.,;:!?)]|$|(?:as|than|in|at|of|for|and|were|are|is|was|had|have)\b)")
_CAPITAL_NEXT = re.compile(r"[\w'’&-]|\s+(?:of\s+|the\s+)?[A-ZÄÖÜ]")
_SHORT = 3  # letters of a name that could be of any word


@dataclass
class InflectedNames:
    """The plurals of the names of one turn."""

    tables: tuple[FactTable, ...]

    def spots(self, text: str, found: Sequence[Spot]) -> Iterator[Spot]:
        """`delays` of rows called `delay`, unless a column is called so."""
        for match in _WORD.finditer(text):
            one = singular(match[0].casefold())
            if (whole := self._firsts.get(match[0].casefold())) and self._stands_alone(text, match, found):
                yield match.start(), match.end(), whole
                continue

            if one == match[0].casefold() or any(start <= match.start() < end for start, end, _ in found):
                continue

            for name in self._singles.get(one, ()) if not self._is_label(one, match[0]) else ():
                if len(name) <= _SHORT and not match[0][: len(one)].isupper():
                    continue  # `RIBs` are rows called RIB, `ribs` may be anything

                start = match.start() - len(name) + len(one)
                if text[start : match.start()].casefold() == name[: len(name) - len(one)]:
                    yield start, match.end(), name

    def _is_label(self, one: str, said: str) -> bool:
        """`6 tests` of rows that are tests, though one of them is called `TEST`."""
        return said.islower() and any(one in each.capitals & each.label_words for each in self.tables)

    def _stands_alone(self, text: str, match: re.Match[str], found: Sequence[Spot]) -> bool:
        """Whether a word with a capital is no part of a longer name."""
        is_free = not any(start <= match.start() < end for start, end, _ in found)
        return is_free and match[0][0].isupper() and _CAPITAL_NEXT.match(text, match.end()) is None

    @cached_property
    def _firsts(self) -> dict[str, str]:
        """`United` of `United Air Lines Inc.`: the names by their first word, where no other begins so."""
        names = {
            name
            for table in self.tables
            for row in table.names
            for label, each in zip(table.labels, row, strict=True)
            if label != table.time
            for name in each
        }
        common = {word for table in self.tables for word in (*table.label_words, *table.words)}
        found: dict[str, list[str]] = {}
        for name in names:
            found.setdefault(name.split()[0] if name.split() else "", []).append(name)

        alone = {first: each[0] for first, each in found.items() if len(each) == 1 and first != each[0]}
        return {
            first: name
            for first, name in alone.items()
            if len(first) > _SHORT and first.isalpha() and first not in common
        }

    @cached_property
    def _singles(self) -> dict[str, tuple[str, ...]]:
        """The names by their last word, where they are words; the longest first."""
        names = {
            name
            for table in self.tables
            for row in table.names
            for label, each in zip(table.labels, row, strict=True)
            if label != table.time
            for name in each
        }
        columns = {
            word for table in self.tables for each in table.columns() for word in _words_of(table, each)
        }
        found: dict[str, tuple[str, ...]] = {}
        for name in sorted(names - columns, key=len, reverse=True):
            last = re.split(r"[ -]", name)[-1]
            if len(last) > 1 and last.isalpha():
                found[last] = (*found.get(last, ()), name)

        return found


def is_counted(text: str, spot: Spot) -> bool:
    """`just three people`, though a row is called People."""
    start, end, name = spot
    before = _LAST_WORD.search(text[:start])
    is_number = before is not None and (before[1].isdecimal() or is_number_word(before[1].casefold()))
    is_many = before is not None and before[1].casefold() in ("many", "more", "fewer")
    return text[start:end] == name and (is_number or is_many) and _ENDED.match(text, end) is not None


def _words_of(table: FactTable, column: str) -> frozenset[str]:
    """The words of a column and of its title, singular."""
    return words_of(f"{column} {table.titles.get(column, '')}".replace("_", " "))

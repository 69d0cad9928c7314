"""The names in a text: those of rows, and those that stand nowhere."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.facts.measured_columns import words_of
from svcchat_magic.analyst.grounding.date_spots import Spot
from svcchat_magic.analyst.grounding.inflected_names import InflectedNames, is_counted
from svcchat_magic.analyst.grounding.name_runs import PAIRED, has_all, of_no_row, repeated
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.sentences.directions import word_lists
from svcchat_magic.analyst.sentences.readable import is_link, scripts_of
from svcchat_magic.analyst.sentences.spoken_dates import spoken_dates
from svcchat_magic.analyst.sentences.stems import root, singulars, stem

_CAPITAL = re.compile(r"(?<![\w.'’])[^\W\d_][\w'’&-]+")
_SENTENCE_START = re.compile(r"(?:^\s*|[.!?:]\s+|\n\s*(?:[-*]\s*)?|\d[.)]\s+)$")
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?![\d:])")
_ADDRESS = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w.])(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?/\S*"
    r"|(?<![\w.])(?:[a-z\d-]{2,}\.)+(?-i:[a-z]{2,})(?![\w.]\w)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\s*(?:\(|:|\bwith\b|\bmit\b)\s*")  # between a name and its figure
_NAMES = re.compile(r"[^\d\s.,-]")  # what a value needs to be one
_NEXT_WORD = re.compile(r"\s+([^\W\d_]{3,})")
_GERMAN = re.compile(r"^\W*(?:Der|Die|Das)\b|\b(?:der|die|das|und|ist|sind|war|waren|im|für|mit|von)\b")
_SHORT = 3  # letters of a name or a stem that could be of any word
_MOST_PATTERN = 5_000  # names looked for in a sentence


@dataclass
class KnownNames:
    """The names of one turn's rows, and the words that may be written with a capital beside them."""

    tables: tuple[FactTable, ...]
    given: str  # the question and the queries
    vocabulary: frozenset[str]  # words of the model

    def unknown(self, text: str, spots: Sequence[Spot], undated: str) -> str:
        """A name, or a time of the day, that stands nowhere; or one that a list has twice.

        `undated` is the text with its dates blanked out.
        """
        clock = self._unknown_clock(masked(text, spots))
        apart = of_no_row(text, spots, self.tables)
        return self._unknown_name(undated, spots) or clock or repeated(text, spots, self.tables) or apart

    def long_spots(self, text: str) -> list[Spot]:
        """Names of rows that have more in them than a date."""
        return [each for each in self.spots(text) if not _is_date(text[each[0] : each[1]])]

    def spots(self, text: str) -> list[Spot]:
        """Where the names of rows stand."""
        flags = [(match.start(1), match.end(1), match[1].casefold()) for match in self._flags(text)]
        if self._pattern is None:
            return flags

        found = [
            (match.start(), match.end(), " ".join(match[0].casefold().split()))
            for match in self._pattern.finditer(text)
            if not self._is_function_word(match[0])
        ]
        names = [
            each
            for at, each in enumerate(found)
            if not self._is_figure(text, found[:at], each)
            and not is_counted(text, each)
            and not self._is_measured(text, each)
        ]
        return flags + sorted([*names, *self._inflected.spots(text, found)])

    def _is_figure(self, text: str, before: Sequence[Spot], spot: Spot) -> bool:
        """`Web (39)`: a figure of Web, though another row may be called 39."""
        start, _, name = spot
        if not name.isdecimal() or not before or not _ASIDE.fullmatch(text[before[-1][1] : start]):
            return False

        whole = [before[-1][2]]  # with the names of the same row before it: `Web / Lyon (39)`
        for one, two in pairwise(reversed(before)):
            if not PAIRED.fullmatch(text[two[1] : one[0]]):
                break

            whole.append(two[2])

        return not any(has_all(table, (*whole, name)) for table in self.tables)

    def _is_measured(self, text: str, spot: Spot) -> bool:
        """`at least 3 inspections`: a figure by which rows were chosen, though a row is called 3."""
        _, end, name = spot
        behind = _NEXT_WORD.match(text, end) if name.isdecimal() else None
        columns = (
            table.about_column(each).replace("_", " ") for table in self.tables for each in table.columns()
        )
        return behind is not None and bool({*singulars(behind[1].casefold())} & words_of(" ".join(columns)))

    def _is_function_word(self, found: str) -> bool:
        """`in` and `us` are no countries, though `IN` and `US` may be; nor is a `test` a row `TEST`."""
        tables = [table for table in self.tables if found.islower() and found in table.capitals]
        return any(found in keywords().function or found in table.label_words for table in tables)

    def _flags(self, text: str) -> Iterator[re.Match[str]]:
        """`calls (dropped)`, of rows that were chosen by that: no claim that they went down."""
        plain = (re.escape(flag) for table in self.tables for flag in table.scope.flags)
        flags = "|".join(each.replace(r"\ ", r"[\s_-]+") for each in plain)
        return re.finditer(rf"\((?:is |has |was )?({flags})\)", text, re.IGNORECASE) if flags else iter(())

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        days = {each for table in self.tables for row in table.names for each in _of_time(table, row)}
        spellings = {
            spelling for table in self.tables for row in table.names for names in row for spelling in names
        } - days
        spellings |= {value for table in self.tables for value in table.scope.values if _NAMES.search(value)}
        kept = [*sorted(spellings, key=len, reverse=True), *sorted(days, key=len, reverse=True)][
            :_MOST_PATTERN
        ]
        if not kept:
            return None

        ranked = sorted(kept, key=len, reverse=True)
        either = "|".join(re.escape(each).replace(r"\ ", r"\s+") for each in ranked)
        return re.compile(rf"(?<!\w)(?<!\d[.,])(?:{either})(?!\w|[.,]\d)", re.IGNORECASE)

    @cached_property
    def _inflected(self) -> InflectedNames:
        return InflectedNames(self.tables)

    def is_kin(self, word: str) -> bool:
        """Whether the question or a query has a word of the same stem: `punctual`, `punctuality`."""
        low = word.casefold()
        mine = {each for each in (stem(low), root(low)) if len(each) > _SHORT or each == stem(low)}
        return any(
            len(one) >= _SHORT and stem(each).startswith(one) for one in mine for each in self._given_words
        )

    def _unknown_name(self, text: str, names: Sequence[Spot]) -> str:
        """A name in capitals that stands nowhere; German writes all nouns so."""
        if _GERMAN.search(text):
            return ""

        for match in _CAPITAL.finditer(text):
            if not match[0][0].isupper():
                continue

            known = any(start <= match.start() < end for start, end, _ in names)
            begins = _SENTENCE_START.search(text[: match.start()])
            is_aside = begins and (
                match[0].endswith("ly")  # `Interestingly, ...`
                or match[0].casefold() in _claim_words()
                or self.is_kin(match[0])
            )
            if not known and not is_aside and not self._is_known(match[0]):
                return match[0]

        return ""

    def _unknown_clock(self, masked: str) -> str:
        """A time of the day that no row and no question names."""
        found = (match[0] for match in _CLOCK.finditer(masked))
        return next((each for each in found if each not in self.given), "")

    def _is_known(self, word: str) -> bool:
        plain = re.sub(r"['’]s$", "", word).casefold()
        known = (self.vocabulary, _CALENDAR, self._given_words, self._title_words, keywords().function)
        joined = plain.replace("-", "")  # `Sign-ups` are `signups`
        forms = {plain, plain.removesuffix("s"), joined, joined.removesuffix("s")}
        parts = plain.split("-") if "-" in plain else []
        are_known = bool(parts) and all(any(part in each for each in known) for part in parts)
        return are_known or any(form in each for each in known for form in forms)

    def unknown_quote(self, quotes: Iterable[str]) -> str:
        """Words in quotes that no row, no question and no model has."""
        return next((each for each in quotes if not self._is_said(each)), "")

    def _is_said(self, quote: str) -> bool:
        low = " ".join(quote.casefold().split())
        words = re.findall(r"[^\W\d_][\w'’&-]*", low)  # numbers are read as figures
        is_name = self._pattern is not None and self._pattern.fullmatch(low) is not None
        return is_name or all(self._is_known(each) for each in words)

    def unknown_address(self, text: str, spots: Sequence[Spot]) -> str:
        """An address of the web or of a mailbox that is no name of a row, and not of the question."""
        found = (
            match for match in _ADDRESS.finditer(text) if match[0].casefold() not in self.given.casefold()
        )
        return next((each[0] for each in found if not _is_within(each.span(), spots)), "")

    def has_word(self, word: str) -> bool:
        """Whether the question, the queries or the model have this word."""
        return word.casefold() in self._given_words or word.casefold() in self.vocabulary

    def is_word(self, word: str) -> bool:
        """The same, or a word of a title or one that says nothing by itself; in any number."""
        return self._is_known(word)

    @cached_property
    def everything(self) -> str:
        """All that may be said, in lower case."""
        spellings = (each for table in self.tables for row in table.names for names in row for each in names)
        return " ".join((*spellings, self.given.casefold(), *self.vocabulary))

    @cached_property
    def _title_words(self) -> frozenset[str]:
        """The words of the titles that the planner gave to columns."""
        titles = (each for table in self.tables for each in table.titles.values())
        return frozenset(word for each in titles for word in re.findall(r"\w+", each.casefold()))

    @cached_property
    def links(self) -> frozenset[str]:
        """The names of rows that are addresses of the web."""
        names = {name for table in self.tables for row in table.names for each in row for name in each}
        names |= {value for table in self.tables for value in table.scope.values}
        return frozenset(filter(is_link, names))

    @cached_property
    def scripts(self) -> frozenset[str]:
        """The alphabets of all that may be said."""
        return scripts_of(self.everything)

    @cached_property
    def _given_words(self) -> frozenset[str]:
        words = re.findall(r"\w+(?:['’&-]\w+)*", self.given.casefold())
        return frozenset((*words, *(each.removesuffix("s") for each in words)))


def _of_time(table: FactTable, names: Sequence[Iterable[str]]) -> Iterator[str]:
    """The spellings of the time of a row."""
    if table.time:
        yield from names[table.labels.index(table.time)]


def _is_within(span: tuple[int, int], spots: Sequence[Spot]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end, _ in spots)


def _is_date(text: str) -> bool:
    return any((each.start, each.end) == (0, len(text)) for each in spoken_dates(text))


def masked(text: str, names: Sequence[Spot]) -> str:
    """The text with its names blanked out: their digits are no figures."""
    for start, end, _ in names:
        text = text[:start] + " " * (end - start) + text[end:]

    return text


@cache
def _claim_words() -> frozenset[str]:
    """The words by which a text claims something: `Fewer than ten` begins with no name."""
    return frozenset(
        word
        for kind, listed in word_lists().items()
        if kind not in ("deeds", "there")  # `Visit evil` begins with a verb
        for each in listed
        for word in each.casefold().split()
    )


_CALENDAR = frozenset(each.casefold() for each in word_lists()["plain"])

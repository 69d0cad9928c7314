"""What a sentence says its figures are: `a profit of 5`, `5 nights`, `Occupancy is 5 %`.

A noun that neither the data, nor the question, nor the words for quantities have names something that no
query gave; so do a superlative such as `the most profitable` and a verb of a measure that is not understood.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from svcchat_magic.analyst.facts.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.facts.measured_columns import words_of
from svcchat_magic.analyst.grounding.names import KnownNames
from svcchat_magic.analyst.grounding.units import is_unit
from svcchat_magic.analyst.language.adjectives import adjectives
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.sentences.directions import qualities, word_lists
from svcchat_magic.analyst.sentences.number_words import is_number_word
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure
from svcchat_magic.analyst.sentences.stems import root, singulars, stem

Told = Sequence[tuple[SpokenFigure, Sequence[FactCell]]]

_ABOUT = (
    r"(?:(?:about|around|roughly|nearly|almost|over|under|exactly|only|just|more than|less than)\s+)?[$€£]?"
)
_OF = re.compile(rf"(?<!by a\s)\b(?P<noun>[a-z][a-z-]+)\s+of\s+{_ABOUT}$")
_SUBJECT = re.compile(
    r"^\W*(?:(?:the|its|their)\s+)?(?:(?!(?:at|in|on|of|for|from|by|with|per)\b)[a-z][a-z-]+\s+){0,2}?"
    r"(?P<noun>[a-z][a-z-]+)\s+(?:(?:at|in|on|of|for|from|by|with|per)\b[^.;:,\d]{0,40}?)?"
    rf"\b(?:is|was|were|are|stood at|reached|totall?ed|amount(?:s|ed) to|came to)\s+(?:at\s+)?{_ABOUT}$"
)
_PER = re.compile(r"\s+(?:[a-z]+\s+)?(?:an?|per)\s+(?P<noun>[a-z]+)\b(?!-)")
_BEHIND = re.compile(
    r"\s+(?:(?:new|more|fewer|other|different|additional|paid|single)\s+)?(?P<noun>[a-z]+s)\b(?!')"
)
_COMPOUND = re.compile(r"\s+(?P<first>[a-z]+)\s+(?P<noun>[a-z]+s)\b(?!')")
_SUPERLATIVE = re.compile(
    r"\b(?:most|least)\s+(?P<noun>[a-z]+(?:able|ful|ive|ous|ant|ent|al|ar|ing|ed|ic))(?![\w-])"
)
_VERB = re.compile(
    r"^\W*(?:the\s+)?(?:[a-z][a-z-]+\s+){0,2}?(?P<noun>[a-z][a-z-]+)"
    r"\s+(?:(?:at|in|of|for|from)\s+)?(?P<verb>[a-z]{2,}ed)\b(?!-)"
)
_NUMBER_OF = re.compile(
    r"(?<!average )(?<!mean )(?<!median )"
    r"\bnumber of (?:(?:new|different|distinct|total|all|the|our)\s+)*(?P<noun>[a-z][a-z-]+)\b"
)
_STATE = re.compile(
    r"\s+(?:(?!(?:of|in|for|at|from|by|than|to|and|or)\b)[a-z-]+\s+){0,3}?"
    r"(?:was|were|is|are|got|(?:has|have|had) been)\s+"
    r"(?:(?:all|also|not|ever|even|already|still|then|only|[a-z]+ly)\s+)*"
    r"(?P<state>[a-z]{2,}ed|sold|paid|lost|left|sent|built|bought|won|held|kept|spent|stolen|broken|written|torn)"
    r"(?P<particle>\s+(?:out|off|up|down|back|away|over|overdue|late))?\b(?!-)"
)
_DID = re.compile(r"\s+(?P<thing>[a-z]{3,}s)\s+(?P<state>[a-z]{3,}ed)\b(?!-)")
_GOING = frozenset({"business", "demand", "performance", "activity", "trade", "sales", "growth"})
_PART = re.compile(r"\s+of\s+(?:all\s+|the\s+|its\s+|their\s+)?[a-z]")
_STEM = 5  # letters by which `cancelled` is of `cancellation rate`
_MANY = re.compile(r"(?:ss|us|is|as|ys)$")  # `across`, `plus`: no nouns


@dataclass(frozen=True, slots=True)
class SaidToBe:
    """The words of one turn by which its figures may go."""

    tables: Sequence[FactTable]
    names: KnownNames  # the words of the data, the question and the model

    def wrong(self, text: str, told: Told) -> str:
        """A noun, an adjective or a verb that is not theirs; `text` is without its names and dates."""
        low = text.lower()
        if len(low) != len(text):
            return ""

        for figure, cells in told:
            if found := next(self._nouns(low, figure, cells), "") or self._part(low, figure, cells):
                return found

            if found := self._state(low, figure) or self._number_of(low, figure, cells):
                return found

        adjectives = (match["noun"] for match in _SUPERLATIVE.finditer(low))
        odd = (
            each
            for each in adjectives
            if not (
                self._is_known(each)
                or self.names.is_word(each)
                or self.names.is_kin(each)
                or self._is_of_column(each)
            )
        )
        return next(odd, "") or self._verb(low)

    def _is_of_column(self, adjective: str) -> bool:
        """`the most profitable` of a column of profit."""
        titles = " ".join(
            f"{each} {table.titles.get(each, '')}" for table in self.tables for each in table.columns()
        )
        own = words_of(titles.replace("_", " "))
        if any(adjective in each for each in qualities().values()):
            return any(keywords().is_unwanted((each,)) for each in own)

        scales = adjectives().superlatives.get(("most", adjective), ())
        if any(own.issuperset(noun) for each in scales for noun in (*each.nouns, *each.inverse)):
            return True  # `the most expensive` of a column of prices

        words = map(stem, own - _quantities())
        return any(len(each) >= _STEM and adjective.startswith(each) for each in words)

    def _nouns(self, low: str, figure: SpokenFigure, cells: Sequence[FactCell]) -> Iterator[str]:
        before = low[: figure.start]
        behind = _BEHIND.match(low, figure.end) if not (figure.is_percent or figure.is_times) else None
        for match in (_OF.search(before), _SUBJECT.search(before), behind):
            noun = match["noun"] if match else ""
            is_count = match is behind and not cells  # a count is of any thing
            if noun and not self._is_known(noun) and not self._is_theirs(noun, cells, is_count=is_count):
                yield noun

        if (
            (match := _COMPOUND.match(low, figure.end))
            and not figure.is_percent
            and self._is_modifier(match, cells)
        ):
            yield match[0].strip()

        per = _PER.match(low, figure.end) if cells else None
        if per and not (
            self._is_theirs(per["noun"], cells, is_count=False) and self._is_rate(per["noun"], cells)
        ):
            yield per["noun"]

    def _state(self, low: str, figure: SpokenFigure) -> str:
        """`287 performances were sold out`: what no query asked about what is counted."""
        match = _STATE.match(low, figure.end) or _DID.match(low, figure.end)
        if match is None or figure.is_percent or figure.is_times:
            return ""

        state, particle = match["state"], match.groupdict().get("particle") or ""
        is_there = not particle and state in _claims()
        return "" if is_there or self._is_asked(state) else f"{state}{particle}"

    def _is_asked(self, word: str) -> bool:
        """Whether the question, a query, or a column has a word of its stem."""
        about = " ".join(table.about_column(each) for table in self.tables for each in table.columns())
        words = words_of(about.replace("_", " ")).union(
            *(each.words | each.label_words for each in self.tables)
        )
        mine = stem(word)
        return self.names.is_kin(word) or any(stem(each).startswith(mine) for each in words)

    def _number_of(self, low: str, figure: SpokenFigure, cells: Sequence[FactCell]) -> str:
        """`The number of members peaked at 9,081`, where that is what they paid."""
        match = _NUMBER_OF.search(low) if cells and not figure.is_percent else None
        noun = match["noun"] if match else ""
        if not noun or self._is_known(noun) or is_number_word(singular(noun)):
            return ""

        counts = [each for each in cells if self._may_count(each)]
        return "" if counts and self._is_theirs(noun, counts, is_count=True) else noun

    def _may_count(self, cell: FactCell) -> bool:
        """Whether a cell may be how many there are: no average, no sum with a fraction."""
        table = self.tables[cell.table]
        values = table.column(cell.column)
        return all(each.value == each.value.to_integral_value() for each in values)

    def _is_rate(self, noun: str, cells: Sequence[FactCell]) -> bool:
        """Whether a figure may be so much `per member`: a count or a sum is so only per row."""
        sums = [each for each in cells if self.tables[each.table].is_amount(each.column)]
        words = frozenset[str]().union(*(table.label_words for table in self.tables))
        return len(sums) < len(cells) or bool({*singulars(noun)} & words)

    def _is_modifier(self, match: re.Match[str], cells: Sequence[FactCell]) -> bool:
        """`17 purchase orders` of a column called `purchase order lines`: they are what the lines are of."""
        said = " ".join((match["first"], singular(match["noun"])))
        titles = {each.casefold() for cell in cells for each in self._names(cell)}
        forms = [" ".join(map(singular, re.findall(r"[^\W\d_]+", each))) for each in titles]
        behind = [
            re.search(rf"\b{re.escape(said)}\s+(?!(?:per|of|by|in|on|for|with|at|that)\b)\w", each)
            for each in forms
        ]
        return bool(behind) and all(behind)

    def _verb(self, low: str) -> str:
        """`Revenue eroded`: what a measure did, in a word that is not understood."""
        match = _VERB.search(low)
        verb = match["verb"] if match else ""
        if (
            match is None
            or self._is_known(verb)
            or self.names.is_word(verb)
            or not self._is_subject(match["noun"])
        ):
            return ""

        return verb

    def _is_subject(self, noun: str) -> bool:
        """Whether something is measured by this word: `the most` is no such word."""
        return noun in _GOING or (self.names.is_word(noun) and not {noun, singular(noun)} & _quantities())

    def _part(self, low: str, figure: SpokenFigure, cells: Sequence[FactCell]) -> str:
        """`22 % of the guests complained` of a cancellation rate: nothing of it is said."""
        if not figure.is_percent or not cells or not _PART.match(low, figure.end):
            return ""

        stems = {
            word[:_STEM]
            for cell in cells
            if cell.column not in self.tables[cell.table].computed
            for word in re.findall(r"[^\W\d_]+", self._title(cell).casefold())
            if len(word) >= _STEM and singular(word) not in _quantities()
        }
        words = (word[:_STEM] for word in re.findall(r"[^\W\d_]{3,}", low))
        is_said = not stems or any(stem.startswith(word) for word in words for stem in stems)
        return "" if is_said else low[figure.start : figure.end].strip()

    def _title(self, cell: FactCell) -> str:
        return f"{cell.column} {self.tables[cell.table].titles.get(cell.column, '')}".replace("_", " ")

    def _names(self, cell: FactCell) -> tuple[str, ...]:
        """What the column of a cell is called: by its title, or else by its name."""
        title = self.tables[cell.table].titles.get(cell.column, "")
        return (title or cell.column.replace("_", " "),)

    def _is_known(self, word: str) -> bool:
        """Whether it is a word by which something may go that the rows do not have to say."""
        plain = singular(word)
        return _MANY.search(word) is not None or bool(
            {word, plain} & (_quantities() - _deeds()) or is_unit(word) or is_number_word(plain)
        )

    def _is_theirs(self, noun: str, cells: Sequence[FactCell], *, is_count: bool) -> bool:
        """Whether it is a word of the columns, of the query, or of the rows; of any thing in a count."""
        columns = {(each.table, each.column) for each in cells} or {
            (table.number, each) for table in self.tables for each in table.columns()
        }
        about = " ".join(self.tables[at].about_column(column) for at, column in columns)
        words = words_of(about.replace("_", " ")).union(
            *(each.label_words | each.words for each in self.tables)
        )
        stems = {stem(each) for each in words}
        parts = [each for each in noun.split("-") if each not in keywords().function]
        return all(
            any(form in words or (is_count and self.names.is_word(form)) for form in singulars(each))
            or (len(root(each)) >= _STEM and root(each) in stems)  # the `survival` of those who survived
            for each in parts
        )


@cache
def _deeds() -> frozenset[str]:
    """What is counted, though the word is a verb too."""
    return frozenset(word_lists()["deeds"])


@cache
def _claims() -> frozenset[str]:
    """Participles and verbs that are checked as claims, or say no more than that figures are there."""
    return frozenset(
        word
        for kind, listed in word_lists().items()
        if kind != "deeds"
        for each in listed
        for word in each.split()
    )


@cache
def _quantities() -> frozenset[str]:
    """The words that say how a figure relates to others, and no thing that is counted."""
    words = {word for listed in word_lists().values() for each in listed for word in each.casefold().split()}
    known = keywords()
    found = {*words, *map(singular, words), *known.function, *known.light, *known.general}
    return frozenset(found - {"margin"})  # `by a margin of 5` is how far apart; `a margin of 5` is a measure

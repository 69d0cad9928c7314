"""Questions back: where two readings of a known kind fit a question equally well, it asks which is meant.

A difference of scores alone is no reason to ask. The kinds are: a value of two dimensions, two members of one
title, a value that is also a unit of time, an amount per entity, what is counted, a part of what, which of
several rows, and which date.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.following.memory import Choice, Memory
from svcchat_magic.analyst.intent.sorts import bare_sorts
from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.directed import said_as
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.titles import ENGLISH
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByMember,
    ByPart,
    ByTime,
    IsIn,
    Measured,
    OnPart,
    Ratio,
    Within,
)
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.analyst.readings.things_meant import names_thing
from svcchat_magic.analyst.readings.whose_values import is_told_by_words
from svcchat_magic.analyst.rivals import (
    are_even,
    beside_or_instead,
    cells,
    differences,
    is_told,
    kept_apart,
    per_entity,
    replaced,
    same_title,
    same_values,
    same_words,
    told_title,
    units_or_values,
)
from svcchat_magic.analyst.rivals_columns import columns_of_a_word
from svcchat_magic.analyst.rivals_compared import other_columns
from svcchat_magic.analyst.rivals_counted import part_or_share, rows_or_things

_MOST = 4  # choices
_EVEN, _NEAR, _FAR = 0.06, 0.15, 0.7  # how much better the best reading may be


def _are_sorts(word: str, one: ByMember, other: ByMember) -> bool:
    """Whether both columns are called so: of a product and its ID none is a category."""
    return all(word in phrase_of(each.of.title) for each in (one, other))


@dataclass(frozen=True, slots=True)
class Clarification:
    """A question back, and what to ask instead."""

    asks: str  # "which date do you mean"
    choices: tuple[Choice, ...]

    def text(self, words: AnswerWords) -> str:
        """The question with its numbered choices, in one sentence."""
        labels = [f"({at}) {each.label}" for at, each in enumerate(self.choices, start=1)]
        asks = words.phrases.get(self.asks, self.asks)
        return f"{asks}: {words.listed(labels, 'or')}?"


@dataclass(slots=True)
class Clarifying:
    """Finds what is open in the reading of one question."""

    reader: Reader
    memory: Memory | None
    words: AnswerWords = ENGLISH
    tried: dict[str, Read] = field(default_factory=dict)

    async def of(self, question: str, read: Read) -> Clarification | None:
        """What to ask back; None where one reading is clearly meant."""
        for asks, offered in self._open(question, read):
            found = [each for each in offered if await self._is_clear(each)]
            readings = {self.tried[each.question].best.analysis for each in found}  # type: ignore[union-attr]
            if 1 < len(found) == len(readings) and len(found) == len(offered):
                is_whole = read.best is not None and not read.best.follows
                return Clarification(asks, tuple(replace(each, is_whole=is_whole) for each in found[:_MOST]))

        return None

    async def _is_clear(self, choice: Choice) -> bool:
        """Whether a choice is read as a whole and leaves nothing open itself."""
        read = await self.reader.read(choice.question, self.memory)
        self.tried[choice.question] = read
        return read.is_sure and not read.repairs and not any(self._open(choice.question, read))

    def _open(self, question: str, read: Read) -> Iterator[tuple[str, list[Choice]]]:
        best = read.best
        if best is None:
            return

        for rival in read.others:
            margin = best.score - rival.score
            if rival.cover.unknown or rival.dropped or rival.stops or margin > _FAR:
                continue

            found = self._rival(question, read.tokens, best, rival, margin)
            if found and found[1]:
                yield found

        for unit_or_value in units_or_values(question, read.tokens, best.analysis):
            yield "What do you mean", unit_or_value

        catalog = self.reader.catalog
        if counts := rows_or_things(question, read.tokens, best.analysis, catalog, self.reader.sources):
            yield "What do you want to count", counts

        if columns := other_columns(question, read.tokens, best, read.others):
            yield "Which number do you mean", columns

        if parts := part_or_share(question, read.tokens, best, catalog):
            yield "Which share do you mean", parts

        before = self.memory.analysis if self.memory else Analysis()
        if rows := cells(question, read, best, before):
            yield "Which one do you mean", rows

        if ways := beside_or_instead(question, best, before):
            yield "What do you mean", ways

        if columns := columns_of_a_word(question, read, catalog):
            yield "Which number do you mean", columns

        if dates := self._dates(question, best.analysis):
            yield "Which date do you mean", dates

    def _rival(
        self, question: str, tokens: Sequence[Token], best: Assembled, rival: Assembled, margin: float
    ) -> tuple[str, list[Choice]] | None:
        ours, theirs = differences(best.analysis, rival.analysis)
        match ours, theirs:
            case [IsIn() as one], [IsIn() as other] if margin <= _EVEN and same_values(one, other):
                return self._which_value(question, tokens, best.analysis, (one, other))
            case [Ratio() as one], [Ratio() as other] if margin <= _EVEN and (pair := kept_apart(one, other)):
                return self._which_value(question, tokens, best.analysis, pair)
            case [ByMember() as one], [ByMember() as other] if margin <= _EVEN and same_title(
                one.of, other.of
            ):
                texts = [told_title(each.of, one.of, other.of, self.reader.catalog) for each in (one, other)]
                return "Which one do you mean", replaced(question, tokens, phrase_of(one.of.title), texts)
            case [ByMember() as one], [ByMember() as other] if margin <= _EVEN and any(
                _are_sorts(tokens[at].form, one, other) for at in bare_sorts(tokens)
            ):
                texts = [ENGLISH.lower(each.of.title) for each in (one, other)]
                word = (tokens[next(bare_sorts(tokens))].form,)
                return "Which one do you mean", replaced(question, tokens, word, texts)
            case [Measured() as one, *_], [Measured() as other, *_] if margin <= _NEAR and same_title(
                one.measure, other.measure
            ):
                both = (one.measure, other.measure)
                texts = [told_title(each, *both, self.reader.catalog) for each in both]
                choices = replaced(question, tokens, phrase_of(both[0].title), texts)
                choices = choices or same_words(question, tokens, best, rival, texts)
                return "Which number do you mean", choices
            case [Measured(), *_], [Measured(), *_] if (margin <= _NEAR or are_even(best, rival)) and (
                choices := same_words(question, tokens, best, rival)
            ):
                return "Which number do you mean", choices
            case _:
                asked = question, tokens, best.analysis, rival.analysis
                return per_entity(*asked, self.reader.catalog, self.words)

    def _which_value(
        self, question: str, tokens: Sequence[Token], analysis: Analysis, pair: tuple[IsIn, IsIn]
    ) -> tuple[str, list[Choice]] | None:
        """Of two columns that have a value; None where the words, or what is counted, tell which."""
        one, other = pair
        catalog, sources = self.reader.catalog, self.reader.sources
        places = [is_told_by_words(tokens, analysis, each, sources) for each in pair]
        is_said = is_told(tokens, analysis, one, other, catalog) or places == [True, False]
        if is_said or self._is_own(analysis, one, other):
            return None

        if names_thing(analysis, one, other, catalog):
            return None  # which the answer says

        both = (one.of, other.of)
        texts = [f"{told_title(each, *both, catalog)} {one.values[0]}" for each in both]
        said = said_as(one.values[0], [each.form for each in tokens])
        return "Which one do you mean", replaced(question, tokens, said, texts)

    def _is_own(self, analysis: Analysis, one: IsIn, other: IsIn) -> bool:
        """`cancelled bookings`: the status of what is counted itself, before that of whose it is."""
        homes = {cube for each in analysis.quantities for cube in cubes_of(each)}
        return one.of.cube in homes and other.of.cube not in homes

    def _dates(self, question: str, analysis: Analysis) -> list[Choice]:
        """Two dates of the rows, neither of which is the usual one."""
        timed = [
            each
            for each in (*analysis.groups, *analysis.where)
            if isinstance(each, ByTime | ByPart | Within | OnPart)
        ]
        if not timed or any(each.time for each in timed) or not analysis.quantities:
            return []

        bounded = next((each.quantity for each in analysis.having if each.quantity is not None), None)
        home = next(iter(cubes_of(bounded or analysis.quantities[0])), "")
        times = self.reader.sources.usual.rivals(home)
        plain = question.rstrip(" ?.!")
        return [
            Choice(ENGLISH.lower(each.title), f"{plain}, by {ENGLISH.lower(each.title)}") for each in times
        ]

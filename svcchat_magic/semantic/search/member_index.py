"""The index of a visible model by words: which members and tables a phrase means, ranked, and why.

Each word asked is looked up as itself, in other forms, as a business term, as what WordNet has near it,
and as a typing slip if it is no word of English. A rare word counts more than a common one, a title more
than a description, a synonym by its likeness, the head of the phrase more than the words that describe it.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log
from operator import itemgetter
from typing import NamedTuple

from svcchat_magic.semantic.search.business_terms import business_terms
from svcchat_magic.semantic.search.entries import Entry
from svcchat_magic.semantic.search.short_forms import abbreviates
from svcchat_magic.semantic.search.thesaurus import (
    LONGEST_PHRASE,
    Link,
    Meaning,
    everyday,
    is_english,
    is_word,
    meanings,
)
from svcchat_magic.semantic.search.typing_slips import TypingSlips
from svcchat_magic.semantic.search.word_index import Place, Posting, WordIndex, word_index
from svcchat_magic.semantic.search.words import american, form, stem, tokens

MOST_WORDS = 40  # of a phrase; what follows them is not looked up
_LEAST_SCORE = 0.05
_LEAST_OF_BEST = 0.3  # what is further behind the best hit is left out
_STEM = 0.93  # how near another form of a word is
_BEGINNING = 0.8  # how near a word is that was asked by its first letters
_WORD_WITHIN = 0.4  # and if these are a word of their own: rate in rating
_SHORT_FORM = 0.9  # how near a short form of a word is
_LEAST_LETTERS = 3
_SLIPS = (1.0, 0.9, 0.75)  # how near a word is with so many slips
_REVERSED = 0.85  # how near a broader word's narrower one is
_NOT_HEAD = 0.8  # how much a word counts that only describes the head of the phrase
_FULL_NAME = 0.35  # what it adds that nothing of an entry's name is left over
_RERANKED = 60
_DESCRIBING = frozenset({"of", "for", "in", "by", "per", "with", "from", "to", "on", "at", "that", "which"})


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an entry is a hit: what was asked, the model's words as stems, and how one leads to the other."""

    asked: str
    found: str
    link: Link
    place: Place


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that a phrase can mean: `score` is in (0, 1], `number` is its place among the entries."""

    entry: Entry
    number: int
    score: float
    reasons: tuple[Reason, ...]


class _Match(NamedTuple):
    """What one word that was asked says for an entry."""

    value: float
    asked: str
    stems: tuple[str, ...]
    link: Link
    place: Place


_Slot = dict[int, _Match]  # by entry


class MemberIndex:
    """Finds the entries that a phrase means; built once for each visible model and not changed."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = tuple(entries)
        self._words = word_index(self._entries)
        self._narrower = _narrower(self._words)
        self._slips = TypingSlips(self._words.forms)
        self._sorted = sorted(self._words.forms)
        self._shorts = [each for each in self._sorted if not is_word(each) or each in business_terms().short]
        self._most_rare = log(1 + len(self._entries))

    def find(self, phrase: str, *, limit: int | None = None) -> tuple[Hit, ...]:
        """The entries that the phrase can mean, best first; none when no word of it leads to one.

        Of equal ones, those that come first in the model come first.
        """
        asked = tokens(phrase)[:MOST_WORDS]
        slots = self._slots(asked)
        scores = self._scores(asked, slots)
        ranked = sorted(scores, key=lambda number: (-scores[number], number))
        least = max(_LEAST_SCORE, _LEAST_OF_BEST * max(scores.values(), default=0.0))
        near = (number for number in ranked if scores[number] >= least)
        return tuple(self._hit(number, scores[number], slots) for number in islice(near, limit))

    def slips(self, phrase: str) -> Mapping[str, str]:
        """The words of a phrase that are read as typing slips, each with the word it is taken for."""
        unknown = [word for word in tokens(phrase)[:MOST_WORDS] if not self._is_known(word)]
        meant = {word: min(self._meant(word), key=itemgetter(1), default=None) for word in unknown}
        return {word: found[0] for word, found in meant.items() if found}

    def _hit(self, number: int, score: float, slots: Mapping[int, _Slot]) -> Hit:
        matches = [slot[number] for slot in slots.values() if number in slot]
        reasons = (Reason(each.asked, " ".join(each.stems), each.link, each.place) for each in matches)
        return Hit(self._entries[number], number, score, tuple(dict.fromkeys(reasons)))

    def _slots(self, asked: Sequence[str]) -> Mapping[int, _Slot]:
        """What is found for each word that was asked, by position; function words count in phrases only."""
        function = business_terms().function
        slots: dict[int, _Slot] = {at: {} for at, word in enumerate(asked) if word not in function}
        for start in range(len(asked)):
            for end in range(start + 1, min(start + LONGEST_PHRASE, len(asked)) + 1):
                telling = [at for at in range(start, end) if at in slots] or [start]
                for match, number in self._matches(asked[start:end]):
                    for at in telling:
                        _keep_best(slots.setdefault(at, {}), number, match)

        return slots

    def _matches(self, phrase: Sequence[str]) -> Iterator[tuple[_Match, int]]:
        asked = " ".join(phrase)
        for meaning in self._meanings(phrase):
            rarity = self._words.rarity_of(meaning.stems)
            for posting in self._having(meaning.stems):
                value = meaning.likeness * posting.weight * rarity
                yield _Match(value, asked, meaning.stems, meaning.link, posting.place), posting.entry

    def _meanings(self, phrase: Sequence[str]) -> Iterator[Meaning]:
        """The words of the model that a phrase can mean."""
        known = self._words.postings
        if len(phrase) == 1 and phrase[0] not in business_terms().function:
            yield from self._same(phrase[0])

        for meaning in (
            *meanings(phrase),
            *everyday(phrase),
            *self._narrower.get(tuple(stem(form(each)) for each in phrase), ()),
        ):
            if all(each in known for each in meaning.stems):
                yield meaning

    def _same(self, word: str) -> Iterator[Meaning]:
        """The word itself, in another form or spelling, or what it was meant to be."""
        term = form(word)
        if stem(term) in self._words.postings:
            is_same = term in self._words.forms
            is_spelt_so = word in self._words.written or american(word) == word
            link = Link.STEM if not is_same else Link.SAME if is_spelt_so else Link.SPELLING
            yield Meaning((stem(term),), 1.0 if is_same else _STEM, link)
            return

        likeness = _WORD_WITHIN if is_english(word) else _BEGINNING
        for whole in self._beginning(word):
            yield Meaning((self._words.forms[whole],), likeness, Link.BEGINNING)

        for short in self._shorts:
            if abbreviates(short, word):
                yield Meaning((self._words.forms[short],), _SHORT_FORM, Link.SHORT)

        if not self._is_known(word):
            for meant, slips in self._meant(word):
                yield Meaning((self._words.forms[meant],), _SLIPS[slips], Link.TYPO)

    def _meant(self, word: str) -> Iterator[tuple[str, int]]:
        """What a word that nobody knows was meant to be, as a plural too."""
        for spelt in dict.fromkeys((word, form(word))):
            yield from self._slips.meant(spelt)

    def _is_known(self, word: str) -> bool:
        """Whether a word is of the model or of English, so that it is no slip."""
        return stem(form(word)) in self._words.postings or bool(self._beginning(word)) or is_english(word)

    def _beginning(self, letters: str) -> Sequence[str]:
        """The words of the model that begin with these letters."""
        if len(letters) < _LEAST_LETTERS:
            return ()

        start = bisect_left(self._sorted, letters)
        return self._sorted[start : bisect_left(self._sorted, f"{letters}\uffff")]

    def _having(self, stems: Sequence[str]) -> Iterator[Posting]:
        """The entries with a word, or with all words of a compound in one of their names."""
        first, *others = stems
        if not others:
            yield from self._words.postings.get(first, ())
            return

        for posting in self._words.postings.get(first, ()):
            if any(set(stems) <= set(phrase) for phrase in self._words.phrases[posting.entry]):
                yield posting

    def _scores(self, asked: Sequence[str], slots: Mapping[int, _Slot]) -> Mapping[int, float]:
        """The score of each entry that anything was found for."""
        head = _head(asked, slots)
        sums: dict[int, float] = defaultdict(float)
        whole = 0.0
        for at, slot in slots.items():
            weight = 1.0 if at == head else _NOT_HEAD
            whole += weight * self._most_rare
            for number, match in slot.items():
                sums[number] += weight * match.value

        first = sorted(sums, key=lambda number: (-sums[number], number))[:_RERANKED]
        return {number: self._with_name(sums[number] / whole, number, slots) for number in first}

    def _with_name(self, score: float, number: int, slots: Mapping[int, _Slot]) -> float:
        """The score, higher the more of one of the entry's names was asked for."""
        found: dict[str, float] = {}
        for slot in slots.values():
            if number in slot:
                for each in slot[number].stems:
                    found[each] = max(found.get(each, 0.0), slot[number].value)

        named = max((self._share(phrase, found) for phrase in self._words.phrases[number]), default=0.0)
        return score * (1 - _FULL_NAME + _FULL_NAME * named)

    def _share(self, phrase: Sequence[str], found: Mapping[str, float]) -> float:
        rarity = self._words.rarity
        return sum(rarity[each] for each in phrase if each in found) / sum(rarity[each] for each in phrase)


def _narrower(words: WordIndex) -> Mapping[tuple[str, ...], tuple[Meaning, ...]]:
    """The words of the model by those near them in WordNet: whoever asks for vehicles can mean trucks."""
    found: dict[tuple[str, ...], list[Meaning]] = defaultdict(list)
    for word, own in words.forms.items():
        for near in meanings((word,)):
            if near.link is Link.WORDNET:
                found[near.stems].append(Meaning((own,), _REVERSED * near.likeness, Link.WORDNET))

    return {stems: tuple(each) for stems, each in found.items()}


def _keep_best(slot: _Slot, number: int, match: _Match) -> None:
    known = slot.get(number)
    if known is None or known.value < match.value:
        slot[number] = match


def _head(asked: Sequence[str], slots: Mapping[int, _Slot]) -> int | None:
    """The position of the noun that a phrase is about: the last telling word before `of`, `by`, ..."""
    head = None
    for at, word in enumerate(asked):
        if at in slots and word not in business_terms().function:
            head = at
        elif head is not None and word in _DESCRIBING:
            break

    return head

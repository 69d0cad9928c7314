"""A question in another language put into the English that the grammar is written in, word by word.

What is not known stays as it was typed: the model's own words, values and names, which are found later.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from svcchat_magic.analyst.language.foreign_words import ForeignWords, folded
from svcchat_magic.analyst.language.words import plural

_PIECE = re.compile(
    r"\"[^\"]{1,200}\"|“[^”]{1,200}”|„[^“”\"]{1,200}[“”\"]"  # quoted: kept as it is
    r"|\d{4}-\d{2}-\d{2}|\d{4}-\d{2}(?![\d-])|\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})(?!\d)|\d{1,2}:\d{2}(?!\d)"
    r"|\d{1,3}(?:\.\d{3})+(?:,\d+)?(?!\d)|\d+,\d+(?!\d)|\d+(?:/\d+)+|\d+"
    r"|[^\W\d_]+(?:['’.][^\W\d_]+)*\d*|[^\w\s]"
)
_MOST_OF_A_TIME = 6
_MOST_BETWEEN = 12
_SLOTS = ("#", "@", "~", "...")
_YEARS = range(1900, 2200)


@dataclass(frozen=True, slots=True)
class Translation:
    """The English of a question, and the words that its words were."""

    text: str
    originals: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Reading:
    pieces: Sequence[str]
    words: ForeignWords
    own: Mapping[str, str]  # the model's words, by their forms
    english: list[str] = field(default_factory=list)
    originals: dict[str, str] = field(default_factory=dict)
    ranked_by: str = ""

    def read(self, at: int, stop: int) -> None:
        while at < stop:
            at = self._phrase(at) or self._single(at)

    def _phrase(self, at: int) -> int | None:
        """The index behind the longest phrase that begins here."""
        for first in dict.fromkeys((folded(self.pieces[at]), *self._forms(at))):
            for pattern, english in self.words.phrases.get(first, ()):
                slots = self._fits(pattern, at)
                if slots is not None:
                    return self._put(pattern, english, slots, at)

        return None

    def _fits(self, pattern: Sequence[str], at: int) -> list[tuple[int, int]] | None:
        """Where each word of a pattern lies, None where it does not fit."""
        found: list[tuple[int, int]] = []
        for place, word in enumerate(pattern):
            if word in ("~", "...") and place + 1 < len(pattern):
                until = self._time_until if word == "~" else self._anything_until
                stop = until(at, pattern[place + 1])
                if stop is None:
                    return None

                found.append((at, stop))
                at = stop
                continue

            if not self._is(at, word):
                return None

            found.append((at, at + 1))
            at += 1

        return found

    def _is(self, at: int, word: str) -> bool:
        if at >= len(self.pieces):
            return False

        if word == "#":
            return self._is_number(at)

        if word == "@":
            return bool(self.words.units & set(self._forms(at)))

        if word == "~":
            return self._is_time(at)

        return word == folded(self.pieces[at]) or (len(word) > 3 and word in self._forms(at))

    def _is_number(self, at: int) -> bool:
        piece = self.pieces[at]
        is_year = piece.isdecimal() and len(piece) == 4 and int(piece) in _YEARS
        is_day = at + 1 < len(self.pieces) and self.pieces[at + 1] == "." and not self._ends(at + 1)
        english = self.words.english(piece) or ""
        return (piece[0].isdecimal() and not is_year and not is_day) or english in _NUMBERS

    def _is_time(self, at: int) -> bool:
        piece = self.pieces[at]
        if piece[0].isdecimal():
            return not self._is_number(at) or "." in piece[1:] or "-" in piece

        is_quarter = re.fullmatch(r"[qhQH][1-4]", piece) is not None
        return is_quarter or bool(self.words.times & {folded(piece), *self._forms(at)})

    def _time_until(self, at: int, word: str) -> int | None:
        """The index of the word behind a stretch of time that begins here."""
        for stop in range(at + 1, min(at + _MOST_OF_A_TIME, len(self.pieces))):
            if self._is(stop, word):
                return stop if self._is_time(at) or self._is_number(at) else None

        return None

    def _anything_until(self, at: int, word: str) -> int | None:
        """The index of the word behind anything else of this sentence."""
        for stop in range(at, min(at + _MOST_BETWEEN, len(self.pieces))):
            if self._is(stop, word):
                return stop

            if self.pieces[stop] in ".?!;":
                return None

        return None

    def _put(self, pattern: Sequence[str], english: str, slots: Sequence[tuple[int, int]], start: int) -> int:
        kept = [(word, slot) for slot, word in zip(slots, pattern, strict=True) if word in _SLOTS]
        behind = slots[-1][1]
        if pattern[-1] == "~":  # what begins here is read on its own
            behind, english, kept = slots[-1][0], english.removesuffix("~").strip(), kept[:-1]

        typed = " ".join(self.pieces[start:behind])
        for word in english.split():
            if word in _SLOTS:
                at = next(at for at, (kind, _) in enumerate(kept) if kind == word)
                self.read(*kept.pop(at)[1])
            else:
                self._say(word, typed)

        return behind

    def _single(self, at: int) -> int:
        piece = self.pieces[at]
        if not piece[0].isalpha():
            return self._sign(at)

        if ranked := self.words.rank(piece):
            self._say(ranked[0], piece)
            self.ranked_by = ranked[1]
            return at + 1

        forms = self._forms(at)
        own = next((self.own[form] for form in (folded(piece), *forms) if form in self.own), None)
        english = own or self.words.english(piece)
        if english and not own and self.words.is_plural(piece):
            english = plural(english)

        self._say(english or piece, piece)
        if self.ranked_by:
            self._say(f"by {self.ranked_by}", self.ranked_by)
            self.ranked_by = ""

        return at + 1

    def _sign(self, at: int) -> int:
        piece = self.pieces[at]
        follows = self.pieces[at + 1 : at + 2] == ["."] and not self._ends(at + 1)
        if piece.isdecimal() and follows:
            is_ordered = bool(self.words.ordered & set(self._forms(at + 2)))
            self._say(_ordinal(int(piece)) if is_ordered else piece, piece)
            return at + 2

        self._say(_plain_number(piece), piece)
        return at + 1

    def _ends(self, at: int) -> bool:
        """Whether a full stop ends the sentence: nothing in small letters or named like a month behind it."""
        forms = set(self._forms(at + 1)) if at + 1 < len(self.pieces) else set()
        return not forms & (self.words.ordered | self.words.times)

    def _say(self, english: str, typed: str) -> None:
        self.english.append(english)
        for word in english.split():
            self.originals.setdefault(word.lower(), typed)

    def _forms(self, at: int) -> tuple[str, ...]:
        return self.words.forms(folded(self.pieces[at])) if at < len(self.pieces) else ()


def translated(text: str, words: ForeignWords, own: Mapping[str, str]) -> Translation:
    """The English of a question; `own` are the model's own words by their forms, which stay."""
    reading = _Reading(_years_moved(_verbs_moved(_PIECE.findall(text), words), words), words, own)
    reading.read(0, len(reading.pieces))
    return Translation(" ".join(filter(None, reading.english)), reading.originals)


def own_words(texts: Sequence[str], words: ForeignWords) -> Mapping[str, str]:
    """The words of a model's names that are written as the model writes them, by all their forms."""
    found: dict[str, str] = {}
    for text in texts:
        for word in re.findall(r"[^\W\d_]+", text):
            for form in words.forms(folded(word)):
                if len(form) > 3 and form not in words.alone:
                    found.setdefault(form, word.lower())

    return found


def _verbs_moved(pieces: list[str], words: ForeignWords) -> list[str]:
    """`haben sich im März registriert` with the verb before the time, as in English."""
    stop = next((at for at in range(len(pieces), 0, -1) if pieces[at - 1][0].isalnum()), 0)
    if stop < 3 or not words.participles & set(words.forms(folded(pieces[stop - 1]))):
        return pieces

    found = [at for at in range(stop - 1) if folded(pieces[at]) in words.auxiliaries]
    at = found[-1] + 1 if found else stop
    while at < stop and folded(pieces[at]) in words.pronouns:
        at += 1

    begins = at < stop - 1 and (pieces[at][0].isdecimal() or folded(pieces[at]) in words.before_times)
    degree = stop - 1
    while degree - 2 > at and folded(pieces[degree - 2]) == words.degree:
        degree -= 2

    if not begins:
        return pieces

    subject = [*pieces[: found[-1]], *pieces[found[-1] + 1 : at]]
    return [*subject, *pieces[degree:stop], *pieces[at:degree], *pieces[stop:]]


def _years_moved(pieces: list[str], words: ForeignWords) -> list[str]:
    """`In welchem Monat 2024 hatten wir ...` with the year at the end, as in English."""
    for at in range(len(pieces) - 3):
        year = pieces[at + 2]
        is_year = year.isdecimal() and len(year) == 4 and int(year) in _YEARS
        if is_year and folded(pieces[at]) in words.which and pieces[at + 3][0].isalpha():
            stop = len(pieces) if pieces[-1][0].isalnum() else len(pieces) - 1
            return [*pieces[: at + 2], *pieces[at + 3 : stop], words.at_time, year, *pieces[stop:]]

    return pieces


def _plain_number(piece: str) -> str:
    """1.234,5 as 1234.5."""
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d+", piece):
        return piece.replace(".", "").replace(",", ".")

    return piece


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number, "th")
    return f"{number}{ending}"


_NUMBERS = frozenset(
    {
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "twenty", "thirty", "fifty", "hundred",
    }
)  # fmt: skip

"""What answers are written in: the phrases, numbers and names of a language, read once from its file."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from importlib.resources import files

from svcchat_magic.analyst.language.date_names import DateNames, date_names
from svcchat_magic.analyst.language.foreign_words import foreign_languages
from svcchat_magic.analyst.language.words import plural, singular
from svcchat_magic.semantic.search.thesaurus import is_english

_LONGEST_SIGN = 3  # letters: km, kWh


@dataclass(frozen=True, eq=False)
class AnswerWords:
    """A language's phrases by name, with their places; its digits; its dates."""

    language: str
    phrases: Mapping[str, str]
    scales: Mapping[str, int]  # `million`: the power of ten
    thousands: str
    point: str
    percent: str  # the sign with the gap before it
    dates: DateNames
    keeps_case: bool  # nouns have a capital in a sentence too
    has_plurals: bool  # nouns are put into the plural by an ending

    def say(self, phrase: str, **parts: object) -> str:
        """A phrase with its parts in place."""
        return self.phrases[phrase].format_map(parts)

    def nth(self, place: int, what: str, *, is_high: bool) -> str:
        """`the second highest revenue`."""
        return self.say(
            "nth highest" if is_high else "nth lowest", place=self.say(f"place {place}"), what=what
        )

    def listed(self, parts: Sequence[str], joint: str = "and") -> str:
        """`a`, `a and b`, `a, b and c`."""
        return f" {self.phrases[joint]} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))

    def lower(self, title: str) -> str:
        """A title inside a sentence: lower case unless it is an abbreviation."""
        if self.keeps_case:
            return title

        return " ".join(word if word[1:] != word[1:].lower() else word.lower() for word in title.split())

    def noun(self, noun: str) -> str:
        """What one row is called."""
        return noun[:1].upper() + noun[1:] if self.keeps_case else noun

    def plural(self, noun: str) -> str:
        """Several of them; a model's English nouns have theirs in every language."""
        if known := self.phrases.get(f"plural {noun}"):
            return known

        head = noun.rpartition(" ")[2].lower()
        own = foreign_languages().get(self.language)
        is_own = own is not None and own.knows(head)
        is_plain = not self.has_plurals and (is_own or not is_english(head))
        return self.noun(noun) if is_plain else self.noun(plural(noun))

    def singular(self, noun: str) -> str:
        """One of them."""
        return singular(noun) if self.has_plurals else noun

    def digits(self, number: Decimal, places: int) -> str:
        """`1,234.5` as the language writes it, rounded."""
        rounded = number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
        return self.written(f"{rounded:,}")

    def written(self, digits: str) -> str:
        """English digits with the language's signs."""
        return digits.translate(str.maketrans(",.", self.thousands + self.point))

    def percents(self, number: Decimal) -> str:
        """`14.2%`; the number is in percent already."""
        return f"{self.digits(number, 1 if abs(number) < 1000 else 0)}{self.percent}"

    def unit(self, grain: str) -> str:
        """A unit of time or a part of the calendar: `month`, `weekday`."""
        return self.phrases.get(f"unit {grain}", grain)

    def units(self, unit: str) -> str:
        """Several of a unit of measurement: `minutes`, `km`."""
        return self.phrases.get(f"units {unit}", plural(unit) if len(unit) > _LONGEST_SIGN else unit)

    def moment(self, day: date, grain: str) -> str:
        """`in November 2024`, `on 4 March 2024`."""
        return self.dates.say(f"in_{grain}", name=self.dates.unit(day, grain))


@cache
def answer_words(language: str = "en") -> AnswerWords:
    """The words of a language: `en` or `de`."""
    folder = files("svcchat_magic.analyst.language")
    listed = tomllib.loads(folder.joinpath("languages.toml").read_text("utf-8"))
    data = tomllib.loads(folder.joinpath(listed[language]["answers"]).read_text("utf-8"))
    writing = data["writing"]
    return AnswerWords(
        language=language,
        phrases={name: phrase for section in data["phrases"].values() for name, phrase in section.items()},
        scales=data["scales"],
        thousands=writing["thousands"],
        point=writing["point"],
        percent=writing["percent"],
        dates=date_names(language),
        keeps_case=writing["keeps_case"],
        has_plurals=writing["has_plurals"],
    )

"""Numbers in words and back: how a figure is written, and which numbers a text holds."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from svcchat_magic.analyst.language.answer_words import AnswerWords, answer_words
from svcchat_magic.analyst.meaning.whole_years import YEAR

ENGLISH = answer_words()


@dataclass(frozen=True, slots=True)
class Figure:
    """A number read out of a text: its size without a sign, and half a unit of its last place."""

    size: Decimal
    slack: Decimal
    is_percent: bool

    def tells(self, exact: Decimal) -> bool:
        """Whether the exact number, rounded, is this figure."""
        return abs(self.size - abs(exact)) <= self.slack


def written(number: Decimal, form: str = "", words: AnswerWords = ENGLISH) -> str:
    """A number as a reader wants it: `5.42 million`, `412,380`, `98.20`, `14.2%`."""
    if form == "percent":
        return words.percents(number * 100)

    if form == YEAR and number == number.to_integral_value():
        return str(int(number))

    if abs(number) >= 1_000_000 * Decimal("0.9999995"):
        return _large(number, words)

    if number == number.to_integral_value() or abs(number) >= 1000:
        return words.digits(number, 0)

    return words.digits(number, 2)


def signed(number: Decimal, words: AnswerWords = ENGLISH) -> str:
    """`+14.2%` or `−3.1%`."""
    return ("+" if number >= 0 else "−") + words.percents(abs(number))


def figures_in(text: str, words: AnswerWords = ENGLISH) -> tuple[Figure, ...]:
    """Every number of a text, with its scale."""
    return tuple(_figure(match, words) for match in _numbers(words).finditer(text))


@cache
def _numbers(words: AnswerWords) -> re.Pattern[str]:
    """The numbers of a language, with a scale or a sign of percent behind."""
    group, point = re.escape(words.thousands), re.escape(words.point)
    scales = "|".join(map(re.escape, words.scales))
    return re.compile(
        rf"(?<![\w.,])(?P<digits>\d+(?:{group}\d{{3}})*(?:{point}\d+)?)"
        rf"(?:[ \u00a0]?(?P<scale>%|(?:{scales})(?!\w)))?"
    )


def _figure(match: re.Match[str], words: AnswerWords) -> Figure:
    digits, scale = match["digits"].replace(words.thousands, ""), match["scale"] or ""
    digits = digits.replace(words.point, ".")
    power = Decimal(10) ** words.scales.get(scale, 0)
    places = len(digits.partition(".")[2])
    slack = Decimal(10) ** -places / 2 * power
    return Figure(Decimal(digits) * power, slack, scale == "%")


def _large(number: Decimal, words: AnswerWords) -> str:
    for name, power in reversed(tuple(words.scales.items())):
        scaled = number / Decimal(10) ** power
        if abs(scaled) >= Decimal("0.9995"):
            places = 2 if abs(scaled) < Decimal("9.995") else 1 if abs(scaled) < Decimal("99.95") else 0
            return f"{words.digits(scaled, places)} {name}"

    return words.digits(number, 0)

"""Numbers of a question as they are told again: with their unit, in percent."""

from decimal import Decimal

from svcchat_magic.analyst.language.answer_words import AnswerWords, answer_words
from svcchat_magic.analyst.meaning.tree import AverageOf, Concept
from svcchat_magic.analyst.meaning.whole_years import YEAR, is_of_years

ENGLISH = answer_words()


def form_of(concept: Concept) -> str:
    """How the numbers of a column are told that something is compared with."""
    return YEAR if is_of_years(concept) else ""


def number_text(value: Decimal | str, form: str = "", words: AnswerWords = ENGLISH) -> str:
    """A number of a question as it is told again."""
    if isinstance(value, str):
        return value

    if form == YEAR and value == value.to_integral_value():
        return str(int(value))

    if form == "percent":
        return f"{words.written(f'{round(value * 100, 2).normalize():,f}')}{words.percent}"

    return words.written(f"{int(value):,}" if value == value.to_integral_value() else f"{value:,f}")


def value_text(value: Decimal, form: str = "", words: AnswerWords = ENGLISH) -> str:
    """A number that something is compared with, in percent or with its unit where it was told so."""
    percentage: Decimal | None = getattr(value, "percentage", None)
    if percentage is not None:
        return f"{number_text(percentage, '', words)}{words.percent}"

    unit: str = getattr(value, "kept_in", "")
    text = number_text(value, form, words)
    return f"{text} {words.units(unit)}" if unit else text


def told_value(value: Decimal | str | Concept | AverageOf, words: AnswerWords, form: str = "") -> str:
    """What a number or a date is compared with: that, another column, or an average."""
    if isinstance(value, AverageOf):
        within = words.lower(value.within.title) if value.within is not None else ""
        return words.say("average of own", group=within) if within else words.say("the average")

    if isinstance(value, Concept):
        return words.lower(value.title)

    return value_text(value, form, words) if isinstance(value, Decimal) else value

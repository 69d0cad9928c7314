"""What is counted once however often it comes: different products, months with an order."""

from decimal import Decimal

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.meaning.tree import Concept, Distinct, Quantity

EVERY = "every"  # the operator of a bound: in all units of the period that the question is of


class AllUnits(Decimal):
    """How many units a period has, where something was done in all of them."""


def units_of(cube: str, unit: str) -> Distinct:
    """In how many units of time a cube has rows, by the time that dates these."""
    return Distinct(Concept(cube, "", "dimension", "time"), unit=unit)


def is_undated(quantity: Quantity | None) -> bool:
    """Whether units of time are counted by a time that is still to be found."""
    return isinstance(quantity, Distinct) and bool(quantity.unit) and not quantity.of.name


def different(quantity: Distinct, words: AnswerWords) -> str:
    """`different products`, `months with order date`."""
    what = words.lower(quantity.of.title)
    if not quantity.unit:
        return words.say("distinct", what=words.plural(what))

    return words.say("units with", units=words.plural(words.unit(quantity.unit)), what=what)

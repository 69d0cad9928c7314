"""Years that a model keeps as numbers: told without a comma in them, and one year as that year."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Condition

YEAR = "year"  # the format of such a number


def is_of_years(concept: Concept) -> bool:
    """Whether the numbers of a column are years, by its name."""
    return concept.type == "number" and phrase_of(concept.title)[-1:] == (YEAR,)


def in_whole_years(conditions: Sequence[Condition]) -> list[Condition]:
    """`released in 2019` for from 2019 on and before 2020."""
    found: list[Condition] = []
    for each in conditions:
        first = _beginning(each, conditions)
        if first is not None:
            found.append(replace(first, operator="="))
        elif not any(_ends(each, other) for other in conditions):
            found.append(each)

    return found


def _beginning(condition: Condition, others: Sequence[Condition]) -> Compared | None:
    """The condition, where another one ends the year that it begins."""
    is_first = isinstance(condition, Compared) and any(_ends(other, condition) for other in others)
    return condition if is_first and isinstance(condition, Compared) else None


def _ends(condition: Condition, other: Condition) -> bool:
    """Whether a condition keeps what is before the year after the one that another one begins with."""
    if not (isinstance(condition, Compared) and isinstance(other, Compared) and is_of_years(condition.of)):
        return False

    low, high = other.value, condition.value
    is_pair = condition.of == other.of and (other.operator, condition.operator) == (">=", "<")
    return is_pair and isinstance(low, Decimal) and isinstance(high, Decimal) and high - low == 1

"""The money that was given away in discounts, and columns of percentages, which nobody adds up."""

import re

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.linking.earnings import revenue, value_of_goods
from svcchat_magic.analyst.linking.products import column_words
from svcchat_magic.analyst.meaning.tree import Concept, Measured, Quantity, Ratio

_NOUN = "discount"
_IN_PERCENT = re.compile(r"In %\.|Numbers written as \S* ?%")
_PERCENT = frozenset({"percent", "percentage", "pct", "rate", "ratio"})


def is_percentage(column: Concept) -> bool:
    """Whether a number is one of percent by its name, its format or what is said of it."""
    words = {*column_words(column), *phrase_of(column.title)}
    is_said = "%" in column.title or any(_IN_PERCENT.match(each.description) for each in column.places)
    return column.format == "percent" or is_said or not _PERCENT.isdisjoint(words)


def discount_given(catalog: Catalog) -> Quantity | None:
    """The one sum of discounts; of rows that hold the percentage alone, their list value less their total.

    None where there are several, or where rows do not tell both.
    """
    named = [each for each in catalog.concepts if _NOUN in phrase_of(each.title)]
    sums = [each for each in named if each.agg_type == "sum" and not is_percentage(each)]
    money = [each for each in sums if is_of_money(each)] or sums
    whole = [each for each in money if not catalog.model.cubes[each.cube].measures[each.name].filters]
    if sums:
        return Measured(whole[0]) if len(whole) == 1 else None

    columns = [each for each in named if each.kind == "dimension" and each.type == "number"]
    if any(not is_percentage(each) for each in columns):
        return None

    cubes = dict.fromkeys(each.cube for each in columns)
    made = [found for cube in cubes if (found := _off_list_value(cube, catalog))]
    return made[0] if len(made) == 1 else None


def _off_list_value(cube: str, catalog: Catalog) -> Quantity | None:
    listed, charged = value_of_goods(cube, catalog), revenue(cube, catalog)
    if listed is None or not isinstance(charged, Measured) or listed == charged:
        return None

    known = catalog.model.cubes[cube].measures[charged.measure.name]
    return None if known.filters else Ratio(listed, charged, way="-")

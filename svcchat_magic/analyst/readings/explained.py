"""A number that a question explains although it is known: `gross margin (sales minus unit cost)`."""

import re

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.summed import plain_sql
from svcchat_magic.analyst.meaning.tree import Measured, Quantity, Ratio
from svcchat_magic.analyst.readings.read import Read

_DIVIDED = re.compile(r"(?:1\.0\*)?\(?([\w+-]+)\)?/NULLIF\((\w+),0\)", re.IGNORECASE)


def is_explained(rest: Read, told: Quantity, catalog: Catalog) -> bool:
    """Whether the question without its formula asks for just what the formula computes."""
    asked = rest.best.analysis.quantities if rest.is_sure and rest.best else ()
    if len(asked) != 1 or not isinstance(told, Ratio):
        return False

    is_part = isinstance(asked[0], Ratio) and told in (asked[0].above, asked[0].below)
    return asked[0] == told or is_part or _computes(asked[0], told, catalog)


def says_twice(read: Read) -> bool:
    """Whether a formula in brackets was taken for a second number."""
    numbers = read.best.analysis.quantities if read.best else ()
    is_bracketed = any("(" in each.before for each in read.tokens)
    return is_bracketed and len(numbers) > 1 and any(isinstance(each, Ratio) for each in numbers)


def _computes(asked: Quantity, told: Ratio, catalog: Catalog) -> bool:
    """Whether a measure of the model is made of the same two measures in the same way, or a part of that."""
    if not isinstance(asked, Measured) or asked.where or told.is_share or told.per != 1:
        return False

    if not isinstance(told.above, Measured) or not isinstance(told.below, Measured):
        return False

    one, other = told.above.measure, told.below.measure
    if not asked.measure.cube == one.cube == other.cube:
        return False

    formula = f"{one.name}{told.way}{other.name}"
    sql = _sql(asked.measure.cube, asked.measure.name, catalog)
    whole = _DIVIDED.fullmatch(sql)
    if whole is None or whole[2] != one.name:
        return sql == formula

    return formula in (whole[1], _sql(one.cube, whole[1], catalog))


def _sql(cube: str, measure: str, catalog: Catalog) -> str:
    found = catalog.model.cubes[cube].measures.get(measure)
    return plain_sql(found.sql) if found is not None else ""

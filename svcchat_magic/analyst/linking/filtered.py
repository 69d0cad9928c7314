"""What a measure keeps of its rows, where its filters are said of columns that can be asked for."""

import re
from collections.abc import Iterator

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.summed import plain_sql
from svcchat_magic.analyst.meaning.tree import Concept, Condition, IsIn, Missing

_COLUMN = r"\{(?:CUBE|TABLE)\}\s*\.\s*\"?(?P<column>\w+)\"?"
_TEXT = r"'(?:[^']|'')*'"
_IS = re.compile(rf"{_COLUMN}\s*(?P<sign>=|<>|!=)\s*(?P<values>{_TEXT})", re.IGNORECASE)
_IN = re.compile(rf"{_COLUMN}\s+(?P<sign>not\s+)?in\s*\((?P<values>\s*{_TEXT}(?:\s*,\s*{_TEXT})*\s*)\)", re.I)
_NULL = re.compile(rf"{_COLUMN}\s+is\s+(?P<sign>not\s+)?null", re.IGNORECASE)
_FLAG = re.compile(rf"(?P<sign>not\s+)?{_COLUMN}(?:\s*=\s*true)?", re.IGNORECASE)
_LONGEST = 2000  # characters of a filter that is looked at


def filtered_by(measure: Concept, catalog: Catalog) -> tuple[Condition, ...] | None:
    """The conditions that a measure has of its own; None where they cannot be said of columns."""
    cube = catalog.model.cubes.get(measure.cube)
    known = cube.measures.get(measure.name) if cube else None
    if known is None:
        return None

    found = [_condition(each.strip(), measure.cube, catalog) for each in known.filters]
    return None if None in found else tuple(each for each in found if each is not None)


def _condition(sql: str, cube: str, catalog: Catalog) -> Condition | None:
    for pattern in (_IS, _IN, _NULL, _FLAG):
        match = pattern.fullmatch(sql) if len(sql) <= _LONGEST else None
        of = _column(match["column"], cube, catalog) if match else None
        if match is None or of is None:
            continue

        is_not = bool(match["sign"]) and match["sign"] != "="
        if pattern is _NULL:
            return Missing(of, negated=is_not)

        if pattern is _FLAG:
            return IsIn(of, (not is_not,)) if of.type == "boolean" else None

        return IsIn(of, tuple(_texts(match["values"])), is_not)

    return None


def _texts(values: str) -> Iterator[str]:
    yield from (each[1:-1].replace("''", "'") for each in re.findall(_TEXT, values))


def _column(name: str, cube: str, catalog: Catalog) -> Concept | None:
    """The one dimension that is this column."""
    dimensions = catalog.model.cubes[cube].dimensions
    of = [each for each in catalog.of_cube(cube, "dimension") if plain_sql(dimensions[each.name].sql) == name]
    return of[0] if len(of) == 1 else None

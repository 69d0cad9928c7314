"""Columns that only hold the key of another row, which people call by its name: the owner of a deal."""

import re

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

_COLUMN = r"(?:\"([^\"]+)\"|(\w+))"
_OWN = re.compile(r"(?:\{CUBE\}\.)?" + _COLUMN)
_EQUAL = re.compile(r"\{CUBE\}\." + _COLUMN + r" = \{(\w+)\}?\." + _COLUMN + r"\}?")


def name_behind(key: Concept, catalog: Catalog) -> Concept | None:
    """The name of the row that a key points at; None for a column that is none, or a row without a name."""
    cube = catalog.model.cubes.get(key.cube)
    dimension = cube.dimensions.get(key.name) if cube is not None and not key.primary_key else None
    own = _OWN.fullmatch(dimension.sql) if dimension is not None else None
    if cube is None or own is None:
        return None

    equal = ((each.target, _EQUAL.fullmatch(each.sql)) for each in cube.joins)
    targets = [target for target, found in equal if found is not None and _said(found) == _said(own)]
    entity = catalog.entities.get(targets[0]) if len(targets) == 1 else None
    return catalog.name_of(entity) if entity is not None else None


def _said(match: re.Match[str]) -> str:
    """The column of a match, with or without quotes."""
    return match[1] or match[2]

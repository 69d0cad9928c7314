"""Amounts: numeric dimensions whose column a measure of the model sums."""

import re
from collections.abc import Iterable

from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.model.model import Cube, Model

_PLAIN = re.compile(r"\{\s*(?:CUBE|TABLE)\s*\}\s*\.|[\s\"`{}]")


def is_amount(cube: Cube, member: str) -> bool:
    """Whether a member is an amount: its values are added up, so they do not tell groups apart."""
    return any(each.type == "sum" and _reads(each.sql, member, cube) for each in cube.measures.values())


def column_of(measure: Concept, concepts: Iterable[Concept], model: Model) -> Concept | None:
    """The numeric dimension whose column a measure aggregates, all rows of it; None where there is none."""
    cube = model.cubes.get(measure.cube)
    known = cube.measures.get(measure.name) if cube else None
    if cube is None or known is None or known.filters:
        return None

    own = (each for each in concepts if each.cube == cube.name and each.kind == "dimension")
    return next((each for each in own if _reads(known.sql, each.name, cube)), None)


def _reads(sql: str, member: str, cube: Cube) -> bool:
    """Whether the SQL of a measure is the column of a numeric dimension, and nothing else."""
    dimension = cube.dimensions.get(member)
    if dimension is None or dimension.type != "number" or dimension.primary_key:
        return False

    return plain_sql(sql) in {plain_sql(dimension.sql), dimension.name}


def plain_sql(sql: str) -> str:
    """The SQL of a member without what only says which table a column is of."""
    return _PLAIN.sub("", sql)

"""Amounts: numeric dimensions whose column a measure of the model sums."""

import re

from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.model.model import Cube, Model

_PLAIN = re.compile(r"\{\s*(?:CUBE|TABLE)\s*\}\s*\.|[\s\"`{}]")


def is_amount(concept: Concept, model: Model) -> bool:
    """Whether a dimension is an amount: its values are added up, so they do not tell groups apart."""
    cube = model.cubes.get(concept.cube)
    return cube is not None and any(
        each.type == "sum" and _reads(each.sql, concept, cube) for each in cube.measures.values()
    )


def _reads(sql: str, of: Concept, cube: Cube) -> bool:
    """Whether the SQL of a measure is the column of a numeric dimension, and nothing else."""
    dimension = cube.dimensions.get(of.name)
    if dimension is None or dimension.type != "number" or dimension.primary_key:
        return False

    return _PLAIN.sub("", sql) in {_PLAIN.sub("", dimension.sql), dimension.name}

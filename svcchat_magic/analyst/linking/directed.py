"""Which of two columns of places a direction means: `from` is of the origin, `to` of the destination."""

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.analyst.planning.usual_dates import words_of


def is_directed(of: Concept, word: str) -> bool:
    """Whether a column, or its table, is called so that this word before a value means it."""
    towards = keywords().directions.get(word, frozenset())
    return bool(towards & {*words_of(of), *of.cube.lower().split("_")})

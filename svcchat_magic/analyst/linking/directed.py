"""Which of two columns of places a direction means: `from` is of the origin, `to` of the destination."""

from collections.abc import Set

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.spoken import in_english
from svcchat_magic.analyst.meaning.tree import Concept


def is_directed(of: Concept, word: str) -> bool:
    """Whether a column, or its table, is called so that this word before a value means it."""
    towards = keywords().directions.get(word, frozenset())
    return bool(towards & {*words_of(of), *of.cube.lower().split("_")})


def words_of(of: Concept) -> Set[str]:
    """The parts of a column's name, and what they are in English."""
    words = of.name.lower().split("_")
    return {*words, *(part for each in words for part in (in_english(each) or "").split())}

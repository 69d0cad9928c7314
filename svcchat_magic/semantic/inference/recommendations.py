"""Which columns hold how likely people are to recommend something, from 0 to 10."""

from collections.abc import Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile

LEAST_PROMOTER, _HIGHEST = 9, 10
_FEWEST = 5  # different answers: fewer may be those to another question
_RECOMMEND = frozenset({"recommend", "recommendation", "recommending", "recommended"})
_NAMED = ("nps",), ("net", "promoter", "score"), ("net", "promoter")
_PLAIN = frozenset({"score", "rating", "value", "answer", "raw", "response", "nps"})


def is_recommendation(column: ColumnProfile) -> bool:
    """Whether a column is called so and holds whole numbers from 0 to 10, with some of the best."""
    words = spelled_out(words_of(column.name))
    if column.kind not in ("integer", "number"):
        return False

    if not _is_called_so(tuple(words_of(column.name))) and not _is_called_so(words):
        return False

    low, high = column.lowest, column.highest
    if not isinstance(low, int | float) or not isinstance(high, int | float) or isinstance(high, bool):
        return False

    return low >= 0 and LEAST_PROMOTER <= high <= _HIGHEST and column.distinct >= _FEWEST


def _is_called_so(words: Sequence[str]) -> bool:
    plain = tuple(each for each in words if each not in _PLAIN or each == "nps")
    is_named = any(tuple(words[: len(each)]) == each and set(words[len(each) :]) <= _PLAIN for each in _NAMED)
    return is_named or plain in _NAMED or not _RECOMMEND.isdisjoint(words)

"""Which columns hold what people answered on a scale: a rating, how likely they recommend something."""

from collections.abc import Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import is_plural, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

LEAST_PROMOTER, _HIGHEST = 9, 10
_FEWEST = 5  # different answers: fewer may be those to another question
_RECOMMEND = frozenset({"recommend", "recommendation", "recommending", "recommended"})
_NAMED = ("nps",), ("net", "promoter", "score"), ("net", "promoter")
_OF_RATINGS = frozenset({"rating", "ratings", "score", "stars", "star", "satisfaction", "csat", "grade"})
_OF_NUMBERS = frozenset(  # and of things that are told apart by numbers
    (
        "id", "key", "code", "number", "no", "count", "quantity", "qty", "level", "class", "rank", "year",
        "month", "size", "floor", "quarter", "day", "week", "version", "age", "zone", "grade", "hotel",
        "doctor", "region", "room", "group", "ward", "line", "machine", "station", "sensor", "device",
        "patient", "user", "person", "shift", "course", "party",
    )
)  # fmt: skip
_SCALES = {(low, high) for low in (0, 1) for high in (4, 5, 6, 7, 10)}
_MOST = 11  # different answers on a scale
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


def is_answer(column: ColumnProfile, table: TableProfile) -> bool:
    """Whether a column holds what people answered on a scale: it is averaged, and never added up."""
    return is_recommendation(column) or _is_beside_ratings(column, table)


def _is_beside_ratings(column: ColumnProfile, table: TableProfile) -> bool:
    """Cleanliness from 1 to 5 beside an overall rating from 1 to 5; so many nights are no rating."""
    words = set(spelled_out(words_of(column.name)))
    if column.kind != "integer" or words & _OF_RATINGS or is_plural(column.name):
        return False

    scale = (column.lowest, column.highest)
    others = _OF_NUMBERS.union(*map(words_that_are, ("entities", "sales_places", "keys", "calendar")))
    fits = scale in _SCALES and column.distinct <= _MOST and not words & others
    return fits and any(
        each.name != column.name
        and (each.lowest, each.highest) == scale
        and not _OF_RATINGS.isdisjoint(spelled_out(words_of(each.name)))
        for each in table.columns
    )

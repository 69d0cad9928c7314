"""Columns whose texts name several things in one: the genres of a film, the languages of a person."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

SEVERAL = "A text may name several in one"  # begins the description of such a dimension

_SEPARATORS = re.compile(r"\s*[,;|]\s*")
_LONGEST = 4  # words of a thing; what is longer is a sentence
_FEWEST = 3  # different texts that name several
_SHARE = 0.05  # of the different texts, at least, do so
_REPEATED = 0.8  # of the things in them, at least, stand in other texts as well: no town, of `Salem, Oregon`


def said_to_be_several(values: Iterable[object]) -> str:
    """The description of a column whose texts name several; empty for other columns."""
    texts = sorted({text for each in values if (text := str(each).strip())})
    lists = [found for each in texts if len(found := _items(each)) > 1]
    if len(lists) < max(_FEWEST, _SHARE * len(texts)) or any(
        map(_is_long, (each for one in lists for each in one))
    ):
        return ""

    times = Counter(item for each in texts for item in set(_items(each)))
    things = [item for each in lists for item in each]
    repeated = sum(times[each] > 1 for each in things)
    example = next(each for each in texts if len(_items(each)) > 1)
    return f"{SEVERAL}, such as {example}." if repeated >= _REPEATED * len(things) else ""


def _items(text: str) -> Sequence[str]:
    return [each for each in _SEPARATORS.split(text) if each]


def _is_long(item: str) -> bool:
    return len(item.split()) > _LONGEST

"""What one word names among the values of a column: several that share it, or an item of lists.

Files of films, dishes and products keep several things in one text, `Mushrooms, Garlic, Basil`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.whole_values import is_within
from svcchat_magic.analyst.meaning.tree import ByMember, Concept
from svcchat_magic.semantic.search.value_lists import FoundValue

Found = Mapping[tuple[int, Phrase], list[str]]  # the values in which words stand, by the place of a column

_MOST_OF_A_WORD = 12  # values that one word may name together
_LONGEST = 5  # words of a value
_LONGEST_ITEM = 4  # words; what is longer is a sentence
_FEWEST = 2  # values that have an item, and items of one that is a list
_SEPARATORS = re.compile(r"\s*[,;|]\s*")


@dataclass(frozen=True, slots=True)
class Several:
    """What one phrase names together: the seasons since 2022/23."""

    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """An item of texts that are lists."""

    item: str

    def __str__(self) -> str:
        return self.item


def items_named(rows: Sequence[FoundValue], forms: Phrase) -> dict[tuple[int, Phrase], Listed]:
    """The items that a question names of values that are lists, by the place of their column."""
    found, lists = dict[tuple[int, Phrase], dict[str, str]](), set[tuple[int, Phrase]]()
    for row in rows:
        items = _SEPARATORS.split(row.value)
        for item in items if _are_short(items) else ():
            key = row.place, phrase_of(item)
            if key[1] and is_within(key[1], forms):
                found.setdefault(key, {})[row.value] = item
                lists |= {key} if len(items) >= _FEWEST else set()

    return {
        key: Listed(min(own.values())) for key, own in found.items() if key in lists and len(own) >= _FEWEST
    }


def _are_short(items: Sequence[str]) -> bool:
    """Whether these are things, and no parts of a sentence."""
    return all(len(phrase_of(each)) <= _LONGEST_ITEM for each in items)


def apart_from(lists: Mapping[tuple[int, Phrase], Listed], parts: Found) -> Found:
    """The values of which words are a part, but for words that are an item of lists."""
    said = {part for _, part in lists}
    return {key: values for key, values in parts.items() if key[1] not in said}


def may_be_one(part: Phrase, values: Sequence[str], of: Concept) -> bool:
    """`popcorn` for sweet popcorn and salted popcorn: a few short values of things that share their word."""
    are_short = len(values) <= _MOST_OF_A_WORD and all(len(phrase_of(each)) <= _LONGEST for each in values)
    ends = all(part[-1] in (words[0], words[-1]) for words in map(phrase_of, values))
    return len(part) == 1 and are_short and ends and not is_person(ByMember(of)) and not of.primary_key

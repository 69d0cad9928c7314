"""Words that several names of things share: all Zelda games are those whose name has that word.

They are looked for where they stand before such things, behind `called`, or are said to be `in the title`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByMember, Concept, Entity
from svcchat_magic.semantic.search.thesaurus import is_english
from svcchat_magic.semantic.search.value_lists import MOST_FOUND, FoundValue

_FEWEST = 2  # names; a word of one name stands for that
_CALLED = frozenset({"called", "named", "titled", "entitled"})
_ARTICLES = frozenset({"the", "their", "its"})
_NAMES = frozenset({"name", "title"})


@dataclass(frozen=True, slots=True)
class InsideNames:
    """A text that names of things have among their words."""

    text: str

    def __str__(self) -> str:
        return self.text


def naming_places(dimensions: Sequence[Concept], catalog: Catalog) -> Mapping[int, frozenset[str]]:
    """The dimensions by which things are known, and no persons, with the nouns of these things."""
    names = {catalog.name_of(each): each.cube for each in catalog.entities.values()}
    nouns: dict[str, set[str]] = {}
    for phrase, meanings in catalog.phrases.items():
        for each in meanings:
            if isinstance(each.of, Entity) and len(phrase) <= 2:  # of video games
                nouns.setdefault(each.of.cube, set()).add(phrase[-1])

    return {
        at: frozenset(nouns.get(each.cube, ()))
        for at, each in enumerate(dimensions)
        if each in names and not each.primary_key and not is_person(ByMember(each))
    }


def runs_of_names(tokens: Sequence[Token]) -> Iterator[Phrase]:
    """Names of two words or three, such as `Anna Weber` of Dr Anna Weber."""
    for start in range(len(tokens)):
        for size in (2, 3):
            span = tokens[start : start + size]
            is_name = len(span) == size and all(each.is_name and each.form.isalpha() for each in span)
            if is_name and span[0].form not in keywords().all_words:
                yield tuple(each.form for each in span)


def inside_names(
    rows: Sequence[FoundValue],
    parts: Mapping[tuple[int, Phrase], Sequence[str]],
    naming: Mapping[int, frozenset[str]],
    tokens: Sequence[Token],
    kinds: Collection[Phrase],
) -> Iterator[tuple[int, Phrase, InsideNames]]:
    """The words of a question that several names have, where no other name has their letters.

    The `kinds` are phrases that other columns have as a value: of type Movie.
    """
    forms = tuple(each.form for each in tokens)
    for (at, part), values in parts.items() if len(rows) < MOST_FOUND else ():
        place = next((one for one in range(len(forms)) if forms[one : one + len(part)] == part), None)
        if at not in naming or place is None or len(set(values)) < _FEWEST:
            continue

        text = " ".join(each.text for each in tokens[place : place + len(part)])
        near = {each.value for each in rows if each.place == at and text.lower() in each.value.lower()}
        nouns = naming[at] | {phrase[0] for phrase in kinds if len(phrase) == 1}
        near -= {each for each in near if phrase_of(each) == part}
        stop = place + len(part)
        is_one = part in kinds and not _is_many(tokens, stop)  # the game Zelda, and not all Zelda games
        if near == set(values) and not is_one and _is_meant(tokens, place, stop, nouns):
            yield at, part, InsideNames(text)


def end_of_name(tokens: Sequence[Token], stop: int) -> int:
    """Where `in the title` ends that stands behind words; where they end themselves if it does not."""
    at = stop + 1
    is_in = stop < len(tokens) and tokens[stop].form == "in"
    at += at < len(tokens) and tokens[at].form in _ARTICLES
    return at + 1 if is_in and at < len(tokens) and tokens[at].form in _NAMES else stop


def _is_many(tokens: Sequence[Token], at: int) -> bool:
    """Whether a plural stands there, or words of what names have."""
    return end_of_name(tokens, at) > at or (at < len(tokens) and tokens[at].text.lower() != tokens[at].form)


def is_called(tokens: Sequence[Token], start: int) -> bool:
    """Whether `called` stands before a name."""
    return start > 0 and tokens[start - 1].text.lower() in _CALLED


def _is_meant(tokens: Sequence[Token], start: int, stop: int, nouns: Collection[str]) -> bool:
    """Whether words are told of a name; of `little games` it is not clear that they are called so."""
    if is_called(tokens, start) or end_of_name(tokens, stop) > stop:
        return True

    is_name = stop - start > 1 or any(each.is_name or each.is_quoted for each in tokens[start:stop])
    is_before = stop < len(tokens) and tokens[stop].form in nouns
    return is_before and (is_name or not is_english(tokens[start].form))

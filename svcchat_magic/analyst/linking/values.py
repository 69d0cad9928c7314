"""Which values of the data the words of a question name: looked up in the engine, once a turn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.demonyms import places_of
from svcchat_magic.analyst.linking.near_values import doubtful_words, patterns_of, spelt_near
from svcchat_magic.analyst.linking.spellings import other_spellings
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.tree import Concept

Values = Mapping[Phrase, tuple[tuple[Concept, object], ...]]  # the values that phrases name

_LONGEST = 5  # words of a value
_MOST_TEXTS = 60  # looked for at once
_MOST_DIMENSIONS = 60
_SHORTEST_PART = 4


@dataclass(frozen=True, slots=True)
class LookUp:
    """A statement that finds values, and the dimensions that its first column numbers."""

    sql: str
    dimensions: tuple[Concept, ...]
    texts: Mapping[str, tuple[Phrase, ...]]  # what is looked for, by the words of the question
    tokens: tuple[Token, ...]
    doubtful: tuple[str, ...]  # words that may be misspelt


def look_ups(tokens: Sequence[Token], catalog: Catalog) -> Iterator[LookUp]:
    """The statements that find every value that the question may name."""
    whole, parts = _texts(tokens, catalog)
    dimensions = [each for each in catalog.concepts if each.kind == "dimension" and each.type == "string"]
    if not whole or not dimensions:
        return

    doubtful = doubtful_words(tokens, catalog.words())
    near = [pattern for word in doubtful for pattern in patterns_of(word)]
    size = max(1, min(_MOST_DIMENSIONS, 3000 // (2 * len(whole) + 12 * (len(parts) + len(near)) + 20)))
    for at in range(0, len(dimensions), size):
        chosen = tuple(dimensions[at : at + size])
        selects = [_select(number, each, tuple(whole), parts, near) for number, each in enumerate(chosen)]
        yield LookUp("\nUNION ALL\n".join(selects), chosen, whole, tuple(tokens), doubtful)


def found_values(look_up: LookUp, rows: Iterable[Sequence[object]], known: Values) -> Values:
    """The values that were found, by the phrases that name them."""
    found = {phrase: list(meanings) for phrase, meanings in known.items()}
    by_part: dict[tuple[int, str], list[str]] = {}
    for number, value in rows:
        if not isinstance(value, str):
            continue

        at = int(str(number))
        concept = look_up.dimensions[at]
        for phrase in spelt_near(value, look_up.tokens, look_up.doubtful):
            found.setdefault(phrase, []).append((concept, value))

        asked = look_up.texts.get(value.strip().lower())
        if asked is not None:
            for phrase in {phrase_of(value), *(phrase_of(each) for each in places_of(value)), *asked}:
                found.setdefault(phrase, []).append((concept, value))
        else:
            for word in phrase_of(value):
                by_part.setdefault((at, word), []).append(value)

    for (at, word), values in by_part.items():
        if len(set(values)) == 1:
            found.setdefault((word,), []).append((look_up.dimensions[at], values[0]))

    found.pop((), None)
    return {phrase: tuple(dict.fromkeys(meanings)) for phrase, meanings in found.items()}


def _texts(tokens: Sequence[Token], catalog: Catalog) -> tuple[Mapping[str, tuple[Phrase, ...]], list[str]]:
    """Stretches of words that may be a whole value, and words that may be a part of one."""
    words = keywords()
    empty = [each.is_mark or (each.form in words.function and not each.is_name) for each in tokens]
    whole: dict[str, tuple[Phrase, ...]] = {}
    for start in range(len(tokens)):
        for stop in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            if empty[start] or empty[stop - 1]:
                continue

            phrase = tuple(each.form for each in tokens[start:stop])
            for text in _forms_of(tokens[start:stop]):
                whole.setdefault(text, ())

            for text in other_spellings(tokens[start:stop], catalog.language):
                whole.setdefault(text, (phrase,))

    known = catalog.words() | words.light | words.function | {each for one in words.meanings for each in one}
    parts = [
        token.text.lower().removesuffix("'s").removesuffix("’s")
        for token in tokens
        if len(token.form) >= _SHORTEST_PART
        and token.form.isalpha()
        and (token.form not in known or (token.is_name and token.place > 0))
    ]
    return dict(list(whole.items())[:_MOST_TEXTS]), parts[:8]


def _forms_of(tokens: Sequence[Token]) -> Iterator[str]:
    text = _joined(tokens)
    yield text.lower()
    last = tokens[-1].form
    if last != tokens[-1].text.lower():
        yield text[: len(text) - len(tokens[-1].text)].lower() + last
    elif last.isalpha() and len(last) > 2:
        yield text[: len(text) - len(tokens[-1].text)].lower() + plural(last)

    if len(tokens) == 1:
        yield from (place.lower() for place in places_of(tokens[0].text))


def _joined(tokens: Sequence[Token]) -> str:
    """The words as they stood: spaces where there were some."""
    text = tokens[0].text
    for before, token in pairwise(tokens):
        gap = token.place - before.place - len(before.text)
        text += (" " if gap > 0 else "") + token.text

    return text.removesuffix("'s").removesuffix("’s")


def _select(number: int, concept: Concept, whole: Sequence[str], parts: list[str], near: list[str]) -> str:
    place = min(concept.places, key=lambda each: each.table != each.cube)
    ref = f"{name(place.table)}.{name(place.name)}"
    wanted = ", ".join(_quoted(each) for each in whole)
    conditions = [
        f"LOWER({ref}) IN ({wanted})",
        *(f"LOWER({ref}) LIKE {_quoted(f'%{each}%')}" for each in parts),
        *(f"LOWER({ref}) LIKE {_quoted(each)}" for each in near),
    ]
    return (
        f"SELECT '{number}' AS place, {ref} AS found FROM {name(place.table)} "
        f"WHERE {' OR '.join(conditions)} GROUP BY 2"
    )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"

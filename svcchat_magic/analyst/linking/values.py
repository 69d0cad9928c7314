"""Which values of the data the words of a question name: looked up in the engine, once a turn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token, tokens_of
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.demonyms import places_of
from svcchat_magic.analyst.linking.near_values import doubtful_words, patterns_of, spelt_near
from svcchat_magic.analyst.linking.spellings import other_spellings
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.tree import Concept

Values = Mapping[Phrase, tuple[tuple[Concept, object], ...]]  # the values that phrases name

_LONGEST = 5  # words of a value
_MOST_TEXTS = 400  # looked for at once
_MOST_PARTS = 12
_MOST_DIMENSIONS = 30  # of one statement, which may have 40 SELECTs
_SHORTEST_PART = 4
_MOST_HYPHENED = 3  # words that the data may join with hyphens
_NEVER_FIRST = frozenset({"a", "an", "and", "or", "of", "by", "for", "with", "is", "are", "was", "were"})


@dataclass(frozen=True, slots=True)
class LookUp:
    """A statement that finds values, and the dimensions that its first column numbers."""

    sql: str
    dimensions: tuple[Concept, ...]
    texts: Mapping[str, tuple[Phrase, ...]]  # what is looked for, by the words of the question
    parts: frozenset[str]  # words that may be one of a value's
    tokens: tuple[Token, ...]
    doubtful: tuple[str, ...]  # words that may be misspelt


def look_ups(tokens: Sequence[Token], catalog: Catalog) -> Iterator[LookUp]:
    """The statements that find every value that the question may name."""
    whole, parts = _texts(tokens, catalog)
    dimensions = [each for each in catalog.concepts if each.kind == "dimension" and each.type == "string"]
    if not whole or not dimensions:
        return

    doubtful = doubtful_words(tokens, _known(catalog))
    near = [f"%{each}%" for each in parts.values()]
    near += [pattern for word in doubtful for pattern in patterns_of(word)]
    is_whole = f"LOWER(found) IN ({', '.join(map(_quoted, whole))})"
    wanted = " OR ".join([is_whole, *(f"LOWER(found) LIKE {_quoted(each)}" for each in near)])
    for at in range(0, len(dimensions), _MOST_DIMENSIONS):
        chosen = tuple(dimensions[at : at + _MOST_DIMENSIONS])
        every = "\nUNION ALL\n".join(_select(number, each) for number, each in enumerate(chosen))
        first = f"CASE WHEN {is_whole} THEN 0 ELSE 1 END"  # whole values, before the rows are cut
        named = f"SELECT place, found, {first} AS part FROM (\n{every}\n) AS named"
        sql = f"{named} WHERE {wanted} ORDER BY 3, 1, 2"
        yield LookUp(sql, chosen, whole, frozenset(parts), tuple(tokens), doubtful)


def found_values(look_up: LookUp, rows: Iterable[Sequence[object]], known: Values) -> Values:
    """The values that were found, by the phrases that name them."""
    found = {phrase: list(meanings) for phrase, meanings in known.items()}
    by_part: dict[tuple[int, str], list[str]] = {}
    for number, value, _ in rows:
        if not isinstance(value, str):
            continue

        at = int(str(number))
        concept = look_up.dimensions[at]
        for phrase in spelt_near(value, look_up.tokens, look_up.doubtful):
            found.setdefault(phrase, []).append((concept, value))

        asked = look_up.texts.get(value.strip().lower())
        if asked is not None:
            as_typed = tuple(each.form for each in tokens_of(value))
            places = (phrase_of(each) for each in places_of(value))
            for phrase in {as_typed, phrase_of(value), *places, *asked}:
                found.setdefault(phrase, []).append((concept, value))
        else:
            for word in look_up.parts.intersection(phrase_of(value)):
                by_part.setdefault((at, word), []).append(value)

    for (at, word), values in by_part.items():
        if len(set(values)) == 1:
            found.setdefault((word,), []).append((look_up.dimensions[at], values[0]))

    found.pop((), None)
    return {phrase: tuple(dict.fromkeys(meanings)) for phrase, meanings in found.items()}


def _texts(
    tokens: Sequence[Token], catalog: Catalog
) -> tuple[Mapping[str, tuple[Phrase, ...]], dict[str, str]]:
    """Stretches of words that may be a whole value, and words that may be a part of one with their root."""
    empty = _empty(tokens, catalog)
    whole: dict[str, tuple[Phrase, ...]] = {}
    for start in range(len(tokens)):
        for stop in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            span = tokens[start:stop]
            if not _may_be_value(span, empty[start:stop]):
                continue

            phrase = tuple(each.form for each in span)
            for text in _forms_of(span):
                whole.setdefault(text, ())

            for text in other_spellings(span, catalog.language):
                whole.setdefault(text, (phrase,))

    known = _known(catalog)
    parts = {
        token.form: token.form if token.text.lower().startswith(token.form) else token.form[:-1]
        for token in tokens
        if len(token.form) >= _SHORTEST_PART
        and token.form.isalpha()
        and (token.form not in known or (token.is_name and token.place > 0))
    }
    return dict(list(whole.items())[:_MOST_TEXTS]), dict(list(parts.items())[:_MOST_PARTS])


def _may_be_value(span: Sequence[Token], empty: Sequence[bool]) -> bool:
    """Whether words may be a value: not small ones alone, unless they are joined as in `how-to`."""
    if span[0].is_mark or span[-1].is_mark:
        return False

    is_joined = any(each.before and not each.before.isspace() for each in span[1:])
    return is_joined or not (all(empty) or span[0].form in _NEVER_FIRST)


def _empty(tokens: Sequence[Token], catalog: Catalog) -> list[bool]:
    """Which words say nothing by themselves; behind a member, as in `city split`, they may."""
    function, named = keywords().function, catalog.words
    before = ["", *(each.form for each in tokens)]
    return [
        each.is_mark
        or (
            each.form in function
            and not each.is_name
            and ahead not in ("is", "=")
            and not (ahead in named and len(each.form) > _SHORTEST_PART)
        )
        for ahead, each in zip(before, tokens, strict=False)
    ]


def _known(catalog: Catalog) -> frozenset[str]:
    """The words that mean something besides what values mean."""
    words = keywords()
    return catalog.words | words.light | words.function | words.all_words


def _forms_of(tokens: Sequence[Token]) -> Iterator[str]:
    text = _joined(tokens)
    yield text.lower()
    if 1 < len(tokens) <= _MOST_HYPHENED and " " in text:
        yield text.lower().replace(" ", "-")

    last = tokens[-1].form
    if last != tokens[-1].text.lower():
        yield text[: len(text) - len(tokens[-1].text)].lower() + last
    elif last.isalpha() and len(last) > 2:
        yield text[: len(text) - len(tokens[-1].text)].lower() + plural(last)

    if len(tokens) == 1:
        yield from (place.lower() for place in places_of(tokens[0].text))


def _joined(tokens: Sequence[Token]) -> str:
    """The words as they stood: with the spaces and hyphens between them."""
    text = tokens[0].text + "".join(token.before + token.text for token in tokens[1:])
    return " ".join(text.split()).removesuffix("'s").removesuffix("’s")


def _select(number: int, concept: Concept) -> str:
    place = min(concept.places, key=lambda each: each.table != each.cube)
    return (
        f"SELECT '{number:03}' AS place, {name(place.table)}.{name(place.name)} AS found "
        f"FROM {name(place.table)} GROUP BY 2"
    )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"

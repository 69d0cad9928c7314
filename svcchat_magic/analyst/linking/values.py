"""Which values of the data the words of a question name: looked up once a turn."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.moments import words_before
from svcchat_magic.analyst.language.participles import is_done_state
from svcchat_magic.analyst.language.tokens import Token, tokens_of
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.compounds import joined_spelling, split_spellings
from svcchat_magic.analyst.linking.demonyms import places_of
from svcchat_magic.analyst.linking.families import beginnings_of
from svcchat_magic.analyst.linking.inside_names import inside_names, naming_places, runs_of_names
from svcchat_magic.analyst.linking.list_values import Several, apart_from, items_named, may_be_one
from svcchat_magic.analyst.linking.near_values import doubtful_words, patterns_of, spelt_near
from svcchat_magic.analyst.linking.rates import akin_value, rated_words, root
from svcchat_magic.analyst.linking.rooted_words import akin_to, ended, rooted_words
from svcchat_magic.analyst.linking.short_values import codes_for, codes_of, is_of_names, words_in_short
from svcchat_magic.analyst.linking.spellings import other_words
from svcchat_magic.analyst.linking.split_names import named_together
from svcchat_magic.analyst.linking.whole_values import may_tell, whole_ones
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.model.model import View
from svcchat_magic.semantic.search.value_lists import MOST_FOUND, FoundValue, ValueSearch

Values = Mapping[Phrase, tuple[tuple[Concept, object], ...]]  # the values that phrases name

_NUMBERING = frozenset({"id", "key", "code", "cd", "no", "number", "abbreviation"})
_LONGEST = 5  # words of a value
_MOST_TEXTS = 600  # looked for at once
_MOST_PARTS = 12
_MOST_DIMENSIONS = 30  # of one statement, which may have 40 SELECTs
_SHORTEST_PART = 4
_MOST_HYPHENED = 3  # words that the data may join with hyphens
_SIZE = re.compile(r"\d{1,4}(?!(?:st|nd|rd|th)$)[^\W\d_]{1,3}")  # 30L of a 30L keg
_BETWEEN = re.compile(r"[\s-]+")
_BEFORE_VALUES = frozenset({"is", "are", "was", "were", "isn't", "aren't", "wasn't", "weren't", "not", "="})
_AGAINST = frozenset({"vs", "versus", "v", "against"})
_SHORT_VALUES = frozenset({"ok", "okay", "yes", "no"})
_NEVER_PARTS = frozenset({"still", "already", "currently", "again", "else", "often", "sometimes"})
_NEVER_FIRST = frozenset({"a", "an", "and", "or", "of", "by", "for", "with", "is", "are", "was", "were"})


@dataclass(frozen=True, slots=True)
class LookUp:
    """What is looked for in the values of some dimensions, and what its words stand for."""

    search: ValueSearch
    dimensions: tuple[Concept, ...]
    texts: Mapping[str, tuple[Phrase, ...]]  # what is looked for, by the words of the question
    parts: frozenset[str]  # words that may be one of a value's
    tokens: tuple[Token, ...]
    doubtful: tuple[str, ...]  # words that may be misspelt
    runs: tuple[Phrase, ...]  # names of several words, which may be a part of a longer one
    coded: tuple[str, ...]  # words that a code may stand for
    rooted: tuple[str, ...]  # words that may be of the same family as a value
    naming: Mapping[int, frozenset[str]]  # the dimensions by which things are known, with their nouns


def look_ups(tokens: Sequence[Token], catalog: Catalog) -> Iterator[LookUp]:
    """The searches that find every value that the question may name."""
    whole, parts = _texts(tokens, catalog)
    dimensions = [each for each in catalog.concepts if each.kind == "dimension" and each.type == "string"]
    if not whole or not dimensions:
        return

    doubtful = doubtful_words(tokens, _known(catalog))
    rooted = tuple(rooted_words(tokens, catalog))
    near = [f"%{each}%" for each in parts.values()]
    near += [f"{each}%" for word in rooted for each in beginnings_of(word)]
    runs = tuple(runs_of_names(tokens))
    near += [f"%{' '.join(each)}%" for each in runs]
    near += [f"%{root(word)}%" for _, word in rated_words(tokens)]
    near += [each for word in doubtful for each in patterns_of(word)]
    coded = words_in_short(tokens, catalog.words)
    codes = [code for word in coded for code in codes_for(word)]
    for at in range(0, len(dimensions), _MOST_DIMENSIONS):
        chosen = tuple(dimensions[at : at + _MOST_DIMENSIONS])
        members = tuple(member_of(each, catalog) for each in chosen)
        search = ValueSearch(members, (*whole, *codes), tuple(dict.fromkeys(near)))
        naming = naming_places(chosen, catalog)
        words = frozenset(parts), tuple(tokens), doubtful, runs, coded, rooted
        yield LookUp(search, chosen, whole, *words, naming)


def found_values(look_up: LookUp, rows: Sequence[FoundValue], known: Values) -> Values:
    """The values that were found, by the phrases that name them."""
    found = {phrase: list(meanings) for phrase, meanings in known.items()}
    by_part: dict[tuple[int, Phrase], list[str]] = {}
    for row in rows:
        at, value = row.place, row.value
        concept = look_up.dimensions[at]
        for phrase in spelt_near(value, look_up.tokens, look_up.doubtful):
            found.setdefault(phrase, []).append((concept, value))

        for word in akin_to(value, look_up.rooted):
            found.setdefault((word,), []).append((concept, value))

        for _, word in rated_words(look_up.tokens):
            if akin_value(value, word):
                found.setdefault((word, "rate"), []).append((concept, value))

        asked = look_up.texts.get(value.strip().lower())
        if asked is not None:
            as_typed = tuple(each.form for each in tokens_of(value))
            places = (phrase_of(each) for each in places_of(value))
            for phrase in {as_typed, phrase_of(value), *places, *asked}:
                found.setdefault(phrase, []).append((concept, value))
        else:
            words = phrase_of(value)
            for part in (*((each,) for each in look_up.parts.intersection(words)), *look_up.runs):
                if may_tell(part, words, look_up.tokens):
                    by_part.setdefault((at, part), []).append(value)

    lists = items_named(rows, tuple(each.form for each in look_up.tokens))
    for (at, part), item in lists.items():  # also where some lists have this item alone
        own = look_up.dimensions[at]
        others = [each for each in found.get(part, ()) if each[0] != own]
        is_named = any(phrase_of(str(value)) == part for _, value in others)
        found[part] = others if is_named else [*others, (own, item)]

    _add_parts(found, look_up, rows, apart_from(lists, by_part))
    found.pop((), None)
    return {phrase: whole_ones(phrase, dict.fromkeys(meanings)) for phrase, meanings in found.items()}


def _add_parts(
    found: dict[Phrase, list[tuple[Concept, object]]],
    look_up: LookUp,
    rows: Sequence[FoundValue],
    parts: Mapping[tuple[int, Phrase], list[str]],
) -> None:
    for at, phrase, value in named_together(parts, look_up.tokens):
        found.setdefault(phrase, []).append((look_up.dimensions[at], value))

    for (at, part), values in (*parts.items(), *codes_of(look_up.coded, _states(look_up, rows))):
        concept, own = look_up.dimensions[at], tuple(sorted(set(values)))
        if len(own) == 1:
            found.setdefault(part, []).append((concept, own[0]))
        elif may_be_one(part, own, concept) and len(rows) < MOST_FOUND:
            others = {value for meanings in found.values() for of, value in meanings if of == concept}
            if others <= {*own}:  # or it is said beside another value, and which ones it adds is unclear
                found.setdefault(part, []).append((concept, Several(own)))

    for at, part, inside in [*inside_names(rows, parts, look_up.naming, look_up.tokens, found)]:
        if all(of == look_up.dimensions[at] for of, _ in found.get(part, ())):
            found[part] = [(look_up.dimensions[at], inside)]


def _states(look_up: LookUp, rows: Sequence[FoundValue]) -> Iterator[FoundValue]:
    """What was found in columns that do not only number the rows of their table: PEN may be a club."""
    return (each for each in rows if not _is_number_of_rows(look_up.dimensions[each.place]))


def _is_number_of_rows(of: Concept) -> bool:
    words = {*phrase_of(of.name), *phrase_of(of.title)} - {*phrase_of(of.cube)}
    return of.primary_key or words <= _NUMBERING or is_of_names(words)


def _texts(
    tokens: Sequence[Token], catalog: Catalog
) -> tuple[Mapping[str, tuple[Phrase, ...]], dict[str, str]]:
    """Stretches of words that may be a whole value, and words that may be a part of one with their root."""
    empty, known = _empty(tokens, catalog), _known(catalog)
    whole: dict[str, tuple[Phrase, ...]] = {}
    for start in range(len(tokens)):
        for stop in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            span = tokens[start:stop]
            if not _may_be_value(span, empty[start:stop]):
                continue

            phrase = tuple(each.form for each in span)
            for text in _forms_of(span):
                whole.setdefault(text, ())

            apart = split_spellings(span[0], known) if len(span) == 1 else joined_spelling(span)
            for text in (*other_words(span, known, catalog), *apart):
                whole.setdefault(text, (phrase,))

            whole |= dict.fromkeys(_unquoted(span), (phrase,))

    beside = _beside(tokens)
    parts = {
        token.form: token.form if token.text.lower().startswith(token.form) else token.form[:-1]
        for at, token in enumerate(tokens)
        if _may_be_part(token)
        and (token.form not in _NEVER_PARTS | keywords().units or token.is_name)  # `nights` are no quiz night
        and (token.form not in known or (token.is_name and token.place > 0) or at in beside)
    } | {tokens[at].form: tokens[at].form for at in ended(tokens)}
    return dict(list(whole.items())[:_MOST_TEXTS]), dict(list(parts.items())[:_MOST_PARTS])


def _may_be_part(token: Token) -> bool:
    """Whether a word may be one of a value's; a short one where it has capitals: the JFK of an airport."""
    is_initials = token.is_name and token.text.isupper() and len(token.form) == _SHORTEST_PART - 1
    is_long = len(token.form) >= _SHORTEST_PART or is_initials
    return (is_long and token.form.isalpha()) or _SIZE.fullmatch(token.form) is not None


def _unquoted(span: Sequence[Token]) -> Iterator[str]:
    """The text between quotation marks, as the data may join its words."""
    if len(span) == 1 and span[0].is_quoted:
        yield from (sign.join(span[0].text.lower().split()) for sign in " -_")


def _beside(tokens: Sequence[Token]) -> frozenset[int]:
    """`club vs online`: a side of a comparison may be short for a value, whatever else it means."""
    sides = (at for at, each in enumerate(tokens) if each.form in _AGAINST)
    return frozenset(place for at in sides for place in (at - 1, at + 1))


def _may_be_value(span: Sequence[Token], empty: Sequence[bool]) -> bool:
    """Whether words may be a value: not small ones alone, unless they are joined as in `how-to`."""
    if span[0].is_mark or span[-1].is_mark:
        return False

    is_joined = any(each.before and not each.before.isspace() for each in span[1:])
    return is_joined or not (all(empty) or (span[0].form in _NEVER_FIRST and not _is_code(span)))


def _is_code(span: Sequence[Token]) -> bool:
    """`in OR`, `grade A`: capital letters alone, in a sentence of other ones."""
    return len(span) == 1 and span[0].text.isupper() and (len(span[0].text) > 1 or span[0].place > 0)


def _empty(tokens: Sequence[Token], catalog: Catalog) -> list[bool]:
    """Which words say nothing by themselves; behind a member, as in `city split`, they may."""
    function, named = keywords().function, catalog.words
    before = words_before(tokens, _BEFORE_VALUES)
    return [
        each.is_mark
        or (
            each.form in function
            and not (each.is_name or is_done_state(tokens, at) or ahead in _BEFORE_VALUES)
            and not (ahead in named and each.form in _SHORT_VALUES)
            and not (ahead in named and len(each.form) > _SHORTEST_PART)
        )
        for at, (ahead, each) in enumerate(zip(before, tokens, strict=False))
    ]


def _known(catalog: Catalog) -> frozenset[str]:
    """The words that mean something besides what values mean."""
    words = keywords()
    return catalog.words | words.light | words.function | words.all_words


def _forms_of(tokens: Sequence[Token]) -> Iterator[str]:
    text, last = _joined(tokens).lower(), tokens[-1].form
    texts = [text]
    is_plural = last != tokens[-1].text.lower()
    if is_plural or (last.isalpha() and len(last) > 2):
        texts.append(text[: len(text) - len(tokens[-1].text)] + (last if is_plural else plural(last)))

    stems = " ".join(each.form for each in tokens)  # who travels frequently, of the value Travel_Frequently
    yield from (texts := list(dict.fromkeys((*texts, stems))))
    for each in texts if 1 < len(tokens) <= _MOST_HYPHENED else ():
        yield from (_BETWEEN.sub(sign, each) for sign in "-_ ")

    if len(tokens) <= _MOST_HYPHENED:
        named = dict.fromkeys((_joined(tokens), *((last,) if len(tokens) == 1 else ())))
        yield from (place.lower() for each in named for place in places_of(each))


def _joined(tokens: Sequence[Token]) -> str:
    """The words as they stood: with the spaces and hyphens between them."""
    text = tokens[0].text + "".join(token.before + token.text for token in tokens[1:])
    return " ".join(text.split()).removesuffix("'s").removesuffix("’s")


def member_of(concept: Concept, catalog: Catalog) -> str:
    """The dimension at the table itself, or the view that starts at it: others may miss some of its rows."""
    roots = {each.name: each.root for each in catalog.model.tables() if isinstance(each, View)}
    place = min(concept.places, key=lambda each: roots.get(each.table, each.table) != each.cube)
    return place.qualified

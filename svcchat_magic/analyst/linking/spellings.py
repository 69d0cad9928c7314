"""Other spellings that the data may hold a value in: Müller for Mueller, storniert for cancelled."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.foreign_words import ForeignWords, folded
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import plural
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.semantic.search.thesaurus import others_for
from svcchat_magic.semantic.search.words import written_form

_UMLAUTS = (("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("ss", "ß"))
_SHORTEST = 4
_SHORTEST_PART, _LONGEST_PART = 3, 5  # letters of a day or a month written short: Sat, Thurs
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_SHORTEST_ADVERB = 6
_ADVERBS = (("ically", "ic"), ("ily", "y"), ("bly", "ble"), ("ly", ""))


def other_words(span: Sequence[Token], known: frozenset[str], catalog: Catalog) -> Iterator[str]:
    """Whatever else the data may hold for some words."""
    yield from other_spellings(span, catalog.language)
    if not catalog.times:
        yield from parts_of_calendar(span)

    yield from adjectives_of(span, known)
    yield from things(span, known)


def parts_of_calendar(span: Sequence[Token]) -> Iterator[str]:
    """`on Saturdays` of rows without a date: a day or a month that the data write short, or in full."""
    word = span[0].text.lower()
    for full in (word, word.removesuffix("s")) if len(span) == 1 and len(word) >= _SHORTEST_PART else ():
        if full in _DAYS or full in _MONTHS:
            yield full
            yield from dict.fromkeys(full[:size] for size in (3, 4, 5) if size < len(full))
        else:
            yield from (
                each for each in (*_DAYS, *_MONTHS) if each.startswith(full) and len(full) <= _LONGEST_PART
            )


def other_spellings(tokens: Sequence[Token], language: ForeignWords | None) -> Iterator[str]:
    """The words with umlauts or without, and where the model speaks another language, its words for them."""
    text = " ".join(each.text for each in tokens).lower()
    yield from _respelled(text)
    if language is None or len(tokens) > 2:
        return

    yield from language.named(" ".join(each.form for each in tokens))
    for form in language.forms(folded(text)) if len(tokens) == 1 and len(text) >= _SHORTEST else ():
        yield form
        yield from _respelled(form)


def adjectives_of(span: Sequence[Token], known: frozenset[str]) -> Iterator[str]:
    """`paid privately`: what is Private was done so."""
    word = span[0].text.lower()
    if len(span) > 1 or not word.endswith("ly") or len(word) < _SHORTEST_ADVERB or span[0].form in known:
        return

    for ending, instead in _ADVERBS:
        if word.endswith(ending):
            yield word.removesuffix(ending) + instead


def things(span: Sequence[Token], known: frozenset[str]) -> Iterator[str]:
    """`flats`: what the data may hold as the kind Apartment, where nothing in the model is called so."""
    word = span[0].text.lower()
    is_several = len(span) == 1 and word != span[0].form and word.endswith("s") and len(word) >= _SHORTEST
    for other in others_for((written_form(word),)) if is_several and span[0].form not in known else ():
        text = " ".join(other)
        yield from (text, plural(text))


def _respelled(text: str) -> Iterator[str]:
    if not text.isascii():
        yield folded(text)

    for plain, umlaut in _UMLAUTS:
        if plain in text:
            yield text.replace(plain, umlaut)

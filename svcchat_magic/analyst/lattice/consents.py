"""Who agreed to get something: `opted in to our emails`, `on the mailing list`, `get the newsletter`."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.consents import consents
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.named_cubes import named_cubes
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept, IsIn
from svcchat_magic.semantic.inference.names import words_of

_ARTICLES = frozenset({"the", "our", "a", "your", "any", "this"})
_TO = frozenset({"of", "to", "from", "for", "into"})
_SCORE = 0.95
_NAMED = 0.9  # of a newsletter that is only named


def consent_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`CONDITION`: the flag that says so; `SUBJECT` for those who get it."""
    forms = tuple(each.form for each in tokens)
    flags = tuple(_flags(catalog))
    if not flags or not any(consents().medium(each) or each.startswith(("opt", "unsub")) for each in forms):
        return

    named = named_cubes(forms, catalog)
    flags = tuple(each for each in flags if each.cube in named) or flags
    for start, stop, is_in in _turns(forms):
        begin = stop + (forms[stop : stop + 1] != () and forms[stop] in _ARTICLES)
        end = _behind_medium(forms, begin)
        alone = forms[start].startswith(("opt", "unsub")) and end == begin and not _goes_on(forms, stop)
        if not alone and end == begin:
            continue

        end = stop if alone else end
        for flag in _meant(() if alone else forms[begin:end], flags):
            yield Item("CONDITION", start, end, IsIn(flag, (is_in != _denies(flag),)), _SCORE * (end - start))

    yield from _getters(forms, flags, catalog)


def _goes_on(forms: Phrase, at: int) -> bool:
    """Whether it is said what one opted in to or out of."""
    return bool(_TO.intersection(forms[at - 1 : at + 1]))


def _turns(forms: Phrase) -> Iterator[tuple[int, int, bool]]:
    """Where it is said that somebody gets something, or wants it no more."""
    words = consents()
    for start in range(len(forms)):
        for stop in range(start + 1, min(start + words.longest, len(forms)) + 1):
            if forms[start:stop] in words.getting:
                yield start, stop, True
            elif forms[start:stop] in words.leaving:
                yield start, stop, False


def _behind_medium(forms: Phrase, at: int) -> int:
    """Behind `marketing emails`; the same place where nothing of the kind is said."""
    stop = at + bool(at < len(forms) and consents().medium(forms[at]))
    while at < stop < len(forms) and forms[stop] in consents().tails:
        stop += 1

    return stop


def _getters(forms: Phrase, flags: Sequence[Concept], catalog: Catalog) -> Iterator[Item]:
    """`newsletter subscribers` are the rows with that flag, `newsletter` alone the flag itself."""
    for at, form in enumerate(forms):
        if form == "newsletter" and (form,) not in catalog.phrases:
            yield from (Item("BDIM", at, at + 1, each, _NAMED) for each in _meant((form,), flags))

        stop = _behind_medium(forms, at)
        ends = range(stop + 1, min(stop + 2, len(forms)) + 1) if stop > at else ()
        for end in (each for each in ends if forms[stop:each] in consents().getters):
            for flag in _meant(forms[at:stop], flags):
                rows = catalog.entities[flag.cube], IsIn(flag, (not _denies(flag),))
                yield Item("SUBJECT", at, end, rows, _SCORE * (end - at))


def _meant(medium: Phrase, flags: Sequence[Concept]) -> Iterator[Concept]:
    """The flags of what is named; of another word for it where a table has one such flag alone."""
    named = [each for each in flags if set(medium) & set(words_of(each.name))]
    yield from named
    for flag in flags if not named else ():
        near = any(consents().medium(word) & _media(flag) for word in medium)
        own = [each for each in flags if each.cube == flag.cube]
        if len(own) == 1 and (near or not medium or not _media(flag)):
            yield flag


def _media(flag: Concept) -> frozenset[str]:
    return frozenset(word for each in words_of(flag.name) for word in consents().medium(each))


def _flags(catalog: Catalog) -> Iterator[Concept]:
    for each in catalog.concepts:
        if each.kind == "dimension" and each.type == "boolean":
            words = frozenset(words_of(each.name))
            if words & (consents().flags | {"newsletter", "marketing"}):
                yield each


def _denies(flag: Concept) -> bool:
    return not consents().denied.isdisjoint(words_of(flag.name))

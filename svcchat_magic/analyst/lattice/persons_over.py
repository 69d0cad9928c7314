"""Persons over a number, which is of years: `people over 60` are older than that, and no more than 60."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.adjectives import adjectives
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, whole_number
from svcchat_magic.analyst.lattice.adjectives import measured_by
from svcchat_magic.analyst.lattice.age_bands import age_bands, by_age
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.meaning.tree import Concept

_OLDER = {"over": "older", "above": "older", "under": "younger", "below": "younger"}
_AGES = frozenset({"age", "birth", "born"})
_OLDEST = 110
_BEING = frozenset({"who", "that", "is", "are", "was", "were", "aged"})
_SEXES = frozenset({"woman", "women", "man", "men", "female", "male", "girl", "boy"})
_BEHIND = frozenset(  # what may follow an age; a noun would say what there are more than 60 of
    (
        "and", "at", "by", "did", "do", "does", "during", "each", "for", "from", "had", "has", "have", "in",
        "is", "are", "was", "were", "last", "of", "on", "or", "per", "since", "than", "that", "there", "this",
        "to", "who", "with", "without",
    )
)  # fmt: skip


def with_ages(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `people older than 60` for `people over 60`, where the model tells their age."""
    bands = age_bands(tokens)
    says_over = not _OLDER.keys().isdisjoint(each.form for each in tokens)
    if (bands is None and not says_over) or not _tells_ages(catalog):
        return tuple(tokens)

    if bands is not None:
        start, stop, is_of_age = bands
        is_told = any(each.form in _AGES for each in tokens[:start])
        is_meant = is_of_age or _is_of_persons(tokens, start, catalog)
        return by_age(tokens, start, stop) if is_meant and not is_told else tuple(tokens)

    return tuple(_with_ages(tokens, catalog))


def _tells_ages(catalog: Catalog) -> bool:
    scales = adjectives().superlatives.get(("oldest",), ())
    found = (of for scale in scales for of in measured_by(scale, catalog, only_rows=True))
    return any("age" in phrase_of(each.of.title) or _is_birth(each.of) for each in found)


def _is_birth(of: Concept) -> bool:
    return of.type == "time" and not {"birth", "born", "dob", "birthday"}.isdisjoint(phrase_of(of.title))


def _with_ages(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Token]:
    for at, token in enumerate(tokens):
        if token.form in _OLDER and _is_of_persons(tokens, at, catalog) and _is_age(tokens, at + 1, catalog):
            older = _OLDER[token.form]
            yield replace(token, text=older, form=older)
            yield replace(token, text="than", form="than", before=" ")
        elif token.form != "aged" or not (tokens[at + 1 : at + 2] and tokens[at + 1].form in _OLDER):
            yield token


def _is_of_persons(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    words, before = keywords(), at - 1
    while before > 0 and tokens[before].form in _BEING:
        before -= 1

    if before < 0:
        return False

    form = tokens[before].form
    is_flagged = any(form in phrase_of(each.title) for each in catalog.concepts if each.type == "boolean")
    return form in words.persons | words.staff | words.general | _SEXES or (
        is_flagged and form.endswith(("er", "or"))
    )


def _is_age(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    age = whole_number(tokens[at].form) if at < len(tokens) else None
    if age is None or age > _OLDEST:
        return False

    if at + 1 == len(tokens) or tokens[at + 1].is_mark or tokens[at + 1].form in _BEHIND:
        return True

    flags = (each for each in catalog.concepts if each.type == "boolean")
    return any(akin(tokens[at + 1].form, word) for each in flags for word in phrase_of(each.title))

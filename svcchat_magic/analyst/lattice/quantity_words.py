"""What is measured by the plain words for it: `how much rain fell` where the column is a precipitation.

Such a word is often a value, too: a day with conditions Rain. What is measured is meant, unless it is
written as the value is, or its column is named.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.search.thesaurus import others_for

_SUN = frozenset({"much", "more", "most", "less", "least", "of", "the", "total", "average", "no"})
_ALSO = {"sun": ("sunshine",)}  # which is a weekday and a star as well


def with_quantities_named(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with such a noun as the model has it."""
    if not any(each.is_sampled for each in catalog.concepts):
        return tuple(tokens)

    return tuple(
        replace(each, form=named) if (named := _named(tokens, at, catalog)) else each
        for at, each in enumerate(tokens)
        if not _comes_down(tokens, at)
    )


def _comes_down(tokens: Sequence[Token], at: int) -> bool:
    """`how much rain fell`: it came down, and did not become less."""
    before = [each.form for each in tokens[max(at - 2, 0) : at]]
    is_much = len(before) == 2 and before[0] == "much" and before[1] in words_that_are("of_places")
    return is_much and tokens[at].text.lower() in ("fell", "falls", "fall", "fallen")


def _named(tokens: Sequence[Token], at: int, catalog: Catalog) -> str:
    """The word of the one quantity that is had at places and that this one is another word for."""
    token = tokens[at]
    if token.is_quoted or token.is_name or (token.form,) in catalog.phrases:
        return ""

    if token.form == "sun" and (at == 0 or tokens[at - 1].form not in _SUN):
        return ""

    found = {word for word in _said_otherwise(token.form) if _is_measured(word, catalog)}
    return found.pop() if len(found) == 1 else ""


def _said_otherwise(word: str) -> Iterator[str]:
    known = words_that_are("of_places")
    if word not in known | _ALSO.keys():
        return

    yield from _ALSO.get(word, ())
    yield from (phrase[0] for phrase in others_for((word,)) if len(phrase) == 1 and phrase[0] in known)


def _is_measured(word: str, catalog: Catalog) -> bool:
    """Whether a number of rows of measurements is called so, alone or with what it is told in."""
    named = (each.of for phrase, found in catalog.phrases.items() if word in phrase for each in found)
    return any(isinstance(each, Concept) and each.is_sampled and each.type == "number" for each in named)

"""Columns that are told with a verb: `reasons for declining a quote` for the column `decline_reason`."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

_JOINTS = frozenset({"for", "of", "behind"})
_ARTICLES = frozenset({"a", "an", "the", "our", "their"})
_SURE = 0.9


def verbal_nouns(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`SDIM`: the head of a column's name with the rest of it behind, and the rows that it is done to."""
    forms = tuple(each.form for each in tokens)
    for at in range(len(tokens) - 2):
        if forms[at + 1] not in _JOINTS or not tokens[at + 2].text.lower().endswith("ing"):
            continue

        for column in _called(forms[at], tokens[at + 2], catalog):
            stop = _behind_rows(forms, at + 3, column, catalog)
            for category in ("DIM", "SDIM"):
                yield Item(category, at, stop, column, score_of(stop - at, _SURE))


def _called(head: str, verb: Token, catalog: Catalog) -> Iterator[Concept]:
    for each in catalog.concepts:
        *words, last = phrase_of(each.title) or ("",)
        is_text = each.kind == "dimension" and each.type == "string"
        if is_text and words and last == head and all(_is_same(word, verb) for word in words):
            yield each


def _is_same(word: str, verb: Token) -> bool:
    return stems_of(word) == stems_of(verb.text) or akin(verb.form, word)


def _behind_rows(forms: tuple[str, ...], at: int, column: Concept, catalog: Catalog) -> int:
    """Where what it is done to ends, if it is the column's own rows."""
    start = at + (at < len(forms) and forms[at] in _ARTICLES)
    for size in (2, 1):
        named = catalog.phrases.get(forms[start : start + size], ())
        if any(isinstance(each.of, Entity) and each.of.cube == column.cube for each in named):
            return start + size

    return at

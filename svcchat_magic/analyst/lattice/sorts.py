"""`by type`, where the columns are called request type and permit type: what it is the type of."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import LEXICON, SORTS
from svcchat_magic.analyst.meaning.tree import Concept

GROUPING = frozenset({"by", "per", "each"})
_ARTICLES = frozenset({"the", "their", "its", "our"})
_PASSED = frozenset({"type", "kind"})  # as words that may say nothing they name no member
_SCORE = 0.9  # more than a word for the same thing has


def sort_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`DIM` behind `by`: the one column of each table that ends in the word, or is called another sort."""
    for at, token in enumerate(tokens):
        is_of = [each.form for each in tokens[at + 1 : at + 2]] == ["of"]
        known = catalog.phrases.get((token.form,), ())
        is_named = any(each.weight > LEXICON and (token.form not in _PASSED) for each in known)
        if is_sort_of_group(tokens, at) and not is_of and not is_named:
            for of in _sorts(token.form, catalog):
                yield Item("DIM", at, at + 1, of, _SCORE)


def is_sort_of_group(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word such as `type` stands behind `by` or `per`."""
    before = at - 1
    while before > 0 and tokens[before].form in _ARTICLES:
        before -= 1

    return tokens[at].form in SORTS and before >= 0 and tokens[before].form in GROUPING


def _sorts(word: str, catalog: Catalog) -> Iterator[Concept]:
    """Of a table with two of them neither is meant."""
    for cube in catalog.entities:
        texts = [each for each in catalog.of_cube(cube, "dimension") if each.type == "string"]
        ends = [(phrase_of(each.title)[-1:], each) for each in texts]
        own = [each for end, each in ends if end == (word,)]
        found = own or [each for end, each in ends if end and end[0] in SORTS]
        if len(found) == 1:
            yield found[0]

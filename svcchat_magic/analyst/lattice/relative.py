"""Columns whose names are told in a clause: the `country we ship to` is the ship country."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.meaning.tree import Concept

_DOERS = frozenset({"we", "they", "it", "he", "she", "you", "i"})
_JOINTS = frozenset({"that", "which", "where", "who"})
_BEHIND = frozenset({"to", "from", "in", "at", "with", "by", "for", "on"})


def relative_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`DIM`, where a noun and the verb that is said of it are the two words of a column's name."""
    named: dict[frozenset[str], list[Concept]] = {}
    for each in catalog.concepts:
        words = phrase_of(each.title)
        if each.kind == "dimension" and each.type == "string" and len(words) == len(set(words)) == 2:
            named.setdefault(frozenset(map(stem, words)), []).append(each)

    for at in range(len(tokens) - 2):
        says = at + 1 + (tokens[at + 1].form in _JOINTS)
        verb = says + 1
        if verb >= len(tokens) or tokens[says].form not in _DOERS:
            continue

        found = named.get(frozenset((stem(tokens[at].form), stem(tokens[verb].form))), [])
        stop = verb + 1 + (verb + 1 < len(tokens) and tokens[verb + 1].form in _BEHIND)
        if len(found) == 1:
            score = score_of(stop - at, 0.9)
            yield from (Item(kind, at, stop, found[0], score) for kind in ("DIM", "SDIM"))

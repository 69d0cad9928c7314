"""What has not been shipped yet: those in later states have been, and no one state says it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import AnyOf, IsIn

_UNDERWAY = frozenset({"dispatched", "issued", "ordered", "packed", "placed", "printed", "sent", "shipped"})
_NOT = frozenset({"not", "n't", "yet", "never", "haven't", "hasn't", "aren't", "isn't", "weren't", "wasn't"})


def with_unfinished(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading; a state on the way has no place where it is denied."""
    if _NOT.isdisjoint(each.text.lower() for each in tokens):
        return read

    missed = tuple(dict.fromkeys(_missed(tokens, read)))
    return replace(read, dropped=(*read.dropped, *missed)) if missed else read


def _missed(tokens: Sequence[Token], read: Assembled) -> Iterator[str]:
    every = (
        one
        for each in read.analysis.where
        for one in (each.conditions if isinstance(each, AnyOf) else (each,))
    )
    for each in every:
        if not isinstance(each, IsIn) or not each.negated or len(each.values) != 1:
            continue

        said = phrase_of(str(each.values[0]))
        if len(said) == 1 and said[0] in _UNDERWAY:
            yield from (token.text for token in tokens if token.form == said[0])

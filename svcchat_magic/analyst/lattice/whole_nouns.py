"""`how long does a leave last`: rows that are called a request or a record of something, by that alone."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.spoken_lives import said
from svcchat_magic.analyst.lattice.stretches import lasting_of
from svcchat_magic.analyst.linking.catalog import Catalog

_OF_ROWS = frozenset({"request", "application", "record", "entry", "booking", "log"})
_ONE = frozenset({"a", "an", "each", "one", "average"})
_LENGTHS = frozenset({"length", "duration"})
_LASTING = frozenset({"last", "lasted", "length", "duration", "long"})


def with_whole_nouns(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with the whole noun, where a length of time is asked of rows that begin and end."""
    if _LASTING.isdisjoint(each.form for each in tokens):
        return tuple(tokens)

    nouns = [phrase_of(each.noun) for each in catalog.entities.values() if lasting_of(each, catalog)]
    short = {noun[0]: (noun[0], noun[1]) for noun in nouns if len(noun) == 2 and noun[1] in _OF_ROWS}
    found: list[Token] = []
    for at, token in enumerate(tokens):
        noun = short.get(token.form)
        behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
        is_known = (token.form, behind) in catalog.phrases or (noun or ("", ""))[1] == behind
        is_whole = noun is not None and not is_known and _is_one(tokens, at)
        found += said(token, noun) if noun is not None and is_whole else [token]

    return tuple(found)


def _is_one(tokens: Sequence[Token], at: int) -> bool:
    """`a leave`, `length of leave`, but not `type of leave`."""
    before = [each.form for each in tokens[max(at - 2, 0) : at]]
    is_of = len(before) == 2 and before[1] == "of" and before[0] in _LENGTHS
    return before[-1:] != [] and (before[-1] in _ONE or is_of)

"""`the 5 latest orders with customer and total`: a list that cannot show what each comes to is not read."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import Concept

_BEFORE = frozenset({"and", ",", "with", "their", "its"})
_SUMS = frozenset({"total", "amount", "value", "sum"})


def with_totals_shown(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading; a total beside other fields of a list needs one that is such a number."""
    if read.analysis.rows_of is None or not any(_is_total(tokens, at) for at in range(1, len(tokens))):
        return read

    titles = [phrase_of(each.title) for each in read.analysis.fields if isinstance(each, Concept)]
    if any(not _SUMS.isdisjoint(title) for title in titles) or read.analysis.quantities:
        return read

    return replace(read, dropped=(*read.dropped, "total"))


def _is_total(tokens: Sequence[Token], at: int) -> bool:
    behind = tokens[at + 1 : at + 2]
    ends = not behind or behind[0].is_mark or behind[0].form == "and"
    return tokens[at].form == "total" and ends and tokens[at - 1].form in _BEFORE

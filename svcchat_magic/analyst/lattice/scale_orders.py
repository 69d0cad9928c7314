"""`most expensive first`: an order of groups by what is told of them."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.adjectives import Phrase, adjectives
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item

_SCORE, _EACH_WORD = 1.0, 0.4
_BEHIND = (("first",), ("one", "first"), ("at", "the", "top"), ("on", "top"))


def scale_orders(tokens: Sequence[Token]) -> Iterator[Item]:
    """`SCALEORDER` for a superlative that is to stand first, with all that it may be said of."""
    forms = tuple(each.form for each in tokens)
    known = adjectives()
    for start in range(len(forms)):
        for stop in range(start + 1, min(start + known.longest, len(forms)) + 1):
            kinds = {category for category, _ in keywords().meanings.get(forms[start:stop], ())}
            scales = () if "SUPER" in kinds else known.superlatives.get(forms[start:stop], ())
            for end in ends_first(forms, stop) if scales else ():
                yield Item("SCALEORDER", start, end, scales, _SCORE + _EACH_WORD * (end - start))


def ends_first(forms: Phrase, stop: int) -> list[int]:
    """Where words end that say of what stands before them that it comes first."""
    return [stop + len(each) for each in _BEHIND if forms[stop : stop + len(each)] == each]

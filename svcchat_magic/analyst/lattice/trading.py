"""Where shares are traded: trading days are days, and the most traded ones those of most volume."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog

_COUNTING = frozenset({"many", "number", "count"})
_ENDS = {"most": "top", "least": "bottom"}
_NEAR = 3


def with_trading(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with days for trading days that are not counted, and volume for what is traded most."""
    if ("trading", "day") not in catalog.phrases or ("volume",) not in catalog.phrases:
        return tuple(tokens)

    found = [
        each
        for at, each in enumerate(tokens)
        if not (each.form == "trading" and _form(tokens, at + 1) == "day" and not _is_counted(tokens, at))
    ]
    for at in range(len(found) - 1):
        way = _ENDS.get(found[at].form, "")
        if way and found[at + 1].form == "traded":
            mark = [each for each in found[-1:] if each.is_mark]
            said = [*found[:at], _word(way, found[at]), *found[at + 2 : len(found) - len(mark)]]
            by = () if "volume" in [each.form for each in found] else ("by", "volume")
            return (*said, *(_word(each, found[at]) for each in by), *mark)

    return tuple(found)


def _is_counted(tokens: Sequence[Token], at: int) -> bool:
    return any(each.form in _COUNTING for each in tokens[max(at - _NEAR, 0) : at])


def _form(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].form if at < len(tokens) else ""


def _word(text: str, at: Token) -> Token:
    return replace(at, text=text, form=text, before=" ")

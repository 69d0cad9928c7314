"""`nothing on their account`, `the empty accounts`: a balance of zero, where rows have one balance."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog

_HAVING = frozenset({"have", "has", "had", "having", "with"})
_WHOLLY = (("at", "all"), ("left",), ("whatsoever",), ("in", "total"))
_THEIR = frozenset({"their", "the", "his", "her", "its", "an", "any", "bank"})
_ACCOUNT = "account"
_NONE = (("nothing",), ("no", "money"), ("zero", "money"))
_SOME = (("money",), ("some", "money"), ("any", "money"), ("something",))


def with_balances(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `a zero balance` and `a balance` for these."""
    forms = tuple(each.form for each in tokens)
    numbers = [each for each in catalog.concepts if each.kind == "dimension" and each.type == "number"]
    balances = [each for each in numbers if phrase_of(each.title)[-1:] == ("balance",)]
    if _ACCOUNT not in forms or len(balances) != 1 or (_ACCOUNT,) in catalog.phrases:
        return tuple(tokens)

    found, at = list[Token](), 0
    while at < len(tokens):
        stop, said = _said_at(forms, at)
        found += [replace(tokens[at], text=each, form=each, before=" ") for each in said] or [tokens[at]]
        at = stop

    return tuple(found)


def _said_at(forms: tuple[str, ...], at: int) -> tuple[int, tuple[str, ...]]:
    """The words to say instead of those from a place on, and where these end."""
    if forms[at : at + 2] == ("empty", _ACCOUNT):
        return at + 2, ("zero", "balance")

    if at and forms[at - 1] in _HAVING:
        for phrases, said in ((_NONE, ("a", "zero", "balance")), (_SOME, ("a", "balance"))):
            if stop := _behind_account(forms, _behind(forms, at, phrases)):
                return stop, said

    return at + 1, ()


def _behind_account(forms: tuple[str, ...], at: int) -> int:
    """Behind `at all on their account`; 0 where that is not said."""
    if not at:
        return 0

    at = _behind(forms, at, _WHOLLY) or at
    if forms[at : at + 1] not in (("on",), ("in",)):
        return 0

    at += 1
    while forms[at : at + 1] and forms[at] in _THEIR:
        at += 1

    return at + 1 if forms[at : at + 1] == (_ACCOUNT,) else 0


def _behind(forms: tuple[str, ...], at: int, phrases: Sequence[tuple[str, ...]]) -> int:
    return next((at + len(each) for each in phrases if forms[at : at + len(each)] == each), 0)

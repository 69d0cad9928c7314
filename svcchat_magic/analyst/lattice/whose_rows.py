"""`which maker's machines have the highest failure rate` asks for a maker: its machines are no groups."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Entity

_ASKING = frozenset({"which", "what"})
_HAVING = frozenset({"have", "has", "had"})
_HELPING = frozenset({"did", "do", "does"})
_OWNING = ("'s", "’s")
_LONGEST = 3  # words of who has them
_NEAR = 2  # the, and most
_BEHIND = 4  # words until it is said what they have most of


def without_rows_had(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words without such rows, where the highest or lowest of a number is asked for behind them."""
    for at in range(1, len(tokens) - 2):
        owner, rows, verb = tokens[at : at + 3]
        asked = any(each.form in _ASKING for each in tokens[max(at - _LONGEST, 0) : at])
        is_owned = owner.text.endswith(_OWNING) and _is_of_rows(rows, catalog)
        if asked and is_owned and verb.form in _HAVING and _is_ranked(tokens[at + 3 : at + 3 + _BEHIND]):
            plain = replace(owner, text=owner.text[: -len(_OWNING[0])])
            return (*tokens[:at], plain, *tokens[at + 2 :])

    return tuple(tokens)


def without_doers(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """`which partner did members collect the most miles with`: who does it is no second number."""
    for at in range(1, len(tokens) - 4):
        helps, doers, verb = tokens[at : at + 3]
        asked = not _ASKING.isdisjoint(each.form for each in tokens[:at])
        is_done = helps.form in _HELPING and _is_of_rows(doers, catalog) and verb.form in keywords().light
        if asked and is_done and _names_most(tokens[at + 3 :], catalog):
            return (*tokens[:at], *tokens[at + 2 :])

    return tuple(tokens)


def _is_of_rows(token: Token, catalog: Catalog) -> bool:
    named = catalog.phrases.get((token.form,), ())
    is_several = token.text.lower() != token.form and token.text.lower().endswith("s")
    return is_several and any(isinstance(each.of, Entity) and each.weight >= OWN for each in named)


def _names_most(tokens: Sequence[Token], catalog: Catalog) -> bool:
    """Whether words begin with the most or least of something that the model has a name for."""
    ranked = next((at for at in range(min(_NEAR, len(tokens))) if _is_ranked(tokens[at : at + 1])), None)
    return ranked is not None and any(
        (each.form,) in catalog.phrases for each in tokens[ranked + 1 : ranked + 2]
    )


def _is_ranked(tokens: Sequence[Token]) -> bool:
    meanings = keywords().meanings
    return any(kind == "SUPER" for each in tokens for kind, _ in meanings.get((each.form,), ()))

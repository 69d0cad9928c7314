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
_OWNING = ("'s", "’s")
_LONGEST = 3  # words of who has them
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


def _is_of_rows(token: Token, catalog: Catalog) -> bool:
    named = catalog.phrases.get((token.form,), ())
    is_several = token.text.lower() != token.form and token.text.lower().endswith("s")
    return is_several and any(isinstance(each.of, Entity) and each.weight >= OWN for each in named)


def _is_ranked(tokens: Sequence[Token]) -> bool:
    meanings = keywords().meanings
    return any(kind == "SUPER" for each in tokens for kind, _ in meanings.get((each.form,), ()))

"""`courses that cost nothing` are free; nothing else is said of their price."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token

_COSTING = {"cost": "are", "costs": "is", "costing": "being"}


def with_free(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with `are free` for that."""
    found = list(tokens)
    for at in range(len(found) - 1):
        being = _COSTING.get(found[at].text.lower())
        if being and found[at + 1].text.lower() == "nothing":
            found[at] = replace(found[at], text=being, form=being)
            found[at + 1] = replace(found[at + 1], text="free", form="free")

    return tuple(found)

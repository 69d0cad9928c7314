"""Words that only say of a state that it is one of now: `are currently let`."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import Token

NOW = frozenset({"currently", "now", "still", "already", "presently"})


def with_moments_first(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`have already been shipped` for `have been shipped already`."""
    found = list(tokens)
    for at in range(1, len(found)):
        if found[at].form == "already" and is_participle(found[at - 1].text.lower()):
            found[at - 1 : at + 1] = [replace(found[at], before=" "), found[at - 1]]

    return tuple(found)


def words_before(tokens: Sequence[Token], being: Collection[str]) -> Iterator[str]:
    """The word before each; behind those of being none that only says that it is so now."""
    last = ""
    for each in tokens:
        yield last
        last = last if each.form in NOW and last in being else each.form

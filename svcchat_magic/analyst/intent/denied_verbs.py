"""`members not seen since January`: the verb is denied, and not the time at which something else was."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.times_done import MAKING
from svcchat_magic.analyst.meaning.tree import Within

_BEING = frozenset({"been", "be", "yet"})


def with_denied_verbs(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading, which lacks a verb that is denied where only the time behind it was understood to be."""
    denied = [each for each in read.analysis.where if isinstance(each, Within) and each.negated]
    if not denied or any(each.time is not None for each in denied):
        return read

    taken = {at for item in read.cover.items for at in range(item.start, item.stop)}
    for at, token in enumerate(tokens[:-1]):
        verb = at + 1
        while verb < len(tokens) - 1 and tokens[verb].form in _BEING:
            verb += 1

        is_passed = verb not in taken or verb in read.cover.light or _is_inside(read, at, verb)
        said = tokens[verb].text.lower()
        if token.form == "not" and is_participle(said) and said not in MAKING and is_passed:
            return replace(read, dropped=(*read.dropped, tokens[verb].text))

    return read


def _is_inside(read: Assembled, at: int, verb: int) -> bool:
    """Whether the denial and what was done lie in one item, which then is of a time."""
    return any(item.start <= at and verb < item.stop for item in read.cover.items)

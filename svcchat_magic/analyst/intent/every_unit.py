"""`which customers ordered in every month`: those that did so in all of them, which is no number for each."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.tree import ByEntity, ByMember, ByTime

_EVERY = frozenset({"every", "each"})
_UNITS = frozenset({"day", "week", "month", "quarter", "year"})
_ASKING = frozenset({"which", "who", "what"})
_RELATIVE = frozenset({"who", "that", "which"})
_RANKING = frozenset({"RANKED", "HIGHEST", "HOWMANY", "TALLY", "AGGREGATED", "SHARED", "BARERANK"})
_NUMBERS = _RANKING | {"QUANTITY", "COUNTED"}


def with_every_unit(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading; where those are asked for that did something in all units, these words have no place."""
    at = next((at for at, each in enumerate(tokens) if _is_every(tokens, at)), None)
    groups = read.analysis.groups
    if at is None or not any(isinstance(each, ByTime) for each in groups):
        return read

    told, forms = {each.category for each in read.cover.items}, [each.form for each in tokens]
    is_asked = forms[0] in _ASKING and any(isinstance(each, ByMember | ByEntity) for each in groups)
    if is_asked and forms[at] == "every" and not told & _RANKING:
        return replace(read, dropped=(*read.dropped, f"every {forms[at + 1]}"))

    if not _RELATIVE.isdisjoint(forms[1:at]) and not told & _NUMBERS:
        return replace(read, dropped=(*read.dropped, f"{forms[at]} {forms[at + 1]}"))

    return read


def _is_every(tokens: Sequence[Token], at: int) -> bool:
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    return tokens[at].form in _EVERY and behind in _UNITS

"""`admissions by hospital`, where a column of facilities has several that are called hospitals."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of

_GROUPING = frozenset({"by", "per", "each", "every", "which", "what"})
_BETWEEN = frozenset({"the", "our", "of", "one"})


def is_head_of_all(tokens: Sequence[Token], at: int, stop: int, values: Sequence[object]) -> bool:
    """Whether words are what these values are, `Roanoke Hospital`, and are asked for as a group."""
    phrase = tuple(each.form for each in tokens[at:stop])
    heads = {phrase_of(str(each))[-len(phrase) :] for each in values}
    before = [each.form for each in tokens[:at] if each.form not in _BETWEEN and not each.form.isdigit()]
    return heads == {phrase} and len(values) > 1 and bool(before) and before[-1] in _GROUPING

"""The words that say where those of names stand: `called`, and `with ... in the title`."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.inside_names import InsideNames, end_of_name, is_called
from svcchat_magic.analyst.linking.list_values import Listed

_WITH = frozenset({"with", "having"})


def with_words_of_names(
    tokens: Sequence[Token], start: int, stop: int, inside: InsideNames | Listed
) -> tuple[int, int]:
    """Where words of a name begin and end, with those that say so; an item of a list is itself."""
    if isinstance(inside, Listed):
        return start, stop

    end = end_of_name(tokens, stop)
    is_told = is_called(tokens, start) or (end > stop and start > 0 and tokens[start - 1].form in _WITH)
    return start - is_told, end

"""Words that say little and were passed over, where one of them may have named what is asked for."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.parsing.cover import Cover
from svcchat_magic.analyst.parsing.draft import Draft

_POINTING = frozenset(
    {"it", "that", "this", "them", "those", "these", "they", "who", "where", "when", "which", "how"}
)
_BEGINS = 1  # the last place that the order of a follow-up may have, behind `and` or `now`


def nameless(draft: Draft, cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`rent we pay per outlet`: where no number is named a word that says something may have named it.

    What was paid, and how much, is asked for in words of its own. A follow-up may point at the number
    before, ask who or where, and begin with an order: `make it by month`.
    """
    is_sum = any(each.form in ("what", "much") for each in tokens)
    asks = draft.quantities or draft.rank or draft.listed or draft.values_of or draft.derived or draft.asked
    if asks or is_sum or draft.edits or "list" in draft.marks or not draft.groups:
        return []

    is_follow_up = "follows" in draft.marks
    if is_follow_up and any(each.form in _POINTING for each in tokens):
        return []

    return [tokens[at].text for at in cover.light if not is_follow_up or at > _BEGINS]

"""`how many invoices are paid, open, overdue or written off?`: how many are each of these."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.meaning.tree import ByMember, Counted, IsIn, Measured
from svcchat_magic.analyst.placing.draft import Draft

_LEAST = 3  # of two an `or` may as well mean either
_ASKING = (("how", "many"), ("number", "of"), ("count", "of"))


def tell_each_listed(draft: Draft, cover: Cover, tokens: Sequence[Token]) -> None:
    """Three or more values of one column, set apart by commas, are told apart where rows are counted."""
    says_more = draft.groups or draft.derived or draft.rank or draft.having or draft.asked or draft.listed
    forms = [each.form for each in tokens]
    asks = any(tuple(forms[at : at + 2]) in _ASKING for at in range(len(forms)))
    if says_more or not asks or "follows" in draft.marks or len(draft.quantities) != 1:
        return

    counted = draft.quantities[0]
    kept = counted.where if isinstance(counted, Counted | Measured) else ()
    listed = [each for each in (*draft.where, *kept) if _is_list(each, cover, tokens)]
    if not isinstance(counted, Counted | Measured) or not is_counted(replace(counted, where=())):
        return

    if len(listed) == 1 and isinstance(listed[0], IsIn):
        draft.quantities = [replace(counted, where=tuple(each for each in kept if each != listed[0]))]
        draft.where = [*(each for each in draft.where if each != listed[0]), listed[0]]
        draft.groups = [ByMember(listed[0].of)]


def _is_list(condition: object, cover: Cover, tokens: Sequence[Token]) -> bool:
    if not isinstance(condition, IsIn) or condition.negated or len(condition.values) < _LEAST:
        return False

    said = (tokens[each.start : each.stop] for each in cover.items)
    commas = (sum(each.text == "," for each in words) for words in said)
    return max(commas, default=0) >= len(condition.values) - 2

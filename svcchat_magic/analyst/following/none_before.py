"""Edits that change nothing of what was asked before, which is no answer."""

from svcchat_magic.analyst.following.as_part import adds_up, share_of_rows
from svcchat_magic.analyst.meaning.tree import Analysis

_HIGHEST, _BY_NAME, _PERCENT = "highest", "by name", "percent"


def has_none_before(edits: frozenset[str], before: Analysis) -> bool:
    """Whether nothing was shown that could have a highest one, be in an order of names, or be a part."""
    if edits & {_HIGHEST, _BY_NAME} and not (before.groups and before.quantities):
        return True

    is_cut = before.rank is not None and before.rank.limit is not None  # in another order those are others
    if _BY_NAME in edits and is_cut:
        return True

    is_number = not before.groups and any(map(adds_up, before.quantities))
    return _PERCENT in edits and is_number and share_of_rows(before) is None

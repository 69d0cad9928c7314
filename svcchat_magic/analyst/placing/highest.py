"""`highest revenue?`, behind a breakdown: the first of what was shown."""

from dataclasses import replace

from svcchat_magic.analyst.placing.draft import Draft

HIGHEST, _BY_NAME = "highest", "by name"
_OTHER_EDITS = frozenset({"ranks anew", "sorts", "limit", "flip", "function"})


def ranks_those_before(draft: Draft) -> bool:
    """Whether a rank is by a number and of no groups that the follow-up names: of those before."""
    names = (draft.groups, draft.asked, draft.listed, draft.values_of, draft.entities, draft.dimensions)
    others = (draft.refers, draft.derived, draft.edits & _OTHER_EDITS, draft.taken_out, draft.having)
    is_bare = "bare rank" in draft.marks and bool(draft.quantities)
    if "follows" not in draft.marks or draft.rank is None or any(names) or any(others):
        return False

    if draft.rank.by is None and not is_bare:
        return False

    by = draft.rank.by or draft.quantities[0]
    draft.rank = replace(draft.rank, limit=draft.rank.limit or 1, by=by)
    draft.edits.add(HIGHEST)
    return True

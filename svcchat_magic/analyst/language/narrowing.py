"""Verbs that only carry an `only`: counting only those, looking only at lanes, only include members."""

from collections.abc import Sequence

_ONLY = frozenset({"only", "just", "solely"})
_VERBS = frozenset(
    (
        "count", "counting", "look", "looking", "consider", "considering", "include", "including", "take",
        "taking", "focus", "focusing", "use", "using", "keep", "keeping",
    )
)  # fmt: skip
_JOINTS = frozenset({"at", "on", "into"})
_MARKS = frozenset(",;:.?!-–(")


def carriers(words: Sequence[str]) -> set[int]:
    """The places of such verbs, with their prepositions; `only` and what it narrows are none of them."""
    found: set[int] = set()
    for at, word in enumerate(words):
        if word not in _ONLY:
            continue

        if at and words[at - 1] in _VERBS and _begins_clause(words, at - 1):
            found |= {at - 1, *_joint(words, at + 1)}

        if at + 1 < len(words) and words[at + 1] in _VERBS:
            found |= {at + 1, *_joint(words, at + 2)}

    return found


def _begins_clause(words: Sequence[str], at: int) -> bool:
    """`revenue, counting only web`, but not `which count only`."""
    return at == 0 or words[at - 1] in _MARKS or words[at].endswith("ing")


def _joint(words: Sequence[str], at: int) -> set[int]:
    return {at} if at < len(words) and words[at] in _JOINTS else set()

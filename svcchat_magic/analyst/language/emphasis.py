"""Words that only stress others: `not a single job` is no job, `the boxes themselves` are the boxes."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token

_SELF = frozenset({"themselves", "itself", "himself", "herself", "ourselves"})
_JOINTS = frozenset({"although", "though"})
_STATES = frozenset({"status", "state", "stage"})
_BEFORE_PERIODS = frozenset({"in", "from", "between", "since", "before", "after", "on"})
_KNOWN = frozenset(
    {"listed", "recorded", "given", "specified", "stated", "provided", "noted", "known", "entered", "named"}
)
_FEWEST, _NEAR = 2, 4  # words before it, and from what denies it
_DENYING = frozenset(
    ("not", "no", "never", "without", "haven't", "hasn't", "hadn't", "didn't", "don't", "doesn't", "nobody")
)


def without_emphasis(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words without those that only stress the ones beside them, or join what is said twice."""
    return tuple(each for at, each in enumerate(tokens) if each.is_quoted or not _is_stress(tokens, at))


def _is_stress(tokens: Sequence[Token], at: int) -> bool:
    forms, behind = [each.form for each in tokens], [each.form for each in tokens[at + 1 : at + 2]]
    is_state = forms[at] == "current" and not _STATES.isdisjoint(behind)  # a status is that of now
    is_joint = at > 0 and (forms[at] in _JOINTS or tokens[at].text.lower() in _SELF)
    return is_joint or is_state or _is_single(forms, at) or _is_dated(tokens, at) or _is_known(tokens, at)


def _is_single(forms: Sequence[str], at: int) -> bool:
    is_one = forms[at] == "single" and forms[at - 1 : at] in (["a"], ["one"])
    return is_one and not _DENYING.isdisjoint(forms[:at])


def _is_dated(tokens: Sequence[Token], at: int) -> bool:
    """`functions dated in 2024`: the period is theirs, by whichever date."""
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    before = tokens[at - 1] if at else None
    is_noun = before is not None and before.text.lower() == f"{before.form}s"
    return tokens[at].text.lower() == "dated" and behind in _BEFORE_PERIODS and is_noun


def _is_known(tokens: Sequence[Token], at: int) -> bool:
    """`movies with no director listed`: without one, wherever that would be written."""
    if tokens[at].text.lower() not in _KNOWN or at < _FEWEST:
        return False

    is_last = at + 1 == len(tokens) or tokens[at + 1].is_mark
    said = [each.form for each in tokens[max(at - _NEAR, 0) : at - 1]]
    return is_last and not tokens[at - 1].is_mark and not _DENYING.isdisjoint(said)

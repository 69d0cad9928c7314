"""Words that only stress others: `not a single job` is no job, `the boxes themselves` are the boxes."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token

_SELF = frozenset({"themselves", "itself", "himself", "herself", "ourselves"})
_DENYING = frozenset(
    ("not", "no", "never", "without", "haven't", "hasn't", "hadn't", "didn't", "don't", "doesn't", "nobody")
)


def without_emphasis(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words without those that only stress the ones beside them."""
    forms = [each.form for each in tokens]
    return tuple(
        each
        for at, each in enumerate(tokens)
        if each.is_quoted or not (_is_single(forms, at) or (each.text.lower() in _SELF and at > 0))
    )


def _is_single(forms: Sequence[str], at: int) -> bool:
    is_one = forms[at] == "single" and forms[at - 1 : at] in (["a"], ["one"])
    return is_one and not _DENYING.isdisjoint(forms[:at])

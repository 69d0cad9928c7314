"""The `us` in lower case that can only be the country: `in us`, `the us`; `show us` is no place."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token

_BEFORE = frozenset({"in", "the", "across", "within", "outside"})


def with_united_states(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The country by the form of its capitals."""
    before = ("", *(each.form for each in tokens))
    return tuple(
        replace(each, form="usa") if each.text == "us" and ahead in _BEFORE else each
        for ahead, each in zip(before, tokens, strict=False)
    )

"""What a mistyped word was probably meant to be."""

from collections.abc import Iterable
from difflib import get_close_matches


def close_word(typed: str, known: Iterable[str]) -> str:
    """The known word that is nearest to what was typed, or nothing where none is near."""
    found = get_close_matches(typed.lower(), list(known), n=1, cutoff=_LIKENESS)
    return found[0] if found else ""


_LIKENESS = 0.6

"""What a mistyped word was probably meant to be."""

from collections.abc import Iterable

_LIKENESS = 0.6


def close_word(typed: str, known: Iterable[str], likeness: float = _LIKENESS) -> str:
    """The known word that is nearest to what was typed, or nothing where none is near."""
    from difflib import get_close_matches  # needed after a mistake alone, and %load_ext comes by here

    found = get_close_matches(typed.lower(), list(known), n=1, cutoff=likeness)
    return found[0] if found else ""

"""What a mistyped word was probably meant to be."""

from collections.abc import Iterable

_LIKENESS = 0.6


def close_word(typed: str, known: Iterable[str], likeness: float = _LIKENESS) -> str:
    """The known word that is nearest to what was typed, or nothing where none is near."""
    return next(iter(close_words(typed, known, most=1, likeness=likeness)), "")


def close_words(
    typed: str, known: Iterable[str], *, most: int, likeness: float = _LIKENESS
) -> tuple[str, ...]:
    """The known words that are near to what was typed, the nearest first."""
    from difflib import get_close_matches  # needed after a mistake alone, and %load_ext comes by here

    return tuple(get_close_matches(typed.lower(), list(known), n=most, cutoff=likeness))

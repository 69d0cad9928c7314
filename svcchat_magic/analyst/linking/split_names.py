"""`the Roanoke hospital`: words that stand next to each other and are apart in one value alone."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token


def named_together(
    by_part: Mapping[tuple[int, Phrase], Sequence[str]], tokens: Sequence[Token]
) -> Iterator[tuple[int, Phrase, str]]:
    """The place of a column, two words, and the one of its values that has both, by values of each word."""
    forms = [each.form for each in tokens]
    pairs = set(pairwise(forms))
    for (at, (first, *rest)), values in by_part.items():
        for before, last in pairs if not rest else ():
            both = set(values) & set(by_part.get((at, (last,)), ())) if before == first else set()
            if len(both) == 1:
                yield at, (before, last), both.pop()

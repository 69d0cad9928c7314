"""Words that are a whole value, before those that a longer value only has among its words."""

from collections.abc import Iterable

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import Concept


def whole_ones(
    phrase: Phrase, meanings: Iterable[tuple[Concept, object]]
) -> tuple[tuple[Concept, object], ...]:
    """Barcelona is a city; where a city is called so it is not also the one flat whose title mentions it."""
    known = tuple(meanings)
    whole = {of for of, value in known if phrase_of(str(value)) == phrase}
    return tuple(
        (of, value) for of, value in known if not whole or of in whole or not _is_longer(phrase, value)
    )


def _is_longer(phrase: Phrase, value: object) -> bool:
    words = phrase_of(str(value))
    return len(words) > len(phrase) and is_within(phrase, words)


def is_within(part: Phrase, words: Phrase) -> bool:
    """Whether words stand in a row among others."""
    return any(words[at : at + len(part)] == part for at in range(len(words) - len(part) + 1))

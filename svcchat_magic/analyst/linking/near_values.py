"""Values whose words were typed without their accents, or with a slip: Lumière for lumiere."""

import unicodedata
from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.typo_repair import is_doubtful, meant
from svcchat_magic.analyst.language.words import phrase_of

_SHORTEST = 5
_SHARED = ((3, 2), (2, 3))  # letters at the begin and the end that a slip leaves as they are
_MOST = 4  # words that are looked for
_LEAST_SHARED = 2
_WITH_ACCENTS = frozenset("aceilnosuyz")


def doubtful_words(tokens: Sequence[Token], known: frozenset[str]) -> tuple[str, ...]:
    """The words that may be a value's in another spelling: no dictionary has them, and nor has the model."""
    found = [
        each.form
        for each in tokens
        if len(each.form) >= _SHORTEST and each.form not in known and is_doubtful(each.form)
    ]
    return tuple(dict.fromkeys(found))[:_MOST]


def patterns_of(word: str) -> Iterator[str]:
    """What a value with this word in another spelling is LIKE, in lower case: with accents, with a slip."""
    accented = "".join("_" if letter in _WITH_ACCENTS else letter for letter in word)
    slips = (f"{word[:first]}%{word[-last:]}" for first, last in _SHARED)
    for each in (accented, *slips):
        if len(each.replace("_", "")) >= _LEAST_SHARED:
            yield from (f"{each}%", f"% {each}%")


def spelt_near(value: str, tokens: Sequence[Token], doubtful: Sequence[str]) -> Iterator[Phrase]:
    """The phrases that name a value: as the question spells it, and as it is where a slip is to be mended."""
    words = phrase_of(value)
    plain = tuple(map(without_accents, words))
    forms = tuple(each.form for each in tokens)
    if any(forms[at : at + len(plain)] == plain for at in range(len(forms))):
        yield plain
    elif any(meant(each, plain) for each in doubtful):
        yield words
        yield from (
            (word,)
            for word in words
            if len(words) > 1 and word not in forms and any(meant(each, (word,)) for each in doubtful)
        )


def without_accents(word: str) -> str:
    """Lumiere for Lumière."""
    return "".join(each for each in unicodedata.normalize("NFKD", word) if not unicodedata.combining(each))

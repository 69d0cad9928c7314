"""Other spellings that the data may hold a value in: Müller for Mueller, storniert for cancelled."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.foreign_words import ForeignWords, folded
from svcchat_magic.analyst.language.tokens import Token

_UMLAUTS = (("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("ss", "ß"))
_SHORTEST = 4


def other_spellings(tokens: Sequence[Token], language: ForeignWords | None) -> Iterator[str]:
    """The words with umlauts or without, and where the model speaks another language, its words for them."""
    text = " ".join(each.text for each in tokens).lower()
    yield from _respelled(text)
    if language is None or len(tokens) > 2:
        return

    yield from language.named(" ".join(each.form for each in tokens))
    for form in language.forms(folded(text)) if len(tokens) == 1 and len(text) >= _SHORTEST else ():
        yield form
        yield from _respelled(form)


def _respelled(text: str) -> Iterator[str]:
    if not text.isascii():
        yield folded(text)

    for plain, umlaut in _UMLAUTS:
        if plain in text:
            yield text.replace(plain, umlaut)

"""Names that are short for the words of a question: `mkt` for market, `roas` for return on ad spend."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.semantic.search.thesaurus import is_english
from svcchat_magic.semantic.search.words import form

_LEAST_SHORT, _LEAST_LEFT_OUT = 3, 2  # letters of a short form, and those that it leaves out
_LONGEST_INITIALS = 5
_VOWELS = frozenset("aeiou")


def written_short(tokens: Sequence[Token], catalog: Catalog) -> Phrase:
    """The forms of the words, those that only a short form of the model's names can mean in that form."""
    known, words = catalog.words(), keywords()
    said = words.function | words.light | words.structural
    return tuple(
        each.form if each.form in known or each.form in said else _short_of(each.form, known) or each.form
        for each in tokens
    )


def initials(forms: Phrase, catalog: Catalog) -> Iterator[tuple[int, int, Phrase]]:
    """Stretches of words whose first letters are a name of the model, with that name."""
    for start in range(len(forms)):
        for stop in range(start + _LEAST_SHORT, min(start + _LONGEST_INITIALS, len(forms)) + 1):
            span = forms[start:stop]
            name = "".join(each[:1] for each in span)
            if (name,) in catalog.phrases and not is_english(name) and all(map(str.isalpha, span)):
                yield start, stop, (name,)


def _short_of(word: str, known: frozenset[str]) -> str | None:
    """The one name that the word is written as; none where several are."""
    found = [each for each in known if abbreviates(each, word)]
    begun = [each for each in found if word.startswith(each)]
    return next(iter(begun if len(begun) == 1 else found), None) if 1 in (len(begun), len(found)) else None


def abbreviates(short: str, word: str) -> bool:
    """Whether letters are the beginning of a word, or what is left of it without vowels."""
    if len(short) < _LEAST_SHORT or len(word) < len(short) + _LEAST_LEFT_OUT or not word.isalpha():
        return False

    if word.startswith(short) or form(word).startswith(short):
        return True

    return short[0] == word[0] and not _VOWELS & set(short[1:]) and _follow_each_other(short, word)


def _follow_each_other(letters: str, word: str) -> bool:
    rest = iter(word)
    return all(each in rest for each in letters)

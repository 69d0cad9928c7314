"""Names that are short for the words of a question: `mkt` for market, `roas` for return on ad spend."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.semantic.search.short_forms import abbreviates
from svcchat_magic.semantic.search.thesaurus import is_english

_LEAST_SHORT, _LONGEST_INITIALS = 3, 5
_MOST_JOINED = 3


def written_short(tokens: Sequence[Token], catalog: Catalog) -> Phrase:
    """The forms of the words, those that a short form of the model's names can mean in that form."""
    known, words = catalog.words, keywords()
    said = words.function | words.light | words.structural
    return tuple(
        each.form if each.form in said else _short_of(each.form, known) or _bare(each.form, known)
        for each in tokens
    )


def joined(tokens: Sequence[Token], catalog: Catalog) -> Iterator[tuple[int, int, Phrase]]:
    """Stretches that the model's names write as one word or as several, with that name.

    What is a word of English as one is meant where hyphens join it: `pick-up`, and not `pick up`.
    """
    for start, token in enumerate(tokens):
        if token.form in catalog.joined:
            yield start, start + 1, catalog.joined[token.form]

        for stop in range(start + 2, min(start + _MOST_JOINED, len(tokens)) + 1):
            name = ("".join(each.form for each in tokens[start:stop]),)
            is_hyphened = all(each.before == "-" for each in tokens[start + 1 : stop])
            if name in catalog.phrases and (is_hyphened or not is_english(name[0])):
                yield start, stop, name


def initials(forms: Phrase, catalog: Catalog) -> Iterator[tuple[int, int, Phrase]]:
    """Stretches of words whose first letters are a name of the model: `of the day` is no on-time delivery."""
    empty = keywords().function
    for start in range(len(forms)):
        for stop in range(start + _LEAST_SHORT, min(start + _LONGEST_INITIALS, len(forms)) + 1):
            span = forms[start:stop]
            name = "".join(each[:1] for each in span)
            is_whole = span[0] not in empty and span[-1] not in empty
            if (
                is_whole
                and (name,) in catalog.phrases
                and not is_english(name)
                and all(map(str.isalpha, span))
            ):
                yield start, stop, (name,)


def _bare(word: str, known: frozenset[str]) -> str:
    """Two letters that are all consonants of a word that nothing is called: `lv` for leave."""
    bare = word[0] + "".join(each for each in word[1:] if each not in "aeiou")
    return bare if word not in known and len(bare) == _LEAST_SHORT - 1 and bare in known else word


def _short_of(word: str, known: frozenset[str]) -> str | None:
    """The one name that the word is written as; none where several are."""
    found = [each for each in known if abbreviates(each, word)]
    begun = [each for each in found if word.startswith(each)]
    return next(iter(begun if len(begun) == 1 else found), None) if 1 in (len(begun), len(found)) else None

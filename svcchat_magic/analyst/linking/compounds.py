"""Words that one writes as one and another as two: mid-roll, midroll and mid roll."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.semantic.search.thesaurus import is_word

_LEAST_PART, _LONGEST = 3, 24  # letters
_MOST_JOINED = 3  # tokens
_SIGNS = "-_ "


def split_spellings(token: Token, known: frozenset[str]) -> Iterator[str]:
    """A word that the model has not, in two parts; one of English only in two such words."""
    word = token.form
    if token.is_quoted or not word.isalpha() or len(word) > _LONGEST or word in known:
        return

    parts = [(word[:at], word[at:]) for at in range(_LEAST_PART, len(word) - _LEAST_PART + 1)]
    parts = [each for each in parts if all(map(is_word, each))] if is_word(word) else parts
    yield from (sign.join(each) for each in parts for sign in _SIGNS)


def joined_spelling(tokens: Sequence[Token]) -> Iterator[str]:
    """Two words or three, as one: what the data may write together."""
    words = [each.form for each in tokens]
    if 1 < len(words) <= _MOST_JOINED and all(map(str.isalpha, words)):
        yield "".join(words)


def joined_names(phrases: Mapping[Phrase, object]) -> Mapping[str, Phrase]:
    """The names of several words, by these written as one; none that is a name itself."""
    several = {"".join(phrase): phrase for phrase in phrases if 1 < len(phrase) <= _MOST_JOINED}
    return {word: phrase for word, phrase in several.items() if (word,) not in phrases}

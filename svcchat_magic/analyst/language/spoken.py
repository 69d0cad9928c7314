"""Which language a question is in, and its English for the grammar."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.foreign_words import foreign_languages
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.translation import own_words, translated
from svcchat_magic.analyst.language.words import phrase_of, singular
from svcchat_magic.semantic.search.thesaurus import is_english

ENGLISH = "en"
_WORD = re.compile(r"[^\W\d_]+")
_CACHED = 20_000  # names
_MOST_WORDS = 200  # of a question, that tell its language


@dataclass(frozen=True, slots=True)
class Spoken:
    """A question as it was typed, and in English; `originals` leads back from its words."""

    question: str
    text: str
    language: str = ENGLISH
    originals: Mapping[str, str] = field(default_factory=dict)

    def typed(self, words: str) -> str:
        """Words of the English as they were typed."""
        if self.language == ENGLISH:
            return words

        return " ".join(dict.fromkeys(self.originals.get(each.lower(), each) for each in words.split()))


def spoken(question: str, names: Sequence[str]) -> Spoken:
    """The question in English; `names` are those of the model, whose words stay as they are."""
    for language, words in foreign_languages().items():
        typed = _WORD.findall(question)[:_MOST_WORDS]
        known = [(words.knows(each), _is_english(each)) for each in typed]
        lead = sum(theirs - ours for theirs, ours in known)
        if lead < 0 or not any(theirs > ours for theirs, ours in known):
            continue

        found = translated(question, words, own_words(names, words))
        if lead or _names_more(found.text, question, names):
            return Spoken(question, found.text, language, found.originals)

    return Spoken(question, question)


def _names_more(english: str, question: str, names: Sequence[str]) -> bool:
    """`top 5 kunden`: of as many words of both, one that names something only when it is translated."""
    new = {*phrase_of(english)} - {*phrase_of(question)}
    return bool(new) and any(not new.isdisjoint(phrase_of(each)) for each in names)


def _is_english(word: str) -> bool:
    words, form = keywords(), singular(word)
    is_known = form in words.function or form in words.light or word.lower() in calendar_words().months
    return is_known or is_english(word.lower())


@lru_cache(maxsize=_CACHED)
def language_of_name(name: str) -> str:
    """The code of the language that a member's name is in, empty for English and for what is both."""
    typed = [each for each in _WORD.findall(name) if not _is_english(each)]
    return next(
        (
            code
            for code, words in foreign_languages().items()
            if any(words.english(each) is not None for each in typed)
        ),
        "",
    )


@lru_cache(maxsize=_CACHED)
def in_english(name: str) -> str | None:
    """The English of a name, None where no language knows all of it."""
    for words in foreign_languages().values():
        parts = [words.english(each) for each in _WORD.findall(name)]
        if parts and all(parts):
            return " ".join(filter(None, parts))

    return None

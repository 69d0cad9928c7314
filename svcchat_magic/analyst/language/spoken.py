"""Which language a question is in, and its English for the grammar."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from svcchat_magic.analyst.language.foreign_words import german
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.translation import own_words, translated
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.semantic.search.thesaurus import is_english

ENGLISH, GERMAN = "en", "de"
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
    if not _is_german(question):
        return Spoken(question, question)

    found = translated(question, german(), own_words(names, german()))
    return Spoken(question, found.text, GERMAN, found.originals)


def _is_german(question: str) -> bool:
    words = _WORD.findall(question)[:_MOST_WORDS]
    known = [(german().knows(each), _is_english(each)) for each in words]
    german_words = sum(theirs and not ours for theirs, ours in known)
    english_words = sum(ours and not theirs for theirs, ours in known)
    return german_words > english_words


def _is_english(word: str) -> bool:
    words, form = keywords(), singular(word)
    return form in words.function or form in words.light or is_english(word.lower())


@lru_cache(maxsize=_CACHED)
def is_german_name(name: str) -> bool:
    """Whether the name of a member is German, and not English as well."""
    words = _WORD.findall(name)
    return any(german().english(each) is not None and not _is_english(each) for each in words)


@lru_cache(maxsize=_CACHED)
def in_english(name: str) -> str | None:
    """The English of a German name, None where not all of it is known."""
    parts = [german().english(each) for each in _WORD.findall(name)]
    return " ".join(filter(None, parts)) if parts and all(parts) else None

"""Codes that are words of English as well: the IN of India, the IT of Italy, the OR of Oregon."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.demonyms import places_of
from svcchat_magic.analyst.linking.short_values import is_of_names
from svcchat_magic.analyst.meaning.tree import Concept

_LONGEST = 3  # letters of the code of a place
_BEING = frozenset({"is", "are", "was", "were", "=", "equals"})
_JOINING = frozenset({"and", "or"})
_ANSWERS = frozenset({"yes", "no", "ok"})  # values of flags


def is_other_word(tokens: Sequence[Token], at: int, of: Concept, value: str) -> bool:
    """Whether a small word is the one of the sentence: `not in English` is never without India.

    The code is meant in capitals of its own (`in IN`), and behind the name of its column (`state is in`).
    """
    token = tokens[at]
    if token.is_quoted or not _is_sentence_word(token.form, of, value):
        return False

    return not (_has_own_capitals(tokens, at) or _is_told_of_column(tokens, at, of))


def _is_sentence_word(form: str, of: Concept, value: str) -> bool:
    """Whether a code is a word of the grammar; those of places are more often than others."""
    code = form.upper()
    if not form.isalpha() or len(form) > _LONGEST or code not in (value.strip(), *places_of(value)):
        return False

    words = keywords()
    if form in words.function:
        is_place = bool(places_of(value)) or is_of_names({*phrase_of(of.name), *phrase_of(of.title)})
        return is_place or form not in _ANSWERS

    meanings = {category for category, _ in words.meanings.get((form,), ())}
    is_grammar = bool(meanings) and bool(places_of(value)) and len(form) > 1
    return is_grammar or form in calendar_words().months


def _has_own_capitals(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word has capitals where others have none; one letter may begin the sentence or be I."""
    text = tokens[at].text
    if not text.isupper() or all(each.text.isupper() for each in tokens if each.text.isalpha()):
        return False

    return len(text) > 1 or (at > 0 and text != "I")


def _is_told_of_column(tokens: Sequence[Token], at: int, of: Concept) -> bool:
    """`where state is in`, with nothing behind that the word might belong to."""
    before = at - 1
    if before > 0 and tokens[before].form in _BEING:
        before -= 1

    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    is_last = behind is None or behind.is_mark or behind.form in _JOINING
    return is_last and before >= 0 and tokens[before].form == phrase_of(of.title)[-1]

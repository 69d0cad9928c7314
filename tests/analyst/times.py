"""The stretches of time in a text, from left to right, the longest at each place."""

from svcchat_magic.analyst.language.hours import hours_at
from svcchat_magic.analyst.language.time_phrases import spans_at
from svcchat_magic.analyst.language.time_words import Calendar, Phrase
from svcchat_magic.analyst.language.tokens import tokens_of


def spans_of(text, today, **calendar):
    phrase = _phrase(text, Calendar(today, **calendar))
    at, found = 0, []
    while at < len(phrase.form):
        span = max(spans_at(phrase, at), key=lambda each: each.stop, default=None)
        assert span is None or span.stop <= len(phrase.form)
        found += [span] if span else []
        at = span.stop if span else at + 1

    return tuple(found)


def hours_of(text, today):
    phrase = _phrase(text, Calendar(today))
    return [found[0] for at in range(len(phrase.form)) if (found := hours_at(phrase, at))]


def _phrase(text, calendar):
    tokens = tokens_of(text)
    return Phrase(tuple(each.text.lower() for each in tokens), tuple(each.form for each in tokens), calendar)

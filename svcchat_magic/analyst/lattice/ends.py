"""The end of a time, where figures of moments have a last one: at the end of May, as of 1 March."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import Phrase, keywords
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.time_points import point_at
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.time_words import Phrase as TimePhrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import score_of, spans
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.at_end import AtEnd

_AS_SUCH = 0.4  # before all of the time until then


def end_items(tokens: Sequence[Token], calendar: Calendar, catalog: Catalog) -> Iterator[Item]:
    """`ATLAST`: as of a day the figures of one before may be the last, at the end of a year its own are."""
    words, forms = keywords(), tuple(token.form for token in tokens)
    if not catalog.has_moments:
        return

    yield from _when_asked(forms)
    phrase = TimePhrase(tuple(token.text.lower() for token in tokens), forms, calendar)
    for start, stop in spans(len(forms), words.longest):
        kinds = [kind for category, kind in words.meanings.get(forms[start:stop], ()) if category == "ATEND"]
        point = point_at(phrase, phrase.skip(stop, "the")) if kinds else None
        if point is None or point[0].end is None or point[0].hole:
            continue

        period = Period(None, point[0].end) if kinds[0] == "until" else point[0]
        score = score_of(point[1] - start, 0.9) + _AS_SUCH
        yield Item("ATLAST", start, point[1], AtEnd(kinds[0], period), score)


def _when_asked(forms: Phrase) -> Iterator[Item]:
    """`WHENASKED`: when something was reached, where a question begins with that."""
    said = (forms[start:stop] for start, stop in spans(len(forms), 2))
    meant = (category for each in said for category, _ in keywords().meanings.get(each, ()))
    reaches = "REACHES" in meant
    if reaches and forms[:1] == ("when",):
        yield Item("WHENASKED", 0, 1, "when", 0.5)

"""Key figures of a service by the names that every desk has for them: CSAT, first response time."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.spoken_lives import said
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

_SATISFIED = (("csat",), ("customer", "satisfaction"), ("client", "satisfaction"), ("guest", "satisfaction"))
_SCORES = frozenset({"score", "rating", "level"})
_GRADES = frozenset({"score", "rating", "stars", "star", "grade"})
_ASKED = frozenset({"satisfaction", "csat", "survey", "feedback"})
_ROWS = frozenset({"survey", "response", "answer", "comment", "feedback", "questionnaire", "form", "data"})
_SHORT = {("frt",): ("first", "response"), ("ttfr",): ("first", "response")}
_DATES = frozenset({"date", "time", "at", "on", "ts", "dt", "timestamp", "datetime"})
_NEAR = 3  # words before it in which it is said that it is an average


def with_service_names(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """The words, with the average of the score that customers give, and the time until a first event."""
    return _with_times(_with_satisfaction(tokens, catalog), catalog)


def _with_satisfaction(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    for phrase in _SATISFIED:
        at = _place(tokens, phrase)
        if at is None or phrase in catalog.phrases or (len(phrase) == 1 and phrase[0] in catalog.words):
            continue

        stop = at + len(phrase)
        stop += stop < len(tokens) and tokens[stop].form in _SCORES
        behind = tokens[stop].form if stop < len(tokens) else ""
        score = _score_of(catalog)
        if score is None or behind in _ROWS:
            continue

        before = tokens[max(at - _NEAR, 0) : at]
        is_told = any(_is_function(each) for each in before)
        words = (*(() if is_told else ("average",)), *score.title.lower().split())
        return (*tokens[:at], *said(tokens[at], words), *tokens[stop:])

    return tokens


def _place(tokens: Sequence[Token], phrase: tuple[str, ...]) -> int | None:
    forms = tuple(each.form for each in tokens)
    return next((at for at in range(len(forms)) if forms[at : at + len(phrase)] == phrase), None)


def _is_function(token: Token) -> bool:
    found = keywords().meanings.get((token.form,), ())
    return any(category == "AGG" and way in ("average", "median") for category, way in found)


def _score_of(catalog: Catalog) -> Concept | None:
    """The one number that tells how content somebody was, called so by nothing else."""
    found = [each for each in catalog.concepts if _is_score(each)]
    if len(found) != 1:
        return None

    title = phrase_of(found[0].title)
    others = [each.of for each in catalog.phrases.get(title, ()) if isinstance(each.of, Concept)]
    return found[0] if all(each.cube == found[0].cube for each in others) else None


def _is_score(concept: Concept) -> bool:
    words = set(phrase_of(concept.name.replace("_", " ")))
    asked = set(phrase_of(concept.cube.replace("_", " ")))
    is_number = concept.kind == "dimension" and concept.type == "number" and not concept.primary_key
    return is_number and bool(words & _ASKED or (words & _GRADES and asked & _ASKED))


def _with_times(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """`first response time` is the time to that, where it has a date."""
    for event in dict.fromkeys(_events(catalog)):
        short = [name for name, long in _SHORT.items() if long == event]
        for phrase in ((*event, "time"), *short):
            at = _place(tokens, phrase)
            if at is not None and phrase not in catalog.phrases:
                words = ("time", "to", *event)
                return (*tokens[:at], *said(tokens[at], words), *tokens[at + len(phrase) :])

    return tokens


def _events(catalog: Catalog) -> Iterator[tuple[str, ...]]:
    """What dates of several words are of: the first response."""
    for each in catalog.times:
        words = phrase_of(each.name.replace("_", " "))
        event = words[:-1] if words[-1:] and words[-1] in _DATES else words
        if len(event) > 1 and event[0] == "first":
            yield event

"""What was never done, or done at least once, with what it is done to: `never borrowed a single book`."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.active import active_items
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of, is_dated
from svcchat_magic.analyst.linking.deeds import USING, begins, deed_of, facts_of, is_called, is_told_by
from svcchat_magic.analyst.linking.verbs import is_participle, is_who_does
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

_DENYING = frozenset(
    {
        "never",
        "not",
        "haven't",
        "hasn't",
        "didn't",
        "don't",
        "doesn't",
        "weren't",
        "wasn't",
        "nobody",
        "noone",
    }
)
_BETWEEN = frozenset({"ever", "been", "yet", "have", "has", "had", "actually", "even", "once", "one"})
_ANYTHING = frozenset({"anything", "something"})
_INDEFINITE = frozenset({"a", "an", "any", "one", "single", "even", "some", "at", "least", "new", "other"})
_NOT_DOING = frozenset({"didn't", "don't", "doesn't"})
_HELPING = frozenset({"do", "does", "did"})
_SURE = 0.9
_NAMED = 0.7  # of a noun that the rows are called by, be it the last word of their name
_FARTHEST = 12  # words from a verb back to who did it


def deed_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`VERBED`, with an object that only says again what is done: a book, anything; and who did so."""
    yield from active_items(tokens, catalog)
    denies = not _DENYING.isdisjoint(each.form for each in tokens)
    for at, token in enumerate(tokens[1:], 1):
        if token.is_quoted or not (_is_done(token) or _is_undone(tokens, at)):
            continue

        subject, is_denied = _subject(tokens, at, catalog), _is_denied(tokens, at)
        stop = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].form in _ANYTHING)
        is_alone = denies or not is_dated(token.text, catalog)
        is_meant = is_denied or (stop > at + 1 and is_alone)  # `hiked something in 2023 but not in 2024`
        deed = deed_of(token.form, subject.cube, catalog) if subject and is_meant else None
        if subject is None and stop > at + 1:
            deed = _of_column(tokens, at, catalog)

        if deed is not None and not is_who_does(token.text, deed):
            stop = max(stop, _behind_object(tokens, at + 1, deed.cube, catalog))
            yield Item("VERBED", at, stop, deed, _SURE * (stop - at))

        elif subject is not None and is_denied:
            yield from _done_to_fact(tokens, at, subject, catalog)

        for each in date_names_of(catalog).named(stems_of(token.form)) if is_denied else ():
            end = max(stop, _behind_object(tokens, at + 1, each.cube, catalog))
            if end > at + 1:
                yield Item("DATED", at, end, each, _SURE * (end - at))


def later_deeds(tokens: Sequence[Token], catalog: Catalog) -> frozenset[int]:
    """The places of what was never done later with rows: `never returned a book` is not that it had none."""
    names = date_names_of(catalog)
    return frozenset(
        at
        for at, token in enumerate(tokens)
        if at
        and ((_is_done(token) and _is_denied(tokens, at)) or _is_undone(tokens, at))
        and any(not begins(each, catalog) for each in names.named(stems_of(token.form)))
    )


def _is_done(token: Token) -> bool:
    return is_participle(token.text.lower()) or token.form in USING


def _subject(tokens: Sequence[Token], at: int, catalog: Catalog) -> Entity | None:
    """The rows that are named last before a verb."""
    for place in range(at - 1, max(at - _FARTHEST, -1), -1):
        named = {each for size in (1, 2) for each in _rows(tokens, place + 1 - size, place + 1, catalog)}
        if named:
            return named.pop() if len(named) == 1 else None

    return None


def _done_to_fact(tokens: Sequence[Token], at: int, subject: Entity, catalog: Catalog) -> Iterator[Item]:
    """`taken a trip`: a verb that says little, and the rows that it makes."""
    later = {each.cube for each in date_names_of(catalog).named(stems_of(tokens[at].form))}
    facts = facts_of(subject.cube, catalog) if tokens[at].form in keywords().light else ()
    for fact in (each for each in facts if each not in later):
        for stop in (at + 3, at + 4):
            is_one = all(each.form in _INDEFINITE for each in tokens[at + 1 : stop - 1])
            if is_one and any(each.cube == fact for each in _rows(tokens, stop - 1, stop, catalog)):
                yield Item("VERBED", at, stop, catalog.entities[fact], _SURE * (stop - at))


def _of_column(tokens: Sequence[Token], at: int, catalog: Catalog) -> Entity | None:
    """`doctors prescribed something`: the rows that have a column of who did so."""
    named = catalog.phrases.get((tokens[at - 1].form,), ())
    columns = {each.of.cube for each in named if isinstance(each.of, Concept) and each.of.kind == "dimension"}
    found = [each for each in columns if is_called(tokens[at].form, each, catalog)]
    return catalog.entities[found[0]] if len(found) == 1 else None


def _rows(tokens: Sequence[Token], start: int, stop: int, catalog: Catalog) -> Iterator[Entity]:
    phrase = tuple(each.form for each in tokens[max(start, 0) : stop])
    for each in catalog.phrases.get(phrase, ()):
        if isinstance(each.of, Entity) and each.weight >= _NAMED:
            yield each.of


def _is_undone(tokens: Sequence[Token], at: int) -> bool:
    """`did not watch`: the verb behind what says that it was not done."""
    before = [each.form for each in tokens[max(at - 2, 0) : at]]
    is_not = before[-1:] == ["not"] and before[0] in _HELPING
    return is_not or before[-1] in _NOT_DOING


def _is_denied(tokens: Sequence[Token], at: int) -> bool:
    """Whether it is said that nobody did so, or not these."""
    before = at - 1
    while before > 0 and tokens[before].form in _BETWEEN - {"one"}:
        before -= 1

    is_no_one = before > 0 and (tokens[before - 1].form, tokens[before].form) == ("no", "one")
    return before >= 0 and (tokens[before].form in _DENYING or is_no_one)


def _behind_object(tokens: Sequence[Token], at: int, fact: str, catalog: Catalog) -> int:
    """Behind `in a course`, where each of the rows has one: it is no further condition; else 0."""
    function = keywords().function - _INDEFINITE
    start = at + (at < len(tokens) and tokens[at].form in function)
    stop = start
    while stop < len(tokens) and tokens[stop].form in _INDEFINITE:
        stop += 1

    if stop == start:
        return 0

    for size in (2, 1):
        phrase = tuple(each.form for each in tokens[stop : stop + size])
        named = (each.of for each in catalog.phrases.get(phrase, ()) if each.weight >= _NAMED)
        if stop + size <= len(tokens) and any(
            _is_thing(each) and is_told_by(fact, each.cube, catalog) for each in named
        ):
            return stop + size

    return 0


def _is_thing(of: Concept | Entity) -> bool:
    """Whether rows, or a column that tells what something is done with, are called so."""
    return isinstance(of, Entity) or (of.kind == "dimension" and of.type == "string")

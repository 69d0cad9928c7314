"""Rows that nobody looks after: what has no value in the one column of who does."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.lattice.unassigned import unassigned_items
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import ByMember, Concept, Entity, Missing

_NOBODY = (("nobody",), ("no", "one"), ("noone",))
_CARING = (("look", "after"), ("looked", "after"), ("care", "for"), ("cared", "for"), ("responsible", "for"))
_NONE = (("without", "one"), ("without", "any"), ("with", "none"), ("without",), ("unassigned",))
_HELPING = frozenset({"is", "ha", "have", "has", "was", "been", "are"})
_OPENING = frozenset({"including", "incl", "include", "counting", "plus"})
_THOSE = frozenset({"those", "one", "them"})
_SCORE = 0.9


def nobody_items(tokens: Sequence[Token], catalog: Catalog, values: Values) -> Iterator[Item]:
    """`nobody looks after` as a condition, and as what is only not left out; `look after` says nothing."""
    yield from unassigned_items(tokens, catalog, values)
    forms = tuple(each.form for each in tokens)
    for at in range(len(tokens)):
        stop = _behind_caring(forms, at)
        if stop and any(_named(forms[:at], catalog)):
            yield Item("CHATTER", at, stop, None, score_of(stop - at, _SCORE))

        stop = _behind_nobody(forms, at)
        columns = list(_columns(forms[:at], catalog)) if stop else []
        if len(columns) == 1 and not _is_included(forms, at):
            yield Item("CONDITION", at, stop, Missing(columns[0]), score_of(stop - at, _SCORE))

        yield from _included(forms, at, catalog)


def _included(forms: tuple[str, ...], at: int, catalog: Catalog) -> Iterator[Item]:
    """`including those nobody looks after`: groups show rows without a value anyway, orders do not."""
    if forms[at] not in _OPENING or at + 2 >= len(forms) or forms[at + 1] not in _THOSE or _ranks(forms):
        return

    stop = _behind_nobody(forms, at + 2) or _behind(forms, at + 2, _NONE)
    if stop and any(_named(forms[:at], catalog)):
        yield Item("CHATTER", at, stop, None, score_of(stop - at, _SCORE))


def _behind_nobody(forms: tuple[str, ...], at: int) -> int:
    """Behind which place `nobody looks after` ends; 0 where it does not begin there."""
    stop = _behind(forms, at, _NOBODY)
    while stop and stop < len(forms) and forms[stop] in _HELPING:
        stop += 1

    if not stop or stop >= len(forms):
        return 0

    return _behind_caring(forms, stop) or (stop + 1 if forms[stop] in keywords().by_staff else 0)


def _behind_caring(forms: tuple[str, ...], at: int) -> int:
    return _behind(forms, at, _CARING)


def _behind(forms: tuple[str, ...], at: int, phrases: Sequence[tuple[str, ...]]) -> int:
    return next((at + len(each) for each in phrases if forms[at : at + len(each)] == each), 0)


def _is_included(forms: tuple[str, ...], at: int) -> bool:
    return at > 1 and forms[at - 1] in _THOSE and forms[at - 2] in _OPENING


def _named(forms: tuple[str, ...], catalog: Catalog) -> Iterator[Concept]:
    """The columns of people that a question names."""
    for each in catalog.concepts:
        title = phrase_of(each.title)
        is_named = any(forms[at : at + len(title)] == title for at in range(len(forms)))
        if is_named and each.kind == "dimension" and is_person(ByMember(each)):
            yield each


def _columns(forms: tuple[str, ...], catalog: Catalog) -> Iterator[Concept]:
    """Who looks after the rows that a question names, by the columns of these."""
    named = {each.of.cube for form in forms for each in catalog.phrases.get((form,), ()) if _is_rows(each)}
    for each in catalog.concepts if len(named) == 1 else ():
        is_own = each.cube in named and each.kind == "dimension" and each.type == "string"
        if is_own and set(phrase_of(each.title)[-1:]) & keywords().staff:
            yield each


def _is_rows(meaning: object) -> bool:
    of, weight = getattr(meaning, "of", None), getattr(meaning, "weight", 0.0)
    return isinstance(of, Entity) and weight >= OWN


def _ranks(forms: tuple[str, ...]) -> bool:
    meanings = keywords().meanings
    return any(category == "SUPER" for form in forms for category, _ in meanings.get((form,), ()))

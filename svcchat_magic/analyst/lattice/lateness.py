"""How late something was, and against which plan: days late, after the planned time, on the agreed date."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.planned_dates import PLANNED, Delay, Plan, plans_of
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

_LATE = (("late",), ("too", "late"), ("behind", "schedule"), ("overdue",), ("delayed",), ("behind",))
_EARLY = (("early",), ("too", "early"), ("ahead", "of", "schedule"), ("ahead", "of", "time"))
_UNITS = frozenset({"minute", "hour", "day"})
_HOW_LATE: Mapping[tuple[str, ...], bool] = {("how", "late"): False, ("how", "early"): True}
_DELAYS = frozenset({"delay", "lateness"})
_COUNTING = (("how", "many"), ("number", "of"))
_PLANS = frozenset({"schedule", "plan", "deadline"})
_DATES = frozenset({"date", "day", "time"})
_WENT = (
    ("left",), ("leave",), ("came",), ("came", "in"), ("came", "back"), ("went", "out"), ("got", "there"),
    ("was", "there"), ("were", "there"), ("made", "it"), ("was", "done"), ("were", "done"), ("went", "off"),
)  # fmt: skip
_BETWEEN = frozenset({"between", "from", "in", "until", "to"})
_EACH_WORD = 0.6


def lateness_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`DELAY`: how long after it should have been something was; `PLANNED`: when that was."""
    plans = plans_of(catalog)
    if not plans:
        return

    forms = tuple(each.form for each in tokens)
    yield from _planned(tokens, plans)
    yield from _went(forms, plans)
    own = _asked_about(tokens, plans, catalog)
    for start, stop, unit, is_early in (*_lengths(forms, tokens), *_delays(forms, catalog)):
        score = _EACH_WORD * (stop - start) + 1
        yield from (Item("DELAY", start, stop, Delay(each, unit, is_early), score) for each in own)


def _lengths(forms: tuple[str, ...], tokens: Sequence[Token]) -> Iterator[tuple[int, int, str, bool]]:
    """`how many days late`: the unit is no number of days before it, and stands right there."""
    for at, unit in enumerate(forms):
        if unit not in _UNITS or (at and number_of(tokens[at - 1]) is not None):
            continue

        start = at - 2 if forms[max(at - 2, 0) : at] in _COUNTING else at
        for phrases, is_early in ((_LATE, False), (_EARLY, True)):
            said = [each for each in phrases if forms[at + 1 : at + 1 + len(each)] == each]
            yield from ((start, at + 1 + len(each), unit, is_early) for each in said)


def _delays(forms: tuple[str, ...], catalog: Catalog) -> Iterator[tuple[int, int, str, bool]]:
    """`how late`, and `delay` where no number of the model is called so."""
    for at in range(len(forms)):
        if (is_early := _HOW_LATE.get(forms[at : at + 2])) is not None:
            yield at, at + 2, "time", is_early

        is_told = forms[at + 1 : at + 2] and forms[at + 1] in _BETWEEN and forms[at + 2 : at + 3] != ("day",)
        if forms[at] in _DELAYS and (forms[at],) not in catalog.phrases and not is_told:
            yield at, at + 1, "time", False


def _asked_about(tokens: Sequence[Token], plans: Sequence[Plan], catalog: Catalog) -> list[Plan]:
    """The plans of what the question names, by its rows or by the verb; without any the only one."""
    cubes = {each.of.cube for token in tokens for each in catalog.phrases.get((token.form,), ())
             if isinstance(each.of, Entity)}  # fmt: skip
    done = _verbs(tokens, catalog)
    of_rows = [each for each in plans if each.due.cube in cubes]
    for near in (of_rows, list(plans)):
        said = [each for each in near if each.done in done]
        if said or near:
            return said or [each for each in near if each.is_sure and (near is of_rows or len(near) == 1)]

    return []


def _verbs(tokens: Sequence[Token], catalog: Catalog) -> set[Concept]:
    """The dates that words name which are no name of rows: by their own words, else by others."""
    names = date_names_of(catalog)
    texts = [each.text for each in tokens if not _are_rows(each, catalog)]
    stems = [stems_of(said) for said in (*texts, *map(" ".join, pairwise(texts)))]
    own = {time for each in stems for time in names.named(each)}
    return own or {time for each in stems for time in names.meant(each)}


def _are_rows(token: Token, catalog: Catalog) -> bool:
    return any(isinstance(each.of, Entity) for each in catalog.phrases.get((token.form,), ()))


def _went(forms: tuple[str, ...], plans: Sequence[Plan]) -> Iterator[Item]:
    """`WENT`: what came or left on or before its due date was done then, whatever that is called here."""
    for at in range(len(forms)):
        for each in _WENT:
            if forms[at : at + len(each)] == each:
                done = (plan.done for plan in plans if plan.is_sure)
                yield from (Item("WENT", at, at + len(each), time, _EACH_WORD * len(each)) for time in done)


def _planned(tokens: Sequence[Token], plans: Sequence[Plan]) -> Iterator[Item]:
    """`the planned time`, `the deadline`: of the date that a verb before says came to pass."""
    for at, token in enumerate(tokens):
        stems = set(stems_of(token.text))
        if not (stems & PLANNED or token.form in _PLANS):
            continue

        behind = tokens[at + 1 : at + 2]
        stop = at + 1 + any(each.form in _DATES and each.text.lower() == each.form for each in behind)
        called = [each for each in plans if stems & {*stems_of(each.due.name.replace("_", " "))}]
        for each in called or plans:
            yield Item("PLANNED", at, stop, each, _EACH_WORD * (stop - at) + 0.4)

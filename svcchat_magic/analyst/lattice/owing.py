"""What is to be paid by a day: those who paid late so often, how much is overdue, and what was due when."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.lattice.spoken_lives import said
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.natural_amounts import sized
from svcchat_magic.analyst.linking.planned_dates import Plan, plans_of
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.search.thesaurus import stems_of

_WHO = frozenset({"who", "that", "which", "have", "has", "had", "were", "was"})
_OWED = frozenset({"overdue", "outstanding", "unpaid"})
_BEING = frozenset({"is", "are", "still", "currently", "now"})
_DUE, _TIMES, _LATE = "due", "time", "late"
_LONGEST_BOUND = 3  # words of `at least` or `more than` before the number
_EACH_WORD = 1.1


def with_owing(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """The words, with those who paid late so often as those with so many late payments, and sums overdue."""
    plans = [each for each in plans_of(catalog) if each.is_sure]
    return _with_late_times(_with_sums(tokens, plans, catalog), plans, catalog) if plans else tokens


def due_items(chart: Chart, catalog: Catalog) -> Iterator[Item]:
    """`DATED` by when it was due, right before a time: `payments due in May`."""
    dues = {each.due for each in plans_of(catalog) if _DUE in phrase_of(each.due.name.replace("_", " "))}
    for at in (at for at, form in enumerate(chart.forms[:-1]) if form == _DUE):
        behind = at + 1 + (chart.forms[at + 1] in ("in", "on", "during", "within"))
        if behind < len(chart.forms) and any(chart.starting(behind, "PERIOD")):
            yield from (Item("DATED", at, at + 1, each, _EACH_WORD) for each in sorted(dues, key=str))


def _with_late_times(tokens: tuple[Token, ...], plans: Sequence[Plan], catalog: Catalog) -> tuple[Token, ...]:
    """`who paid late more than 5 times` are those with more than 5 late payments."""
    for at in range(1, len(tokens) - 1):
        stop = _behind_times(tokens, at + 1) if tokens[at].form == _LATE else 0
        rows = _paid(tokens[at - 1], plans, catalog) if stop else None
        if rows is None:
            continue

        start = at - 1
        while start > 0 and tokens[start - 1].form in _WHO:
            start -= 1

        bound = tokens[at + 1 : stop - 1]
        late = said(tokens[at], ("late", *plural(rows).split()))
        return (*tokens[:start], *said(tokens[start], ("with",)), *bound, *late, *tokens[stop:])

    return tokens


def _behind_times(tokens: Sequence[Token], at: int) -> int:
    """Behind which place `more than 5 times` ends that begins there; 0 where it does not."""
    for stop in range(at + 1, min(at + 1 + _LONGEST_BOUND, len(tokens) - 1)):
        lead = tuple(each.form for each in tokens[at:stop])
        is_bound = any(category == "CMP" for category, _ in keywords().meanings.get(lead, ()))
        is_counted = number_of(tokens[stop]) is not None and tokens[stop + 1].form == _TIMES
        if is_bound and is_counted:
            return stop + 2

    return 0


def _paid(verb: Token, plans: Sequence[Plan], catalog: Catalog) -> str | None:
    """What the rows are called that a verb makes which are late by their plan."""
    named = date_names_of(catalog).named(stems_of(verb.text))
    nouns = {catalog.entities[each.done.cube].noun for each in plans if each.done in named}
    return nouns.pop() if len(nouns) == 1 else None


def _with_sums(tokens: tuple[Token, ...], plans: Sequence[Plan], catalog: Catalog) -> tuple[Token, ...]:
    """`how much rent is overdue` is the sum of the overdue rent payments."""
    forms = tuple(each.form for each in tokens)
    for noun, title, rows in _payments(plans, catalog):
        for at in (at for at, form in enumerate(forms) if form == noun):
            total, owed = ("total", *title.lower().split(), "of"), plural(rows).split()
            if at and forms[at - 1] in _OWED and forms[at + 1 : at + 2] != (phrase_of(rows)[-1],):
                words = (*total, forms[at - 1], *owed)
                return (*tokens[: at - 1], *said(tokens[at], words), *tokens[at + 1 :])

            stop = at + 1
            while stop < len(forms) and forms[stop] in _BEING:
                stop += 1

            is_asked = forms[max(at - 2, 0) : at] == ("how", "much")
            if is_asked and stop > at + 1 and forms[stop : stop + 1] and forms[stop] in _OWED:
                words = (*total, forms[stop], *owed)
                return (*tokens[: at - 2], *said(tokens[at], words), *tokens[stop + 1 :])

    return tokens


def _payments(plans: Sequence[Plan], catalog: Catalog) -> Iterator[tuple[str, str, str]]:
    """What is paid, the title of its amount, and what the rows of its payments are called."""
    for each in plans:
        entity = catalog.entities[each.due.cube]
        words = phrase_of(entity.noun)
        amount = _amount(each, catalog)
        if len(words) > 1 and amount is not None and any(akin(words[-1], one) for one in _done(each)):
            yield words[0], amount.title, entity.noun


def _amount(plan: Plan, catalog: Catalog) -> Concept | None:
    found = sized(catalog.entities[plan.due.cube], catalog)
    return found.amount if found is not None else None


def _done(plan: Plan) -> tuple[str, ...]:
    return phrase_of(plan.done.name.replace("_", " "))

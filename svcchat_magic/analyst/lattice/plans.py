"""What is late or overdue, and how long ahead something was done: told by two dates of the same rows."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.delays import delay_items
from svcchat_magic.analyst.lattice.lateness import lateness_items
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.lattice.owing import due_items
from svcchat_magic.analyst.lattice.pending import standing_items
from svcchat_magic.analyst.lattice.stretches import lasting_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.planned_dates import Plan, overdue_state, plans_of
from svcchat_magic.analyst.linking.rates import RATES
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Counted, Missing, Ratio
from svcchat_magic.semantic.search.thesaurus import stems_of

_LATE = (("late",), ("behind", "schedule"), ("delayed",), ("too", "late"))
_IN_TIME = (("on", "time"), ("in", "time"), ("on", "schedule"))
_OVERDUE = (
    ("overdue",), ("past", "due"), ("past", "their", "due", "date"), ("past", "its", "due", "date"),
    ("past", "the", "due", "date"), ("past", "due", "date"),
)  # fmt: skip
_SHOULD = (("should", "have"), ("were", "supposed"), ("was", "supposed"), ("ought", "to", "have"))
_BY_NOW = (("already",), ("by", "now"), ("before", "today"), ("by", "today"), ("until", "today"))
_AHEAD = (("ahead",), ("in", "advance"), ("beforehand",), ("ahead", "of", "time"))
_THEIR = frozenset({"their", "its", "the", "his", "her"})
_UNITS = frozenset({"minute", "hour", "day", "week", "month"})
_OF_STRETCHES = frozenset({"in", "last", "this", "on"})
_LONGEST = 8  # words from `should have` to `by now`
_NEAR = 5  # words from `ahead` to the verb that it is said of
_TOGETHER = 1.1
_BASE, _EACH_WORD = 0.93, 0.5  # a value of that name comes first, unless it is of other rows


def plan_items(tokens: Sequence[Token], catalog: Catalog, values: Values, today: date) -> Iterator[Item]:
    """`LATE` and `INTIME`: plans that were missed or kept; conditions for what is overdue today."""
    plans = plans_of(catalog)
    if not plans:
        return

    yield from lateness_items(tokens, catalog)
    forms = tuple(each.form for each in tokens)
    for category, phrases in (("LATE", _LATE), ("INTIME", _IN_TIME)):
        for start, stop in _said(forms, phrases, catalog):
            if _is_a_length(tokens, start) or _is_a_part(tokens, start, stop):
                continue  # days late are a number, and keep no rows

            named = _done_before(tokens, start, catalog)
            states = {of.cube for of, _ in values.get(forms[start:stop], ())}  # a status of that name says it
            own = [each for each in plans if not named or each.done in named]
            own = [each for each in own if each.due.cube not in states]
            yield from (Item(category, start, stop, each, _score(stop - start)) for each in own)
            if named and forms[start - 1] in {word for each in own for word in phrase_of(each.done.title)}:
                score = _score(stop - start) + _TOGETHER  # `ready late` is no row that is ready now
                yield from (Item(category, start - 1, stop, each, score) for each in own)

    yield from _rates(forms, catalog)
    for start, stop in (*_said(forms, _OVERDUE, catalog), *_should_have(forms)):
        for each in (plan for plan in plans if plan.is_sure):
            yield Item("OVERDUE", start, stop, each, _score(stop - start))
            state = overdue_state(each.due, catalog)
            overdue = Compared(each.due, "<", today.isoformat()), Missing(each.done)
            kept = (*overdue, state) if state is not None else overdue
            yield Item("CONDITION", start, stop, kept, _score(stop - start))


def _rates(forms: tuple[str, ...], catalog: Catalog) -> Iterator[Item]:
    """`RATED`: the on-time rate, of all rows that came to pass."""
    for said, operator in ((_IN_TIME, "<="), (_LATE, ">")):
        for start, stop in _said(forms, [(*each, rate) for each in said for rate in RATES], catalog):
            for plan in (each for each in plans_of(catalog) if each.is_sure):
                entity, done = catalog.entities[plan.due.cube], Missing(plan.done, negated=True)
                kept = Counted(entity, (done, Compared(plan.done, operator, plan.due)))
                title = " ".join(("-".join(forms[start : stop - 1]), forms[stop - 1]))
                rate = Ratio(kept, Counted(entity, (done,)), is_share=True, title=title)
                yield Item("RATED", start, stop, rate, _score(stop - start) + _EACH_WORD)


def _done_before(tokens: Sequence[Token], at: int, catalog: Catalog) -> tuple[Concept, ...]:
    """The dates of the verb right before: what was handed in late is no late payment."""
    names = date_names_of(catalog)
    said = (" ".join(each.text for each in tokens[max(at - size, 0) : at]) for size in (2, 1))
    found = (names.named(stems_of(each)) or names.meant(stems_of(each)) for each in said if at)
    return next((each for each in found if each), ())


def _is_a_length(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit without a number stands before: `and days late`."""
    is_unit = at > 0 and tokens[at - 1].form in _UNITS
    return is_unit and (at < 2 or number_of(tokens[at - 2]) is None)


def _is_a_part(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """Whether a stretch of time is late, as in `late in the year`, and no row."""
    begins = start == 0 or tokens[start - 1].is_mark
    return begins and stop < len(tokens) and tokens[stop].form in _OF_STRETCHES


_HAVING = frozenset({"has", "have", "is", "are", "already", "now", "long"})
_OVER = frozenset({"passed", "pass", "past", "gone", "over", "lapsed", "elapsed"})


def overdue_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog, today: date) -> Iterator[Item]:
    """How long ago what is overdue was due, dates that have passed, and how late rows were by a number."""
    yield from delay_items(chart, tokens, catalog)
    yield from overdue_by(chart, today)
    yield from (*past_items(chart, catalog, today), *due_items(chart, catalog))


def overdue_by(chart: Chart, today: date) -> Iterator[Item]:
    """`overdue by more than 60 days`: those that were due so long ago."""
    for item in list(chart.all(("OVERDUE",))):
        behind = item.stop + (chart.forms[item.stop : item.stop + 1] in (("by",), ("for",), ("since",)))
        for compared in chart.starting(behind, "CMP") if behind < len(chart.forms) else ():
            for number in chart.starting(compared.stop, "NUM") if compared.stop < len(chart.forms) else ():
                yield from _due_before(item, compared, number, today)


def past_items(chart: Chart, catalog: Catalog, today: date) -> Iterator[Item]:
    """`past their expected date`: the day is over, and what was expected has not come to pass.

    And what has been in a state for so long: `ready for more than 30 days`.
    """
    yield from standing_items(chart, catalog, today)
    done = {each.due: each.done for each in plans_of(catalog) if each.is_sure}
    for item in list(chart.all(("TDIM",))):
        if stop := _is_over(chart, item):
            over = Compared(item.value, "<", today.isoformat())
            yield Item("CONDITION", item.start, stop, over, item.score + _score(stop - item.stop))

        start = item.start - 1
        while start > 0 and chart.forms[start] in _THEIR:
            start -= 1

        if start >= 0 and chart.forms[start] == "past":
            over = Compared(item.value, "<", today.isoformat())
            kept = (over, Missing(done[item.value])) if item.value in done else over
            yield Item("CONDITION", start, item.stop, kept, item.score + _score(item.start - start))


def _is_over(chart: Chart, item: Item) -> int:
    """Where `has already passed` ends behind a date; 0 where it does not stand there."""
    at = item.stop
    while at < len(chart.forms) and chart.forms[at] in _HAVING:
        at += 1

    return at + 1 if at > item.stop and chart.forms[at : at + 1] and chart.forms[at] in _OVER else 0


def _due_before(item: Item, compared: Item, number: Item, today: date) -> Iterator[Item]:
    days = {"day": 1, "week": 7}.get(getattr(number.value, "unit", ""), 0) * int(number.value)
    plan: Plan = item.value
    if not days or compared.value not in (">", ">="):
        return

    operator = "<" if compared.value == ">" else "<="
    edge = Compared(plan.due, operator, (today - timedelta(days=days)).isoformat())
    yield Item("CONDITION", item.start, number.stop, (edge, Missing(plan.done)), item.score + 3.0)


def ahead_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`STRETCH`: from when something was done to when it was for: `how many days ahead do they book`."""
    forms, names = tuple(each.form for each in tokens), date_names_of(catalog)
    for start, stop in _said(forms, _AHEAD, catalog):
        yield from _before_ahead(tokens, start, stop, catalog)
        for at in range(stop, min(stop + _NEAR, len(tokens))):
            stems = stems_of(tokens[at].text)
            found = [(time, _meant_for(time, catalog)) for time in names.named(stems) or names.meant(stems)]
            stretches = [(first, last) for first, last in found if last is not None]
            if stretches:
                yield from (
                    Item("STRETCH", start, at + 1, each, 1.2 + _EACH_WORD * (at - start))
                    for each in stretches
                )
                break

            if not _says_nothing(forms[at], catalog):
                break


def _before_ahead(tokens: Sequence[Token], start: int, stop: int, catalog: Catalog) -> Iterator[Item]:
    """`how many days do people book ahead`: the verb stands before."""
    stems = stems_of(tokens[start - 1].text) if start else ()
    names = date_names_of(catalog)
    for time in names.named(stems) or names.meant(stems) if stems else ():
        last = _meant_for(time, catalog)
        if last is not None:
            yield Item("STRETCH", start - 1, stop, (time, last), 1.2 + _EACH_WORD * (stop - start))


def _meant_for(time: Concept, catalog: Catalog) -> Concept | None:
    """The date that rows are for: when they begin, else the one other date of theirs."""
    entity = catalog.entities.get(time.cube)
    lasting = lasting_of(entity, catalog) if entity is not None else None
    if lasting is not None:
        return lasting[0] if time not in lasting else None

    others = [each for each in catalog.times if each.cube == time.cube and each != time]
    return others[0] if len(others) == 1 else None


def _says_nothing(form: str, catalog: Catalog) -> bool:
    """Whether a word between is the verb's helper or whoever does it."""
    words = keywords()
    return form in words.function | words.general | words.light or (form,) in catalog.phrases


def _said(
    forms: tuple[str, ...], phrases: Sequence[tuple[str, ...]], catalog: Catalog
) -> Iterator[tuple[int, int]]:
    """Where a turn stands that is no name of the model."""
    for at in range(len(forms)):
        for each in phrases:
            if forms[at : at + len(each)] == each and each not in catalog.phrases:
                yield at, at + len(each)


def _should_have(forms: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """`should have been back before today`: all of it."""
    for start in range(len(forms)):
        if any(forms[start : start + len(each)] == each for each in _SHOULD):
            for stop in range(start + 2, min(start + _LONGEST, len(forms))):
                for each in _BY_NOW:
                    if forms[stop : stop + len(each)] == each:
                        yield start, stop + len(each)


def _score(words: int) -> float:
    return _BASE + _EACH_WORD * (words - 1)

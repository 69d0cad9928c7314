"""Moments from which a length of time is told, and what still has not happened so long after them."""

from collections.abc import Iterator, Sequence
from datetime import date

from svcchat_magic.analyst.language.periods import UNITS, Period, add
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Concept, Entity, Missing, Within
from svcchat_magic.semantic.search.thesaurus import stems_of

_PARTICLES = frozenset({"back", "out", "in", "off", "up", "down", "on"})
_BETWEEN = 4  # words of what is got back
_FARTHEST = 5  # words between what has not happened and how long it has not
_MOMENTS = ("MOMENT", "DATED", "DATEDLIKE", "TDIM")
_DAYS = frozenset({"day", "date", "moment", "when"})
_LEADS = frozenset(
    {"that", "when", "on", "which", "it", "they", "is", "are", "was", "were", "get", "got", "gets"}
)
_ARTICLES = frozenset({"the", "a", "an", "its", "their", "our"})


def split_moments(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`getting a return back`: a verb with its particle behind what it is said of; `paying the refund`."""
    names = date_names_of(catalog)
    for at, token in enumerate(tokens):
        if not token.text.lower().endswith("ing"):
            continue

        for stop in range(at + 2, min(at + 2 + _BETWEEN, len(tokens) + 1)):
            last = tokens[stop - 1]
            yield from _done_to_rows(tokens, at, stop, catalog)
            is_object = tokens[stop - 2].form in _ARTICLES and stop == at + 3
            if last.form not in _PARTICLES and not is_object:
                continue

            said = last.text if is_object else f"{token.text} {last.text}"
            found = names.named(stems_of(said)) or names.meant(stems_of(said))
            done = names.named(stems_of(token.text)) or names.meant(stems_of(token.text))
            for time in [each for each in found if each in done] or (found if not done else ()):
                yield Item("MOMENT", at, stop, time, 0.8 * (stop - at))


def _done_to_rows(tokens: Sequence[Token], at: int, stop: int, catalog: Catalog) -> Iterator[Item]:
    """`issuing an invoice`: what happens to rows, of which the rows themselves have the date."""
    behind = tokens[at + 1 : stop]
    is_for = behind[0].form == "for" and len(behind) > 1  # asking for a parcel
    behind = behind[is_for:]
    rows = behind[1:] if behind[0].form in _ARTICLES else behind
    named = catalog.phrases.get(tuple(each.form for each in rows), ())
    cubes = {each.of.cube for each in named if isinstance(each.of, Entity) and each.weight >= OWN}
    said = stems_of(f"{tokens[at].text} for" if is_for else tokens[at].text)
    names = date_names_of(catalog)
    for time in names.named(said) or names.meant(said) if cubes else ():
        if time.cube in cubes:
            yield Item("MOMENT", at, stop, time, 0.8 * (stop - at))


def told_days(tokens: Sequence[Token], moments: Sequence[Item]) -> Iterator[Item]:
    """`the day it is paid`, `accepting it`: a moment with the words around it that say nothing else."""
    forms = [each.form for each in tokens]
    for item in moments:
        start = _day_before(forms, item.start)
        stop = item.stop + (forms[item.stop : item.stop + 1] in (["it"], ["them"]))
        if (start, stop) != (item.start, item.stop):
            score = item.score + 0.4 * (stop - item.stop + item.start - start)
            yield Item("MOMENT", start, stop, item.value, score)


def _day_before(forms: Sequence[str], at: int) -> int:
    """Where `the day it is` begins that leads to a place."""
    for start in range(at - 2, max(at - _FARTHEST, -1), -1):
        if forms[start] in _DAYS and _LEADS.issuperset(forms[start + 1 : at]):
            return start

    return at


def waiting_items(chart: Chart, tokens: Sequence[Token], today: date) -> Iterator[Item]:
    """`still unpaid more than 60 days after it went out`: how long ago the rest was, if that has not been."""
    for missing in list(chart.all(("CONDITION",))):
        if not isinstance(missing.value, Missing) or missing.value.negated:
            continue

        for at in range(missing.stop, min(missing.stop + _FARTHEST, len(tokens))):
            for compared in chart.starting(at, "CMP"):
                yield from _since(chart, tokens, compared, missing.value.of, today)


def _since(chart: Chart, tokens: Sequence[Token], compared: Item, of: Concept, today: date) -> Iterator[Item]:
    for number in chart.starting(compared.stop, "NUM") if compared.stop < len(tokens) else ():
        unit = getattr(number.value, "unit", "")
        joint = tokens[number.stop].form if number.stop < len(tokens) else ""
        if unit not in UNITS or joint not in ("after", "since") or number.value != int(number.value):
            continue

        edge = add(today, unit, -int(number.value))
        period = Period(None, edge) if compared.value.startswith(">") else Period(edge, None)
        for time in _moments(chart, number.stop + 1, of):
            yield Item("CONDITION", compared.start, time.stop, Within(period, time.value), 4.0)


def _moments(chart: Chart, start: int, of: Concept) -> Iterator[Item]:
    """The first of the moments of the same rows behind a joint."""
    for at in range(start, min(start + _FARTHEST, len(chart.forms))):
        found = [each for kind in _MOMENTS for each in chart.starting(at, kind)]
        own = [each for each in found if each.value.cube == of.cube and each.value != of]
        if own:
            yield max(own, key=lambda each: each.score)
            return

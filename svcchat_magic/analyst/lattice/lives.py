"""Persons who come and go: those who are there now, when the others left, and when somebody joined."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.language.lives import life_words
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.living import rows_named, tells_by_flag
from svcchat_magic.analyst.lattice.spoken_lives import life_meant, spans_of
from svcchat_magic.analyst.lattice.terms import term_items
from svcchat_magic.analyst.lattice.turnover import turnover_items
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.lives import Life, lives_of
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.terms import has_state
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Missing

_UNITS, _YEAR = ("month", "year"), "year"
_SCORE, _DATED = 0.95, 1.2
_ACTIVE, _FORMER = frozenset({"active", "current"}), frozenset({"former", "ex"})
_BEING = frozenset({"are", "is", "who", "that", "still", "currently", "now"})
_MORE = frozenset({"most", "least", "more", "less", "very"})


@dataclass(frozen=True, slots=True)
class Tenure:
    """The time from one day of a life until the other one, or until today."""

    begin: Concept
    end: Concept
    unit: str
    today: date


def life_items(
    tokens: Sequence[Token], catalog: Catalog, values: Values, times: Sequence[Item], calendar: Calendar
) -> Iterator[Item]:
    """`CONDITION` of those who are there; `DATED` by when they left or joined; `TENURE`."""
    lives, today = _named(tokens, catalog), calendar.today
    yield from (*_tenure_items(tokens, catalog, today), *turnover_items(tokens, catalog, today))
    yield from term_items(tokens, catalog, values, times, today)
    words = life_words()
    for life in lives if len(lives) == 1 else ():
        yield from _current_items(tokens, life, catalog, values, today)
        if not life.is_of_persons:
            continue

        for phrases, time in ((words.left, life.end), (words.joined, life.begin)):
            for start, stop in spans_of(tokens, phrases) if time is not None else ():
                if not is_known_as(tokens, start, stop, catalog, values):
                    yield Item("DATED", start, stop, time, _DATED * (stop - start))


def _tenure_items(tokens: Sequence[Token], catalog: Catalog, today: date) -> Iterator[Item]:
    """`length of service`, where no column tells it."""
    life = life_meant(tokens, catalog)
    if life is None or life.begin is None or life.begin.cube != life.end.cube:
        return

    for start, stop in spans_of(tokens, life_words().tenure):
        phrase = tuple(each.form for each in tokens[start:stop])
        if phrase not in catalog.phrases and "tenure" not in catalog.words:
            unit = phrase[0] if phrase[0] in _UNITS else _YEAR
            yield Item("TENURE", start, stop, Tenure(life.begin, life.end, unit, today), stop - start)


def _named(tokens: Sequence[Token], catalog: Catalog) -> list[Life]:
    """Those of which a question names the rows."""
    lives = lives_of(catalog)
    named = rows_named(tokens, catalog) if lives else frozenset()
    return [each for each in lives if each.entity.cube in named]


def _current_items(
    tokens: Sequence[Token], life: Life, catalog: Catalog, values: Values, today: date
) -> Iterator[Item]:
    """`current staff`, `people currently working here`: where no flag tells it instead."""
    if life.entity.cube in tells_by_flag(catalog):
        return

    words, kept = life_words(), life.there(today)
    there = kept[0] if len(kept) == 1 else kept
    for start, stop in spans_of(tokens, words.current):
        is_before = _is_noun(tokens, stop, life, catalog)
        is_more = start > 0 and tokens[start - 1].form in _MORE and tokens[start].form != "current"
        if is_before and not is_more and not is_known_as(tokens, start, stop, catalog, values):
            yield Item("CONDITION", start, stop, there, _SCORE * (stop - start))

    for start, stop in spans_of(tokens, words.staying):
        yield Item("CONDITION", start, stop, there, _SCORE * (stop - start))

    yield from _told_items(tokens, life, catalog, values, today)


def _told_items(
    tokens: Sequence[Token], life: Life, catalog: Catalog, values: Values, today: date
) -> Iterator[Item]:
    """`how many employees are active`, and former ones, where no column of a state says who is."""
    if has_state(life.entity.cube, catalog) or not life.is_of_persons:
        return

    kept = life.there(today)
    there = kept[0] if len(kept) == 1 else kept
    left = Compared(life.end, "<", today.isoformat()) if life.is_planned else Missing(life.end, negated=True)
    for at, token in enumerate(tokens):
        if is_known_as(tokens, at, at + 1, catalog, values) or token.is_quoted:
            continue

        if token.form in _ACTIVE and _is_said_of(tokens, at, life, catalog):
            yield Item("CONDITION", at, at + 1, there, _SCORE)
        elif token.form in _FORMER and _is_noun(tokens, at + 1, life, catalog):
            yield Item("CONDITION", at, at + 1, left, _SCORE)


def _is_said_of(tokens: Sequence[Token], at: int, life: Life, catalog: Catalog) -> bool:
    """Whether only small words stand between that word and the noun before it, one of them a verb."""
    before = at - 1
    while before > 0 and tokens[before].form in _BEING:
        before -= 1

    is_told = before < at - 1 and before >= 0
    return is_told and life.entity.cube in rows_named(tokens[before : before + 1], catalog)


def _is_noun(tokens: Sequence[Token], at: int, life: Life, catalog: Catalog) -> bool:
    """Whether the noun of these rows stands there, be it behind one more word."""
    return any(
        life.entity.cube in rows_named(tokens[at + gap : at + gap + size], catalog)
        for gap in (0, 1)
        for size in (1, 2)
        if at + gap + size <= len(tokens)
    )


def is_known_as(tokens: Sequence[Token], start: int, stop: int, catalog: Catalog, values: Values) -> bool:
    """Whether the model has a name or a value for these words, alone or with the noun behind them."""
    phrase = tuple(each.form for each in tokens[start:stop])
    longer = tuple(each.form for each in tokens[start : stop + 1])
    known = catalog.phrases.get(phrase, ())
    of = (each.of for each in known if each.weight >= OWN)
    is_named = any(isinstance(each, Concept) and each.type != "time" for each in of)
    return is_named or longer in catalog.phrases or phrase in values

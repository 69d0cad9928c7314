"""What is agreed for a time: leases that run now, that have ended or not begun, and flats that are vacant."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise, product

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.living import rows_named
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.lives import Life
from svcchat_magic.analyst.linking.rates import RATES
from svcchat_magic.analyst.linking.terms import lets_of, terms_of
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    Compared,
    Condition,
    Counted,
    Entity,
    Exists,
    Missing,
    Ratio,
)

_RUNNING = frozenset({("running",), ("active",), ("current",), ("ongoing",), ("live",)})
_BEHIND = _RUNNING | {("in", "force"), ("in", "effect"), ("under", "way"), ("underway",), ("in", "progress")}
_ENDED = frozenset({("ended",), ("expired",), ("lapsed",), ("run", "out"), ("ran", "out"), ("finished",)})
_OVER = frozenset({("ended",), ("expired",), ("lapsed",), ("past",), ("former",)})
_BEGUN = frozenset({("started",), ("start",), ("begun",), ("begin",), ("commenced",), ("commence",)})
_AHEAD = frozenset({("future",), ("upcoming",)})
_VACANT = frozenset({"vacant", "unoccupied", "unlet", "untenanted"})
_TAKEN = frozenset({"occupied", "let", "leased", "tenanted"})
_RATES = {"occupancy": False, "vacancy": True}
_NOW = frozenset({"currently", "still", "now", "presently"})
_BEING = frozenset({"are", "is", "were", "was", "be", "that", "which", "who", "only", "just"})
_HAVING = frozenset({"have", "has", "already", "that", "which"})
_AT = frozenset({"on", "in", "during", "at", "as"})
_NOT = frozenset({"not", "haven't", "hasn't", "n't", "never"})
_SCORE, _SURE, _LONGEST = 1.3, 0.5, 2


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question about agreements: its words, what they may name, and the day it is asked on."""

    tokens: Sequence[Token]
    catalog: Catalog
    values: Values
    times: Sequence[Item]
    today: date

    def are_rows(self, at: int, cube: str) -> bool:
        """Whether a word, or two, is what these rows are called."""
        sizes = (1, 2) if at >= 0 else ()
        return any(cube in rows_named(self.tokens[at : at + size], self.catalog) for size in sizes)

    def said_of(self, at: int, cube: str, between: frozenset[str]) -> bool:
        """Whether only small words stand between a word and the rows before it."""
        before = at - 1
        while before > 0 and self.tokens[before].form in between:
            before -= 1

        return self.are_rows(before, cube)

    def is_known(self, said: Phrase, cube: str) -> bool:
        """Whether the model has a name for it, or these rows a value."""
        return said in self.catalog.phrases or any(of.cube == cube for of, _ in self.values.get(said, ()))

    def period_at(self, at: int) -> Item | None:
        """The stretch of time that begins there, the longest, be it behind a preposition."""
        begins = at + (self.tokens[at].form in _AT) if at < len(self.tokens) else at
        found = [each for each in self.times if each.category == "PERIOD" and each.start in (at, begins)]
        return max(found, key=lambda each: each.stop, default=None)

    def has_period(self) -> bool:
        return any(each.category == "PERIOD" for each in self.times)


def term_items(
    tokens: Sequence[Token], catalog: Catalog, values: Values, times: Sequence[Item], today: date
) -> Iterator[Item]:
    """`CONDITION` of agreements by today, and of what is let by one; `RATED` of how much of it is."""
    terms, lets = terms_of(catalog), lets_of(catalog)
    asked = _Asked(tokens, catalog, values, times, today)
    named = rows_named(tokens, catalog) if terms else frozenset()
    own = [each for each in terms if each.entity.cube in named]
    for life in own if len(own) == 1 else ():
        yield from _said_of(asked, life)

    for what, let in lets if len(lets) == 1 else ():
        yield from _let_items(asked, what, let) if what.cube in named else ()
        yield from () if asked.has_period() else _rate_items(asked, what, let)


def _said_of(asked: _Asked, life: Life) -> Iterator[Item]:
    """What is said of agreements that begin and end."""
    for at, size in product(range(len(asked.tokens)), range(1, _LONGEST + 1)):
        said, stop = tuple(each.form for each in asked.tokens[at : at + size]), at + size
        if len(said) < size or asked.is_known(said, life.entity.cube) or asked.tokens[at].is_quoted:
            continue

        is_before = asked.are_rows(stop, life.entity.cube)
        is_behind = asked.said_of(at, life.entity.cube, _BEING | _NOW)
        if (said in _RUNNING and is_before) or (said in _BEHIND and is_behind):
            yield from _running_items(asked, at, stop, life)
        elif not asked.has_period():
            yield from _gone_items(asked, at, stop, life)


def _running_items(asked: _Asked, at: int, stop: int, life: Life) -> Iterator[Item]:
    """Those that hold today, or at some time of the period behind the word."""
    start = at - (at > 0 and asked.tokens[at - 1].form in _NOW)
    period = asked.period_at(stop)
    if period is None:
        yield _item(start, stop, life.there(asked.today))
    elif (then := _then(life, period.value)) is not None:
        yield _item(start, period.stop, then)


def _then(life: Life, span: TimeSpan) -> tuple[Condition, ...] | None:
    """`active on 1 June`: it had begun by then, and had not ended before."""
    first, last = span.period.start, span.period.end
    if first is None or last is None or span.ends or life.begin is None:
        return None

    begun = Compared(life.begin, "<", last.isoformat())
    return begun, AnyOf((Missing(life.end), Compared(life.end, ">=", first.isoformat())))


def _gone_items(asked: _Asked, at: int, stop: int, life: Life) -> Iterator[Item]:
    """Those that have ended, or have not begun, by today: a planned day alone says neither."""
    said = tuple(each.form for each in asked.tokens[at:stop])
    cube, day = life.entity.cube, asked.today.isoformat()
    is_before, begin = asked.are_rows(stop, cube), life.begin
    denied = _denied_from(asked.tokens, at)
    end = stop + ([each.form for each in asked.tokens[stop : stop + 1]] == ["yet"])
    if denied is not None and said in _BEGUN and begin is not None:
        yield _item(denied, end, Compared(begin, ">", day))
    elif denied is not None and said in _ENDED:
        yield _item(denied, end, AnyOf((Missing(life.end), Compared(life.end, ">=", day))))
    elif (said in _OVER and is_before) or (said in _ENDED and asked.said_of(at, cube, _HAVING | _BEING)):
        yield _item(at, stop, Compared(life.end, "<", day))
    elif said in _AHEAD and is_before and begin is not None:
        yield _item(at, stop, Compared(begin, ">", day))


def _denied_from(tokens: Sequence[Token], at: int) -> int | None:
    """Where `not yet started` and `yet to start` begin."""
    before = tuple(each.form for each in tokens[max(at - 2, 0) : at])
    if before == ("yet", "to") or (before[-1:] == ("yet",) and before[0] in _NOT):
        return at - 2

    return at - 1 if before and before[-1] in _NOT else None


def _let_items(asked: _Asked, what: Entity, let: Life) -> Iterator[Item]:
    """`vacant`, `occupied` and their rates: by an agreement that holds today, or then."""
    for at, token in enumerate(asked.tokens):
        is_vacant = token.form in _VACANT
        rows = asked.are_rows(at + 1, what.cube) or asked.said_of(at, what.cube, _BEING | _NOW)
        if asked.is_known((token.form,), what.cube) or token.is_quoted:
            continue

        if (is_vacant or token.form in _TAKEN) and rows:
            period = asked.period_at(at + 1)
            held = let.there(asked.today) if period is None else _then(let, period.value)
            stop = at + 1 if period is None else period.stop
            if held is not None:
                yield _item(at, stop, Exists(let.entity, held, negated=is_vacant, entity=what))


def _rate_items(asked: _Asked, what: Entity, let: Life) -> Iterator[Item]:
    """How much of what is let has an agreement that holds today, or has none."""
    for at, (word, behind) in enumerate(pairwise(each.form for each in asked.tokens)):
        if word in _RATES and behind in RATES and not asked.is_known((word,), what.cube):
            part = Exists(let.entity, let.there(asked.today), negated=_RATES[word], entity=what)
            rate = Ratio(Counted(what, (part,)), Counted(what), is_share=True)
            yield Item("RATED", at, at + 2, rate, 2 * _SCORE)


def _item(start: int, stop: int, kept: object) -> Item:
    return Item("CONDITION", start, stop, kept, _SCORE * (stop - start) + _SURE)

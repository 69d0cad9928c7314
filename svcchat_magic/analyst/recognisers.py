"""The recognisers: each finds one kind of meaning in the words that are still free, in turn."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from svcchat_magic.analyst.lexicon import Phrase
from svcchat_magic.analyst.look_back import LookBack
from svcchat_magic.analyst.scan import (
    Grain,
    Growth,
    Impossible,
    Limit,
    Mark,
    Member,
    Order,
    Scan,
    Span,
    Value,
)
from svcchat_magic.analyst.time_phrases import find_periods
from svcchat_magic.analyst.words import whole_number
from svcchat_magic.semantic.model.model import Field


def recognise(scan: Scan) -> Scan:
    """Everything that the recognisers find, one after the other."""
    for recogniser in RECOGNISERS:
        scan = scan.with_spans(tuple(recogniser(scan)))

    return scan


def long_names(scan: Scan) -> Iterator[Span]:
    """Members and values of two words and more: they win over the meaning of their single words."""
    yield from _named(scan, shortest=2)


def impossible(scan: Scan) -> Iterator[Span]:
    """What no query is written for yet, unless the model has a member of that name."""
    for at, stop, kind in _phrases_in(scan, scan.lexicon.impossible):
        if scan.phrase(at, stop) not in scan.vocabulary.members:
            yield Span(at, stop, Impossible(kind))


def periods(scan: Scan) -> Iterator[Span]:
    """Stretches of time."""
    for found in find_periods(scan.words, scan.today):
        yield Span(found.start, found.stop, found)


def limits(scan: Scan) -> Iterator[Span]:
    """`top 5`, `the 3 best`, `five lowest`; `top products` means ten."""
    for at, stop, order in _phrases_in(scan, scan.lexicon.direction):
        if order.startswith("sort") or _bounds(scan, at):  # `10 orders` sorts nothing
            continue

        after, before = _count(scan.form(stop)), _count(scan.form(at - 1))
        if after and not _number_of_unit(scan, stop):
            yield Span(at, stop + 1, Limit(after, order))
        elif before and at > 0:
            yield Span(at - 1, stop, Limit(before, order))
        elif scan.form(at) in ("top", "bottom"):
            yield Span(at, stop, Limit(10, order))


def growth(scan: Scan) -> Iterator[Span]:
    """`grew the most`, `fastest growing`, `the biggest drop`, `growth`."""
    for at, stop, way in _phrases_in(scan, scan.lexicon.growth):
        behind = stop + 1 if scan.form(stop) == "the" else stop
        after = scan.lexicon.direction.get((scan.form(behind),), "")
        before = scan.lexicon.direction.get((scan.form(at - 1),), "")
        turned = way if "asc" not in (after, before) else {"up": "down", "down": "up"}[way]
        yield Span(at - 1 if before else at, behind + 1 if after else stop, Growth(turned))


def grains(scan: Scan) -> Iterator[Span]:
    """`by month`, `weekly`, `over time`, unless the model has a dimension of that name."""
    for at, stop, unit in _phrases_in(scan, scan.lexicon.grains):
        if scan.phrase(at, stop) not in scan.vocabulary.members:
            yield Span(at, stop, Grain(unit))


def orders(scan: Scan) -> Iterator[Span]:
    """`highest`, `lowest first`, `sorted descending`."""
    for at, stop, kind in _phrases_in(scan, scan.lexicon.direction):
        order = kind.removeprefix("sort_") if kind != "sort" else ""
        if order and not _bounds(scan, at):
            yield Span(at, stop, Order(order))


def marks(scan: Scan) -> Iterator[Span]:
    """The words that make a follow-up."""
    for at, stop, kind in _phrases_in(scan, scan.lexicon.follow_up):
        if at == 0 or kind not in ("opener", "joiner"):
            yield Span(at, stop, Mark(kind))


def short_names(scan: Scan) -> Iterator[Span]:
    """Members and values of one word."""
    yield from _named(scan, shortest=1)


def sorting_words(scan: Scan) -> Iterator[Span]:
    """`sorted by revenue`: the word orders nothing by itself, but it has been understood."""
    for at, stop, kind in _phrases_in(scan, scan.lexicon.direction):
        if kind == "sort":
            yield Span(at, stop, Mark("sort"))


Recogniser = Callable[[Scan], Iterator[Span]]
RECOGNISERS: tuple[Recogniser, ...] = (
    long_names, periods, impossible, marks, limits, growth, grains, orders, short_names, sorting_words,
)  # fmt: skip
_T = TypeVar("_T")
_COUNTS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_UNITS = ("year", "quarter", "month", "week", "day")


def _bounds(scan: Scan, at: int) -> bool:
    """Whether this is the end of `at least`, `at most`."""
    return scan.form(at - 1) == "at" and scan.form(at) in ("least", "most")


def _named(scan: Scan, shortest: int) -> Iterator[Span]:
    """Longest first at each word; a value typed as it stands in the data wins over a member's word."""
    vocabulary = scan.vocabulary
    longest = max((len(phrase) for phrase in (*vocabulary.members, *vocabulary.values)), default=0)
    before = LookBack(scan)
    at = 0
    while at < len(scan.words):
        span = None
        for size in range(longest, shortest - 1, -1):
            if scan.is_free(at, at + size) and span is None:
                span = _member(scan, before, at, at + size) or _value(scan, before, at, at + size)

        if span:
            yield span

        at = span.stop if span else at + 1


def _member(scan: Scan, before: LookBack, at: int, stop: int) -> Span | None:
    phrase = scan.phrase(at, stop)
    if phrase not in scan.vocabulary.members:
        return None

    grouping = before.is_grouping(at)
    member = scan.vocabulary.choose(phrase, grouping=grouping)
    if member is None:
        return None

    released = member.kind == "dimension" and scan.form(at - 1) == "all"
    return Span(at, stop, Member(member, grouping, released, before.is_sorting(at)))


def _value(scan: Scan, before: LookBack, at: int, stop: int) -> Span | None:
    phrase = scan.phrase(at, stop)
    candidates = scan.vocabulary.values.get(phrase, ())
    if not candidates or (len(phrase) == 1 and (phrase[0] in scan.lexicon.fillers or len(phrase[0]) < 2)):
        return None

    named = [each for each in candidates if _stands_near(scan, each[0], at, stop)]
    member, text = (named or list(candidates))[0]
    return Span(at, stop, Value(member, text, before.is_negated(at)))


def _stands_near(scan: Scan, member: Field, at: int, stop: int) -> bool:
    """Whether the dimension's own word is the neighbour: `the web channel`, `channel web`."""
    neighbours = (scan.form(at - 1), scan.form(at - 2), scan.form(stop))
    return any(
        link.member == member for word in neighbours for link in scan.vocabulary.members.get((word,), ())
    )


def _phrases_in(scan: Scan, known: Mapping[Phrase, _T]) -> Iterator[tuple[int, int, _T]]:
    """Where known phrases stand among the free words, longest first."""
    longest = max(map(len, known))
    at = 0
    while at < len(scan.words):
        sizes = range(min(longest, len(scan.words) - at), 0, -1)
        size = next((n for n in sizes if scan.phrase(at, at + n) in known and scan.is_free(at, at + n)), 0)
        if size:
            yield at, at + size, known[scan.phrase(at, at + size)]

        at += size or 1


def _count(form: str) -> int:
    """The number a word stands for, 0 for none; years are no counts."""
    if form in _COUNTS:
        return _COUNTS.index(form)

    number = whole_number(form) or 0
    return number if number <= 1000 else 0


def _number_of_unit(scan: Scan, at: int) -> bool:
    """`best 3 months` counts months, `last 3 months` never comes here: only a year is no count."""
    return scan.form(at).isdecimal() and len(scan.form(at)) == 4

"""Reads a question into clauses: what its words said, and which words said nothing."""

from bisect import bisect_left
from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate, pairwise

from svcchat_magic.analyst.lexicon import Lexicon
from svcchat_magic.analyst.obstacles import Obstacle, obstacles, surplus
from svcchat_magic.analyst.periods import Period, against
from svcchat_magic.analyst.reading import Clause, Filter
from svcchat_magic.analyst.recognisers import recognise
from svcchat_magic.analyst.scan import (
    Grain,
    Growth,
    Limit,
    Mark,
    Meaning,
    Member,
    Order,
    Scan,
    Span,
    Value,
)
from svcchat_magic.analyst.time_phrases import TimeSpan
from svcchat_magic.analyst.vocabulary import Vocabulary
from svcchat_magic.analyst.words import Word
from svcchat_magic.semantic.model.model import Field

_COMPARING = frozenset({"vs", "versus", "v", "compare", "compared"})
_FURTHEST = 12  # words such as "and the" between two clauses


@dataclass(frozen=True, slots=True)
class Draft:
    """A question as one table's vocabulary reads it."""

    vocabulary: Vocabulary
    clauses: tuple[Clause, ...]
    unused: tuple[Word, ...]
    covered: int  # words that have a meaning
    pieces: int  # how many meanings they make
    obstacles: tuple[Obstacle, ...] = ()  # what stops the answer
    misplaced: int = 0  # measures where a group is asked for: `which customers` without a dimension for them

    @property
    def names_a_measure(self) -> bool:
        """Whether any clause names what to compute."""
        return any(clause.measures for clause in self.clauses)


def read_question(words: tuple[Word, ...], vocabulary: Vocabulary, lexicon: Lexicon, today: date) -> Draft:
    """The clauses of a question in order; a question without meaning has none."""
    scan = recognise(Scan(words, vocabulary, lexicon, today))
    spans = tuple(sorted(scan.spans, key=lambda span: span.start))
    starts = [span.start for span in spans]
    cuts = [bisect_left(starts, at) for at in (0, *_boundaries(scan, spans), len(words))]
    parts = [spans[first:last] for first, last in pairwise(cuts)]
    compares = any(word.form in _COMPARING for word in words)
    said = tuple(clause for part in parts if not (clause := _clause(scan, part, compares=compares)).is_empty)
    extra = frozenset(at for part in parts for span in surplus(part) for at in range(span.start, span.stop))
    idle = extra | (frozenset(range(len(words))) - scan.taken)
    unused = tuple(word for at, word in enumerate(words) if at in idle and _matters(word, lexicon))
    meanings = [span.meaning for span in spans if isinstance(span.meaning, Member)]
    misplaced = sum(each.grouping and each.field.kind == "measure" for each in meanings)
    return Draft(vocabulary, said, unused, len(scan.taken), len(spans), obstacles(scan, parts), misplaced)


def _matters(word: Word, lexicon: Lexicon) -> bool:
    known = word.form in lexicon.fillers or lexicon.is_not(word.form) or (word.form,) in lexicon.context
    return not word.is_mark and not known


def _boundaries(scan: Scan, spans: tuple[Span, ...]) -> tuple[int, ...]:
    """Where a new clause begins: at a sentence's end, `and which ...`, `, top 5 ...`, `and orders by ...`."""
    cuts: list[int] = []
    starts = [span.start for span in spans]
    members = list(accumulate((isinstance(span.meaning, Member) for span in spans), initial=0))
    breaks = list(accumulate((_breaks_down(span) for span in spans), initial=0))
    first = here = 0  # of the running clause, and behind the last span before this word
    for at, word in enumerate(scan.words):
        while here < len(spans) and starts[here] < at:
            here += 1

        if first == here:
            continue

        if word.text in ";?!." and at + 1 < len(scan.words):
            cuts.append(at + 1)
            first = bisect_left(starts, at + 1)
        elif word.form in ("and", ",") and at not in scan.taken:
            behind = _behind_joiners(scan, at)
            after = bisect_left(starts, behind)
            names, groups = members[here] > members[first], breaks[here] > breaks[first]
            span = spans[after] if after < len(spans) and starts[after] == behind else None
            asks = scan.lexicon.asks(scan.form(behind))
            if asks or _begins(span, names=names, groups=groups and breaks[-1] > breaks[after]):
                cuts.append(at)
                first = here

    return tuple(cuts)


def _behind_joiners(scan: Scan, at: int) -> int:
    behind = at + 1
    while behind < at + _FURTHEST and scan.form(behind) in ("and", "also", "then", "the", ","):
        behind += 1

    return behind


def _begins(span: Span | None, *, names: bool, groups: bool) -> bool:
    """Whether a clause begins with this; a member is named before, there are groups before and behind."""
    first = span.meaning if span else None
    if isinstance(first, Limit):
        return names

    starts_anew = isinstance(first, Member) and first.field.kind == "measure" and not first.grouping
    return starts_anew and groups


def _breaks_down(span: Span) -> bool:
    meaning = span.meaning
    return isinstance(meaning, Grain) or (isinstance(meaning, Member) and meaning.field.kind == "dimension")


def _clause(scan: Scan, spans: tuple[Span, ...], *, compares: bool) -> Clause:
    meanings = [span.meaning for span in spans]
    members = _members(scan, spans)
    times = [each for each in meanings if isinstance(each, TimeSpan)]
    grows = next((each.way for each in meanings if isinstance(each, Growth)), "")
    grains = [each.unit for each in meanings if isinstance(each, Grain)]
    grains += [each.grain for each in times if not (grows and each.ends)]
    grains.sort(key=lambda unit: unit == "auto")
    limits = [each for each in meanings if isinstance(each, Limit)]
    orders = [each.order for each in limits] + [each.order for each in meanings if isinstance(each, Order)]
    dimensions = [each for each in members if each.field.kind == "dimension"]
    time = next((each for each in dimensions if each.field.type == "time"), None)
    grouped = [each.field for each in dimensions if each.field.type != "time" and not each.released]
    measures = sorted(
        (each for each in members if each.field.kind == "measure"), key=lambda each: not each.sorting
    )
    by_time = "auto" if time and time.grouping and not any(grains) else ""
    return Clause(
        measures=_once([each.field for each in measures]),
        dimensions=_once(
            grouped
            or ([] if any(each.ends for each in times) else _side_by_side(meanings, compares=compares))
        ),
        released=_once([each.field for each in dimensions if each.released]),
        time=time.field if time else None,
        grain=next(filter(None, grains), by_time),
        period=_period(times[0], grows) if times else None,
        filters=_filters([each for each in meanings if isinstance(each, Value)]),
        order=orders[0] if orders else "",
        limit=limits[0].count if limits else None,
        growth=grows,
        marks=_marks(spans, measures),
    )


def _marks(spans: tuple[Span, ...], measures: list[Member]) -> frozenset[str]:
    """`by units` alone ranks what was asked before by another measure."""
    said = [span.meaning.kind for span in spans if isinstance(span.meaning, Mark)]
    ranks_anew = len(measures) > 0 and all(each.grouping for each in measures)
    return frozenset(kind for kind in (*said, *(["instead"] if ranks_anew else [])) if kind != "sort")


def _period(time: TimeSpan, grows: str) -> Period:
    """In a growth question `2022 to 2024` means 2024 against 2022."""
    return against(*time.ends) if grows and time.ends else time.period


def _members(scan: Scan, spans: tuple[Span, ...]) -> list[Member]:
    """The members to compute and to group by; not those that only say what a neighbour is."""
    extra = {span.start for span in surplus(spans)}
    begin = {span.start: span.meaning for span in spans if isinstance(span.meaning, Value)}
    end = {span.stop: span.meaning for span in spans if isinstance(span.meaning, Value)}
    found: list[Member] = []
    has_measure = False
    for span in spans:
        meaning = span.meaning
        if not isinstance(meaning, Member):
            continue

        is_measure = meaning.field.kind == "measure"
        # `revenue from customers who ...`: a second measure that only says whose numbers are meant
        of_people = has_measure and scan.form(span.stop) == "who"
        has_measure = has_measure or is_measure
        before, behind = end.get(span.start), begin.get(_behind_is(scan, span.stop, begin))
        named = [before] if meaning.grouping else [before, behind]
        says_kind = not is_measure and any(each and each.field == meaning.field for each in named)
        if not (span.start in extra or says_kind or of_people):
            found.append(meaning)

    return found


def _behind_is(scan: Scan, at: int, values: Container[int]) -> int:
    """Where a value behind a member may begin: at once, or behind `is`, `are`, `the`."""
    while at not in values and scan.form(at) in ("is", "are", "was", "the", "not"):
        at += 1

    return at


def _side_by_side(meanings: Sequence[Meaning], *, compares: bool) -> list[Field]:
    """`web vs store`: the dimension of the values that are compared."""
    kept = [each.field for each in meanings if isinstance(each, Value)]
    return kept[:1] if compares and len(kept) > len(set(kept)) else []


def _filters(values: list[Value]) -> tuple[Filter, ...]:
    grouped: dict[tuple[Field, bool], dict[str, None]] = {}
    for value in values:
        grouped.setdefault((value.field, value.negated), {})[value.text] = None

    return tuple(Filter(member, tuple(texts), negated) for (member, negated), texts in grouped.items())


def _once(members: list[Field]) -> tuple[Field, ...]:
    return tuple(dict.fromkeys(members))

"""Reads a question into clauses: what its words said, and which words said nothing."""

from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from svcchat_magic.analyst.lexicon import Lexicon
from svcchat_magic.analyst.obstacles import Obstacle, compared_values, obstacles, surplus
from svcchat_magic.analyst.periods import Period, against
from svcchat_magic.analyst.reading import Clause, Filter
from svcchat_magic.analyst.recognisers import recognise
from svcchat_magic.analyst.scan import Grain, Growth, Limit, Mark, Member, Order, Scan, Span, Value
from svcchat_magic.analyst.time_phrases import TimeSpan
from svcchat_magic.analyst.vocabulary import Vocabulary
from svcchat_magic.analyst.words import Word
from svcchat_magic.semantic.model import Field


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
    cuts = (0, *_boundaries(scan, spans), len(words))
    clauses = tuple(
        _clause(scan, tuple(span for span in spans if start <= span.start < stop))
        for start, stop in pairwise(cuts)
    )
    said = tuple(clause for clause in clauses if not clause.is_empty)
    parts = [tuple(span for span in spans if start <= span.start < stop) for start, stop in pairwise(cuts)]
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
    for at, word in enumerate(scan.words):
        before = tuple(span for span in spans if (cuts[-1] if cuts else 0) <= span.start < at)
        if word.text in ";?!." and before and at + 1 < len(scan.words):
            cuts.append(at + 1)
        elif (
            word.form in ("and", ",") and at not in scan.taken and before and _begins(scan, spans, before, at)
        ):
            cuts.append(at)

    return tuple(cuts)


def _begins(scan: Scan, spans: tuple[Span, ...], before: tuple[Span, ...], at: int) -> bool:
    behind = at + 1
    while scan.form(behind) in ("and", "also", "then", "the", ","):
        behind += 1

    if scan.lexicon.asks(scan.form(behind)):
        return True

    after = tuple(span for span in spans if span.start >= behind)
    if not after or after[0].start != behind:
        return False

    first = after[0].meaning
    if isinstance(first, Limit):
        return any(isinstance(span.meaning, Member) for span in before)

    starts_anew = isinstance(first, Member) and first.field.kind == "measure" and not first.grouping
    return starts_anew and _breaks_down(before) and _breaks_down(after)


def _breaks_down(spans: tuple[Span, ...]) -> bool:
    return any(
        isinstance(span.meaning, Grain)
        or (isinstance(span.meaning, Member) and span.meaning.field.kind == "dimension")
        for span in spans
    )


def _clause(scan: Scan, spans: tuple[Span, ...]) -> Clause:
    meanings = [span.meaning for span in spans]
    members = [
        span.meaning
        for span in spans
        if isinstance(span.meaning, Member)
        and span not in surplus(spans)
        and not _names_value(scan, span, spans)
        and not _names_people(scan, span, spans)
    ]
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
        dimensions=_once(grouped or ([] if any(each.ends for each in times) else _side_by_side(scan, spans))),
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


def _side_by_side(scan: Scan, spans: tuple[Span, ...]) -> list[Field]:
    """`web vs store`: the dimension of the values that are compared."""
    kept = [span.meaning.field for span in spans if isinstance(span.meaning, Value)]
    compares = any(word.form in ("vs", "versus", "v", "compare", "compared") for word in scan.words)
    return kept[:1] if compares and compared_values(spans) else []


def _names_people(scan: Scan, member: Span, spans: tuple[Span, ...]) -> bool:
    """`revenue from customers who ...`: a second measure that only says whose numbers are meant."""
    earlier = any(
        isinstance(span.meaning, Member) and span.meaning.field.kind == "measure"
        for span in spans
        if span.start < member.start
    )
    return earlier and scan.form(member.stop) == "who"


def _names_value(scan: Scan, member: Span, spans: tuple[Span, ...]) -> bool:
    """Whether a member's word only says what kind of thing its neighbour is: `the web channel`."""
    meaning = member.meaning
    if not isinstance(meaning, Member) or meaning.field.kind != "dimension":
        return False

    return any(
        isinstance(span.meaning, Value)
        and span.meaning.field == meaning.field
        and (span.stop == member.start or (member.stop in _ahead_of(scan, span) and not meaning.grouping))
        for span in spans
    )


def _ahead_of(scan: Scan, value: Span) -> tuple[int, ...]:
    """Where the word before a value may end: at the value, or before `is`, `are`, `the`."""
    start = value.start
    while scan.form(start - 1) in ("is", "are", "was", "the", "not"):
        start -= 1

    return tuple(range(start, value.start + 1))


def _filters(values: list[Value]) -> tuple[Filter, ...]:
    grouped: dict[tuple[Field, bool], list[str]] = {}
    for value in values:
        texts = grouped.setdefault((value.field, value.negated), [])
        if value.text not in texts:
            texts.append(value.text)

    return tuple(Filter(member, tuple(texts), negated) for (member, negated), texts in grouped.items())


def _once(members: list[Field]) -> tuple[Field, ...]:
    return tuple(dict.fromkeys(members))

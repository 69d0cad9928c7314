"""What changes the meaning of a question and cannot be computed: then no number is told."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from svcchat_magic.analyst.scan import Grain, Growth, Impossible, Limit, Member, Order, Scan, Span, Value
from svcchat_magic.analyst.time_phrases import TimeSpan

_ARTICLES = ("the", "a", "an", "our", "of", "in", "for")
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COMPARATIVES = ("most", "least", "more", "less")
_SHORTEST_SUPERLATIVE = 6  # cheapest, but not west


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Words that stop the answer; `kind` names why, see `refusal`."""

    kind: str
    words: str


def obstacles(scan: Scan, clauses: Sequence[tuple[Span, ...]]) -> tuple[Obstacle, ...]:
    """Everything that stops the answer, in the order of what a reader should hear first."""
    spans = tuple(span for clause in clauses for span in clause)
    found = [*_excluding(scan, spans), *_conditions(scan)]
    for clause in clauses:
        found += [*_impossible(scan, clause), *_within_groups(scan, clause), *_by_a_measure(scan, clause)]
        found += _with_a_measure(scan, clause)

    return (*found, *_unknown_superlatives(scan, spans))


def compared_values(spans: tuple[Span, ...]) -> bool:
    """Whether two values of one dimension are named: `web vs store`."""
    kept = [span.meaning.field for span in spans if isinstance(span.meaning, Value)]
    return len(kept) > len(set(kept))


def _excluding(scan: Scan, spans: tuple[Span, ...]) -> Iterator[Obstacle]:
    """Not, without... with no value behind that could be left out."""
    left_out = [span.start for span in spans if isinstance(span.meaning, Value) and span.meaning.negated]
    more = [span.start for span in spans if _says_more(span)]
    for at, word in enumerate(scan.words):
        if at in scan.taken or not scan.lexicon.is_not(word.form):
            continue

        nearest = bisect_right(left_out, at)
        behind = left_out[nearest] if nearest < len(left_out) else None
        if behind is None or bisect_left(more, at + 1) < bisect_left(more, behind):
            yield Obstacle("excluding", word.text)


def _says_more(span: Span) -> bool:
    """Whether this is something else than a value or the name of a dimension."""
    meaning = span.meaning
    names = isinstance(meaning, Member) and meaning.field.kind == "dimension"
    return not (names or isinstance(meaning, Value))


def _conditions(scan: Scan) -> Iterator[Obstacle]:
    """Numbers that nothing used, with the comparison before them; and comparisons of what was used."""
    behind = 0
    named = {span.start for span in scan.spans if isinstance(span.meaning, (Value, TimeSpan))}
    for at in range(len(scan.words)):
        if at < behind:
            continue

        if _is_number(scan, at):
            start, behind = _comparison_before(scan, at), _number_end(scan, at)
            yield Obstacle("condition", _text(scan, start, behind))
        elif _compares(scan, at, named):
            yield Obstacle("condition", _text(scan, at, at + 2))


def _is_number(scan: Scan, at: int) -> bool:
    if at in scan.taken or at >= len(scan.words):
        return False

    counts = scan.form(at) == "one" and _comparison_before(scan, at) < at
    return counts or any(sign.isdigit() for sign in scan.words[at].text) or scan.form(at) in _NUMBERS


def _number_end(scan: Scan, at: int) -> int:
    """Behind `100 and 200` or `03/04`."""
    stop = at + 1
    while _is_number(scan, stop) or (
        scan.form(stop) in ("and", "to", "-", "–") and _is_number(scan, stop + 1)
    ):
        stop += 1

    return stop


def _comparison_before(scan: Scan, at: int) -> int:
    return next((at - size for size in (2, 1) if scan.phrase(at - size, at) in scan.lexicon.comparing), at)


def _compares(scan: Scan, at: int, named: Set[int]) -> bool:
    """A sign before something that is no number: `>= 2023`; `channel = web` names a value."""
    form = scan.form(at)
    if at in scan.taken or not form or form[0] not in "<>=≤≥" or _is_number(scan, at + 1):
        return False

    return form != "=" or at + 1 not in named


def _impossible(scan: Scan, spans: tuple[Span, ...]) -> Iterator[Obstacle]:
    """Medians, shares, forecasts...; two periods or values beside each other can be compared."""
    pairs = any(isinstance(span.meaning, TimeSpan) and span.meaning.ends for span in spans)
    said: set[type] = set()
    extra = {span.start for span in surplus(spans)}
    for span in spans:
        meaning = span.meaning
        text = _text(scan, span.start, span.stop)
        if isinstance(meaning, Impossible) and not (
            meaning.kind == "compare" and (pairs or compared_values(spans))
        ):
            yield Obstacle(meaning.kind, text)

        if span.start in extra and isinstance(meaning, (TimeSpan, Limit)) and type(meaning) not in said:
            said.add(type(meaning))
            yield Obstacle("period" if isinstance(meaning, TimeSpan) else "condition", text)


def surplus(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Second periods, limits and units of time of a clause, which has room for one; and odd sort orders."""
    found: list[Span] = []
    for kind in (TimeSpan, Limit):
        found += [span for span in spans if isinstance(span.meaning, kind)][1:]

    grains = [span for span in spans if isinstance(span.meaning, Grain) and span.meaning.unit != "auto"]
    found += [span for span in grains if span.meaning != grains[0].meaning]
    return (*found, *(span for span in spans if _sorts_by_dimension(span)))


def _sorts_by_dimension(span: Span) -> bool:
    meaning = span.meaning
    return isinstance(meaning, Member) and meaning.sorting and meaning.field.kind == "dimension"


def _unknown_superlatives(scan: Scan, spans: tuple[Span, ...]) -> Iterator[Obstacle]:
    """`cheapest product`, `most popular`: without a measure there is nothing it could mean."""
    measures = {
        span.start
        for span in spans
        if isinstance(span.meaning, Member) and span.meaning.field.kind == "measure"
    }
    for at, word in enumerate(scan.words):
        form, known = word.form, word.form in scan.lexicon.fillers or at in scan.taken
        superlative = form.endswith("est") and len(form) >= _SHORTEST_SUPERLATIVE and word.text[0].islower()
        if (
            not known
            and measures <= {at + 1}
            and (superlative or (scan.form(at - 1) in _COMPARATIVES and form.isalpha()))
        ):
            yield Obstacle("superlative", word.text)


def _within_groups(scan: Scan, spans: tuple[Span, ...]) -> Iterator[Obstacle]:
    """`top 3 products per category`: a ranking, then a second dimension that is not joined by `and`."""
    ranks = next((span.start for span in spans if isinstance(span.meaning, (Limit, Order))), None)
    if ranks is None:
        return

    for span in [each for each in spans if _groups(each)][1:]:
        before = _before(scan, span.start)
        if span.start < ranks:
            continue

        if scan.lexicon.is_by(before) or before == "within":
            yield Obstacle("within_groups", f"{before} {_text(scan, span.start, span.stop)}")


def _with_a_measure(scan: Scan, spans: tuple[Span, ...]) -> Iterator[Obstacle]:
    """`orders with a discount`: a condition, not a second number."""
    for span in spans:
        is_measure = isinstance(span.meaning, Member) and span.meaning.field.kind == "measure"
        opening = scan.phrase(span.start - 2, span.start)
        if is_measure and opening in (("with", "a"), ("with", "an"), ("with", "any"), ("having", "a")):
            yield Obstacle("condition", _text(scan, span.start - 2, span.stop))


def _groups(span: Span) -> bool:
    meaning = span.meaning
    return isinstance(meaning, Member) and meaning.field.kind == "dimension" and not meaning.sorting


def _by_a_measure(scan: Scan, spans: tuple[Span, ...]) -> Iterator[Obstacle]:
    """`revenue by units`: only a ranking is by a number."""
    measures = [
        span for span in spans if isinstance(span.meaning, Member) and span.meaning.field.kind == "measure"
    ]
    ranks = any(isinstance(span.meaning, (Limit, Order, Growth)) for span in spans)
    for span in measures[1:]:
        sorts = isinstance(span.meaning, Member) and span.meaning.sorting
        if not ranks and not sorts and _before(scan, span.start) in ("by", "per"):
            yield Obstacle("by_measure", _text(scan, span.start, span.stop))


def _before(scan: Scan, at: int) -> str:
    """The word before, articles passed over."""
    at -= 1
    while scan.form(at) in _ARTICLES:
        at -= 1

    return scan.form(at)


def _text(scan: Scan, start: int, stop: int) -> str:
    return " ".join(word.text for word in scan.words[start:stop])

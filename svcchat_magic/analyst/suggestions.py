"""What to ask next: follow-ups and questions that this analyst is sure to read."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.periods import add, floor, whole
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.titles import lower
from svcchat_magic.analyst.meaning.tree import Analysis, ByMember, Concept, IsIn, Measured
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.telling.extent import Extent
from svcchat_magic.analyst.telling.results import NO_VALUE, Result

_SHOWN = 3
_COARSER = {"day": "week", "week": "month", "month": "quarter", "quarter": "month", "year": "quarter"}


def follow_ups(
    results: Sequence[Result], memory: Memory, reader: Reader, extent: Extent | None = None
) -> tuple[str, ...]:
    """Three follow-ups of different kinds, each read once before it is offered."""
    base = memory.analysis
    if not results or not base.quantities:
        return ()

    found: list[str] = []
    known: dict[Phrase, tuple[tuple[Concept, str], ...]] = {}  # those that are offered: none are looked up
    if extent and all(each.is_empty for each in results):
        within = _within_data(base, extent)
        return tuple(_read_ones(within, _SHOWN, memory, reader, {}))

    for most, candidates in (
        (1, _groupings(base, reader)),
        (1, _values(results, reader, known)),
        (_SHOWN, _changes(base, results, reader, extent)),
        (_SHOWN, _groupings(base, reader)),
    ):
        room = min(most, _SHOWN - len(found))
        fresh = (text for text in candidates if text not in found)
        found += _read_ones(fresh, room, memory, reader, known)

    return tuple(found)


def questions(reader: Reader, named: Sequence[Concept] = ()) -> tuple[str, ...]:
    """Three whole questions about the model; `named` members are what the user spoke of."""
    concepts = reader.catalog.concepts
    measures = [each for each in (*named, *concepts) if each.kind == "measure"]
    if not measures:
        return tuple(
            f"how many {plural(each.noun)}" for each in list(reader.catalog.entities.values())[:_SHOWN]
        )

    first = measures[0]
    wanted = [each for each in named if each.type == "string"]
    groups = [*wanted, *_groups(reader, first)]
    found = [f"{first.title} by {lower(groups[0].title)}"] if groups else [first.title]
    if reader.sources.dates(first.cube):
        found.append(f"{first.title} by month")

    if len(groups) > 1:
        found.append(f"top 5 {plural(lower(groups[1].title))} by {lower(first.title)}")

    found += [each.title for each in measures[1:]]
    return tuple(dict.fromkeys(found))[:_SHOWN]


def _read_ones(
    candidates: Iterator[str], most: int, memory: Memory, reader: Reader, known: Values
) -> Iterator[str]:
    """The first few candidates that the analyst reads, each as something new."""
    count = 0
    for text in candidates:
        if count >= most:
            return

        read = reader.read_tokens(tokens_of(text), known, memory)
        if (
            read.planned
            and not read.unknown
            and read.best
            and read.best.analysis != memory.analysis
            and not read.best.stops
        ):
            count += 1
            yield text


def _groups(reader: Reader, measure: Concept) -> list[Concept]:
    """Dimensions that make good groups: texts that are near, names and numbers of single rows last."""
    graph = reader.sources.graph
    texts = [
        each
        for each in reader.catalog.concepts
        if each.kind == "dimension"
        and each.type == "string"
        and not each.primary_key
        and graph.reaches(measure.cube, each.cube, to_one=True)
    ]
    return sorted(texts, key=lambda each: each.name.endswith(("name", "id", "email", "status", "code")))


def _groupings(base: Analysis, reader: Reader) -> Iterator[str]:
    fixed = {each.of for each in base.where if isinstance(each, IsIn) and len(each.values) == 1}
    shown = {each.of for each in base.groups if isinstance(each, ByMember)}
    measure = next((each.measure for each in base.quantities if isinstance(each, Measured)), None)
    if measure is None:
        return

    for dimension in _groups(reader, measure):
        if dimension not in shown | fixed:
            yield f"and by {lower(dimension.title)}?"


def _values(
    results: Sequence[Result], reader: Reader, known: dict[Phrase, tuple[tuple[Concept, str], ...]]
) -> Iterator[str]:
    """Values that stand in the rows, the one with the largest number first; `known` learns what they name."""
    for result in results:
        for dimension in result.query.dimensions:
            filtered = any(each.member.member == dimension.member for each in result.query.reading.filters)
            concept = reader.catalog.by_key.get((dimension.cube, dimension.member))
            if dimension.type != "string" or filtered or concept is None or not result.query.measures:
                continue

            numbers = result.numbers(result.query.measures[0])
            best = min if result.query.ranked == "asc" else max
            told = best(numbers, key=lambda pair: pair[1], default=None)
            for value in [result.value(told[0], dimension)] if told else []:
                if value != NO_VALUE and len(value) <= 30:
                    known[phrase_of(value)] = ((concept, value),)
                    yield f"only {value}"


def _within_data(base: Analysis, extent: Extent) -> Iterator[str]:
    """After an empty answer: the latest periods that have rows."""
    if any(isinstance(each, IsIn) for each in base.where):
        yield "drop the filter"

    end = add(extent.last, "day", 1)
    for unit in ("year", "quarter", "month"):
        start = add(floor(end, unit), unit, -1)
        if start >= extent.first:
            yield f"only {whole(start, unit).label}"

    yield "for all time"


def _changes(
    base: Analysis, results: Sequence[Result], reader: Reader, extent: Extent | None
) -> Iterator[str]:
    query = results[0].query
    if query.grain:
        yield f"now by {_COARSER[query.grain]}" if query.grain in _COARSER else "now by month"
    elif not base.derived:
        yield "now by month"

    if any(isinstance(each, IsIn) for each in base.where):
        yield "drop the filter"

    before = query.period.before() if query.period and query.period.unit else None
    if before and not (extent and query.period and extent.lacks_comparison(query.period)):
        yield f"only {before.label}"

    named = {each.measure for each in base.quantities if isinstance(each, Measured)}
    others = [each for each in reader.catalog.concepts if each.kind == "measure" and each not in named]
    yield from (f"the same for {lower(each.title)}" for each in others[:3])
    if query.dimensions and query.limit is None and not query.grain:
        yield "top 3"

    if query.grain:
        yield "sort it the other way"

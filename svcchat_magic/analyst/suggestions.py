"""What to ask next: follow-ups and questions that this analyst is sure to read."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.periods import add, floor
from svcchat_magic.analyst.language.spoken import spoken
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Analysis, ByMember, Concept, IsIn, Measured
from svcchat_magic.analyst.planning.assumed import is_of_measurements
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.analyst.telling.extent import Extent
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.model.derived_values import DerivedValues

_SHOWN = 3
_MOST_KEPT = 128  # readings of what is offered, of one model
_COARSER = {"day": "week", "week": "month", "month": "quarter", "quarter": "month", "year": "quarter"}


def follow_ups(
    results: Sequence[Result], memory: Memory, reader: Reader, extent: Extent | None = None
) -> tuple[str, ...]:
    """Three follow-ups of different kinds, each read once before it is offered."""
    base = memory.analysis
    if not results or not base.quantities:
        return ()

    found: list[str] = []
    words = results[0].query.words
    known: dict[Phrase, tuple[tuple[Concept, str], ...]] = {}  # those that are offered: none are looked up
    if extent and all(each.is_empty for each in results):
        within = _within_data(base, extent, words)
        return tuple(_read_ones(within, _SHOWN, memory, reader, {}))

    for most, candidates in (
        (1, _groupings(base, reader, words)),
        (1, _values(results, reader, known)),
        (_SHOWN, _changes(base, results, reader, extent)),
        (_SHOWN, _groupings(base, reader, words)),
    ):
        room = min(most, _SHOWN - len(found))
        fresh = (text for text in candidates if text not in found)
        found += _read_ones(fresh, room, memory, reader, known)

    return tuple(found)


def questions(reader: Reader, words: AnswerWords, named: Sequence[Concept] = ()) -> tuple[str, ...]:
    """Three whole questions about the model; `named` members are what the user spoke of."""
    concepts = reader.catalog.concepts
    measures = [each for each in (*named, *concepts) if each.kind == "measure"]
    measures.sort(key=lambda each: each.agg_type == "count" and is_of_measurements(each.cube, reader.catalog))
    if not measures:
        return tuple(
            words.say("how many", what=words.plural(each.noun))
            for each in list(reader.catalog.entities.values())[:_SHOWN]
        )

    first = measures[0]
    near = [each for each in named if each.type == "string"]
    wanted = [each for each in near if reader.sources.best(first.cube, [first, each], []) is not None]
    groups = [*wanted, *_groups(reader, first)]
    lower = words.lower
    found = [words.say("by", what=first.title, groups=lower(groups[0].title))] if groups else [first.title]
    if unit := reader.sources.unit_of(first.cube):
        found.append(words.say("by", what=first.title, groups=words.unit(unit)))

    if len(groups) > 1:
        several = words.plural(lower(groups[1].title))
        found.append(words.say("top five", groups=several, what=lower(first.title)))

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

        read = _read_behind(text, memory, reader, known)
        if (
            read.planned
            and not read.unknown
            and read.best
            and read.best.analysis != memory.analysis
            and not read.best.stops
        ):
            count += 1
            yield text


def _read_behind(text: str, memory: Memory, reader: Reader, known: Values) -> Read:
    """The reading of a follow-up behind a turn.

    What its words say by themselves is kept with the model: after every answer the same few are offered.
    """
    tokens = tokens_of(spoken(text, reader.catalog.names).text)
    forms = tuple(each.form for each in tokens)
    said = {phrase: named for phrase, named in known.items() if _holds(forms, phrase)}
    kept = reader.tools.model.derived.get("offered follow-ups", lambda: DerivedValues(_MOST_KEPT))
    key = (tokens, tuple(said.items()), reader.today)
    readings = kept.get(key, lambda: reader.readings(tokens, said, follows=True)[1])
    return reader.behind(tokens, readings, memory)


def _holds(forms: Phrase, phrase: Phrase) -> bool:
    return any(forms[at : at + len(phrase)] == phrase for at in range(len(forms)))


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


def _groupings(base: Analysis, reader: Reader, words: AnswerWords) -> Iterator[str]:
    fixed = {each.of for each in base.where if isinstance(each, IsIn) and len(each.values) == 1}
    shown = {each.of for each in base.groups if isinstance(each, ByMember)}
    measure = next((each.measure for each in base.quantities if isinstance(each, Measured)), None)
    if measure is None:
        return

    for dimension in _groups(reader, measure):
        if dimension not in shown | fixed:
            yield words.say("by instead" if shown else "and by", group=words.lower(dimension.title))


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
                if value != result.query.words.say("no value") and len(value) <= 30:
                    known[phrase_of(value)] = ((concept, value),)
                    yield result.query.words.say("only", value=value)


def _within_data(base: Analysis, extent: Extent, words: AnswerWords) -> Iterator[str]:
    """After an empty answer: the latest periods that have rows."""
    if any(isinstance(each, IsIn) for each in base.where):
        yield words.say("drop the filter")

    end = add(extent.last, "day", 1)
    for unit in ("year", "quarter", "month"):
        start = add(floor(end, unit), unit, -1)
        if start >= extent.first:
            yield words.say("only", value=words.dates.unit(start, unit))

    yield words.say("all time")


def _other_unit(base: Analysis, grain: str, reader: Reader) -> str:
    """Another unit of time than the one shown; none where the figures are of years alone, or of no time."""
    home = next((cube for each in base.quantities for cube in cubes_of(each)), "")
    usual = reader.sources.unit_of(home) if home else "month"
    return usual if not grain else "" if usual == "year" else _COARSER.get(grain, "month")


def _changes(
    base: Analysis, results: Sequence[Result], reader: Reader, extent: Extent | None
) -> Iterator[str]:
    query, words = results[0].query, results[0].query.words
    unit = _other_unit(base, query.grain, reader)
    if unit and (query.grain or not base.derived):
        yield words.say("now by", unit=words.unit(unit))

    if any(isinstance(each, IsIn) for each in base.where):
        yield words.say("drop the filter")

    before = query.period.before() if query.period and query.period.unit else None
    if before and not (extent and query.period and extent.lacks_comparison(query.period)):
        yield words.say("only", value=before.named(words.dates)[1])

    named = {each.measure for each in base.quantities if isinstance(each, Measured)}
    others = [each for each in reader.catalog.concepts if each.kind == "measure" and each not in named]
    yield from (words.say("same for", what=words.lower(each.title)) for each in others[:3])
    if query.dimensions and query.limit is None and not query.grain:
        yield words.say("top three")

    if query.grain:
        yield words.say("other way")

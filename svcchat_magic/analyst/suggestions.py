"""What to ask next: follow-ups and questions that this analyst is sure to read."""

from collections.abc import AsyncIterator, Iterator, Sequence

from svcchat_magic.analyst.extent import Extent
from svcchat_magic.analyst.follow_up import is_follow_up
from svcchat_magic.analyst.periods import add, floor, whole
from svcchat_magic.analyst.reading import Reading, lowered
from svcchat_magic.analyst.results import NO_VALUE, Result
from svcchat_magic.analyst.understanding import Interpreter
from svcchat_magic.analyst.vocabulary import Vocabulary
from svcchat_magic.analyst.words import plural
from svcchat_magic.semantic.model.model import Field

_SHOWN = 3
_COARSER = {"day": "week", "week": "month", "month": "quarter", "quarter": "month", "year": "quarter"}


async def follow_ups(
    results: Sequence[Result],
    vocabulary: Vocabulary,
    interpreter: Interpreter,
    extent: Extent | None = None,
) -> tuple[str, ...]:
    """Three follow-ups of different kinds, each read once before it is offered."""
    if not results:
        return ()

    base = results[0].query.reading
    shown = {each for result in results for each in result.query.dimensions}
    found: list[str] = []
    if extent and all(each.is_empty for each in results):
        within = _within_data(base, extent)
        return tuple([text async for text in _read_ones(within, _SHOWN, base, interpreter)])

    for most, candidates in (
        (1, _groupings(base, vocabulary, shown)),
        (1, _values(results, base)),
        (_SHOWN, _changes(base, vocabulary, extent)),
        (_SHOWN, _groupings(base, vocabulary, shown)),
    ):
        room = min(most, _SHOWN - len(found))
        fresh = (text for text in candidates if text not in found)
        found += [text async for text in _read_ones(fresh, room, base, interpreter)]

    return tuple(found)


async def _read_ones(
    candidates: Iterator[str], most: int, base: Reading, interpreter: Interpreter
) -> AsyncIterator[str]:
    """The first few candidates that the analyst reads."""
    count = 0
    for text in candidates:
        if count >= most:
            return

        if await _is_read(text, base, interpreter):
            count += 1
            yield text


def questions(
    vocabulary: Vocabulary, named: Sequence[Field] = (), values: Sequence[str] = ()
) -> tuple[str, ...]:
    """Three whole questions about a table; `named` members and `values` are what the user spoke of."""
    measures = [*(each for each in named if each.kind == "measure"), *vocabulary.measures]
    groups = [*(each for each in named if each.type == "string"), *_groups(vocabulary)]
    if not measures:
        return ()

    first = measures[0].title
    found = [f"{first} by {lowered(groups[0])}"] if groups else [first]
    found += [f"{first} for {value}" for value in values[:1]]
    if vocabulary.time:
        found.append(f"{first} by month last year")

    if len(groups) > 1:
        found.append(f"top 5 {plural(lowered(groups[1]))} by {lowered(measures[0])}")

    return tuple(dict.fromkeys(found))[:_SHOWN]


async def _is_read(text: str, base: Reading, interpreter: Interpreter) -> bool:
    """Whether the analyst reads the follow-up with nothing left over, as something new."""
    understood = await interpreter.understand_after(text, base)
    follows = is_follow_up(understood.clauses)
    idle = understood.unused or understood.repairs or understood.obstacles
    return bool(follows and understood.readings and not idle) and understood.readings[0] != base


def _groupings(base: Reading, vocabulary: Vocabulary, shown: set[Field]) -> Iterator[str]:
    fixed = {each.member for each in base.filters if len(each.values) == 1}
    for dimension in _groups(vocabulary):
        if dimension not in shown | fixed:
            yield f"and by {lowered(dimension)}?"


def _values(results: Sequence[Result], base: Reading) -> Iterator[str]:
    """Values that stand in the rows, the one with the largest number first."""
    for result in results:
        for dimension in result.query.dimensions:
            if dimension.type != "string" or any(each.member == dimension for each in base.filters):
                continue

            numbers = result.numbers(result.query.measures[0])
            best = min if result.query.ranked == "asc" else max
            told = best(numbers, key=lambda pair: pair[1], default=None)
            for value in [result.value(told[0], dimension)] if told else []:
                if value != NO_VALUE and len(value) <= 30:
                    yield f"only {value}"


def _within_data(base: Reading, extent: Extent) -> Iterator[str]:
    """After an empty answer: the latest periods that have rows."""
    if base.filters:
        yield "drop the filter"

    end = add(extent.last, "day", 1)
    for unit in ("year", "quarter", "month"):
        start = add(floor(end, unit), unit, -1)
        if start >= extent.first:
            yield f"only {whole(start, unit).label}"

    yield "for all time"


def _changes(base: Reading, vocabulary: Vocabulary, extent: Extent | None) -> Iterator[str]:
    if base.grain:
        yield f"now by {_COARSER[base.grain]}"
    elif base.time and not base.growth:
        yield "now by month"

    if base.filters:
        yield "drop the filter"

    before = base.period.before() if base.period and base.period.unit else None
    if before and not (extent and base.period and extent.lacks_comparison(base.period)):
        yield f"only {before.label}"

    others = [each for each in vocabulary.measures if each not in base.measures]
    yield from (f"the same for {lowered(each)}" for each in others[:3])
    if base.dimensions and base.limit is None and not base.grain:
        yield "top 3"

    if base.grain:
        yield "sort it the other way"


def _groups(vocabulary: Vocabulary) -> list[Field]:
    """Dimensions that make good groups: texts, names and numbers of single rows last."""
    texts = [each for each in vocabulary.dimensions if each.type == "string"]
    return sorted(texts, key=lambda each: each.member.endswith(("name", "id", "email", "status")))

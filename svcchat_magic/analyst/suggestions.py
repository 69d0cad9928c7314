"""What to ask next: follow-ups and questions that this analyst is sure to read."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.follow_up import is_follow_up
from svcchat_magic.analyst.reading import Reading, lowered
from svcchat_magic.analyst.results import NO_VALUE, Result
from svcchat_magic.analyst.understanding import Interpreter
from svcchat_magic.analyst.vocabulary import Vocabulary
from svcchat_magic.analyst.words import plural
from svcchat_magic.semantic.model import Field

_SHOWN = 3
_COARSER = {"day": "week", "week": "month", "month": "quarter", "quarter": "month", "year": "quarter"}


async def follow_ups(
    results: Sequence[Result], vocabulary: Vocabulary, interpreter: Interpreter
) -> tuple[str, ...]:
    """Three follow-ups of different kinds, each read once before it is offered."""
    if not results:
        return ()

    base = results[0].query.reading
    chosen: list[str] = []
    for candidates in (_groupings(base, vocabulary), _values(results, base), _changes(base, vocabulary)):
        found = [text for text in candidates if await _is_read(text, base, interpreter)]
        chosen += found[: 1 if len(chosen) < 2 else _SHOWN - len(chosen)]

    return tuple(chosen[:_SHOWN])


def questions(vocabulary: Vocabulary, named: Sequence[Field] = ()) -> tuple[str, ...]:
    """Three whole questions about a table; `named` are members that the user spoke of."""
    measures = [*(each for each in named if each.kind == "measure"), *vocabulary.measures]
    groups = [*(each for each in named if each.kind == "dimension"), *_groups(vocabulary)]
    if not measures:
        return ()

    first = measures[0].title
    found = [f"{first} by {lowered(groups[0])}"] if groups else [first]
    if vocabulary.time:
        found.append(f"{first} by month last year")

    if len(groups) > 1:
        found.append(f"top 5 {plural(lowered(groups[1]))} by {lowered(measures[0])}")

    return tuple(dict.fromkeys(found))


async def _is_read(text: str, base: Reading, interpreter: Interpreter) -> bool:
    """Whether the analyst reads the follow-up with nothing left over, as something new."""
    understood = await interpreter.understand_after(text, base)
    follows = is_follow_up(understood.clauses)
    return bool(follows and understood.readings and not understood.unused and not understood.repairs) and (
        understood.readings[0] != base
    )


def _groupings(base: Reading, vocabulary: Vocabulary) -> Iterator[str]:
    fixed = {each.member for each in base.filters if len(each.values) == 1}
    for dimension in _groups(vocabulary):
        if dimension not in base.dimensions and dimension not in fixed:
            yield f"and by {lowered(dimension)}?"


def _values(results: Sequence[Result], base: Reading) -> Iterator[str]:
    """Values that stand in the rows."""
    for result in results:
        for dimension in result.query.dimensions:
            if dimension.type != "string" or any(each.member == dimension for each in base.filters):
                continue

            for value in result.distinct(dimension)[:1]:
                if value != NO_VALUE and len(value) <= 30:
                    yield f"only {value}"


def _changes(base: Reading, vocabulary: Vocabulary) -> Iterator[str]:
    if base.grain:
        yield f"now by {_COARSER[base.grain]}"
    elif base.time and not base.growth:
        yield "now by month"

    if base.filters:
        yield "drop the filter"

    others = [each for each in vocabulary.measures if each not in base.measures]
    yield from (f"the same for {lowered(each)}" for each in others[:3])
    if base.dimensions and base.limit is None and not base.grain:
        yield "top 3"


def _groups(vocabulary: Vocabulary) -> list[Field]:
    """Dimensions that make good groups: texts, names and numbers of single rows last."""
    texts = [each for each in vocabulary.dimensions if each.type == "string"]
    return sorted(texts, key=lambda each: each.member.endswith(("name", "id", "email", "status")))

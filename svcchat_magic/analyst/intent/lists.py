"""`discontinued products` asks for these, where `how many` would ask for their number."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    AnyOf,
    Condition,
    Counted,
    Entity,
    Exists,
    Measured,
    OnPart,
    Within,
)
from svcchat_magic.analyst.planning.sources import Sources

_NAMING = ("ENTITY", "SUBJECT", "QUANTITY")
_LISTING = frozenset({"list", "show", "name", "display"})
_NUMBERS = frozenset(
    {
        "many", "number", "count", "total", "n", "nr", "no.", "num", "#", "%", "percent", "much", "amount",
        "volume", "often", "tally", "sum", "overall", "share", "proportion", "quantity", "size",
    }
)  # fmt: skip


def with_list(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading as a list where things that have names are named, and nothing asks for their number.

    What happens (orders, calls) has no names: `orders from Spain` is how many there were.
    """
    analysis = read.analysis
    entity = _named_alone(analysis, sources)
    is_whole = not (read.follows or read.refers or read.edits or read.stops)
    is_named = any(each.category in _NAMING for each in read.cover.items) or _asks_what_there_is(tokens)
    is_named |= _asks_to_list(tokens)
    if entity is None or not (is_whole and is_named) or any(each.form in _NUMBERS for each in tokens):
        return read

    listed = replace(analysis, quantities=(), rows_of=entity, is_assumed=False)
    return replace(read, analysis=listed, is_implied=False)


def _asks_what_there_is(tokens: Sequence[Token]) -> bool:
    """`what do we have in Kitchen`: these, though nobody said what they are called."""
    forms = [each.form for each in tokens]
    return forms[:1] == ["what"] and "have" in forms


def _asks_to_list(tokens: Sequence[Token]) -> bool:
    """`list our key accounts`: these, though only a flag is called so."""
    said = [each.form for each in tokens if not each.is_mark]
    return bool(said) and said[0] in _LISTING


def _named_alone(analysis: Analysis, sources: Sources) -> Entity | None:
    """The things with names that are counted, where they are kept by something else than a period."""
    more = (analysis.groups, analysis.having, analysis.rank, analysis.derived, analysis.about, analysis.chart)
    if len(analysis.quantities) != 1 or any(more) or not analysis.where:
        return None

    match analysis.quantities[0]:
        case Counted(entity, where=(), is_active=False) if entity.cube:
            counted = entity
        case Measured(measure, where=()) if sources.counts_all(measure):
            counted = sources.catalog.entities[measure.cube]
        case _:
            return None

    is_own = all(_is_own(each, counted, sources) for each in analysis.where)
    name = sources.catalog.name_of(counted)
    return counted if is_own and name is not None and name.type == "string" else None  # no flight number


def _is_own(condition: Condition, entity: Entity, sources: Sources) -> bool:
    """Whether a condition is about the things themselves, or what each of them belongs to."""
    match condition:
        case AnyOf(conditions):
            return all(_is_own(each, entity, sources) for each in conditions)
        case Exists():
            return True
        case Within() | OnPart():
            return False
        case _:
            return sources.graph.reaches(entity.cube, condition.of.cube, to_one=True)

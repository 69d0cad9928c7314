"""The end of a way that a word before a place means, where both of its columns have that place."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.directed import direction_before, is_directed, said_as
from svcchat_magic.analyst.meaning.tree import Analysis, AnyOf, ByMember, Counted, IsIn, Measured, Ratio
from svcchat_magic.analyst.planning.planned import Planned

Read = tuple[Assembled, Planned]


def directed_first(tokens: Sequence[Token], done: Sequence[Read]) -> list[Read]:
    """`jobs into English`: without the readings of other columns where one is of the target language.

    So are `pickups per borough` by the borough of the pickup.
    """
    done = _grouped_first(tokens, done)
    directed = {each for read, _ in done for each in _values(read.analysis) if _fits(tokens, each)}
    if not directed:
        return list(done)

    return [pair for pair in done if not any(_is_other(each, directed) for each in _values(pair[0].analysis))]


def _grouped_first(tokens: Sequence[Token], done: Sequence[Read]) -> Sequence[Read]:
    """Without the groups by a column of another direction than that of the events which are counted."""
    said = {keywords().ways[each.form] for each in tokens if each.form in keywords().events_of_ways}
    if len(said) != 1:
        return done

    (way,) = said
    groups = {each.of for read, _ in done for each in read.analysis.groups if isinstance(each, ByMember)}
    meant = {each for each in groups if is_directed(each, way)}
    others = {each for each in groups - meant if any(each.name == one.name for one in meant)}
    return [
        pair
        for pair in done
        if not any(isinstance(each, ByMember) and each.of in others for each in pair[0].analysis.groups)
    ]


def _is_other(value: IsIn, directed: set[IsIn]) -> bool:
    return value not in directed and any(value.values == each.values for each in directed)


def _values(analysis: Analysis) -> Iterator[IsIn]:
    parts = (each.above for each in analysis.quantities if isinstance(each, Ratio))
    of_parts = (one for each in parts if isinstance(each, Measured | Counted) for one in each.where)
    for each in (*analysis.where, *of_parts):
        yield from (
            one for one in (each.conditions if isinstance(each, AnyOf) else (each,)) if isinstance(one, IsIn)
        )


def _fits(tokens: Sequence[Token], value: IsIn) -> bool:
    """Whether the word before a value that stands in the question is of the column's direction."""
    said = {each.form for each in tokens}
    before = (said & keywords().directions.keys()) | {
        keywords().ways[each] for each in said & keywords().ways.keys()
    }
    return any(is_directed(value.of, each) for each in before) and _stands_behind(tokens, value)


def _stands_behind(tokens: Sequence[Token], value: IsIn) -> bool:
    forms = tuple(each.form for each in tokens)
    places = [at for at in range(1, len(forms)) if is_directed(value.of, direction_before(forms, at))]
    names = [said_as(each, forms) for each in value.values]
    return bool(places) and (
        len(places) == 1 or any(forms[at : at + len(name)] == name for at in places for name in names)
    )

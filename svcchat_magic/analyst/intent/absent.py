"""What never happened to rows that may have many of it: permits never inspected have no inspection."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.deeds import begins
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.replacing import with_changed
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    ByEntity,
    Compared,
    Concept,
    Condition,
    Contains,
    Counted,
    Entity,
    Exists,
    IsIn,
    Measured,
    Missing,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.lines import met_in
from svcchat_magic.analyst.planning.sources import Sources

_DENIED = "never"
_HAVE = frozenset({"have", "has", "had", "did", "do"})
_HAVE_NOT = frozenset({"haven't", "hasn't", "hadn't", "didn't", "don't", "never"})
_NOBODY = frozenset({"never", "nobody", "noone"})
_BETWEEN = frozenset({"ever", "been", "yet", "have", "has", "had", "actually", "once", "even"})


def with_absent(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading with `no such row` where the missing date is one of rows that belong to what is asked.

    Only what was never done: customers with an unpaid invoice have other ones too.
    """
    read = _named(read, sources)
    analysis = read.analysis
    owner = owner_of(read, sources)
    is_other = any(_is_of_others(each, owner) for each in read.cover.items)
    if is_other or any(_is_without_itself(each, read) for each in analysis.where):
        return replace(read, dropped=(*read.dropped, _DENIED))

    if owner is None:
        return read

    if any(_is_other_time(each, owner, sources) for each in analysis.where):
        return replace(read, dropped=(*read.dropped, "not"))

    read = _without_denied_state(tokens, read, owner, sources)
    analysis = read.analysis
    denied = [each.of.cube for each in analysis.where if isinstance(each, Exists) and each.negated]
    if said := _said_of_facts(analysis.where, owner, sources):
        is_lost = not said.isdisjoint(denied)  # `never returned late`: which rows are denied is lost
        return replace(read, dropped=(*read.dropped, _DENIED)) if is_lost else read

    where = tuple(_absent(each, owner, tokens, sources) or each for each in analysis.where)
    lost = tuple(_DENIED for each in where if _is_half_denied(each, owner, tokens, sources))
    made = {each.of.cube for each in where if isinstance(each, Exists) and each not in analysis.where}
    about = tuple(
        each
        for each in analysis.about
        if not any(sources.graph.reaches(one, each.cube, to_one=True) for one in made)
    )
    return replace(read, analysis=replace(analysis, where=where, about=about), dropped=(*read.dropped, *lost))


def _named(read: Assembled, sources: Sources) -> Assembled:
    """The rows that are there or not with their noun."""
    nouns = sources.catalog.entities

    def named(part: Exists | ByEntity) -> Exists | ByEntity:
        if isinstance(part, ByEntity):
            return part if part.entity.noun else ByEntity(nouns[part.entity.cube])

        return part if part.of.noun else replace(part, of=nouns[part.of.cube])

    return replace(read, analysis=with_changed(read.analysis, (Exists, ByEntity), named))


def _is_other_time(condition: Condition, owner: Entity, sources: Sources) -> bool:
    """`rooms that did not sell in May` are not those that did so at another time."""
    if not isinstance(condition, Within) or not condition.negated:
        return False

    time = condition.time or sources.dates(owner.cube)
    return time is None or _is_fact(time.cube, owner, sources)


def _without_denied_state(
    tokens: Sequence[Token], read: Assembled, owner: Entity, sources: Sources
) -> Assembled:
    """`guests who have not stayed since May`: none of their bookings is so, whatever the others are."""
    where = read.analysis.where
    states = [each for each in where if _is_denied_state(each, owner, tokens, sources)]
    if len(states) != 1 or not isinstance(states[0], IsIn):
        return read

    state = states[0]
    rest = tuple(each for each in where if each != state)
    within = tuple(
        each
        for each in rest
        if isinstance(each, Within)
        and not each.negated
        and (each.time is None or each.time.cube == state.of.cube)
    )
    rest = tuple(each for each in rest if each not in within)
    if _said_of_facts(rest, owner, sources):
        return replace(read, dropped=(*read.dropped, _DENIED))

    fact = sources.catalog.entities[state.of.cube]
    none = Exists(fact, (replace(state, negated=False), *within), True, owner)
    return replace(read, analysis=replace(read.analysis, where=(*rest, none)))


def _is_denied_state(condition: Condition, owner: Entity, tokens: Sequence[Token], sources: Sources) -> bool:
    """Whether a verb that is denied right there is the state that some rows have."""
    if not isinstance(condition, IsIn) or not condition.negated or len(condition.values) != 1:
        return False

    forms = [each.form for each in tokens]
    for at in range(len(forms) - 1):
        is_denied = forms[at] in _HAVE_NOT or (at > 0 and forms[at] == "not" and forms[at - 1] in _HAVE)
        behind = next((each for each in tokens[at + 1 :] if each.form not in _BETWEEN), None)
        if is_denied and behind is not None and akin(behind.form, str(condition.values[0]).lower()):
            return _is_fact(condition.of.cube, owner, sources)

    return False


def _is_of_others(item: Item, owner: Entity | None) -> bool:
    """`walkers who never rated a guided outing`: what they never did counts no outings without a rating."""
    if item.category != "SUBJECT" or not isinstance(item.value[1], Missing):
        return False

    entity, said = item.value
    return not said.negated and said.of.cube != entity.cube and entity != owner


def _is_without_itself(condition: Condition, read: Assembled) -> bool:
    """No rows of a table are without rows of that table: others of them would be meant."""
    if not isinstance(condition, Exists) or not condition.negated:
        return False

    counted = {cube for each in read.analysis.quantities for cube in cubes_of(each)}
    return condition.entity is None and condition.of.cube in counted


def owner_of(read: Assembled, sources: Sources) -> Entity | None:
    """Whose rows are counted or listed, where nothing else is asked."""
    analysis = read.analysis
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    if isinstance(first, Ratio) and first.is_share:
        first = first.below

    if analysis.rows_of is not None and first is None:
        return analysis.rows_of

    if isinstance(first, Measured) and not first.where and sources.counts_all(first.measure):
        return sources.catalog.entities[first.measure.cube]

    return first.entity if isinstance(first, Counted) and first.entity.cube and not first.is_active else None


def _said_of_facts(where: Sequence[Condition], owner: Entity, sources: Sources) -> set[str]:
    """The cubes of such rows of which more is said: which of them have no date is another question."""
    kept = (each.of.cube for each in where if isinstance(each, IsIn | Compared | Contains))
    dated = (each.time.cube for each in where if isinstance(each, Within) and each.time is not None)
    return {cube for cube in (*kept, *dated) if _is_fact(cube, owner, sources)}


def _is_half_denied(condition: Condition, owner: Entity, tokens: Sequence[Token], sources: Sources) -> bool:
    """`never had an unpaid fine` is not that some fine is paid."""
    is_such = (
        isinstance(condition, Missing) and condition.negated and _is_fact(condition.of.cube, owner, sources)
    )
    return is_such and any(each.form == _DENIED for each in tokens)


def _absent(
    condition: Condition, owner: Entity, tokens: Sequence[Token], sources: Sources
) -> Condition | None:
    """The condition as rows that are not there; None where it says something else."""
    match condition:
        case Missing(of=of, negated=False) if _is_met(of, owner, sources):
            return Exists(sources.catalog.entities[of.cube], (), True, owner)
        case Missing(of=of, negated=False) if _is_fact(of.cube, owner, sources):
            entity, is_first = sources.catalog.entities[of.cube], begins(of, sources.catalog)
            is_said = is_first or any(_never_done(tokens, at) for at in range(len(tokens)))
            kept = () if is_first else (Missing(of, negated=True),)
            return Exists(entity, kept, True, owner) if is_said else None
        case AnyOf(conditions=(Missing(of=of, negated=False), Within(time=time, negated=True) as within)):
            is_of_them = of == time and _is_fact(of.cube, owner, sources)
            entity = sources.catalog.entities[of.cube]
            return Exists(entity, (replace(within, negated=False),), True, owner) if is_of_them else None
        case IsIn(of=of, negated=True) if _is_apart(of.cube, owner, sources):
            meeting = sources.catalog.entities.get(met_in(of.cube, owner.cube, sources))
            inside = (replace(condition, negated=False),)
            return Exists(meeting, inside, True, owner) if meeting is not None else None
        case _:
            return None


def _is_apart(cube: str, owner: Entity, sources: Sources) -> bool:
    """Whether rows only meet these in others: tags and the kinds of the posts that have them."""
    reaches = sources.graph.reaches
    return not reaches(owner.cube, cube, to_one=True) and not reaches(cube, owner.cube, to_one=True)


def _is_met(of: Concept, owner: Entity, sources: Sources) -> bool:
    """Whether it names what rows meet elsewhere: `tracks on no playlist` are in no row of these two."""
    is_named = of == sources.catalog.name_of(sources.catalog.entities[of.cube])
    return _is_apart(of.cube, owner, sources) and is_named and met_in(of.cube, owner.cube, sources) != of.cube


def _is_fact(cube: str, owner: Entity, sources: Sources) -> bool:
    reaches = sources.graph.reaches
    is_of_owner = cube != owner.cube and reaches(cube, owner.cube, to_one=True)
    return is_of_owner and not reaches(owner.cube, cube, to_one=True)


def _never_done(tokens: Sequence[Token], at: int) -> bool:
    """Whether `never` stands there right before what was done, and not before what is undone."""
    is_nobody = tokens[at].form in _NOBODY
    is_nobody |= tokens[at].form == "one" and at > 0 and tokens[at - 1].form == "no"
    behind = (
        [each.text.lower() for each in tokens[at + 1 :] if each.form not in _BETWEEN] if is_nobody else []
    )
    return bool(behind) and is_participle(behind[0]) and not behind[0].startswith("un")

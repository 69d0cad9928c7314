"""`how many customers have more than 5 orders`, then `which ones`: the rows that were counted, listed."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import Reference
from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.following.of_all_those import minding_those, with_all_of
from svcchat_magic.analyst.following.references import References
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.filtered import filtered_by
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    Condition,
    Counted,
    Entity,
    Measured,
    Quantity,
)

_OPENING = frozenset({"and", "so", "ok", "okay", "now", "then", "please", "can", "could", "you", "but"})
_LISTING = frozenset({"list", "show", "name", "display", "see", "get", "give"})
_TO_WHOM = frozenset({"me", "us", "all", "of", "just"})
_THOSE = frozenset({"them", "those", "these", "they", "ones", "one"})
_ASKING, _BE = frozenset({"which", "who", "what"}), frozenset({"is", "are", "was", "were"})
_NOUN = 3  # words of what is listed


def listing_those(
    readings: Sequence[Assembled], tokens: Sequence[Token], memory: Memory, catalog: Catalog
) -> list[Assembled]:
    """The readings; where the rows of a number are asked for, the one that lists these."""
    readings = minding_those(readings, tokens)
    asked = _asked(tokens, catalog)
    before = memory.analysis
    if asked is None or not readings or len(before.quantities) != 1 or before.rows_of is not None:
        return list(readings)

    counted = _counted(before.quantities[0], catalog)
    entity = asked if isinstance(asked, Entity) else counted
    if isinstance(asked, Entity) and asked != counted and not _lists(tokens):
        return list(readings)  # which adjusters were they: a claim of each

    is_shown = bool(before.groups) and not isinstance(asked, Entity)
    if is_shown or (entity is None and before.groups):
        return list(readings)  # what was shown is listed already

    best = max(readings, key=lambda each: each.score)
    found = _listed(entity, memory, catalog) if entity else None
    if found is None:
        return [replace(best, stops=("reference",))]

    told = replace(best, follows=True, refers=(), edits=frozenset(), dropped=(), stops=())
    return [replace(told, analysis=found, said=found)]


def _asked(tokens: Sequence[Token], catalog: Catalog) -> Entity | bool | None:
    """The rows that are to be listed, True for those that were counted; None where no rows are asked for."""
    forms = [each.form for each in tokens if not each.is_mark]
    while forms and forms[0] in _OPENING:
        forms = forms[1:]

    if len(forms) > 1 and forms[0] in _ASKING:
        rest = [each for each in forms[1:] if each not in _BE]
        are = forms[-2] in _BE and forms[-1] in _THOSE
        if set(rest) <= _THOSE:
            return True

        return _entity(rest[:-1], catalog) if are else None

    if not forms or forms[0] not in _LISTING:
        return None

    rest = [each for each in forms[1:] if each not in _TO_WHOM]
    if rest and set(rest) <= _THOSE - {"one"}:
        return True

    return _entity(rest[1:], catalog) if rest[:1] in (["these"], ["those"], ["the"]) else None


def _lists(tokens: Sequence[Token]) -> bool:
    return any(each.form in _LISTING for each in tokens)


def _entity(forms: Sequence[str], catalog: Catalog) -> Entity | None:
    named = catalog.phrases.get(tuple(forms), ()) if 0 < len(forms) <= _NOUN else ()
    return next((each.of for each in named if isinstance(each.of, Entity)), None)


def _counted(quantity: Quantity, catalog: Catalog) -> Entity | None:
    """The entity whose rows a number counts."""
    match quantity:
        case Counted(entity) if entity.cube:
            return entity
        case Measured(measure) if measure.agg_type == "count":
            return catalog.entities.get(measure.cube)
        case Measured(measure):
            rows = catalog.entities.get(measure.cube)
            is_called_so = rows is not None and phrase_of(measure.title) == phrase_of(rows.noun)
            return rows if is_called_so else None
        case _:
            return None


def _listed(entity: Entity, memory: Memory, catalog: Catalog) -> Analysis | None:
    before = memory.analysis
    first = before.quantities[0]
    if before.derived is not None:
        return None

    if before.having:
        return _bounded(entity, before, catalog)

    chosen: tuple[Condition, ...] = ()
    if before.rank is not None and before.rank.limit:
        bounds = References(memory, catalog).bound(Reference("them"))
        chosen = bounds[0].conditions if len(bounds) == 1 else ()
        if not chosen:
            return None

    dated = with_all_of(replace(memory, analysis=replace(before, rank=None)), catalog)
    where = dated.analysis.where if dated else before.where
    own = first.where if isinstance(first, Counted | Measured) else ()
    is_counted = isinstance(first, Measured) and first.measure.cube == entity.cube
    kept = filtered_by(first.measure, catalog) if isinstance(first, Measured) and is_counted else ()
    if kept is None:
        return None

    return Analysis(rows_of=entity, where=tuple(dict.fromkeys((*where, *own, *kept, *chosen))))


def _bounded(entity: Entity, before: Analysis, catalog: Catalog) -> Analysis | None:
    """Those that a bound on what each of them has has kept, with that number."""
    bound = before.having[0].quantity
    is_own = _counted(before.quantities[0], catalog) == entity and not before.groups
    if len(before.having) != 1 or bound is None or not is_own:
        return None

    return replace(before, quantities=(bound,), groups=(ByEntity(entity),))

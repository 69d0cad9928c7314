"""`the most common crime` of rows that are crimes each: their kind, for each row is there once."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import SORTS
from svcchat_magic.analyst.meaning.tree import (
    ByEntity,
    ByMember,
    Concept,
    Counted,
    Entity,
    Measured,
    Quantity,
)

_OFTEN = frozenset({"common", "frequent", "popular", "usual", "typical", "commonest", "often", "frequently"})


def with_kinds_ranked(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading by the kind of rows where these are ranked by their own number; else it is refused."""
    analysis = read.analysis
    entity = _ranked(read)
    by = analysis.rank.by if analysis.rank else None
    counts = [*analysis.quantities, *([by] if by else [])]
    if entity is None or not all(_counts(each, entity, catalog) for each in counts):
        return read

    if not counts and not (_is_alone(entity, catalog) and _has_no_money(entity, catalog)):
        return read

    kind = _kind(entity, catalog)
    if kind is None or _OFTEN.isdisjoint(each.text.lower() for each in tokens):
        return replace(read, dropped=(*read.dropped, _ranking_word(tokens, read, entity)))

    return replace(read, analysis=replace(analysis, groups=(ByMember(kind),)))


def _ranked(read: Assembled) -> Entity | None:
    """Whose rows are ranked, where these are all that is told apart."""
    analysis = read.analysis
    if analysis.rank is None or read.follows or analysis.having or len(analysis.groups) != 1:
        return None

    group = analysis.groups[0]
    return group.entity if isinstance(group, ByEntity) else None


def _counts(quantity: Quantity, entity: Entity, catalog: Catalog) -> bool:
    """Whether a quantity is the number of these rows."""
    match quantity:
        case Counted(entity=of):
            return of.cube == entity.cube or (not of.cube and _is_alone(entity, catalog))
        case Measured(measure=measure):
            return measure.cube == entity.cube and measure.agg_type == "count"
        case _:
            return False


def _is_alone(entity: Entity, catalog: Catalog) -> bool:
    """Whether there are no other rows that could be counted for each of them."""
    tables = [each for each in catalog.model.cubes.values() if not each.sql]
    return [each.name for each in tables] == [entity.cube]


def _has_no_money(entity: Entity, catalog: Catalog) -> bool:
    """Whether rows come to nothing by which they could be ranked, as the best selling games are."""
    return all(each.format != "currency" for each in catalog.of_cube(entity.cube, "measure"))


def _kind(entity: Entity, catalog: Catalog) -> Concept | None:
    """The one text that says of what kind a row is: the primary type of crimes."""
    texts = [each for each in catalog.of_cube(entity.cube, "dimension") if each.type == "string"]
    kinds = [each for each in texts if phrase_of(each.title)[-1:] and phrase_of(each.title)[-1] in SORTS]
    plain = [each for each in kinds if len(phrase_of(each.title)) == 1]
    found = kinds if len(kinds) == 1 else plain
    return found[0] if len(found) == 1 else None


def _ranking_word(tokens: Sequence[Token], read: Assembled, entity: Entity) -> str:
    """The word that asks for an order of rows that no number tells: the `strongest` earthquake."""
    items = (each for each in read.cover.items if each.category == "RANKED")
    said = (token for each in items for token in tokens[each.start : each.stop])
    skipped = keywords().function | set(phrase_of(entity.noun))
    return next((each.text for each in said if each.form not in skipped), entity.noun)

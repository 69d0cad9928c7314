"""Where entities, their records and bare dimensions go in the draft of an analysis."""

from svcchat_magic.analyst.meaning.tree import Concept, Condition, Entity
from svcchat_magic.analyst.parsing.constructions import RankedRows, all_conditions
from svcchat_magic.analyst.parsing.draft import BIG, Draft
from svcchat_magic.analyst.parsing.placing_ranks import place_ranked_rows


def place_list(draft: Draft, value: Entity) -> None:
    """`list the customers`."""
    draft.listed = value


def place_such_list(draft: Draft, value: tuple[Entity, Condition | tuple[Condition, ...]]) -> None:
    """`list the customers from Spain`."""
    draft.listed = value[0]
    draft.where.extend(all_conditions(value[1]))


def place_list_of_fields(
    draft: Draft, value: tuple[Entity, tuple[Condition, ...], tuple[Concept, ...]]
) -> None:
    """`list the products with their price`."""
    entity, conditions, fields = value
    draft.listed = entity
    draft.fields.extend(fields)
    draft.where.extend(conditions)


def place_ranked_fields(draft: Draft, value: tuple[RankedRows, tuple[Concept, ...]]) -> None:
    """`the five latest orders with their channel`."""
    place_ranked_rows(draft, value[0])
    draft.fields.extend(value[1])


def place_values(draft: Draft, value: Concept) -> None:
    """`which statuses are there`."""
    draft.values_of = value


def place_entity(draft: Draft, value: Entity) -> None:
    """A bare entity: counted, or said of the rows."""
    draft.entities.append(value)


def place_verb(draft: Draft, value: Entity) -> None:
    """`products ordered in 2024`: what the rows are about, where it is not asked for itself."""
    draft.about.append(value)


def place_dimension(draft: Draft, value: Concept) -> None:
    """A bare dimension: a group, or its values are asked for."""
    draft.dimensions.append(value)


def place_loose_dimension(draft: Draft, value: Concept) -> None:
    """A dimension far from what it could group: as a group it is hardly meant."""
    draft.dimensions.append(value)
    draft.penalty += BIG

"""Where entities, their records and bare dimensions go in the draft of an analysis."""

from svcchat_magic.analyst.constructions.constructions import FirstOf, all_conditions
from svcchat_magic.analyst.lattice.shown import Shown
from svcchat_magic.analyst.meaning.tree import Concept, Condition, Entity
from svcchat_magic.analyst.placing.draft import BIG, Draft


def place_list(draft: Draft, value: Entity) -> None:
    """`list the customers`."""
    draft.listed = value


def place_such_list(draft: Draft, value: tuple[Entity, Condition | tuple[Condition, ...]]) -> None:
    """`list the customers from Spain`."""
    draft.listed = value[0]
    draft.where.extend(all_conditions(value[1]))


def place_shown(draft: Draft, value: Shown) -> None:
    """`with date and amount`: what is shown of records."""
    draft.shown.append(value)


def place_listing(draft: Draft, _value: str) -> None:
    """`show`, `give me`: rows are asked for where rows are named."""
    draft.marks.add("listing")


def place_first(draft: Draft, value: FirstOf) -> None:
    """`newest first`, `sorted by price`: an order of records."""
    draft.first = value


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

"""Where bounds go in the draft of an analysis: on groups, and on each row by itself."""

from svcchat_magic.analyst.meaning.tree import Bound, Counted, Entity
from svcchat_magic.analyst.placing.draft import Draft


def place_bound(draft: Draft, value: Bound | tuple[Bound, ...]) -> None:
    """`more than 5 orders`."""
    draft.having.extend(value if isinstance(value, tuple) else (value,))


def place_such(draft: Draft, value: tuple[Entity, Bound | tuple[Bound, ...]]) -> None:
    """`customers with more than 5 orders`."""
    draft.entities.append(value[0])
    draft.marks.add("such")
    place_bound(draft, value[1])


def place_own_such(draft: Draft, value: tuple[Entity, Bound]) -> None:
    """`fines over 10`: a bound on each row by itself."""
    place_such(draft, value)
    draft.marks.add("own bound")


def place_own_counted(draft: Draft, value: tuple[Entity, Bound]) -> None:
    """`how many fines are over 10`."""
    draft.quantities.append(Counted(value[0]))
    draft.having.append(value[1])
    draft.marks.add("own bound")


def place_bare_bound(draft: Draft, value: Bound) -> None:
    """`only those over 10`: on the number before."""
    draft.bare_bounds.append(value)

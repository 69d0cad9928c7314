"""An analysis in the making."""

from dataclasses import dataclass, field

from svcchat_magic.analyst.constructions.constructions import FirstOf, Reference, TakenOut
from svcchat_magic.analyst.constructions.moments import Reached
from svcchat_magic.analyst.language.adjectives import Scale
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.lattice.shown import Shown
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.linking.taxes import Taxed
from svcchat_magic.analyst.meaning.at_end import AtEnd
from svcchat_magic.analyst.meaning.tree import (
    Bound,
    Concept,
    Condition,
    Derived,
    Entity,
    Group,
    IsIn,
    OwnField,
    Quantity,
    Rank,
)

SMALL, BIG = 0.3, 1.5  # how much what does not fit well, or at all, takes from a reading


@dataclass(slots=True)
class Draft:
    """An analysis in the making; `penalty` grows with what does not fit."""

    quantities: list[Quantity] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    asked: list[Group] = field(default_factory=list)
    where: list[Condition] = field(default_factory=list)
    included: list[IsIn] = field(default_factory=list)  # `cancelled ones too`: what is not left out
    becomes: list[Condition] = field(default_factory=list)  # `what percent were web`: the part
    of_whole: list[Condition] = field(default_factory=list)  # said before what a share is of
    numbered: list[Quantity] = field(default_factory=list)  # what rows have how many of
    having: list[Bound] = field(default_factory=list)
    rank: Rank | None = None
    inside: list[Group] = field(default_factory=list)  # what shares and ranks are within
    mixed: list[Group] = field(default_factory=list)  # what a mix is of, within the other groups
    fields: list[Concept | OwnField] = field(default_factory=list)  # of a list
    shown: list[Shown] = field(default_factory=list)  # fields that are asked for of whatever is listed
    scales: tuple[Scale, ...] = ()  # `most expensive first`: what all groups are ordered by
    notes: list[str] = field(default_factory=list)  # names of phrases that the answer should mention
    first: FirstOf | None = None  # which of the records come first
    ranked: list[Group] = field(default_factory=list)  # the groups that the rank is about
    derived: Derived | None = None
    listed: Entity | None = None
    values_of: Concept | None = None
    entities: list[Entity] = field(default_factory=list)
    about: list[Entity] = field(default_factory=list)  # whose rows are meant: revenue from guests
    dimensions: list[Concept] = field(default_factory=list)
    loose: dict[Concept, str] = field(default_factory=dict)  # set apart from what they could group
    chart: str = ""
    stops: list[str] = field(default_factory=list)
    penalty: float = 0.0
    marks: set[str] = field(default_factory=set)
    edits: set[str] = field(default_factory=set)
    released: list[Concept | Entity] = field(default_factory=list)
    time: Concept | None = None  # "resolved", "hired": what dates the rows here
    dropped: list[str] = field(default_factory=list)
    refers: list[Reference] = field(default_factory=list)  # cells of the result before
    taken_out: list[TakenOut] = field(default_factory=list)
    bare_bounds: list[Bound] = field(default_factory=list)  # on the number of the question before
    beside: Group | None = None  # the unit of several periods in one phrase: `Jan and Feb`
    ends: tuple[Period, Period] | None = None  # two periods that stand beside each other
    shift: str = ""
    counted_unit: str = ""  # on how many days
    reached: Reached | None = None  # pass one million cases
    at_last: AtEnd | None = None  # at the end of May, month-end: the last figures are meant
    told_in: str = ""  # the unit of a length of time, said apart from it
    said: list[Said] = field(default_factory=list)  # words of descriptions
    taxed: list[Taxed] = field(default_factory=list)  # whether the tax is in the amounts


def what_is_kept(condition: Condition) -> object:
    """What a condition keeps, in whichever order its values were said."""
    if not isinstance(condition, IsIn):
        return condition

    return condition.of, condition.negated, frozenset(map(str, condition.values))

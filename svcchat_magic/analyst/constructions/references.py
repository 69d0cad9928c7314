"""What points at the result before, or takes a part of it away: the constructions of follow-ups."""

from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import (
    BareRank,
    Reference,
    TakenOut,
    ToldOf,
    as_quantity,
    is_count,
)
from svcchat_magic.analyst.constructions.judged import is_high_of
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import (
    Bound,
    Concept,
    Condition,
    Entity,
    Group,
    IsIn,
    Quantity,
    Rank,
    Within,
)

_MOST_ROWS = 1000  # larger numbers that stand alone are years
REFERENCES = Grammar()
rule = REFERENCES.rule


REFERENCES.level()


@rule("REFER GROUPABLE", "REFERRED", "that doctor", "in those months", bonus=0.6)
def referred(which: str, group: Group) -> Reference:
    return Reference(which, group)


@rule("REFER NUM GROUPABLE?", "REFERRED", "those three doctors", "these two", bonus=0.7)
def referred_number(_which: str, count: Decimal, group: Group | None) -> Reference | None:
    return Reference("several", group, int(count)) if count == int(count) and count > 1 else None


@rule("NTH GROUPABLE", "REFERRED", "the second month", bonus=0.3)
def nth_group(number: str, group: Group) -> Reference:
    return Reference("nth", group, int(number), is_needed=False)


@rule("NTH one", "REFERRED", "the second one", bonus=0.8)
def nth_one(number: str, _one: str) -> Reference:
    return Reference("nth", None, int(number))


@rule("NTH", "REFERRED", "the second", bonus=-0.2)
def nth(number: str) -> Reference:
    return Reference("nth", None, int(number), is_needed=False)


@rule("number|row|# NUM", "REFERRED", "number 2", bonus=0.3)
def numbered(_word: str, number: Decimal) -> Reference | None:
    whole = number == int(number) and number > 0
    return Reference("nth", None, int(number), is_needed=False) if whole else None


@rule("SUPER one", "REFERRED", "the worst one", bonus=0.8)
def extreme_one(way: str, _one: str) -> Reference:
    return Reference(way)


@rule("in|of|for|during|on|at|from ~SUPER GROUPABLE", "REFERRED", "refunds in the best month", bonus=1.2)
def extreme_group(_in: str, way: str, group: Group) -> Reference:
    return Reference(way, group, is_needed=False)


@rule("OTHERS one", "REFERRED", "the other ones", bonus=0.5)
def other_ones(_others: str, _one: str) -> Reference:
    return Reference("others")


@rule("OTHERS GROUPABLE?", "REFERRED", "the other categories", "the rest", bonus=0.4)
def other_groups(_others: str, group: Group | None) -> Reference:
    return Reference("others", group, is_needed=False)


@rule("SAMETIME", "REFERRED", "in the same period", bonus=0.3)
def same_time(_same: str) -> Reference:
    return Reference("time")


@rule("PRONOUN", "REFERRED", "them", bonus=0.0)
def pronoun(which: str) -> Reference:
    return Reference({"several": "them", "one": "it"}[which], is_needed=False)


@rule("of|for|in|at|on each one?", "REFERRED", "what is the refund rate of each", bonus=0.5)
def of_each(_of: str, _each: str, _one: str | None) -> Reference:
    """Each of those that were shown, where no word says of what."""
    return Reference("them")


@rule("for|of all of them|those|these", "EDIT", "show it for all of them", bonus=2.0)
def for_all_of_them(_for: str, _all: str, _of: str, _them: str) -> str:
    """Behind the first of them: those that it was the first of."""
    return "unranked"


@rule("HOWMANY ~PRONOUN", "REFERRED", "how many of them", bonus=0.6)
def how_many_of(word: str, which: str) -> Reference | None:
    """How many they are; how much they spend is no number of them."""
    return Reference("several", asks="count") if (word, which) == ("count", "several") else None


@rule("WHICH ~PRONOUN", "REFERRED", "which of them", bonus=0.5)
def which_of(_which: str, way: str) -> Reference | None:
    return Reference("them", asks="which") if way == "several" else None


@rule("WHICH one", "REFERRED", "which one", bonus=0.5)
def which_one(_which: str, _one: str) -> Reference:
    return Reference("them", asks="which", is_needed=False)


@rule("WHICH one? ~HAVE ~SUPER ~QUANTITY", "ONEHAS", "which one had the fewest defects", bonus=0.9)
def which_one_has(
    _which: str, _one: str | None, _has: str, way: str, quantity: Quantity
) -> tuple[Reference, Rank]:
    """What one of them has so much of is counted, and no ranking of its own."""
    return Reference("them", asks="which", is_needed=False), Rank(is_high_of(way, quantity), None, quantity)


@rule(
    "WHICH|WHATIS ~GROUPABLE ~PRONOUN",
    "THOSEBY",
    "which campaigns was that",
    "which clubs do they play for",
    bonus=0.5,
)
def which_were_those(_which: str, group: Group, those: str) -> ToldOf:
    return _told_of(group, those)


@rule("WHICH|WHATIS|AND? ~their|its|his|her ~GROUPABLE", "THOSEBY", "what are their suppliers", bonus=0.5)
def their_groups(_what: str | None, whose: str, group: Group) -> ToldOf:
    return _told_of(group, "several" if whose == "their" else "one")


@rule("GROUPABLE of|for each|PRONOUN", "THOSEBY", "the genre of each", bonus=0.6)
def group_of_each(group: Group, _of: str, _each: str) -> ToldOf:
    return _told_of(group, "several")


def _told_of(group: Group, which: str) -> ToldOf:
    return ToldOf(group, Reference({"several": "them", "one": "it"}[which], is_needed=False))


@rule("is|are|was|were? ~CMP ~NUM", "BAREBOUND", "only the ones over 10", bonus=0.2)
def bare_bound(_is: str | None, operator: str, number: Decimal) -> Bound:
    """On the number that was asked for before."""
    return Bound(operator, number)


@rule("~take|takes|took|taking|last|lasts|lasted|need|needs ~CMP ~NUM", "BAREBOUND",
      "which of these take longer than two weeks", bonus=1.6)  # fmt: skip
def bare_length(_take: str, operator: str, number: Decimal) -> Bound | None:
    return Bound(operator, number) if getattr(number, "unit", "") else None


@rule("is|are|was|were? ~CMP ~PCT", "BAREBOUND", "which of them are above 5 %", bonus=0.4)
def bare_percent(_is: str | None, operator: str, number: Decimal) -> Bound:
    return Bound(operator, number / 100)


@rule("NUM SUPER one", "BARERANK", "now the 5 worst ones", bonus=1.5)
def so_many_worst_ones(count: Decimal, way: str, _ones: str) -> BareRank | None:
    """Several of them are no single one of those that were shown."""
    return BareRank.of(way, count) if count != 1 else None


@rule("NUM SUPER", "BARERANK", "the 5 worst", bonus=0.0)
def number_bare_rank(count: Decimal, way: str) -> BareRank | None:
    return BareRank.of(way, count)


@rule("NUM SUPER one", "BARERANK", "the 5 weakest ones", bonus=2.0)
def number_of_ones(count: Decimal, way: str, _ones: str) -> BareRank | None:
    return BareRank.of(way, count)


@rule("AGG instead of AGG", "NEWFUNCTION", "max instead of average", bonus=1.2)
def other_function(function: str, _instead: str, _of: str, _before: str) -> str:
    return function


@rule("AGG EDIT?", "NEWFUNCTION", "the median instead", "and the median", bonus=0.2)
def new_function(function: str, edit: str | None) -> str | None:
    return function if edit in (None, "instead") else None


@rule("EDIT NUM", "NEWLIMIT", "make it 10", "only 3", bonus=0.2)
def edit_number(edit: str, count: Decimal) -> int | None:
    return int(count) if edit in ("instead", "starts") and is_count(count) and count <= _MOST_ROWS else None


@rule("NUM EDIT", "NEWLIMIT", "10 instead", bonus=0.2)
def number_edit(count: Decimal, edit: str) -> int | None:
    return int(count) if edit == "instead" and is_count(count) and count <= _MOST_ROWS else None


@rule("NUM ~is|are enough|sufficient", "NEWLIMIT", "5 are enough", bonus=0.9)
def number_enough(count: Decimal, _are: str, _enough: str) -> int | None:
    return int(count) if is_count(count) and count <= _MOST_ROWS else None


@rule(
    "WHICH|who|what was|were|is|are they|those|it|that ~PERIOD",
    "WHEN",
    "and who were they in 2023",
    bonus=1.0,
)
def who_were_they(_who: str, _were: str, _they: str, span: TimeSpan) -> TimeSpan:
    """Those of another time are chosen anew: no cells of the result are meant."""
    return span


@rule("~is|are|was|were that|it|this|they|these|those|all ~based|built on", "EDIT",
      "how many ratings is that based on", bonus=0.9)  # fmt: skip
def based_on(_is: str, _that: str, _based: str, _on: str) -> str:
    """Another number of the same groups."""
    return "based"


@rule("COMPARE ~PERIOD", "COMPAREDTO", "compared to 2023", bonus=0.5)
def compared_to_period(how: str, span: TimeSpan) -> TimeSpan | None:
    """What was asked before, against another period."""
    return span if how == "sides" and not (span.ends or span.grain) else None


@rule("RATIO ~QUANTITY|ENTITY", "PERCENTOF", "as a percentage of all trains", bonus=0.6)
def percent_of(how: str, whole: Quantity | Entity) -> Quantity | None:
    """What was asked before, as a part of this."""
    return as_quantity(whole) if how == "ratio" else None


@rule("RATIO each|every ~GROUPABLE ~QUANTITY|ENTITY", "PERCENTOFEACH",
      "as a share of each team's tickets", bonus=2.0)  # fmt: skip
def percent_of_each(
    how: str, _each: str, group: Group, whole: Quantity | Entity
) -> tuple[Quantity, Group] | None:
    """What was asked before for these groups, as a part of what each of them has."""
    return (as_quantity(whole), group) if how == "ratio" else None


@rule("RATIO ~QUANTITY|ENTITY INSIDE", "PERCENTOFEACH", "as a percentage of all tickets of each team",
      bonus=0.6)  # fmt: skip
def percent_of_that_of_each(
    how: str, whole: Quantity | Entity, group: Group
) -> tuple[Quantity, Group] | None:
    found: tuple[Quantity, Group] | None = percent_of_each(how, "each", group, whole)
    return found


@rule("for|across|over all SDIM|ENTITY", "RELEASE", "for all houses", bonus=1.2)
def for_all_of(_for: str, _all: str, of: Concept | Entity) -> Concept | Entity:
    return of


@rule("TAKEOUT ~QUANTITY|GROUPABLE|CONDITION", "TAKENOUT", "remove the orders", "without Web", bonus=0.4)
def taken_out(_out: str, what: Quantity | Group | Condition) -> TakenOut | None:
    return None if isinstance(what, IsIn) and what.negated else TakenOut(what)


@rule("instead of ~QUANTITY|GROUPABLE|CONDITION", "TAKENOUT", "by branch instead of by type", bonus=1.2)
def instead_of(_instead: str, _of: str, what: Quantity | Group | Condition) -> TakenOut:
    return TakenOut(what)


@rule("instead of ~PERIOD", "TAKENOUT", "2024 instead of 2023", bonus=1.2)
def instead_of_period(_instead: str, _of: str, span: TimeSpan) -> TakenOut:
    return TakenOut(Within(span.period))


@rule("instead of ~GROUPS", "TAKENOUT", "by branch instead of by type", bonus=1.2)
def instead_of_groups(_instead: str, _of: str, groups: tuple[Group, ...]) -> TakenOut | None:
    return TakenOut(groups[0]) if len(groups) == 1 else None


@rule("TAKEOUT ~GROUPS", "TAKENOUT", "not by channel", bonus=0.4)
def groups_taken_out(_out: str, groups: tuple[Group, ...]) -> TakenOut | None:
    return TakenOut(groups[0]) if len(groups) == 1 else None

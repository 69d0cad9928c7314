"""More than before, or than the other: two periods and two values side by side, and orders by a number."""

from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.constructions.conditions import periods_beside
from svcchat_magic.analyst.constructions.constructions import (
    Compares,
    Ranked,
    all_conditions,
    as_quantity,
    change,
    negation_of,
    ranked_by,
    sides_of,
)
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import (
    ByMember,
    ByTime,
    Concept,
    Condition,
    Counted,
    Derived,
    Entity,
    Group,
    IsIn,
    Measured,
    Quantity,
    Ratio,
)

COMPARED = Grammar()
rule = COMPARED.rule

COMPARED.level()


@rule("PERIOD than|> ~PERIOD", "BESIDE", "more in 2024 than in 2023", bonus=0.5)
def periods_against(first: TimeSpan, _than: str, second: TimeSpan) -> tuple[TimeSpan, TimeSpan] | None:
    return periods_beside(first, "than", second)  # type: ignore[no-any-return]


@rule("PERIOD ~MORE than ~PERIOD", "MOREBESIDE", "was 2024 better than 2023", bonus=0.8)
def periods_ranked(
    first: TimeSpan, _more: str, _than: str, second: TimeSpan
) -> tuple[TimeSpan, TimeSpan] | None:
    return periods_against(first, "than", second)  # type: ignore[no-any-return]


@rule("PERIOD GROWTH COMPARE|over ~PERIOD", "GREWBESIDE", "in Q3 2025 grow against Q3 2024", bonus=1.6)
def periods_grown(
    first: TimeSpan, way: str, _against: str, second: TimeSpan
) -> tuple[tuple[TimeSpan, TimeSpan], Derived] | None:
    known = first.grain or second.grain or first.ends or second.ends or first.period == second.period
    return None if known else ((first, second), change(way))


@rule("CONDITION than ~CONDITION", "COMPARED", "is it better for e-mail than for phone", bonus=0.5)
def values_against(left: Condition, _than: str, right: Condition) -> Compares | None:
    if not (isinstance(left, IsIn) and isinstance(right, IsIn)) or left.negated or right.negated:
        return None

    return Compares((left, right)) if left.of == right.of and left != right else None


@rule("CONDITION COMPARE|than ~OTHERS|normal|regular|ordinary|standard ~ENTITY|GRAIN?", "COMPARED",
      "members vs other guests", bonus=1.4)  # fmt: skip
def flagged_against(
    left: Condition, _than: str, _others: str, _entity: Entity | str | None
) -> Compares | None:
    """Those that are something beside those that are not."""
    if not isinstance(left, IsIn) or left.of.type != "boolean" or left.negated:
        return None

    others = tuple(not each for each in left.values)
    return Compares((left, IsIn(left.of, others)))


@rule("SUBJECT COMPARE|than ~OTHERS|normal|regular|ordinary|standard ~ENTITY|GRAIN?", "COMPARED",
      "certified guides vs other guides", bonus=1.4)  # fmt: skip
def rows_against_others(
    left: tuple[Entity, Condition], _than: str, others: str, entity: Entity | None
) -> Compares | None:
    if entity not in (None, left[0]):
        return None

    found: Compares | None = flagged_against(left[1], "than", others, entity)
    return found and replace(found, entity=left[0])


@rule("SUBJECT ~MORE ~QUANTITY than ~OTHERS|normal|regular|ordinary|standard ~ENTITY|GRAIN?", "COMPARED",
      "do certified guides get better stars than other guides", bonus=2.0)  # fmt: skip
def rows_with_more(
    left: tuple[Entity, Condition],
    _more: str,
    quantity: Quantity,
    _than: str,
    others: str,
    entity: Entity | None,
) -> Compares | None:
    found: Compares | None = rows_against_others(left, "than", others, entity)
    return found and replace(found, quantity=quantity)


@rule("CONDITION ~MORE ~QUANTITY than ~CONDITION", "COMPARED", "do men have more visits than women",
      bonus=1.6)  # fmt: skip
def values_with_more(
    left: Condition, _more: str, quantity: Quantity, _than: str, right: Condition
) -> Compares | None:
    found: Compares | None = values_against(left, "than", right)
    return found and replace(found, quantity=quantity)


@rule("CONDITION ~MORE ~QUANTITY than ~OTHERS|normal|regular|ordinary|standard ~ENTITY|GRAIN?", "COMPARED",
      "do members get better prices than other guests", bonus=2.0)  # fmt: skip
def flagged_with_more(
    left: Condition, _more: str, quantity: Quantity, _than: str, _others: str, _entity: Entity | str | None
) -> Compares | None:
    found: Compares | None = flagged_against(left, "than", "other", None)
    return found and replace(found, quantity=quantity)


@rule("CONDITION ~QUANTITY ~MORE PER ~ENTITY than ~OTHERS|normal|regular|ordinary|standard ~ENTITY|GRAIN?",
      "COMPARED", "do members spend more per order than everyone else", bonus=2.4)  # fmt: skip
def flagged_with_more_per_row(
    left: Condition,
    quantity: Quantity,
    _more: str,
    _per: str,
    row: Entity,
    _than: str,
    _others: str,
    _entity: Entity | str | None,
) -> Compares | None:
    found: Compares | None = flagged_against(left, "than", "other", None)
    return found and replace(found, quantity=Ratio(quantity, Counted(row)))


@rule("CONDITION ~QUANTITY ~MORE PER ~ENTITY than ~CONDITION", "COMPARED",
      "do web customers spend more per order than store customers", bonus=2.0)  # fmt: skip
def values_with_more_per_row(
    left: Condition, quantity: Quantity, _more: str, _per: str, row: Entity, _than: str, right: Condition
) -> Compares | None:
    found: Compares | None = values_against(left, "than", right)
    return found and replace(found, quantity=Ratio(quantity, Counted(row)))


@rule("QUANTITY ~CONDITION COMPARE ~OTHERS one|ENTITY?", "SEVERAL", "orders by card vs the rest", bonus=1.4)
def value_against_rest(
    quantity: Quantity, left: Condition, joint: str, _others: str, _noun: Entity | str | None
) -> tuple[Quantity, ...] | None:
    """The rows of one value beside those of all others; a flag has a row for each of both."""
    is_value = isinstance(left, IsIn) and left.of.type == "string" and not left.negated
    others = negation_of(left) if is_value and joint == "sides" else None
    return sides_of(quantity, left, others) if others is not None else None


@rule("QUANTITY ~SUBJECT COMPARE ~OTHERS one|ENTITY?", "SEVERAL", "fees of walk-in guests vs the rest",
      bonus=1.5)  # fmt: skip
def such_against_rest(
    quantity: Quantity, of: tuple[Entity, Condition], joint: str, others: str, noun: Entity | str | None
) -> tuple[Quantity, ...] | None:
    if isinstance(noun, Entity) and noun.cube != of[0].cube:
        return None

    found: tuple[Quantity, ...] | None = value_against_rest(quantity, of[1], joint, others, None)
    return found


@rule("SUBJECT COMPARE ~OTHERS one|ENTITY?", "SEVERAL", "card payments vs the rest", bonus=1.2)
def counted_against_rest(
    of: tuple[Entity, Condition], joint: str, others: str, noun: Entity | str | None
) -> tuple[Quantity, ...] | None:
    found: tuple[Quantity, ...] | None = such_against_rest(Counted(of[0]), of, joint, others, noun)
    return found


@rule("COMPARED COMPARE|and|AND ~CONDITION ~ENTITY?", "COMPARED", "web vs store vs phone orders", bonus=0.5)
def and_another(known: Compares, _joint: str, more: Condition, entity: Entity | None) -> Compares | None:
    """A third side of the same column."""
    first = known.conditions[0]
    same = isinstance(first, IsIn) and isinstance(more, IsIn) and more.of == first.of and not more.negated
    if not same or more in known.conditions:
        return None

    return replace(known, conditions=(*known.conditions, more), entity=known.entity or entity)


@rule("rolling|moving NUM -? GRAIN average|mean ~of? ~QUANTITY", "RUN", "rolling 7 day average of calls",
      bonus=1.4)  # fmt: skip
def rolling(
    _rolling: str,
    count: Decimal,
    _dash: str | None,
    grain: str,
    _mean: str,
    _of: str | None,
    quantity: Quantity,
) -> tuple[Quantity, Derived, Group] | None:
    fits = 1 < count <= 400 and grain != "auto"
    return (quantity, Derived("moving", count=int(count)), ByTime(grain)) if fits else None


@rule("rank|ranking|ranked of? ~GROUPABLE by|BY|SORT ~QUANTITY|ENTITY", "RANKED", "rank hotels by revenue",
      bonus=1.0)  # fmt: skip
def all_ranked(
    _rank: str, _of: str | None, group: Group, _by: str, quantity: Quantity | Entity
) -> Ranked | None:
    found = ranked_by(group, "desc", None, as_quantity(quantity))
    return found and found.unlimited()


@rule("RANKED by|BY|SORT ~CONDITION SHARE ~QUANTITY|ENTITY", "RANKED",
      "top 3 shops by coffee's share of revenue", bonus=1.6)  # fmt: skip
def top_by_share(
    ranked: Ranked, _by: str, part: Condition, _share: str, whole: Quantity | Entity
) -> Ranked | None:
    """What stands right before the share is the part of each."""
    of = as_quantity(whole)
    if ranked.rank.by is not None or ranked.where or not isinstance(of, Measured | Counted):
        return None

    share = Ratio(replace(of, where=(*of.where, *all_conditions(part))), of, is_share=True)
    return replace(ranked, rank=replace(ranked.rank, by=share))


@rule("DISTRIBUTION ~SDIM|BDIM|NDIM", "GROUPS", "distribution of scores", bonus=0.5)
def distribution_of(_word: str, dimension: Concept) -> tuple[Group, ...]:
    """How many rows have each value."""
    return (ByMember(dimension),)


@rule("SDIM|BDIM|NDIM DISTRIBUTION", "GROUPS", "score distribution", bonus=0.5)
def its_distribution(dimension: Concept, _word: str) -> tuple[Group, ...]:
    return (ByMember(dimension),)

"""Random analyses over a model: those that can be computed and whose parts have names."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    Bound,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Compared,
    Concept,
    Condition,
    Counted,
    Derived,
    Distinct,
    Entity,
    Exists,
    Group,
    IsIn,
    Measured,
    Missing,
    OnPart,
    Quantity,
    Rank,
    Ratio,
    Within,
)
from tests.campaigns.reading.grounds import Ground
from tests.campaigns.reading.names import Names, key

SHAPES = {
    "total": 14,
    "breakdown": 16,
    "two_groups": 5,
    "two_quantities": 4,
    "trend": 12,
    "calendar": 4,
    "top": 14,
    "top_within": 3,
    "having": 5,
    "share": 5,
    "running": 3,
    "growth": 4,
    "part_of": 3,
    "listed": 4,
    "values": 3,
    "never": 3,
}
GRAINS = ("year", "quarter", "month", "week", "day")
_TRIES = 400


@dataclass
class Sampler:
    """Draws analyses over one model."""

    ground: Ground
    names: Names
    dice: random.Random

    def analysis(self) -> tuple[str, Analysis]:
        """A shape with an analysis that the model can compute; every second is more than the bare shape."""
        for _ in range(_TRIES):
            shape = self.dice.choices(list(SHAPES), list(SHAPES.values()))[0]
            made = getattr(self, f"_{shape}")()
            if made is None:
                continue

            made = replace(made, where=tuple(dict.fromkeys((*made.where, *self._conditions(shape)))))
            if _is_sensible(made) and self.ground.planned(made) is not None:
                return shape, made

        raise ValueError(f"no analysis over {self.ground.name}")

    def _total(self) -> Analysis | None:
        return self._made(Analysis, quantity=self._quantity())

    def _breakdown(self) -> Analysis | None:
        return self._made(Analysis, quantity=self._quantity(), groups=(self._group(),))

    def _two_groups(self) -> Analysis | None:
        first, second = self._group(), self.dice.choice([self._member, self._unit])()
        return None if first == second else self._made(Analysis, self._quantity(), (first, second))

    def _two_quantities(self) -> Analysis | None:
        first, second, group = self._quantity(), self._quantity(), self._member()
        if first is None or second is None or first == second or group is None:
            return None

        return Analysis(quantities=(first, second), groups=(group,))

    def _trend(self) -> Analysis | None:
        return self._made(Analysis, self._quantity(), (ByTime(self.dice.choice(GRAINS)),))

    def _calendar(self) -> Analysis | None:
        return self._made(Analysis, self._quantity(), (ByPart("weekday"),))

    def _top(self) -> Analysis | None:
        made = self._made(Analysis, self._quantity(ends=False), (self._group(),))
        return made and replace(made, rank=Rank(self.dice.random() < 0.7, self._limit(), made.quantities[0]))

    def _top_within(self) -> Analysis | None:
        inner, outer = self._group(), self._member()
        made = self._made(Analysis, self._quantity(ends=False), (outer, inner)) if inner != outer else None
        return made and replace(made, rank=Rank(True, self._limit(), made.quantities[0], within=(outer,)))

    def _having(self) -> Analysis | None:
        made = self._made(Analysis, self._quantity(plain=True), (self._group(),))
        bound = self.dice.choice((5, 10, 25, 100, 1000))
        operator = self.dice.choice((">", "<", ">=", "<="))
        return made and replace(made, having=(Bound(operator, Decimal(bound), made.quantities[0]),))

    def _share(self) -> Analysis | None:
        made = self._made(Analysis, self._additive(), (self._member(),))
        return made and replace(made, derived=Derived("share"))

    def _running(self) -> Analysis | None:
        made = self._made(
            Analysis, self._additive(), (ByTime(self.dice.choice(("month", "week", "quarter"))),)
        )
        return made and replace(made, derived=Derived("running"))

    def _growth(self) -> Analysis | None:
        made = self._made(Analysis, self._additive(), ())
        year = self.ground.today.year - 1
        period = Period(date(year, 1, 1), date(year + 1, 1, 1), ("year", 1))
        return made and replace(made, where=(Within(period),), derived=Derived("change"))

    def _part_of(self) -> Analysis | None:
        entity = self._entity()
        condition = self._value_of(entity.cube) if entity else None
        if entity is None or condition is None:
            return None

        part = Ratio(Counted(entity, (condition,)), Counted(entity), is_share=True)
        return Analysis(quantities=(part,))

    def _listed(self) -> Analysis | None:
        entity = self._entity()
        condition = self._value_of(entity.cube) if entity else None
        return Analysis(rows_of=entity, where=(condition,)) if entity and condition else None

    def _values(self) -> Analysis | None:
        named = [each for each in self.ground.values if self.names.all_of(each)]
        return Analysis(values_of=self.dice.choice(named)) if named else None

    def _never(self) -> Analysis | None:
        entity, other = self._entity(), self._entity()
        if entity is None or other is None or entity == other:
            return None

        missing = Exists(other, negated=True, entity=entity)
        return Analysis(quantities=(Counted(entity),), where=(missing,))

    @staticmethod
    def _made(
        make: Callable[..., Analysis], quantity: Quantity | None, groups: tuple[Group | None, ...] = ()
    ) -> Analysis | None:
        if quantity is None or None in groups:
            return None

        return make(quantities=(quantity,), groups=groups)

    # Parts

    def _quantity(self, *, plain: bool = False, ends: bool = True) -> Quantity | None:
        """A quantity; `plain` ones bound groups, and by what `ends` the highest nobody ranks."""
        kinds = (self._measured, self._counted) if plain else self._kinds()
        found = self.dice.choices(kinds, (7, 2, 1, 1)[: len(kinds)])[0]()
        is_end = isinstance(found, Aggregated) and found.function in ("maximum", "minimum")
        return None if is_end and not ends else found

    def _kinds(self):
        return self._measured, self._counted, self._distinct, self._aggregated

    def _additive(self) -> Quantity | None:
        measures = [each for each in self._concepts("measure") if each.agg_type == "sum"]
        return Measured(self.dice.choice(measures)) if measures else self._counted()

    def _measured(self) -> Quantity | None:
        measures = self._concepts("measure")
        return Measured(self.dice.choice(measures)) if measures else None

    def _counted(self) -> Quantity | None:
        entity = self._entity()
        return Counted(entity) if entity else None

    def _distinct(self) -> Quantity | None:
        of = self._of_type("string")
        return Distinct(of) if of else None

    def _aggregated(self) -> Quantity | None:
        of = self._of_type("number")
        function = self.dice.choice(("average", "median", "maximum", "minimum"))
        return Aggregated(function, of) if of else None

    def _entity(self) -> Entity | None:
        found = [
            each
            for each in self.ground.catalog.entities.values()
            if self.names.all_of(each) and self.ground.catalog.key_of(each)
        ]
        return self.dice.choice(found) if found else None

    def _group(self) -> Group | None:
        return self.dice.choices((self._member, self._of_entity), (4, 1))[0]()

    def _member(self) -> Group | None:
        of = self._of_type("string")
        return ByMember(of) if of else None

    def _of_entity(self) -> Group | None:
        entity = self._entity()
        return ByEntity(entity) if entity and self.ground.catalog.name_of(entity) else None

    def _unit(self) -> Group:
        return ByTime(self.dice.choice(GRAINS))

    def _limit(self) -> int:
        return self.dice.choice((2, 3, 4, 5, 7, 12, 20))

    def _of_type(self, kind: str) -> Concept | None:
        found = [each for each in self._concepts("dimension") if each.type == kind and not _is_key(each)]
        return self.dice.choice(found) if found else None

    def _concepts(self, kind: str) -> list[Concept]:
        return [
            each for each in self.ground.catalog.concepts if each.kind == kind and self.names.all_of(each)
        ]

    # Conditions

    def _conditions(self, shape: str) -> Iterator[Condition]:
        if shape in ("values", "never", "listed", "part_of", "growth"):
            return

        if self.dice.random() < 0.35 and (value := self._value_of(None)):
            yield value
        if self.dice.random() < 0.35:
            yield Within(self._period())
        if self.dice.random() < 0.1 and (other := self._other()):
            yield other

    def _value_of(self, cube: str | None) -> Condition | None:
        dimensions = [
            each
            for each in self.ground.values
            if (cube is None or each.cube == cube) and self.names.all_of(each)
        ]
        if not dimensions:
            return None

        of = self.dice.choice(dimensions)
        values = [each for each in self.ground.values[of] if _is_spoken(each)]
        size = 2 if self.dice.random() < 0.25 else 1
        if len(values) <= size:
            return None

        return IsIn(of, tuple(self.dice.sample(values, size)), negated=self.dice.random() < 0.15)

    def _other(self) -> Condition | None:
        kind = self.dice.choice(("number", "missing", "weekday"))
        if kind == "weekday":
            return OnPart("weekday", self.dice.choice(((6, 7), (1,), (5,))))

        of = self._of_type("number" if kind == "number" else "string")
        if of is None:
            return None

        if kind == "missing":
            return Missing(of, negated=False)

        return Compared(of, self.dice.choice((">", "<", ">=", "<=")), Decimal(self.dice.choice((3, 15, 40))))

    def _period(self) -> Period:
        year = self.ground.today.year - self.dice.choice((1, 2))
        kind = self.dice.choice(("year", "year", "month", "quarter", "since", "months", "days"))
        month = self.dice.randint(1, 12)
        match kind:
            case "year":
                return Period(date(year, 1, 1), date(year + 1, 1, 1))
            case "month":
                return Period(date(year, month, 1), _months_on(year, month, 1))
            case "quarter":
                first = (month - 1) // 3 * 3 + 1
                return Period(date(year, first, 1), _months_on(year, first, 3))
            case "since":
                return Period(date(year, month, 1), None)
            case "months":
                first = self.dice.randint(1, 8)
                return Period(date(year, first, 1), _months_on(year, first, self.dice.choice((2, 4))))
            case _:
                return Period(date(year, month, 5), date(year, month, 21))


def _months_on(year: int, month: int, count: int) -> date:
    return date(year + (month - 1 + count) // 12, (month - 1 + count) % 12 + 1, 1)


def _is_key(concept: Concept) -> bool:
    """Whether a dimension only numbers rows: nobody asks for its average."""
    last = key(concept.name).split(" ")[-1]
    return concept.primary_key or last in ("id", "no", "number", "code", "key")


def _is_spoken(value: str) -> bool:
    """Whether a value can be said in a question without quotes."""
    return 1 < len(value) <= 40 and len(value.split()) <= 4 and not any(sign in value for sign in '"?;:()')


def _is_sensible(analysis: Analysis) -> bool:
    """Nobody filters on what they group by to one value, or asks for one thing twice."""
    grouped = {each.of for each in analysis.groups if isinstance(each, ByMember)}
    counted = {each.of for each in analysis.quantities if isinstance(each, Distinct | Aggregated)}
    kept = [each.of for each in analysis.where if isinstance(each, IsIn | Compared | Missing)]
    entities = {each.entity for each in analysis.quantities if isinstance(each, Counted)}
    by_itself = any(isinstance(each, ByEntity) and each.entity in entities for each in analysis.groups)
    return (
        not (grouped | counted) & set(kept)
        and len(kept) == len(set(kept))
        and not grouped & counted
        and not by_itself
    )

"""Who did something in how many units of time, or in all of them: in at least 6 months, in every month."""

from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import is_count
from svcchat_magic.analyst.language.periods import UNITS
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.different import EVERY, units_of
from svcchat_magic.analyst.meaning.tree import Bound, ByTime, Concept, Distinct, Entity, Group, Quantity

UNITS_HAD = Grammar()
rule = UNITS_HAD.rule

Such = tuple[Entity, Bound]
UnitsBound = tuple[str, Decimal, str]

UNITS_HAD.level()


@rule("in|on|during every single? GRAIN", "EVERYUNIT", "in every month", bonus=0.8)
def in_every(_in: str, _every: str, _single: str | None, unit: str) -> UnitsBound | None:
    return (EVERY, Decimal(0), unit) if unit in UNITS else None


@rule("in|on|during all NUM? GRAIN", "EVERYUNIT", "in all months", bonus=0.8)
def in_all(_in: str, _all: str, _count: Decimal | None, unit: str) -> UnitsBound | None:
    return (EVERY, Decimal(0), unit) if unit in UNITS else None


@rule("in|on|during? EACHDID GRAIN", "EACHUNIT", "every month", "in each month", bonus=0.4)
def in_each(_in: str | None, _each: str, unit: str) -> UnitsBound | None:
    return (EVERY, Decimal(0), unit) if unit in UNITS else None


@rule("in|on|during CMP NUM DISTINCT? GRAIN", "SOMEUNITS", "in at least 6 different months", bonus=0.8)
def in_so_many(
    _in: str, operator: str, number: Decimal, _different: str | None, unit: str
) -> UnitsBound | None:
    is_plain = unit in UNITS and is_count(number) and not getattr(number, "unit", "")
    return (operator, number, unit) if is_plain else None


@rule("in|on|during NUM ORMORE DISTINCT? GRAIN", "SOMEUNITS", "in two or more months", bonus=0.8)
def in_so_many_or_more(
    in_: str, number: Decimal, operator: str, different: str | None, unit: str
) -> UnitsBound | None:
    found: UnitsBound | None = in_so_many(in_, operator, number, different, unit)
    return found


UNITS_HAD.level()


@rule("DATED ~EVERYUNIT", "BOUND", "how many customers ordered in every month", bonus=3.2)
def dated_in_every(time: Concept, units: UnitsBound) -> Bound:
    return Bound(units[0], units[1], Distinct(time, unit=units[2]))


@rule("VERBED ~EVERYUNIT", "BOUND", "how many customers ordered in every month", bonus=3.0)
def done_in_every(of: Entity, units: UnitsBound) -> Bound:
    return Bound(units[0], units[1], units_of(of.cube, units[2]))


@rule("with|had|having|have|has ~ENTITY ~EVERYUNIT", "BOUND", "with orders in every month", bonus=3.2)
def some_in_every(_with: str, of: Entity, units: UnitsBound) -> Bound:
    return Bound(units[0], units[1], units_of(of.cube, units[2]))


@rule("ENTITY ~who|that|which ~DATED ~EVERYUNIT|EACHUNIT", "SUCH",
      "customers who ordered every month", bonus=2.8)  # fmt: skip
def who_dated_in_every(who: Entity, _who: str, time: Concept, units: UnitsBound) -> Such | None:
    return (who, Bound(units[0], units[1], Distinct(time, unit=units[2]))) if time.cube != who.cube else None


@rule("ENTITY ~who|that|which ~VERBED ~EVERYUNIT|EACHUNIT", "SUCH",
      "customers who ordered every month", bonus=2.6)  # fmt: skip
def who_did_in_every(who: Entity, _who: str, of: Entity, units: UnitsBound) -> Such | None:
    return (who, Bound(units[0], units[1], units_of(of.cube, units[2]))) if of != who else None


@rule("DATED ~SOMEUNITS", "BOUND", "customers who ordered in at least 6 months", bonus=1.4)
def dated_in_some(time: Concept, units: UnitsBound) -> Bound:
    return Bound(units[0], units[1], Distinct(time, unit=units[2]))


@rule("VERBED ~SOMEUNITS", "BOUND", "customers who ordered in at least 6 months", bonus=1.2)
def done_in_some(of: Entity, units: UnitsBound) -> Bound:
    return Bound(units[0], units[1], units_of(of.cube, units[2]))


@rule("with|had|having|have|has ~ENTITY ~SOMEUNITS", "BOUND",
      "customers with orders in at least 6 months", bonus=2.0)  # fmt: skip
def some_in_some(_with: str, of: Entity, units: UnitsBound) -> Bound:
    return Bound(units[0], units[1], units_of(of.cube, units[2]))


@rule("ENTITY ~who|that|which ~VERBED|DATED in|on|during? EACHDID of ~PERIOD", "SUCHINEACH",
      "customers who ordered in each of the last 3 months", bonus=2.8)  # fmt: skip
def who_did_in_each_of(
    who: Entity, _who: str, did: Entity | Concept, _in: str | None, _each: str, _of: str, span: TimeSpan
) -> tuple[Entity, Bound, TimeSpan] | None:
    unit = span.grain or (span.period.step or ("",))[0]
    if did.cube == who.cube or unit not in UNITS or span.ends:
        return None

    return who, Bound(EVERY, Decimal(0), _units(did, unit)), replace(span, grain="")


@rule("on|in|during HOWMANY DISTINCT? GRAIN ~EACH? ~GROUPABLE? ~VERBED|DATED on|in?", "UNITSOFEACH",
      "in how many months did each customer order", bonus=2.4)  # fmt: skip
def in_how_many(
    _in: str, _many: str, _different: str | None, unit: str, each: str | None, group: Group | None,
    did: Entity | Concept, _on: str | None,
) -> tuple[Quantity, Group | None] | None:  # fmt: skip
    if unit not in UNITS or isinstance(group, ByTime) or (each is not None and group is None):
        return None

    return _units(did, unit), group if each is not None else None


@rule("HOWMANY DISTINCT? GRAIN ~EACH ~GROUPABLE ~VERBED|DATED on|in", "UNITSOFEACH",
      "how many months did each customer order in", bonus=2.4)  # fmt: skip
def how_many_each_did_in(
    many: str, different: str | None, unit: str, each: str, group: Group, did: Entity | Concept, on: str
) -> tuple[Quantity, Group | None] | None:
    found: tuple[Quantity, Group | None] | None = in_how_many(on, many, different, unit, each, group, did, on)
    return found


@rule("HOWMANY DISTINCT? GRAIN ~with|had|having|have ~ENTITY", "QUANTITY",
      "number of days with orders", bonus=2.4)  # fmt: skip
def how_many_with(_many: str, _different: str | None, unit: str, _with: str, of: Entity) -> Quantity | None:
    return units_of(of.cube, unit) if unit in UNITS else None


def _units(did: Entity | Concept, unit: str) -> Distinct:
    return Distinct(did, unit=unit) if isinstance(did, Concept) else units_of(did.cube, unit)

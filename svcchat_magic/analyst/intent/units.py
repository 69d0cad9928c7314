"""What is asked for in another unit than the data's: miles of kilometres, hours of seconds."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.units import asks_for, is_unit
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.told_units import in_unit, is_of_money, told_unit
from svcchat_magic.analyst.meaning.tree import Measured, Quantity

_KINDS = ("second", "kg", "km")  # of time, weight and length
_NUMBERS = ("QUANTITY", "COUNTED", "RANKED", "MEASURE", "CHANGED", "DONE")


def with_units(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the numbers that a unit of the question stands for told in that unit."""
    numbers = [each for each in read.cover.items if each.category in _NUMBERS]
    taken = {at for each in numbers for at in range(each.start, each.stop)}
    asked = [at for at, each in enumerate(tokens) if at in taken and is_unit(each) and asks_for(tokens, at)]
    for unit in dict.fromkeys(tokens[at].form for at in asked):
        turned = _told_in(read, unit)
        is_open = turned is not read and is_of_money(unit, catalog)
        read = replace(read, dropped=(*read.dropped, unit)) if is_open else turned

    return replace(read, dropped=(*read.dropped, *_counted_amounts(tokens, read)))


def _counted_amounts(tokens: Sequence[Token], read: Assembled) -> list[str]:
    """`how many loads` of a sum of seconds: so many are counted, and no time is added up."""
    found = []
    for item in read.cover.items:
        said, value = tokens[item.start : item.stop], item.value
        counts = [each.form for each in said[:2]] == ["how", "many"] and not any(map(is_unit, said))
        if counts and isinstance(value, Measured) and value.measure.agg_type == "sum":
            told = any(told_unit(value.measure, each) for each in _KINDS)
            found += [said[-1].text] if told else []

    return found


def _told_in(read: Assembled, unit: str) -> Assembled:
    analysis = read.analysis
    rank = analysis.rank and replace(analysis.rank, by=analysis.rank.by and _turned(analysis.rank.by, unit))
    quantities = tuple(_turned(each, unit) for each in analysis.quantities)
    having = tuple(
        replace(each, quantity=each.quantity or next(iter(analysis.quantities), None))
        for each in analysis.having
    )
    changed = replace(analysis, quantities=quantities, rank=rank)
    if changed == analysis:
        return read

    return replace(read, analysis=replace(changed, having=having))


def _turned(quantity: Quantity, unit: str) -> Quantity:
    return in_unit(quantity, unit) or quantity

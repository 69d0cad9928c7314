"""`how much did Pia Ortiz spend`, `the most expensive order`: what buyers paid, and no cost of ours."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.amounts import SPENT
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.natural_amounts import whole_amounts
from svcchat_magic.analyst.meaning.cubes import cubes_of_group
from svcchat_magic.analyst.meaning.tree import ByEntity, ByMember, Concept, IsIn, Measured
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.whose_dates import is_dealt, is_of_people, is_of_staff
from svcchat_magic.semantic.inference.names import is_money, words_of

_PRICED = frozenset({"expensive", "cheapest", "cheap", "priciest", "dearest"})
_SPENDING = frozenset({"spend", "spends", "spent"})


def with_spent_by_buyers(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading with that amount; refused where it is not the only one."""
    analysis = read.analysis
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    home = _buyer(tokens, read, sources) or _bought(tokens, read, sources)
    if home is None or not isinstance(first, Measured) or SPENT.isdisjoint(words_of(first.measure.name)):
        return read

    earned = [each for each in sources.catalog.concepts if _is_earned(each, home, sources)]
    amounts = whole_amounts(earned)
    if len(amounts) != 1:
        return replace(read, dropped=(*read.dropped, "spend"))

    paid = replace(first, measure=amounts[0])
    rank = analysis.rank and replace(
        analysis.rank, by=paid if analysis.rank.by == first else analysis.rank.by
    )
    return replace(read, analysis=replace(analysis, quantities=(paid,), rank=rank))


def _buyer(tokens: Sequence[Token], read: Assembled, sources: Sources) -> str | None:
    """The table of the one person who is said to spend."""
    for item in read.cover.items:
        spends = item.stop < len(tokens) and tokens[item.stop].text.lower() in _SPENDING
        cube = item.value.of.cube if isinstance(item.value, IsIn) else ""
        if spends and cube and is_of_people(cube, sources.catalog) and not is_of_staff(cube, sources.catalog):
            return cube

    return None


def _bought(tokens: Sequence[Token], read: Assembled, sources: Sources) -> str | None:
    """The table of the orders or the like of which the most expensive ones are sought."""
    if _PRICED.isdisjoint(each.form for each in tokens) or len(read.analysis.groups) != 1:
        return None

    group = read.analysis.groups[0]
    is_each = isinstance(group, ByEntity) or (isinstance(group, ByMember) and group.of.primary_key)
    cube = next(iter(cubes_of_group(group)), "") if is_each else ""
    return cube if cube in sources.catalog.entities and is_dealt(cube, sources.catalog) else None


def _is_earned(concept: Concept, buyer: str, sources: Sources) -> bool:
    """Whether it adds up money of rows that each have such a person, and money that is not spent by us."""
    if concept.kind != "measure" or concept.agg_type != "sum" or not SPENT.isdisjoint(words_of(concept.name)):
        return False

    is_of_money = concept.format == "currency" or is_money(concept.name)
    return is_of_money and sources.graph.reaches(concept.cube, buyer, to_one=True)

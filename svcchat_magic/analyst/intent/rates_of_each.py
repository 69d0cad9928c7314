"""`average discount per order`: one number of all orders, and no list of each of them."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import (
    ByEntity,
    ByMember,
    Concept,
    Counted,
    Entity,
    Group,
    Measured,
    Ratio,
)
from svcchat_magic.analyst.planning.sources import Sources

_AVERAGE = frozenset({"average", "mean", "typical", "avg"})
_BEFORE = frozenset({"the", "our", "what", "is", "was", "of"})


def with_rates_of_each(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading with so much per order, where the words behind `average` name an amount.

    An average of rates of single orders is none of all of them, and where an order has no rate not known.
    """
    analysis = read.analysis
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    is_plain = analysis.rank is None and analysis.derived is None and not analysis.having
    if not is_plain or not isinstance(first, Measured) or not _is_rate(first.measure):
        return read

    at = next((at for at, each in enumerate(tokens) if each.form in _AVERAGE), None)
    per = next((at for at, each in enumerate(tokens) if each.form == "per"), None)
    group = next((each for each in analysis.groups if (of := _event(each, sources)) is not None), None)
    of = _event(group, sources) if group is not None else None
    if at is None or per is None or at > per or group is None or of is None:
        return read

    amount = _amount(tuple(each.form for each in tokens[at + 1 : per]), first.measure, sources)
    if amount is None:
        return replace(read, dropped=(*read.dropped, "per"))

    told = Ratio(Measured(amount, first.where), Counted(of))
    others = tuple(each for each in analysis.groups if each != group)
    return replace(read, analysis=replace(analysis, quantities=(told,), groups=others))


def _is_rate(measure: Concept) -> bool:
    return measure.format == "percent" and measure.agg_type not in ("sum", "count")


def _event(group: Group, sources: Sources) -> Entity | None:
    """Which rows without names are groups of their own: nobody knows one order by its number."""
    catalog = sources.catalog
    found = group.entity if isinstance(group, ByEntity) else None
    if isinstance(group, ByMember) and group.of.primary_key:
        found = catalog.entities.get(group.of.cube)

    if found is None:
        return None

    name = catalog.name_of(found)
    return found if name is None or name == catalog.key_of(found) else None


def _amount(words: tuple[str, ...], rate: Concept, sources: Sources) -> Concept | None:
    """The sum of the same rows that these words name."""
    found = sources.catalog.phrases.get(words, ())
    named = (each.of for each in found if isinstance(each.of, Concept) and each.weight >= OWN)
    sums = [each for each in named if each.kind == "measure" and each.agg_type == "sum"]
    return next((each for each in sums if each.cube == rate.cube), None)

"""`as a percentage of all trains`, behind a number of some of them, or of all of them by something."""

from dataclasses import replace

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    Counted,
    Derived,
    Measured,
    OnPart,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.sources import sources_of


def is_share(said: Analysis, marks: frozenset[str]) -> bool:
    """Whether a part of all of something is asked for."""
    is_derived = said.derived is not None and said.derived.kind == "share"
    return "parts" in marks or is_derived or any(isinstance(each, Ratio) for each in said.quantities)


def asks_part(said: Analysis, marks: frozenset[str]) -> bool:
    """Whether nothing else is asked than what part something is."""
    share = said.derived is not None and said.derived.kind == "share"
    more = (said.quantities, said.groups, said.where, said.having, said.rank, said.rows_of)
    return (share or "percent" in marks) and not any(more)


def share_of_rows(before: Analysis) -> Analysis | None:
    """`what percentage is that`, behind the rows that one condition or a bound keeps, or their number."""
    if before.rows_of is not None:
        before = replace(before, quantities=(Counted(before.rows_of),), rows_of=None, fields=())

    first = before.quantities[0] if len(before.quantities) == 1 else None
    if first is None or before.derived is not None or (before.rank and before.rank.limit):
        return None

    if before.having:
        return _share_of_bounded(before, first)

    kept = [each for each in before.where if not isinstance(each, Within | OnPart)]
    if before.groups or len(kept) != 1 or not adds_up(first) or getattr(first, "where", ()):
        return None

    return _as_part_of_all(before)


def adds_up(quantity: Quantity) -> bool:
    """Whether a number is of all rows together."""
    is_sum = isinstance(quantity, Measured) and quantity.measure.agg_type in ("sum", "count")
    return is_sum or isinstance(quantity, Counted)


def _share_of_bounded(before: Analysis, first: Quantity) -> Analysis | None:
    """Of all customers those with more than 5 orders, whether they were listed or counted."""
    bound = before.having[0]
    group = before.groups[0] if len(before.groups) == 1 else None
    listed = group.entity if isinstance(group, ByEntity) else None
    counted = first.entity if isinstance(first, Counted) and not before.groups else None
    entity = listed or counted
    if entity is None or len(before.having) != 1 or (counted and bound.quantity is None):
        return None

    having = (replace(bound, quantity=bound.quantity or first),)
    share = Derived("share")
    return replace(before, quantities=(Counted(entity),), groups=(), having=having, rank=None, derived=share)


def share_of_groups(before: Analysis, said: Analysis, catalog: Catalog) -> Analysis | None:
    """`pick lines by zone`, `as a % of all lines`: the share of each zone; None where a part is asked for."""
    kept = [each for each in before.where if not isinstance(each, Within | OnPart)]
    asked = said.quantities[0] if len(said.quantities) == 1 else None
    is_plain = not (said.where or said.rank or said.having or before.derived)
    if asked is None or not is_plain or not before.groups or len(before.quantities) != 1:
        return None

    of = asked.above if isinstance(asked, Ratio) and asked.is_share else asked
    if _rows(of, catalog) != _rows(before.quantities[0], catalog):
        return None

    if said.groups:
        return _share_of_each(before, said)

    return _as_part_of_all(before) if kept else replace(before, derived=Derived("share"))


def _share_of_each(before: Analysis, said: Analysis) -> Analysis | None:
    """`as a percentage of all lines of each zone`: what kept the rows keeps the part of each."""
    is_kept = any(not isinstance(each, Within | OnPart) for each in before.where)
    if set(said.groups) == set(before.groups) and is_kept:
        return _as_part_of_all(before)

    is_inner = set(said.groups) < set(before.groups) and not is_kept
    return replace(before, derived=Derived("share", within=said.groups)) if is_inner else None


def _as_part_of_all(before: Analysis) -> Analysis:
    """Of the same rows those that were kept: a share of what is left would be all of it."""
    return as_part(before, replace(before, derived=None))


def _rows(quantity: Quantity, catalog: Catalog) -> object:
    """What a quantity is of: the cube whose rows it counts, all of them, else itself."""
    match quantity:
        case Counted(entity, where=(), is_active=False):
            return entity.cube
        case Measured(measure, where=()) if sources_of(catalog).counts_all(measure):
            return measure.cube
        case _:
            return quantity


def as_part(before: Analysis, said: Analysis) -> Analysis:
    """The number before as a part of the one that is named now; what kept its rows keeps only the part."""
    part, whole = before.quantities[0], said.quantities[0]
    same = [each for each in before.where if not isinstance(each, Within | OnPart)]
    kept = tuple(same) if isinstance(part, Counted | Measured) and part == whole else ()
    above = replace(part, where=(*part.where, *kept)) if isinstance(part, Counted | Measured) else part
    return replace(
        before,
        quantities=(Ratio(above, whole, is_share=True),),
        where=tuple(each for each in before.where if each not in kept),
        rank=before.rank and replace(before.rank, by=None),
        derived=None,
    )

"""`as a percentage of all trains`, behind a number of some of them, or of all of them by something."""

from dataclasses import replace

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
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

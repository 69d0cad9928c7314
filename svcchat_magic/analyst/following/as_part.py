"""`as a percentage of all trains`, behind a number of some of them."""

from dataclasses import replace

from svcchat_magic.analyst.meaning.tree import Analysis, Counted, OnPart, Ratio, Within


def as_part(before: Analysis, said: Analysis) -> Analysis:
    """The number before as a part of the one that is named now; what kept its rows keeps only the part."""
    part, whole = before.quantities[0], said.quantities[0]
    same = [each for each in before.where if not isinstance(each, Within | OnPart)]
    kept = tuple(same) if isinstance(part, Counted) and part == whole else ()
    above = replace(part, where=(*part.where, *kept)) if isinstance(part, Counted) else part
    return replace(
        before,
        quantities=(Ratio(above, whole, is_share=True),),
        where=tuple(each for each in before.where if each not in kept),
        rank=before.rank and replace(before.rank, by=None),
        derived=None,
    )

"""`Total hours, regular plus overtime`: one sum, of which the first words only name the noun."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.leftovers.heads import number_of_item
from svcchat_magic.analyst.meaning.tree import Measured, Quantity, Ratio

_ALL = frozenset({"total", "all", "overall", "sum", "of"})


def with_sums(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading without a part of the sum that it asks for, where nothing says which part that would be."""
    quantities = read.analysis.quantities
    sums = [each for each in quantities if isinstance(each, Ratio) and each.way == "+"]
    if len(sums) != 1 or len(quantities) != 2:
        return read

    (other,) = (each for each in quantities if each != sums[0])
    if other not in (sums[0].above, sums[0].below) or _is_named(tokens, read, other):
        return read

    return replace(read, analysis=replace(read.analysis, quantities=(sums[0],)))


def _is_named(tokens: Sequence[Token], read: Assembled, of: Quantity) -> bool:
    """Whether a word of its own tells one part from the other: regular of the regular hours."""
    own = {*phrase_of(of.measure.title)[:-1]} - _ALL if isinstance(of, Measured) else set[str]()
    items = [each for each in read.cover.items if number_of_item(each) == of]
    return not own or any(each.form in own for item in items for each in tokens[item.start : item.stop])

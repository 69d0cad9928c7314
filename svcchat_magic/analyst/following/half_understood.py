"""What goes on from a question that was only understood in part."""

from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.meaning.tree import Quantity, Ratio

_ONLY = "only"
_OF_ROWS = ("them", "several", "it")


def minding_the_lost(read: Assembled, memory: Memory) -> Assembled:
    """The reading, stopped where it needs what was not understood: rows that were never shown, or a number.

    A number that was named (`revenue by flavour`) stands; that rows are counted may only be what was left
    of one (`fail rate by inspector`), so that the next question must say which number it is about.
    """
    if "narrows" in read.edits and read.follows and read.analysis == memory.analysis:
        return replace(read, dropped=(*read.dropped, _ONLY))  # those that took place, whichever these are

    if not memory.lost or not read.follows:
        return read

    if any(each.way in _OF_ROWS for each in read.refers) and not memory.shown:
        return replace(read, stops=(*read.stops, "reference"))

    said, before = read.said or read.analysis, memory.analysis
    names = (said.quantities and not said.is_assumed) or said.rows_of or said.values_of
    is_open = before.rows_of is None and all(map(_may_be_less, before.quantities))
    return replace(read, stops=(*read.stops, "half understood")) if is_open and not names else read


def _may_be_less(quantity: Quantity) -> bool:
    """Whether a number may be what is left of another one, whose name was not understood."""
    if isinstance(quantity, Ratio):
        return _may_be_less(quantity.above) and _may_be_less(quantity.below)

    return is_counted(quantity)


def starts_anew(read: Assembled, memory: Memory) -> bool:
    """Whether a question names its rows itself, behind one that was not answered."""
    return bool(memory.lost) and not memory.shown and read.is_implied and not (read.refers or read.edits)

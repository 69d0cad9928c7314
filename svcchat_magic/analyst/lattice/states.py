"""Whether a word such as `delivered` says which state rows are in, or when it happened to them."""

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart, Item

_OF_EVENTS = frozenset(  # then a verb is something that has happened or not, and no status
    {
        "not",
        "yet",
        "never",
        "nobody",
        "noone",
        "no",
        "n't",
        "still",
        "already",
        "after",
        "before",
        "between",
        "since",
        "when",
    }
)


def is_value(chart: Chart, item: Item) -> bool:
    """Whether a word that names a date is a value of its rows here."""
    return _is_status(chart, item) or _is_one_of(chart, item)


def _is_status(chart: Chart, item: Item) -> bool:
    """`slots that aired`: without a period or a plan the status of that name is meant, and not its date."""
    is_timed = any(_is_of_time(chart, item, each) for each in chart.all(("CMP",)))
    is_timed |= any(chart.all(("PERIOD", "LATE", "INTIME")))
    if is_timed or not _OF_EVENTS.isdisjoint(chart.forms):
        return False

    values = (each.value for at in range(item.start, item.stop) for each in chart.starting(at, "VALUE"))
    said = chart.forms[item.stop - 1]
    own = (each for each in values if each.of.cube == item.value.cube)
    return any(phrase_of(str(each.values[0])) == (said,) for each in own)


def _is_one_of(chart: Chart, item: Item) -> bool:
    """`Issued or Finaled in 2023`: beside another value of the same column a word is a value, and no date."""
    at = item.start
    beside = [(at - 1, at - 2)] if at > 1 else []
    beside += [(item.stop, item.stop + 1)] if item.stop + 1 < len(chart.forms) else []
    own = {each.value.of for each in chart.starting(at, "VALUE") if each.stop == item.stop}
    return any(
        chart.forms[joint] in ("and", "or", ",", "nor")
        and any(each.value.of in own for each in chart.starting(other, "VALUE"))
        for joint, other in beside
    )


def _is_of_time(chart: Chart, verb: Item, bound: Item) -> bool:
    """`resolved in under 3 hours`, but not `published courses that cost under 50`."""
    behind = range(bound.stop, min(bound.stop + 3, len(chart.forms)))
    is_length = any(item for at in behind for item in chart.starting(at, "GRAIN"))
    return is_length or 0 <= bound.start - verb.stop <= 1

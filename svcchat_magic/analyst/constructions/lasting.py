"""How long rows last, or take until they are done with: a rental, the turnaround of a repair."""

from svcchat_magic.analyst.constructions.aggregates import ELAPSED, Stretch, time_between
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.lattice.lives import Tenure
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.meaning.tree import Aggregated, Condition, IsIn, Quantity

LASTING = Grammar()
rule = LASTING.rule

LASTING.level()


@rule("AGG? TENURE ~INUNIT? ~ONAVERAGE?", "QUANTITY", "average tenure in years", bonus=0.9)
def time_there(
    function: str | None, tenure: Tenure, told_in: str | None, average: str | None
) -> Quantity | None:
    """How long persons have been there, or were until they left."""
    if told_in not in (None, *ELAPSED) or function == "sum":
        return None

    unit, until = told_in or tenure.unit, tenure.today.isoformat()
    said = function or average or "average"
    return Aggregated(said, tenure.end, since=tenure.begin, unit=unit, until=until)


@rule("AGG? LASTINGOF ~LASTING ~INUNIT? ~ONAVERAGE?", "QUANTITY", "average length of a rental", bonus=0.9)
def length_of(
    function: str | None, _length: str, stretch: Stretch, told_in: str | None, average: str | None
) -> Quantity | None:
    return time_between(function, "time", told_in, None, stretch, average)  # type: ignore[no-any-return]


@rule("AGG? LASTINGOF ~VALUE LASTING ~INUNIT? ~ONAVERAGE?", "COUNTED",
      "average life of a cancelled contract", bonus=1.4)  # fmt: skip
def length_of_such(
    function: str | None, _length: str, kept: IsIn, stretch: Stretch, told_in: str | None, average: str | None
) -> tuple[Quantity, Condition] | None:
    found = length_of(function, _length, stretch, told_in, average)
    return (found, kept) if found is not None and kept.of.cube == stretch[0].cube else None


@rule("AGG? length|duration|lifetime|life|lifespan ~INUNIT of|for ~LASTING", "QUANTITY",
      "average length in days of a rental", bonus=0.9)  # fmt: skip
def length_in_unit(
    function: str | None, length: str, told_in: str, _of: str, stretch: Stretch
) -> Quantity | None:
    return length_of(function, length, stretch, told_in, None)  # type: ignore[no-any-return]


@rule("AGG? length|duration|lifetime|life|lifespan ~INUNIT of|for ~VALUE LASTING", "COUNTED",
      "average lifetime in days of cancelled contracts", bonus=1.4)  # fmt: skip
def length_of_such_in_unit(
    function: str | None, length: str, told_in: str, _of: str, kept: IsIn, stretch: Stretch
) -> tuple[Quantity, Condition] | None:
    found: tuple[Quantity, Condition] | None = length_of_such(function, length, kept, stretch, told_in, None)
    return found


@rule("AGG LASTING length|duration|time|lifetime ~INUNIT?", "QUANTITY",
      "average rental duration", bonus=0.3)  # fmt: skip
def its_length(function: str, stretch: Stretch, _length: str, told_in: str | None) -> Quantity | None:
    return time_between(function, "time", told_in, None, stretch, None)  # type: ignore[no-any-return]


@rule("AGG ~LASTING INUNIT", "QUANTITY", "average stay in hours", bonus=0.3)
def lasting_in_unit(function: str, stretch: Stretch, told_in: str) -> Quantity | None:
    return time_between(function, "time", told_in, None, stretch, None)  # type: ignore[no-any-return]


@rule("AGG ~TAKEN ~INUNIT?", "QUANTITY", "average turnaround time in days", bonus=0.6)
def average_taken(function: str, stretch: Stretch, told_in: str | None) -> Quantity | None:
    """Without a function it may be a date that is meant: by delivery time."""
    return time_between(function, "time", told_in, None, stretch, None)  # type: ignore[no-any-return]


@rule("AGG ~TAKEN ~INUNIT? of|for ~LASTING ~INUNIT?", "QUANTITY",
      "average turnaround time of a repair", bonus=1.4)  # fmt: skip
def average_taken_of(
    function: str, stretch: Stretch, told_in: str | None, _of: str, own: Stretch, also: str | None
) -> Quantity | None:
    found = average_taken(function, stretch, told_in or also)
    return found if stretch == own else None


@rule("ELAPSED do|doe|did ~ONAVERAGE? ~LASTING last ~ONAVERAGE?", "QUANTITY",
      "how many days does a rental last on average", bonus=1.6)  # fmt: skip
def how_many_days_last(
    unit: str, _do: str, also: str | None, stretch: Stretch, _last: str, average: str | None
) -> Quantity | None:
    return time_between(None, unit, None, None, stretch, average or also)  # type: ignore[no-any-return]


@rule("DURATION ~ONAVERAGE? ~LASTING ~last? ~INUNIT? ~ONAVERAGE?", "QUANTITY",
      "how long do rentals last", "how long does an average rental last", bonus=0.5)  # fmt: skip
def how_long_last(
    _long: Said,
    also: str | None,
    stretch: Stretch,
    _last: str | None,
    told_in: str | None,
    average: str | None,
) -> Quantity | None:
    return time_between(None, "time", told_in, None, stretch, average or also)  # type: ignore[no-any-return]

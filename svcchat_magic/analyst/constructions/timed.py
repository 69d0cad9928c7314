"""How long rows are, where a column of theirs tells it: the length of a track in milliseconds."""

from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.linking.told_units import in_unit
from svcchat_magic.analyst.meaning.tree import Aggregated, Concept, Condition, IsIn, Measured, Quantity

Timed = tuple[Concept, Concept | None]  # a column, and the measure that averages it
TIMED = Grammar()
rule = TIMED.rule

TIMED.level()


@rule("AGG? LASTINGOF ~TIMED ~INUNIT? ~ONAVERAGE?", "QUANTITY", "average length of a track", bonus=0.8)
def length_of_one(
    function: str | None, _length: str, column: Timed, told_in: str | None, average: str | None
) -> Quantity | None:
    dimension, mean = column
    said = function or average or "average"
    of = Measured(mean) if mean is not None and said == "average" else Aggregated(said, dimension)
    return in_unit(of, told_in) if told_in else of


@rule("AGG? LASTINGOF ~VALUE TIMED ~INUNIT? ~ONAVERAGE?", "COUNTED",
      "average length of a rock track", bonus=1.3)  # fmt: skip
def length_of_such_a_one(
    function: str | None, length: str, kept: IsIn, column: Timed, told_in: str | None, average: str | None
) -> tuple[Quantity, Condition] | None:
    found: Quantity | None = length_of_one(function, length, column, told_in, average)
    return (found, kept) if found is not None else None


@rule("AGG? length|duration ~INUNIT of|for ~TIMED", "QUANTITY", "average length in minutes of a track",
      bonus=0.8)  # fmt: skip
def length_of_one_in_unit(
    function: str | None, length: str, told_in: str, _of: str, column: Timed
) -> Quantity | None:
    return length_of_one(function, length, column, told_in, None)  # type: ignore[no-any-return]


@rule("AGG ~TIMED length|duration ~INUNIT?", "QUANTITY", "average track length in minutes", bonus=0.3)
def length_of_its_rows(function: str, column: Timed, length: str, told_in: str | None) -> Quantity | None:
    return length_of_one(function, length, column, told_in, None)  # type: ignore[no-any-return]


@rule("DURATION ~ONAVERAGE? ~TIMED ~last|run|go? ~ONAVERAGE? ~INUNIT? ~ONAVERAGE?", "QUANTITY",
      "how long is the average track", bonus=0.45)  # fmt: skip
def how_long_is_one(
    _long: Said,
    also: str | None,
    column: Timed,
    _last: str | None,
    average: str | None,
    told_in: str | None,
    again: str | None,
) -> Quantity | None:
    said = average or also or again
    return length_of_one(None, "", column, told_in, said)  # type: ignore[no-any-return]


@rule("TIMED length|duration", "NDIM", "track length", bonus=0.2)
def its_length(column: Timed, _length: str) -> Concept:
    return column[0]


@rule("AGG? length|duration ~INUNIT of|for ~VALUE TIMED", "COUNTED",
      "average length in minutes of a rock track", bonus=1.3)  # fmt: skip
def length_of_such_in_unit(
    function: str | None, length: str, told_in: str, _of: str, kept: IsIn, column: Timed
) -> tuple[Quantity, Condition] | None:
    found: tuple[Quantity, Condition] | None
    found = length_of_such_a_one(function, length, kept, column, told_in, None)
    return found


@rule("DURATION ~ONAVERAGE? ~VALUE TIMED ~last|run|go? ~ONAVERAGE? ~INUNIT? ~ONAVERAGE?", "COUNTED",
      "how long are rock tracks", bonus=1.0)  # fmt: skip
def how_long_is_such_a_one(
    _long: Said,
    also: str | None,
    kept: IsIn,
    column: Timed,
    _last: str | None,
    average: str | None,
    told_in: str | None,
    again: str | None,
) -> tuple[Quantity, Condition] | None:
    found: tuple[Quantity, Condition] | None
    found = length_of_such_a_one(None, "", kept, column, told_in, average or also or again)
    return found

"""The names of functions that are of more than one column: of groups and their price, of two numbers."""

from svcchat_magic.analyst.language.answer_words import AnswerWords

PERCENTILE = "percentile "  # with its number
TIMES = "times"  # sums by the price that their groups are by: what they come to for each price, added up
CORRELATION = "correlation"  # of a column with the one in `times`
UNITS = "units"  # how many units of time have such a number
FIRST = "first unit"  # the first of them
OF_UNITS = (UNITS, FIRST)
SECONDS = "seconds"  # how many days pass between the first row of a group and its second, on average
FIRSTS = "firsts"  # how many groups there are, each at the time of the first of its rows


def of_groups(function: str, what: str, words: AnswerWords) -> str:
    """What is told over groups: `median revenue per order`; of units of time days, or the first day."""
    if function == UNITS:
        return words.plural(what)

    if function == FIRST:
        return words.say("first of", what=what)

    kind, _, number = function.partition(" ")
    return words.say(kind, what=what, number=number)

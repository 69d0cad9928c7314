"""The names of functions that are of more than one column: of groups and their price, of two numbers."""

TIMES = "times"  # sums by the price that their groups are by: what they come to for each price, added up
CORRELATION = "correlation"  # of a column with the one in `times`
UNITS = "units"  # how many units of time have such a number
FIRST = "first unit"  # the first of them
OF_UNITS = (UNITS, FIRST)

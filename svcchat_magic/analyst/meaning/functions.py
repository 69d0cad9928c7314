"""The name of a function over groups that no question says: `OverGroups.function` has it."""

TIMES = "times"  # sums by the price that their groups are by: what they come to for each price, added up

"""Where rates of those who left go in the draft of an analysis, and what is said of them once more."""

from svcchat_magic.analyst.meaning.tree import Condition, Group, Quantity
from svcchat_magic.analyst.meaning.turnover import first_day_of
from svcchat_magic.analyst.placing.draft import BIG, Draft


def place_losses(draft: Draft, value: tuple[Quantity, tuple[Group, ...], tuple[Condition, ...]]) -> None:
    """`attrition rate by department in 2024`: of the whole time, within each group."""
    draft.quantities.append(value[0])
    draft.groups.extend(value[1])
    draft.where.extend(value[2])
    draft.marks.add("by")


def place_losing_told(draft: Draft, value: frozenset[str]) -> None:
    """`those who left divided by the headcount on 1 January`: no more than what such a rate is."""
    days = [day for each in draft.quantities if (day := first_day_of(each))]
    years = {each for each in value if len(each) == len("2024") and each.isdigit()}
    is_same = len(days) == 1 and years <= {days[0][:4]}
    if is_same and ("january" not in value or days[0].endswith("-01-01")):
        return

    draft.penalty += BIG
    draft.dropped.append("divided")

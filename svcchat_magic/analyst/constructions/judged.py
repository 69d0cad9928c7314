"""`best country on top`: an order of all groups, by which end is the better one."""

from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Group

_JUDGED = ("best", "worst")
JUDGED = Grammar()
rule = JUDGED.rule

JUDGED.level()


@rule("SUPER ~GROUPABLE first", "JUDGEDORDER", "best country first", bonus=0.6)
def best_group_first(way: str, _group: Group, _first: str) -> str | None:
    return way if way in _JUDGED else None


@rule("SUPER ~GROUPABLE on|at top", "JUDGEDORDER", "best country on top", bonus=1.0)
def best_group_on_top(way: str, _group: Group, _on: str, _top: str) -> str | None:
    return way if way in _JUDGED else None

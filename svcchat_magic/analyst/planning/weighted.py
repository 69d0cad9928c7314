"""Amounts of a measure by a price of what its rows belong to: units received by the unit cost of products.

The measure is computed for each price first, and what that comes to is added up: rows of one price are worth
as much together as each for itself. So a measure whose column is not open to questions can be multiplied.
"""

from dataclasses import replace

from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.tree import Analysis, ByTime, OverGroups
from svcchat_magic.analyst.planning.building import Builder
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned


def weighted(builder: Builder, analysis: Analysis, quantity: OverGroups) -> Planned:
    """A sum for each group, or one of all rows; raises CannotPlan where more than its order is asked."""
    rank = analysis.rank
    is_ranked_so = rank is None or (rank.by in (None, quantity) and not rank.within and not rank.nth)
    if len(analysis.quantities) > 1 or analysis.having or analysis.derived or not is_ranked_so:
        raise CannotPlan("how an amount of two columns goes with the rest")

    priced = (*analysis.groups, quantity.group)
    built = builder.build(replace(analysis, quantities=(quantity.quantity,), groups=priced, rank=None))
    if len(builder.keys(built.analysis, built.write)) > len(priced):
        raise CannotPlan("how one of several of the same name is told from another")

    groups, price, number = built.columns[: len(analysis.groups)], built.columns[-2], built.columns[-1]
    called = f"{number.name}_times_{price.name}"
    outputs = [name(each.name) for each in groups]
    outputs.append(f"SUM({name(number.name)} * {name(price.name)}) AS {name(called)}")
    sql = f"SELECT {', '.join(outputs)}\nFROM (\n{built.select.inner}\n) AS each_one"
    if groups:
        sql += f"\nGROUP BY {', '.join(str(at + 1) for at in range(len(groups)))}"
        sql += f"\nORDER BY {_order(analysis, len(groups))}"

    if rank is not None and rank.limit is not None:
        sql += f"\nLIMIT {rank.limit}"

    whole = replace(built.analysis, quantities=(quantity,), groups=built.analysis.groups[:-1], rank=rank)
    return Planned(sql, (*groups, Column(called, quantity, "quantity")), built.source, whole)


def _order(analysis: Analysis, groups: int) -> str:
    """Along time, else from the largest, or from the smallest where that is asked."""
    if analysis.rank is None and any(isinstance(each, ByTime) for each in analysis.groups):
        return ", ".join(str(at + 1) for at in range(groups))

    descending = analysis.rank is None or analysis.rank.descending
    return f"{groups + 1} {'DESC' if descending else 'ASC'} NULLS LAST, 1"

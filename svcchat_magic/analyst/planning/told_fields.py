"""What is told of the rows that are ranked or bounded, beside their number: the client of each job."""

from dataclasses import replace

from svcchat_magic.analyst.linking.natural_amounts import sized
from svcchat_magic.analyst.linking.whole_names import whole_names, with_last_names
from svcchat_magic.analyst.meaning.bounded import bounded_by
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByMember,
    ByTime,
    Concept,
    Group,
    Measured,
    OwnField,
)
from svcchat_magic.analyst.planning.building import Builder
from svcchat_magic.analyst.planning.records import OwnFields, mind_whose_fields


def with_worth_of_each(analysis: Analysis, builder: Builder) -> Analysis:
    """A list with the value of each row, where that is the sum of its lines: a number of each of them."""
    rows, amount = analysis.rows_of, OwnField("amount")
    if rows is None or amount not in analysis.fields or analysis.rank or analysis.quantities:
        return analysis

    known = sized(rows, builder.sources.catalog)
    if known is None or known.amount is not None or known.of_each is None:
        return analysis

    catalog = builder.sources.catalog
    told = (amount, OwnField("key"), OwnField("name"), catalog.key_of(rows), catalog.name_of(rows))
    fields = tuple(each for each in analysis.fields if each not in told)
    worth = Measured(known.of_each)
    return replace(analysis, rows_of=None, quantities=(worth,), groups=(ByEntity(rows),), fields=fields)


def with_told_fields(analysis: Analysis, builder: Builder) -> Analysis:
    """The analysis with such fields as groups, of which each row has one; raises CannotPlan."""
    catalog = builder.sources.catalog
    analysis = replace(analysis, groups=with_last_names(analysis.groups, catalog))
    own = next((each for each in analysis.groups if isinstance(each, ByEntity)), None)
    if not analysis.fields or own is None:
        return replace(analysis, fields=())

    fields = tuple(OwnFields(builder.sources, own.entity).all_of(analysis.fields))
    mind_whose_fields(builder, fields, own.entity)
    bounded = {each.measure for each in bounded_by(analysis.having) if isinstance(each, Measured)}
    fields = tuple(each for each in fields if catalog.sums.get(each) not in bounded)  # told already
    told = [_told(each) for each in whole_names(fields, catalog)]
    groups = tuple(dict.fromkeys((*analysis.groups, *told)))
    return replace(analysis, groups=groups, fields=())


def _told(field: Concept) -> Group:
    return ByTime("day", field) if field.type == "time" else ByMember(field)

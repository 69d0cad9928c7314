"""`which country has the most customers without orders`: no row of an order tells of them."""

from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.turned_groups import counted_things
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.replacing import with_changed
from svcchat_magic.analyst.meaning.tree import Condition, Counted, Exists, Measured, Missing


def with_absent_counted(read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with their own rows counted in place of keys in the rows that they do not have."""
    lacking = set(filter(None, map(_lacking, read.analysis.where)))

    def counted(measured: Measured) -> Measured | Counted:
        is_lost = measured.measure.agg_type == "count_distinct" and measured.measure.cube in lacking
        things = counted_things(measured, catalog) if is_lost else None
        return Counted(things) if things is not None and things.cube not in lacking else measured

    return replace(read, analysis=with_changed(read.analysis, (Measured,), counted)) if lacking else read


def _lacking(condition: Condition) -> str:
    """The cube of which there are no rows."""
    match condition:
        case Missing(negated=False) if condition.of.type == "time":
            return condition.of.cube
        case Exists(negated=True):
            return condition.of.cube
        case _:
            return ""

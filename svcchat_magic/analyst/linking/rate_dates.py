"""The date of a rate whose numbers are all of one event: deliveries on time, of all deliveries."""

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.planned_dates import come_to_pass
from svcchat_magic.analyst.linking.rates import RATES
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.model.member_sql import read_member_sql
from svcchat_magic.semantic.search.thesaurus import stems_of


def date_of_rate(measure: Concept, catalog: Catalog) -> Concept | None:
    """`on-time delivery rate`: the day of delivery, where what it divides is named by deliveries too.

    A cancellation rate is of all orders, most of which have no day of cancellation.
    """
    words = measure.title.lower().split()
    parts = _parts(measure, catalog)
    if len(words) < 2 or words[-1] not in RATES or len(parts) < 2:
        return None

    event = stems_of(words[-2])[-1:]
    if not all(set(event) <= {*stems_of(each.title)} for each in parts):
        return None

    named = [each for each in date_names_of(catalog).named(event) if each.cube == measure.cube]
    times = come_to_pass(named, frozenset()) if event else ()
    return times[0] if len(times) == 1 else None


def _parts(measure: Concept, catalog: Catalog) -> tuple[Concept, ...]:
    """The measures of its own table that a measure is computed from."""
    cube = catalog.model.cubes.get(measure.cube)
    own = cube.measures.get(measure.name) if cube is not None else None
    if cube is None or own is None or measure.agg_type != "number":
        return ()

    names = dict.fromkeys(member or of for of, member in read_member_sql(own.sql).references)
    keys = [(cube.name, each) for each in names if each in cube.measures]
    return (
        tuple(catalog.by_key[each] for each in keys) if all(each in catalog.by_key for each in keys) else ()
    )

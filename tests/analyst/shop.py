"""A small data model made by hand, unlike the demo: two cubes, a word of SQL for a name, no view."""

from datetime import date

from svcchat_magic.semantic.model.model import Cube, Dimension, Join, Measure, Model

TODAY = date(2025, 1, 10)


def small_model() -> Model:
    """Flights and their carriers; the flights cube has a dimension called `order`."""
    flights = Cube(
        name="flights",
        sql_table="flights",
        title="Flights",
        joins=(Join("carriers", "many_to_one", "{CUBE}.carrier = {carriers.code}"),),
        dimensions={
            "departed_at": Dimension("departed_at", "time", "departed_at", title="Departure time"),
            "origin": Dimension("origin", "string", "origin", title="Origin airport"),
            "order": Dimension("order", "string", "slot_order", title="Slot order"),
        },
        measures={
            "count": Measure("count", "count", title="Number of flights"),
            "average_delay": Measure("average_delay", "avg", "delay", title="Average delay"),
            "seats": Measure("seats", "sum", "seats", title="Seats", meta={"synonyms": ["places"]}),
        },
    )
    carriers = Cube(
        name="carriers",
        sql_table="carriers",
        title="Carriers",
        joins=(Join("flights", "one_to_many", "{CUBE}.code = {flights.carrier}"),),
        dimensions={"name": Dimension("name", "string", "name", title="Carrier")},
        measures={"count": Measure("count", "count", title="Number of carriers")},
    )
    return Model(cubes={"flights": flights, "carriers": carriers}, views={})

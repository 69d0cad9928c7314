"""A florist's model made by hand, and questions read over it without any data."""

from datetime import date
from functools import cache

from svcchat_magic.analyst.assembling.assembly import assembled
from svcchat_magic.analyst.constructions.grammar import GRAMMAR, TOP
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.lattice.lattice import lattice
from svcchat_magic.analyst.leftovers.cover import covers
from svcchat_magic.analyst.linking.catalog import catalog_of
from svcchat_magic.analyst.meaning.tree import IsIn
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.semantic.model.model import Cube, Dimension, Join, Measure, Model

TODAY = date(2025, 3, 14)
KINDS = {"tulip": "Tulip", "lily": "Lily"}


def key():
    return Dimension("id", "number", "id", primary_key=True)


@cache
def model():
    """Growers, bouquets of theirs, their sales, and what came back of those."""
    growers = Cube(
        name="growers",
        sql_table="growers",
        title="Growers",
        dimensions={
            "id": key(),
            "name": Dimension("name", "string", "name", title="Grower"),
            "region": Dimension("region", "string", "region", title="Region"),
            "founded_year": Dimension("founded_year", "number", "founded_year", title="Founded"),
        },
        measures={"count": Measure("count", "count", title="Growers")},
    )
    bouquets = Cube(
        name="bouquets",
        sql_table="bouquets",
        title="Bouquets",
        joins=(Join("growers", "many_to_one", "{CUBE}.grower_id = {growers.id}"),),
        dimensions={
            "id": key(),
            "name": Dimension("name", "string", "name", title="Bouquet"),
            "kind": Dimension("kind", "string", "kind", title="Flower"),
            "price": Dimension("price", "number", "price", title="Price"),
            "weight_g": Dimension("weight_g", "number", "weight_g", title="Weight in g"),
        },
        measures={"count": Measure("count", "count", title="Bouquets")},
    )
    sales = Cube(
        name="sales",
        sql_table="sales",
        title="Sales",
        joins=(Join("bouquets", "many_to_one", "{CUBE}.bouquet_id = {bouquets.id}"),),
        dimensions={
            "id": key(),
            "sold_at": Dimension("sold_at", "time", "sold_at", title="Sale date"),
            "shop": Dimension("shop", "string", "shop", title="Shop"),
        },
        measures={
            "count": Measure("count", "count", title="Sales"),
            "takings": Measure("takings", "sum", "amount", title="Takings", format="currency"),
            "stems": Measure("stems", "sum", "stems", title="Stems"),
        },
    )
    complaints = Cube(
        name="complaints",
        sql_table="complaints",
        title="Complaints",
        joins=(Join("sales", "many_to_one", "{CUBE}.sale_id = {sales.id}"),),
        dimensions={
            "id": key(),
            "raised_on": Dimension("raised_on", "time", "raised_on", title="Complaint date"),
        },
        measures={"count": Measure("count", "count", title="Complaints")},
    )
    cubes = {each.name: each for each in (growers, bouquets, sales, complaints)}
    return Model(cubes=cubes, views={})


@cache
def catalog():
    return catalog_of(model())


def values():
    """The flowers, as the data would name them."""
    kind = catalog().by_key["bouquets", "kind"]
    return {(word,): ((kind, value),) for word, value in KINDS.items()}


def best(question):
    """What a question is read as: the best way to put its items together."""
    tokens = tokens_of(question)
    chart = lattice(tokens, catalog(), values(), Calendar(TODAY))
    chart.build(GRAMMAR)
    found = [assembled(each, tokens) for each in covers(chart, tokens, TOP)]
    return max(found, key=lambda each: each.score)


def analysis(question):
    return best(question).analysis


def sql(question):
    """The statement of a question on one line; raises CannotPlan."""
    sources = Sources(catalog())
    planned = Planner(sources).plan(Completion(catalog(), sources, TODAY).of(analysis(question)))
    return " ".join(planned.sql.split())


def member(cube, name):
    return catalog().by_key[cube, name]


def entity(cube):
    return catalog().entities[cube]


def flower(*names):
    return IsIn(member("bouquets", "kind"), names)

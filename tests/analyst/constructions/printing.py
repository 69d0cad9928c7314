"""A printer's model made by hand, one of clubs and their visits, and questions read over them."""

from dataclasses import replace

from svcchat_magic.analyst.meaning.tree import Measured
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from tests.analyst.constructions.small_models import TODAY, best, catalog, cube, model_of

PRESSES = cube("presses", "Presses", {"hall": ("string", "Hall"), "retired": ("boolean", "Retired")}, {})
RUNS = cube(
    "runs",
    "Press runs",
    {
        "started_on": ("time", "Started on"),
        "printed_on": ("time", "Printed on"),
        "operator": ("string", "Operator"),
        "state": ("string", "Run state"),
        "mis_feed": ("boolean", "Mis feed"),
        "noise": ("number", "Noise"),
        "cost": ("number", "Cost"),
        "budget": ("number", "Budget"),
        "due_on": ("time", "Due date"),
    },
    {
        "different_operators": ("count_distinct", "Different operators", "operator"),
        "average_noise": ("avg", "Average noise", "noise"),
        "sheets_printed": ("sum", "Sheets printed", "sheets"),
        "planned_hours": ("sum", "Planned hours", "planned"),
        "actual_hours": ("sum", "Actual hours", "actual"),
        "charged_eur": ("sum", "Charged EUR", "charged"),
    },
    joins=("presses",),
)
STOPS = cube(
    "stops",
    "Stops",
    {"stopped_at": ("time", "Stopped at"), "cause": ("string", "Cause")},
    {},
    joins=("runs",),
)
MODEL = model_of(PRESSES, RUNS, STOPS)
TOWNS = cube("towns", "Towns", {"town": ("string", "Town")}, {})
CLUBS = cube(
    "clubs", "Clubs", {"name": ("string", "Club name"), "joined_on": ("time", "Joined")}, {}, ("towns",)
)
VISITS = cube("visits", "Visits", {"came_on": ("time", "Came on")}, {}, ("clubs",))
GUESTS = replace(cube("away_clubs", "Clubs", {"name": ("string", "Away club name")}, {}), measures={})
OTHERS = model_of(GUESTS, TOWNS, CLUBS, VISITS)
SPENDERS = model_of(
    TOWNS,
    CLUBS,
    cube(
        "orders",
        "Orders",
        {},
        {"spent_eur": ("sum", "Spent EUR", "eur"), "items": ("sum", "Items", "n")},
        ("clubs",),
    ),
)
PARCELS = model_of(
    cube(
        "parcels",
        "Parcels",
        {
            "sent_on": ("time", "Sent on"),
            "delivered_on": ("time", "Delivered on"),
            "ship_town": ("string", "Ship town"),
            "home_town": ("string", "Home town"),
            "state": ("string", "Parcel state"),
        },
        {"weight": ("sum", "Total weight", "kg")},
    )
)
VALUES = (("stops", "cause", "Paper jam"), ("runs", "state", "Finished"))


def read(question):
    return best(MODEL, question, VALUES)


def member(of, name):
    return catalog(MODEL).by_key[of, name]


def entity(of):
    return catalog(MODEL).entities[of]


def measure(name):
    return Measured(member("runs", name))


def sql(question, model=MODEL):
    sources = Sources(catalog(model))
    found = read(question) if model is MODEL else best(model, question)
    whole = Completion(catalog(model), sources, TODAY).of(found.analysis)
    return " ".join(Planner(sources).plan(whole).sql.split())

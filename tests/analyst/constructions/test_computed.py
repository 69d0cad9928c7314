"""Rates, shares, spreads, how often, and comparisons, over two small models that no question set has."""

from decimal import Decimal

import pytest

from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Bound,
    ByEntity,
    ByMember,
    ByTime,
    Counted,
    IsIn,
    Measured,
    Missing,
    OverGroups,
    Ratio,
)
from tests.analyst.constructions.small_models import best, catalog, cube, model_of

GARAGE = model_of(
    cube("drivers", "Drivers", {"name": ("string", "Driver"), "town": ("string", "Town")}, {}),
    cube(
        "repairs",
        "Repairs",
        {
            "started": ("time", "Repair date"),
            "picked_up": ("time", "Pick-up date"),
            "bay": ("string", "Bay"),
            "rejected": ("boolean", "Rejected"),
            "hours": ("number", "Hours"),
            "outcome": ("string", "Outcome"),
        },
        {
            "invoiced": ("sum", "Invoiced", "amount"),
            "parts_cost": ("sum", "Parts cost", "parts"),
            "mean_hours": ("avg", "Average hours", "hours"),
            "comebacks": ("count", "Comebacks", ""),
        },
        ("drivers",),
    ),
)
CHOIR = model_of(
    cube("singers", "Singers", {"name": ("string", "Singer"), "voice": ("string", "Voice")}, {}),
    cube(
        "rehearsals",
        "Rehearsals",
        {"held_on": ("time", "Rehearsal date"), "missed": ("boolean", "Missed"), "hall": ("string", "Hall")},
        {"minutes": ("avg", "Average length", "length"), "fees": ("sum", "Fees", "fee")},
        ("singers",),
    ),
)
VALUES = (("repairs", "outcome", "Scrapped"), ("repairs", "bay", "North"), ("repairs", "bay", "South"))


def read(model, question):
    return best(model, question, VALUES if model is GARAGE else ())


def of(model, cube_name, name):
    return catalog(model).by_key[cube_name, name]


def rows(model, name, *where):
    return Counted(catalog(model).entities[name], where)


def flagged(model, name, flag):
    return IsIn(of(model, name, flag), (True,))


@pytest.mark.parametrize(
    ("model", "question", "home", "flag"),
    [
        (GARAGE, "rejection rate by bay", "repairs", "rejected"),
        (GARAGE, "how high is the rejection rate of repairs per town", "repairs", "rejected"),
        (GARAGE, "repair rejection rate by month", "repairs", "rejected"),
        (GARAGE, "rate of rejected repairs", "repairs", "rejected"),
        (GARAGE, "ratio of rejected repairs to all repairs", "repairs", "rejected"),
        (GARAGE, "rejected repairs / all repairs", "repairs", "rejected"),
        (GARAGE, "share of rejected repairs in all repairs by town", "repairs", "rejected"),
        (CHOIR, "miss rate by hall", "rehearsals", "missed"),
        (CHOIR, "rate of missed rehearsals per voice", "rehearsals", "missed"),
        (CHOIR, "portion of rehearsals missed", "rehearsals", "missed"),
    ],
)
def test_a_rate_is_the_share_of_rows_that_a_form_of_its_word_marks(model, question, home, flag):
    found = read(model, question)

    assert found.analysis.quantities == (
        Ratio(rows(model, home, flagged(model, home, flag)), rows(model, home), is_share=True),
    )
    assert not found.dropped


@pytest.mark.parametrize("question", ["hit rate", "rate by bay", "the going rate in 2024"])
def test_a_rate_of_nothing_is_no_number_of_the_model(question):
    found = read(GARAGE, question)

    assert found.dropped or found.cover.unknown or not found.analysis.quantities


@pytest.mark.parametrize(
    ("question", "above", "below"),
    [
        ("euros invoiced per euro of parts cost", "invoiced", "parts_cost"),
        ("invoiced per dollar of parts cost by bay", "invoiced", "parts_cost"),
        ("invoiced divided by parts cost", "invoiced", "parts_cost"),
    ],
)
def test_a_number_per_unit_of_another_is_divided_by_it(question, above, below):
    found = read(GARAGE, question)

    pair = [Measured(of(GARAGE, "repairs", each)) for each in (above, below)]
    assert found.analysis.quantities == (Ratio(*pair),)


@pytest.mark.parametrize(
    ("model", "question", "above", "below"),
    [
        (GARAGE, "how many repairs does a driver have on average", "repairs", "drivers"),
        (GARAGE, "on average, how many repairs does each driver have", "repairs", "drivers"),
        (GARAGE, "how many repairs does the average driver get", "repairs", "drivers"),
        (CHOIR, "how many rehearsals does a singer attend on average", "rehearsals", "singers"),
        (CHOIR, "how many rehearsals does the typical singer have", "rehearsals", "singers"),
    ],
)
def test_what_each_one_has_on_average_is_counted_by_them(model, question, above, below):
    (quantity,) = read(model, question).analysis.quantities

    assert (quantity.above.measure.cube if isinstance(quantity.above, Measured) else above) == above
    assert isinstance(quantity, Ratio)
    assert below in str(quantity.below)


@pytest.mark.parametrize("question", ["repairs per day on average", "usual number of repairs per day"])
def test_an_average_per_unit_of_time_is_one_of_the_units(question):
    (quantity,) = read(GARAGE, question).analysis.quantities

    assert isinstance(quantity, OverGroups)
    assert (quantity.function, quantity.group) == ("average", ByTime("day"))


@pytest.mark.parametrize(
    ("question", "function"),
    [
        ("median hours", "median"),
        ("std dev of hours by bay", "deviation"),
        ("standard deviation of the hours", "deviation"),
        ("variance of hours", "variance"),
        ("90th percentile of hours", "percentile 90"),
        ("p95 of hours per town", "percentile 95"),
        ("upper quartile of hours", "percentile 75"),
        ("average hours per repair", "average"),
        ("median repair hours", "median"),
    ],
)
def test_a_column_has_a_spread_and_percentiles(question, function):
    found = read(GARAGE, question)

    (quantity,) = found.analysis.quantities
    wanted = Aggregated(function, of(GARAGE, "repairs", "hours"))
    assert quantity in (wanted, Measured(of(GARAGE, "repairs", "mean_hours")))
    assert quantity == wanted or function == "average"
    assert not [each for each in found.analysis.groups if isinstance(each, ByEntity)]


def test_several_functions_of_one_column_are_several_numbers():
    found = read(GARAGE, "min, max and median hours by bay")

    hours = of(GARAGE, "repairs", "hours")
    assert found.analysis.quantities == tuple(
        Aggregated(each, hours) for each in ("minimum", "maximum", "median")
    )


@pytest.mark.parametrize(
    ("model", "question", "measure"),
    [
        (GARAGE, "how long do repairs take on average", ("repairs", "mean_hours")),
        (CHOIR, "how long does a rehearsal last by hall", ("rehearsals", "minutes")),
        (CHOIR, "how long was the average rehearsal", ("rehearsals", "minutes")),
    ],
)
def test_how_long_asks_for_the_length_of_what_is_named(model, question, measure):
    assert read(model, question).analysis.quantities == (Measured(of(model, *measure)),)


@pytest.mark.parametrize(
    "question", ["how long do drivers stay", "how long does it take from order to pick-up"]
)
def test_how_long_is_never_a_count(question):
    found = read(GARAGE, question)

    assert found.dropped or found.cover.unknown


@pytest.mark.parametrize(
    ("question", "operator", "number"),
    [
        ("drivers repaired more than 3 times", ">", 3),
        ("drivers with more than 3 rejected repairs", ">", 3),
        ("drivers with at least 2 rejected repairs in 2024", ">=", 2),
    ],
)
def test_how_often_bounds_the_rows_of_each(question, operator, number):
    found = read(GARAGE, question)

    (bound,) = found.analysis.having
    assert (bound.operator, bound.value) == (operator, Decimal(number))
    assert isinstance(bound, Bound)
    assert isinstance(bound.quantity, Counted)
    assert bound.quantity.entity.cube == "repairs"


@pytest.mark.parametrize(
    "question",
    [
        "more repairs in 2024 than in 2023",
        "were there fewer repairs in 2024 than in 2023?",
        "how many more repairs were there in 2024 than in 2023",
        "repairs 2023 -> 2024 change",
        "is the number of repairs higher in 2024 than in 2023",
    ],
)
def test_more_than_in_another_period_is_a_change(question):
    found = read(GARAGE, question)

    assert found.analysis.derived is not None
    assert found.analysis.derived.kind == "change"
    assert not found.dropped
    assert not found.cover.unknown


def test_more_of_nothing_is_not_understood():
    found = read(GARAGE, "more repairs")

    assert found.dropped or found.cover.unknown


def test_two_values_are_set_against_each_other():
    found = read(GARAGE, "is invoiced higher for North than for South?")

    bay = of(GARAGE, "repairs", "bay")
    assert found.analysis.groups == (ByMember(bay),)
    assert found.analysis.where == (IsIn(bay, ("North", "South")),)


def test_a_share_is_no_change():
    found = read(GARAGE, "share of lost repairs")

    assert found.dropped or found.cover.unknown


def test_a_share_that_a_date_tells_of_is_of_the_rows_of_that_time():
    found = read(GARAGE, "share of repairs picked up in 2024")

    (quantity,) = found.analysis.quantities
    assert quantity.above.where == (Missing(of(GARAGE, "repairs", "picked_up"), negated=True),)
    assert [each.time for each in found.analysis.where] == [None]


def test_a_mix_is_the_share_of_each_within_the_others():
    found = read(GARAGE, "bay mix by town")

    assert found.analysis.derived.kind == "share"
    assert found.analysis.derived.within == (ByMember(of(GARAGE, "drivers", "town")),)


def test_an_order_of_all_keeps_all():
    found = read(GARAGE, "rank drivers by invoiced")

    assert found.analysis.rank.limit is None
    assert found.analysis.rank.by == Measured(of(GARAGE, "repairs", "invoiced"))


@pytest.mark.parametrize(
    ("question", "group", "place"),
    [
        ("second highest invoiced by bay", ("repairs", "bay"), 2),
        ("which town had the third most repairs", ("drivers", "town"), 3),
        ("the bay with the 2nd lowest parts cost", ("repairs", "bay"), 2),
    ],
)
def test_a_place_in_an_order_is_asked_for_alone(question, group, place):
    found = read(GARAGE, question)

    assert found.analysis.groups == (ByMember(of(GARAGE, *group)),)
    assert (found.analysis.rank.limit, found.analysis.rank.nth) == (1, place)


@pytest.mark.parametrize(
    ("question", "function"),
    [
        ("average days between repair date and pick-up date", "average"),
        ("median days from repair to pick-up", "median"),
        ("how many days between repair date and pick-up date on average, by bay", "average"),
    ],
)
def test_days_from_one_date_to_another_are_averaged(question, function):
    found = read(GARAGE, question)

    start, end = of(GARAGE, "repairs", "started"), of(GARAGE, "repairs", "picked_up")
    assert found.analysis.quantities == (Aggregated(function, end, since=start),)
    assert not found.dropped


@pytest.mark.parametrize(
    ("model", "question", "person"),
    [
        (GARAGE, "who had the most comebacks", "drivers"),
        (CHOIR, "who had the highest fees", "singers"),
    ],
)
def test_who_asks_for_the_people_of_the_model(model, question, person):
    found = read(model, question)

    assert [getattr(each, "entity", None) and each.entity.cube for each in found.analysis.groups] == [person]


def test_who_is_no_thing():
    depot = model_of(
        cube("pallets", "Pallets", {"aisle": ("string", "Aisle")}, {"kg": ("sum", "Load", "kg")})
    )

    found = read(depot, "who had the highest load")

    assert found.dropped or found.cover.unknown


@pytest.mark.parametrize(
    "question",
    [
        "what share of rejected repairs were for North",
        "what percentage of rejected repairs came from North",
        "share of rejected repairs that are for North",
    ],
)
def test_what_is_said_behind_the_verb_is_the_part(question):
    (quantity,) = read(GARAGE, question).analysis.quantities

    assert quantity.above.where == (IsIn(of(GARAGE, "repairs", "bay"), ("North",)),)
    assert read(GARAGE, question).analysis.where == (flagged(GARAGE, "repairs", "rejected"),)


@pytest.mark.parametrize(
    ("question", "rose"),
    [
        ("drivers with more repairs in 2024 than in 2023", True),
        ("which drivers had fewer repairs in 2024 than in 2023", False),
    ],
)
def test_those_with_more_than_before_are_not_all_of_them(question, rose):
    found = read(GARAGE, question)
    assert not found.dropped
    assert (found.analysis.derived.is_only, found.analysis.derived.descending) == (True, rose)


def test_one_number_that_is_more_than_before_is_told_with_its_change():
    assert not read(GARAGE, "were there more repairs in 2024 than in 2023").analysis.derived.is_only


def test_a_number_is_told_as_a_part_of_another():
    found = read(GARAGE, "share of parts cost in the invoiced by month")

    pair = (Measured(of(GARAGE, "repairs", each)) for each in ("parts_cost", "invoiced"))
    assert found.analysis.quantities == (Ratio(*pair, is_share=True),)


@pytest.mark.parametrize("question", ["invoiced bay by bay", "repairs town by town", "repairs day by day"])
def test_one_by_one_is_a_group(question):
    found = read(GARAGE, question)

    assert len(found.analysis.groups) == 1
    assert not found.dropped


@pytest.mark.parametrize(
    "question", ["which brings in more invoiced, North or South?", "is invoiced higher for North or South"]
)
def test_which_of_two_shows_both(question):
    assert read(GARAGE, question).analysis.groups == (ByMember(of(GARAGE, "repairs", "bay")),)

"""Ratios that a trade has names for, made of two columns: CTR, ROAS, load factor, price per square metre."""

import asyncio
from datetime import date
from itertools import pairwise

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.analyst.language.usual_ratios import usual_ratios
from svcchat_magic.analyst.offline import OfflineAnalyst
from tests.analyst.small_models import is_read, reader_over, sql_of
from tests.campaigns.question_sets import left

TODAY = date(2025, 6, 18)
DAYS = [f"2025-0{1 + n // 28 % 5}-{1 + n % 28:02}" for n in range(140)]
ADS = {
    "ad_results": ["day,campaign,network,impressions,clicks,spend,conversions,conversion_value"]
    + [
        f"{day},{('Spring', 'Brand', 'Video')[n % 3]},{('Search', 'Social')[n % 2]},{1000 + 7 * n},"
        f"{0 if n % 3 == 2 else 20 + n},{3 + n * 7 % 50},{n % 5},{9 + n * 11 % 90}"
        for n, day in enumerate(DAYS)
    ],
}
MAILS = {
    "newsletters": ["sent_on,audience,sent,delivered,opens,clicks,bounces,unsubscribes"]
    + [
        f"{day},{('New', 'Loyal')[n % 2]},{900 + n},{880 + n},{200 + 3 * n},{30 + n},{20},{n % 4}"
        for n, day in enumerate(DAYS)
    ],
}
ORDERS = {
    "orders": ["order_id,order_date,country,status,revenue,cost"]
    + [
        f"{n},{day},{('Spain', 'Italy')[n % 2]},{('paid', 'cancelled', 'paid')[n % 3]},{50 + n},{20 + n % 9}"
        for n, day in enumerate(DAYS, 1)
    ],
}
FLIGHTS = {
    "departures": ["departure_id,flown_on,carrier,seats,passengers"]
    + [
        f"{n},{day},{('Aero', 'Sky')[n % 2]},{120 + 10 * (n % 3)},{90 + n % 25}"
        for n, day in enumerate(DAYS, 1)
    ],
}
SHIPMENTS = {
    "routes": [
        "route_id,driven_on,driver,distance_km,driving_hours,deliveries,failed_deliveries,late_deliveries"
    ]
    + [
        f"{n},{day},{('Ana', 'Ben')[n % 2]},{50 + n},{2 + n % 5},{20 + n % 9},{n % 4},{n % 6}"
        for n, day in enumerate(DAYS, 1)
    ],
}
HOMES = {
    "homes": ["home_id,sold_on,town,sale_price,list_price,area_sqm,lot_sqft"]
    + [
        f"{n},{day},{('Faro', 'Porto')[n % 2]},{200_000 + n},{210_000 + n},{60 + n % 80},{900 + n}"
        for n, day in enumerate(DAYS, 1)
    ],
}
LINES = {
    "runs": ["run_id,made_on,line,units_produced,units_inspected,defective_units,scrap_kg"]
    + [
        f"{n},{day},{('L1', 'L2')[n % 2]},{300 + n},{100 + n},{n % 7},{n % 11}"
        for n, day in enumerate(DAYS, 1)
    ],
}
NAMED = {
    "campaign_days": ["day,campaign,impressions,clicks,ctr"]
    + [
        f"{day},{('Spring', 'Brand')[n % 2]},{1000 + n},{20 + n},{(20 + n) / (1000 + n):.4f}"
        for n, day in enumerate(DAYS)
    ],
}
PARKED = {
    park: [40 + (n * 7 + at) % 31 for n in range(len(DAYS))] for at, park in enumerate(("North", "Mall"))
}
PARKING = {
    "parking": ["day,car_park,total_spaces,occupied_spaces"]
    + [
        f"{day},{park},{100 if park == 'North' else 250},{PARKED[park][n]}"
        for n, day in enumerate(DAYS)
        for park in PARKED
    ],
}
TABLES = {
    "ads": ADS, "mails": MAILS, "orders": ORDERS, "flights": FLIGHTS, "shipments": SHIPMENTS,
    "homes": HOMES, "lines": LINES, "named": NAMED, "parking": PARKING,
}  # fmt: skip


@pytest.fixture(scope="module")
def readers(tmp_path_factory):
    opened = {name: reader_over(tmp_path_factory.mktemp(name), TABLES[name], TODAY) for name in TABLES}
    yield {name: each.__enter__() for name, each in opened.items()}
    for each in opened.values():
        each.__exit__(None, None, None)


def rows_of(reader, question):
    """What the statement of a question finds."""
    return asyncio.run(reader.tools.run_sql(sql_of(reader, question))).rows


def told(reader, *questions):
    """The answer to the last question of a chat."""

    async def collect(task):
        return [event async for event in OfflineAnalyst().answer(task, reader.tools)]

    remembered = b""
    for question in questions:
        events = asyncio.run(collect(Task(question, TODAY, remembered)))
        remembered = left(events)

    return "".join(event.text for event in events if isinstance(event, AnswerText))


@pytest.mark.parametrize(
    ("name", "question", "above", "below"),
    [
        ("ads", "what is our CTR", "clicks", "impressions"),
        ("ads", "click-through rate of Brand", "clicks", "impressions"),
        ("ads", "average CPC by network", "spend", "clicks"),
        ("ads", "CPM in March 2025", "spend", "impressions"),
        ("ads", "lowest CPA by network", "spend", "conversions"),
        ("ads", "ROAS per month", "conversion_value", "spend"),
        ("ads", "conversion rate by campaign", "conversions", "clicks"),
        ("mails", "open rate by audience", "opens", "delivered"),
        ("mails", "click-to-open rate", "clicks", "opens"),
        ("mails", "bounce rate per month", "bounces", "sent"),
        ("mails", "unsubscribe rate of Loyal", "unsubscribes", "delivered"),
        ("flights", "load factor by carrier", "passengers", "seats"),
        ("shipments", "average speed by driver", "distance_km", "driving_hours"),
        ("shipments", "failure rate by driver", "failed_deliveries", "deliveries"),
        ("shipments", "late rate in May 2025", "late_deliveries", "deliveries"),
    ],
)
def test_a_named_ratio_is_a_sum_by_a_sum(readers, name, question, above, below):
    part, _, whole = sql_of(readers[name], question).partition(" FROM ")[0].partition("NULLIF(")

    assert f"{above})" in part
    assert f"{below})" in whole
    assert "AVG(" not in part + whole


def test_a_ratio_of_sums_is_no_average_of_ratios(readers):
    rows = dict(rows_of(readers["ads"], "CTR by network"))
    lines = [line.split(",") for line in ADS["ad_results"][1:]]
    clicks, shown = (sum(int(each[at]) for each in lines if each[2] == "Social") for at in (4, 3))

    assert rows["Social"] == pytest.approx(clicks / shown)


def test_a_cost_per_thousand_is_told_so(readers):
    text = told(readers["ads"], "CPM by network")

    assert "CPM is total spend per 1,000 total impressions." in text
    assert "* 1000.0 /" in sql_of(readers["ads"], "CPM by network")


@pytest.mark.parametrize(
    ("name", "question", "formula"),
    [
        ("ads", "CTR", "CTR is total clicks over total impressions."),
        ("ads", "ROI", "ROI is (total conversion value less total spend) over total spend."),
        ("flights", "load factor in May 2025", "Load factor is total passengers over total seats."),
        ("shipments", "failure rate", "Failure rate is total failed deliveries over total deliveries."),
        ("orders", "markup", "Markup is (total revenue less total cost) over total cost."),
    ],
)
def test_the_answer_says_how_it_was_computed(readers, name, question, formula):
    assert formula in told(readers[name], question)


def test_a_rate_is_told_in_percent_and_a_price_is_not(readers):
    assert "%" in told(readers["ads"], "CTR of Brand").split("**")[1]
    assert "%" not in told(readers["ads"], "CPC of Brand").split("**")[1]


def test_the_best_of_what_should_be_low_is_the_lowest(readers):
    assert " ASC" in sql_of(readers["ads"], "which network has the best CPC")
    assert " DESC" in sql_of(readers["ads"], "which network has the best CTR")
    assert " DESC" in sql_of(readers["mails"], "which audience has the worst unsubscribe rate")


def test_a_ratio_ranks_bounds_and_compares(readers):
    ads = readers["ads"]

    assert "LIMIT 2" in sql_of(ads, "top 2 campaigns by ROAS")
    assert "HAVING" in sql_of(ads, "campaigns with a CTR below 1%")
    assert "< 0.01" in sql_of(ads, "campaigns with a CTR below 1%")
    assert len(rows_of(ads, "CTR in March vs April 2025")) in (1, 2)


def test_a_ratio_goes_on_in_the_next_question(readers):
    text = told(readers["ads"], "ROAS by campaign", "only Social", "and by month")

    assert "ROAS is total conversion value over total spend." in text


def test_groups_over_a_ratio_are_counted(readers):
    rates = dict(rows_of(readers["ads"], "CTR by campaign"))
    ((count,),) = rows_of(readers["ads"], "how many campaigns have a CTR over 4%")

    assert count == sum(rate > 0.04 for rate in rates.values())


def test_what_a_campaign_has_is_that_of_all_its_rows(readers):
    clicks = dict(rows_of(readers["ads"], "clicks by campaign"))
    ((count,),) = rows_of(readers["ads"], "how many campaigns have more than 3,000 clicks")

    assert count == sum(each > 3000 for each in clicks.values()) > 0


def test_each_is_what_was_shown(readers):
    text = told(readers["ads"], "spend by network", "what's the ROAS of each")

    assert "Search" in text
    assert "Social" in text


def test_what_there_is_each_day_is_added_up_with_what_is_taken(readers):
    """The spaces of a car park never change, and those taken are no running total."""
    rows = dict(rows_of(readers["parking"], "occupancy by car park"))

    assert rows["North"] == pytest.approx(sum(PARKED["North"]) / (100 * len(PARKED["North"])))


def test_what_has_nothing_to_divide_by_has_no_ratio(readers):
    """No clicks were paid for in the Video campaign: it is neither the cheapest nor the dearest."""
    rows = dict(rows_of(readers["ads"], "CPC by campaign"))
    (cheapest,) = rows_of(readers["ads"], "which campaign has the lowest CPC")

    assert rows["Video"] is None
    assert cheapest[0] != "Video"


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("mails", "CPC"),  # nobody wrote down what mails cost
        ("mails", "conversion rate"),
        ("orders", "CTR by country"),
        ("orders", "ROAS by country"),  # what goods cost is no advertising
        ("orders", "occupancy"),
        ("flights", "RevPAR"),
        ("shipments", "on-time rate"),
        ("shipments", "overtime rate"),
        ("lines", "scrap rate"),  # kilograms are no part of units
        ("lines", "yield by line"),
    ],
)
def test_without_its_columns_there_is_no_ratio(readers, name, question):
    assert not is_read(readers[name], question)


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("homes", "price per square metre by town"),  # that of the list, or that of the sale
        ("lines", "defect rate by line"),  # of what was made, or of what was looked at
        ("homes", "price per square foot"),  # of the lot, which nobody means
    ],
)
def test_of_two_columns_that_fit_none_is_taken(readers, name, question):
    assert not is_read(readers[name], question)


def test_the_average_of_single_ratios_is_another_number(readers):
    assert not is_read(readers["shipments"], "average failure rate per route")


@pytest.mark.parametrize(
    "question", ["running total of CTR by month", "share of CTR by network", "sum of CPC"]
)
def test_ratios_are_not_added_up(readers, question):
    assert not is_read(readers["ads"], question)


@pytest.mark.parametrize("question", ["lowest CTR", "highest CPC in 2025"])
def test_of_one_ratio_alone_there_is_no_lowest(readers, question):
    assert not is_read(readers["ads"], question)


def test_a_name_whose_columns_there_are_not_is_not_passed_over(readers):
    """To win is a verb that says nothing of teams elsewhere; here it is the half of a name."""
    assert not is_read(readers["shipments"], "win percentage by driver")


def test_a_column_of_that_name_is_meant_first(readers):
    assert "average_ctr" in sql_of(readers["named"], "CTR by campaign")


def test_a_state_of_rows_is_meant_before_columns(readers):
    sql = sql_of(readers["orders"], "cancellation rate by country")

    assert "status = 'cancelled'" in sql


def test_rows_are_no_part_of_a_number_of_theirs(readers):
    assert not is_read(readers["shipments"], "route rate by driver")


def test_an_order_comes_to_its_revenue_and_not_to_its_cost(readers):
    for question in ("average order value by country", "AOV by country", "average basket by country"):
        assert "AVG(orders.revenue)" in sql_of(readers["orders"], question)


def test_each_way_of_a_ratio_has_two_sides():
    ratios = {ratio for each in usual_ratios().values() for _, ratio in each}

    assert all(above and below and above != below for ratio in ratios for above, below in ratio.ways)


def test_no_name_of_one_way_stands_twice():
    """Two ratios of one name are told apart by what a table has."""
    for named in usual_ratios().values():
        for (_, one), (_, other) in pairwise(named):
            assert not set(one.ways) & set(other.ways)

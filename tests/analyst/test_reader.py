"""What questions are read as: the measures, groups, periods, conditions and ranks of their statements."""

import pytest

from tests.analyst.demo import queries_of, short, understood

READINGS = [
    ("total revenue", ["revenue"]),
    ("Revenue", ["revenue"]),
    ("How many orders did we get last month?", ["orders 2024-12-01..2025-01-01"]),
    ("How many orders did we get yesterday", ["orders 2025-01-09..2025-01-10"]),
    ("turnover in 2024", ["revenue 2024-01-01..2025-01-01"]),
    ("how much did we sell in 2023?", ["revenue 2023-01-01..2024-01-01"]),
    ("What is the average order value?", ["average_order_value"]),
    ("AOV by segment", ["average_order_value by segment"]),
    ("gross margin by category in Q3 2023", ["gross_margin by category 2023-07-01..2023-10-01"]),
    ("profit per country", ["gross_profit by country"]),
    ("clients by country", ["customers by country"]),
    ("number of customers by region", ["buyers by region"]),
    ("Revenue by month", ["revenue by month"]),
    ("monthly revenue last year", ["revenue by month 2024-01-01..2025-01-01"]),
    ("revenue per week since May 2024", ["revenue by week 2024-05-01.."]),
    ("daily orders in the last 30 days", ["count by day 2024-12-11..2025-01-10"]),
    ("units by quarter", ["units by quarter"]),
    ("annual refunds", ["amount by year"]),
    ("refund rate by refund reason", ["refund_rate by refund_reason"]),
    ("revenue trend in March 2024", ["revenue by day 2024-03-01..2024-04-01"]),
    ("revenue over time", ["revenue by month"]),
    ("revenue by order date", ["revenue by month"]),
    ("revenue by channel", ["revenue by channel"]),
    ("revenue by channel and region", ["revenue by channel+region"]),
    ("revenue by channel, region", ["revenue by channel+region"]),
    ("revenue by region and month", ["revenue by region+month"]),
    ("revenue and orders by month", ["revenue+count by month"]),
    ("revenue, orders and units by channel", ["revenue+count+units by channel"]),
    ("top 5 products by revenue", ["revenue by product_name desc 5"]),
    ("the five best products by orders", ["count by name desc 5"]),
    ("bottom 3 countries by profit in 2024", ["gross_profit by country 2024-01-01..2025-01-01 asc 3"]),
    ("top customers by revenue", ["revenue by customer_name desc 10"]),
    ("3 worst categories by units", ["units by category asc 3"]),
    ("Which channel has the highest revenue?", ["revenue by channel desc 1"]),
    ("which region has the fewest orders", ["count by region asc 1"]),
    ("which product sold the most units in 2022", ["units by product_name 2022-01-01..2023-01-01 desc 1"]),
    ("Which month had the highest revenue in 2024?", ["revenue by month 2024-01-01..2025-01-01 desc 1"]),
    ("revenue in Germany", ["revenue [country=Germany]"]),
    ("revenue for the web channel", ["revenue [channel=Web]"]),
    ("only web revenue by month", ["revenue by month [channel=Web]"]),
    ("revenue from web and store by month", ["revenue by month [channel=Web|Store]"]),
    ("revenue by month where channel is web", ["revenue by month [channel=Web]"]),
    ("revenue by channel excluding store", ["revenue by channel [channel!=Store]"]),
    ("revenue by channel without Web and Phone", ["revenue by channel [channel!=Web|Phone]"]),
    ("orders by country not in Germany or France", ["count by country [country!=Germany|France]"]),
    ("small business revenue in North America", ["revenue [segment=Small business, region=North America]"]),
    ("revenue for Garden by channel", ["revenue by channel [category=Garden]"]),
    ("profit of the Alder Desk", ["gross_profit [product_name=Alder Desk]"]),
    ("revenue between 2023-01-01 and 2023-06-30 by month", ["revenue by month 2023-01-01..2023-07-01"]),
    ("revenue from March to May 2024 by week", ["revenue by week 2024-03-01..2024-06-01"]),
    ("customers in 2022 vs 2023", ["buyers by year 2022-01-01..2024-01-01"]),
    ("which channel grew the most in 2024", ["revenue by channel 2024-01-01..2025-01-01 desc growth:up"]),
    (
        "which region fell the most in 2023 by orders?",
        ["count by region 2023-01-01..2024-01-01 asc growth:down"],
    ),
    ("fastest growing category", ["revenue by category 2024-01-01..2025-01-01 desc growth:up"]),
    ("revenue growth by country last year", ["revenue by country 2024-01-01..2025-01-01 growth:up"]),
    (
        "which month grew the most in 2024 by revenue",
        ["revenue by month 2024-01-01..2025-01-01 desc growth:up"],
    ),
    ("how much did revenue grow in 2024", ["revenue 2024-01-01..2025-01-01 growth:up"]),
    ("reveneu by chanel", ["revenue by channel"]),
    ("montly revnue", ["revenue by month"]),
    ("SHOW ME THE REVENUE BY REGION PLEASE", ["revenue by region"]),
    ("revenue by sales channel in year to date", ["revenue by channel 2025-01-01..2025-01-11"]),
    ("signed-up customers by segment", ["count by segment"]),
    ("best selling product", ["revenue by product_name desc 1"]),
    ("worst products", ["revenue by product_name asc 10"]),
    ("largest order", ["revenue by order_id desc 1"]),
    ("most profitable product", ["gross_profit by product_name desc 1"]),
    ("top customers", ["revenue by customer_name desc 10"]),
    (
        "which customers declined the most last year?",
        ["revenue by customer_name 2024-01-01..2025-01-01 asc growth:down"],
    ),
    ("categories sorted by units", ["units by category desc"]),
    ("regions ranked by orders", ["count by region desc"]),
    ("revenue by region sorted by orders", ["count+revenue by region desc"]),
    ("revenue history by year", ["revenue by year"]),
    ("year over year growth of orders by region", ["count by region 2024-01-01..2025-01-01 growth:up"]),
    ("refund amount by refund date month", ["amount by month"]),
    ("revenue where channel = web", ["revenue [channel=Web]"]),
    ("revenue where channel != web", ["revenue [channel!=Web]"]),
    ("revenue from channels other than web", ["revenue [channel!=Web]"]),
    ("no web revenue", ["revenue [channel!=Web]"]),
    ("web vs store revenue", ["revenue by channel [channel=Web|Store]"]),
    ("compare revenue of web and store by quarter", ["revenue by channel+quarter [channel=Web|Store]"]),
    ("growth rate of revenue by region", ["revenue by region 2024-01-01..2025-01-01 growth:up"]),
    ("revenue up to June 2022", ["revenue ..2022-07-01"]),
    ("how many products are there by category", ["products by category"]),
    (
        "revenue by quarter in 2023, and orders by channel",
        ["revenue by quarter 2023-01-01..2024-01-01", "count by channel 2023-01-01..2024-01-01"],
    ),
    ("Revenue by month? And by channel?", ["revenue by month", "revenue by channel"]),
    ("revenue by channel, top 3 products", ["revenue by channel", "revenue by product_name desc 3"]),
    (
        "which channel grew the most and revenue by month last year",
        [
            "revenue by channel 2024-01-01..2025-01-01 desc growth:up",
            "revenue by month 2024-01-01..2025-01-01",
        ],
    ),
]
CHATS = [
    (["revenue by month last year", "and by region?"], ["revenue by region 2024-01-01..2025-01-01"]),
    (["revenue by month last year", "only 2023"], ["revenue by month 2023-01-01..2024-01-01"]),
    (["revenue by month", "only the web channel"], ["revenue by month [channel=Web]"]),
    (["revenue by month [web]", "excluding phone"], ["revenue by month [channel!=Phone]"]),
    (["revenue by channel", "now monthly"], ["revenue by channel+month"]),
    (["revenue by month", "by quarter"], ["revenue by quarter"]),
    (["revenue by month", "the same for orders"], ["count by month"]),
    (["revenue by month", "orders instead"], ["count by month"]),
    (["revenue by month", "and orders?"], ["revenue+count by month"]),
    (["revenue by month", "what about orders?"], ["count by month"]),
    (["revenue by channel", "also by region"], ["revenue by channel+region"]),
    (["revenue by product", "top 3"], ["revenue by product_name desc 3"]),
    (["top 5 products by revenue", "top 3"], ["revenue by product_name desc 3"]),
    (["top 5 products by revenue", "bottom 3"], ["revenue by product_name asc 3"]),
    (["revenue by month for web in 2024", "drop the filter"], ["revenue by month 2024-01-01..2025-01-01"]),
    (["revenue by month in 2024", "for all time"], ["revenue by month"]),
    (["revenue by channel for Germany", "all countries"], ["revenue by channel"]),
    (["revenue by channel", "sort it the other way"], ["revenue by channel asc"]),
    (["revenue by channel", "sort it the other way", "sort it the other way"], ["revenue by channel desc"]),
    (["revenue by month", "sort it the other way"], ["revenue by month"]),
    (["revenue by month", "sort it the other way", "the other way"], ["revenue by month"]),
    (["revenue by channel", "in Germany", "and in France"], ["revenue by channel [country=France]"]),
    (
        ["revenue by channel in 2024", "which region grew the most?"],
        ["revenue by region 2024-01-01..2025-01-01 desc growth:up"],
    ),
    (
        ["which channel grew the most in 2024", "and by region?"],
        ["revenue by region 2024-01-01..2025-01-01 desc growth:up"],
    ),
    (
        ["which channel grew the most in 2024", "only 2023"],
        ["revenue by channel 2023-01-01..2024-01-01 desc growth:up"],
    ),
    (
        [
            "revenue by month last year, and which channel grew the most?",
            "and by region?",
            "only 2023",
            "only the web channel",
            "now monthly",
            "by quarter",
            "the same for orders",
        ],
        ["count by region+quarter 2023-01-01..2024-01-01 [channel=Web] desc growth:up"],
    ),
    (["revenue by month in 2024", "orders by channel"], ["count by channel"]),
    (["revenue by month in 2024", "total orders"], ["count"]),
    (["top 5 products by revenue", "by units"], ["units by product_name desc 5"]),
    (["revenue by channel", "orders too"], ["revenue+count by channel"]),
    (
        ["which month grew the most in 2024 by revenue", "now by quarter"],
        ["revenue by quarter 2024-01-01..2025-01-01 desc growth:up"],
    ),
    (["revenue in 2024", "only the week of 23 December 2024"], ["revenue 2024-12-23..2024-12-30"]),
]


def readings(*chat):
    """The statements of the last question of a chat, written short."""
    return [short(query) for query in queries_of(understood(*chat))]


@pytest.mark.parametrize(("question", "expected"), READINGS)
def test_a_question_is_read_with_nothing_left_over(question, expected):
    assert readings(question) == expected


@pytest.mark.parametrize(("chat", "expected"), CHATS)
def test_a_follow_up_changes_one_thing(chat, expected):
    assert readings(*chat)[:1] == expected


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("revenue by flavour", ("flavour",)),
        ("revenue by month in Atlantis", ("Atlantis",)),
        ("salary by region", ("salary",)),
        ("revenue for colourblind customers", ("colourblind",)),
    ],
)
def test_words_without_a_meaning_stop_the_answer_and_are_named(question, unknown):
    (read,) = understood(question)

    assert read.unknown == unknown
    assert not read.is_sure


def test_a_repaired_word_is_told():
    (read,) = understood("reveneu by chanel")

    assert read.repairs == (("reveneu", "revenue"), ("chanel", "channel"))


@pytest.mark.parametrize(
    "question", ["", "?", "hello", "what is the weather in Paris", "by flavour", "🤷 !!"]
)
def test_a_question_without_a_number_is_not_guessed_at(question):
    assert readings(question) == []


def test_a_ranking_without_a_number_says_what_it_took():
    (query,) = queries_of(understood("top 5 products"))

    assert query.reading.assumed
    assert "taken as **revenue**" in query.reading.describe()


def test_the_reading_is_one_sentence_with_the_words_that_matter_in_bold():
    (query,) = queries_of(understood("Revenue by month last year for the web channel"))

    assert query.describe() == "**revenue** by **month**, order date in **2024** (last year), channel **Web**"


def test_a_follow_up_without_a_question_before_it_is_refused():
    assert readings("only 2023") == []

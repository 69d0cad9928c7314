from dataclasses import replace
from datetime import datetime

import pytest

from svcchat_magic.analyst.telling import narration
from svcchat_magic.analyst.telling.evidence import Sentence
from svcchat_magic.analyst.telling.narration import tell
from tests.analyst.shop import TODAY
from tests.analyst.telling.results import made_up, results_of


def told(results):
    return tell(results, TODAY).paragraphs[0]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("revenue in 2024", "**Revenue in 2024 was 5.42 million.**"),
        ("orders last month", "**There were 1,551 orders in December 2024.**"),
        ("total revenue", "**Revenue was 14.4 million.**"),
        ("average order value by segment", "**Corporate has the highest average order value: 1,001.**"),
        ("gross margin by category", "**Lighting has the highest gross margin: 52.1%.**"),
        (
            "which channel has the lowest revenue",
            "**Phone has the lowest revenue: 1.64 million.**",
        ),
        (
            "which month had the highest revenue in 2024",
            "**November 2024 had the highest revenue in 2024: 574,114.**",
        ),
        (
            "revenue by region for small business in 2031",
            "**There was no revenue for Small business in 2031.**",
        ),
    ],
)
def test_the_first_sentence_is_bold_and_has_the_number(question, first):
    assert told(results_of(question)).startswith(first)


@pytest.mark.parametrize(
    "question", ["average order value by month in 2024", "gross margin by month in 2024"]
)
def test_what_cannot_be_summed_is_not_summed(question):
    assert "in 2024 peaked in" in told(results_of(question))


def test_orders_are_not_summed_over_categories():
    (result,) = results_of("orders by category")

    assert "orders" not in result.additive
    assert " of " not in told([result]).split(".**")[0].partition(":")[2]


def test_a_running_unit_of_time_is_named_and_is_no_low():
    rows = [(datetime(2024, 11, 1), 50.0), (datetime(2024, 12, 1), 70.0), (datetime(2025, 1, 1), 5.0)]
    text = told(made_up("revenue by month", ("month", "revenue"), rows))

    assert "lowest in November 2024 (50)" in text
    assert text.endswith("Note that January 2025 is not over yet.")


def test_rows_without_a_time_added_nothing_to_a_running_total_by_name():
    rows = [(None, 90.0, 90.0), (datetime(2024, 11, 1), 50.0, 140.0), (datetime(2024, 12, 1), 30.0, 170.0)]
    columns = ("month", "revenue", "running_revenue")
    text = told(made_up("running total of revenue by month", columns, rows))

    assert "November 2024 added the most: 50" in text


def test_a_running_unit_of_time_that_is_the_highest_already_is_the_peak():
    rows = [(datetime(2024, 11, 1), 50.0), (datetime(2024, 12, 1), 70.0), (datetime(2025, 1, 1), 90.0)]
    text = told(made_up("revenue by month", ("month", "revenue"), rows))

    assert "peaked in January 2025 (90) and was lowest in November 2024 (50)" in text


def test_units_of_time_that_have_not_begun_are_named_and_are_no_low():
    months = [(2024, 11, 50.0), (2024, 12, 70.0), (2025, 1, 5.0), (2025, 2, 0.0), (2025, 3, 0.0)]
    rows = [(datetime(year, month, 1), value) for year, month, value in months]
    text = told(made_up("revenue by month", ("month", "revenue"), rows))
    ahead = told(made_up("revenue by month", ("month", "revenue"), rows[3:]))

    assert "lowest in November 2024 (50)" in text
    assert text.endswith(
        "Note that January 2025 is not over yet, and February 2025 and March 2025 have not begun."
    )
    assert ahead.endswith("Note that February 2025 and March 2025 have not begun yet.")


def test_the_largest_rise_may_be_that_of_a_unit_that_is_not_over():
    columns = ("month", "revenue", "revenue_before", "change", "percent_change")
    days = [datetime(2024, month, 1) for month in (10, 11, 12)] + [datetime(2025, 1, 1)]
    values = [10.0, 12.0, 11.0, 20.0]
    rows = [
        (day, new, old, new - old, (new - old) / old)
        for day, new, old in zip(days[1:], values[1:], values, strict=False)
    ]

    text = told(made_up("month over month growth of revenue", columns, rows))

    assert "the largest rise was in January 2025 (+81.8%, from 11 to 20)" in text


def test_a_unit_that_the_period_cuts_is_named():
    text = told(results_of("revenue by quarter since May 2023"))

    assert text.endswith("Note that Q2 2023 is only partly in the period.")


def test_cut_rows_are_told_and_not_summed():
    text = told(results_of("revenue by product"))

    assert text.endswith("Showing the first 100 of 126 products.")
    assert "%" not in text


def test_cut_rows_of_a_trend_name_no_peak():
    text = told(results_of("revenue by day"))

    assert text.startswith("**Showing the first 100 of 1,096 days, so I can't name the peak.")


def test_a_sentence_that_does_not_match_the_rows_is_withheld(monkeypatch):
    def wrong(result, results):
        return [Sentence("Revenue was 1,234,567."), Sentence("All is well.")]

    monkeypatch.setitem(narration._TELLERS, "total", wrong)

    telling = tell(results_of("total revenue"), TODAY)

    assert telling.paragraphs == ("**I left out an answer here: it did not match the rows.**",)
    assert telling.withheld == 1


def test_the_answer_follows_the_rows_and_not_a_memory_of_them():
    def doubled(rows):
        return replace(rows, rows=tuple((*row[:-1], row[-1] * 2) for row in rows.rows))

    assert told(results_of("total revenue", change=doubled)) == "**Revenue was 28.9 million.**"


def test_names_from_the_data_have_no_power_over_the_markdown():
    rows = [("**x** [a](http://b) <i>", 2.0), ("plain 77", 1.0)]
    text = told(made_up("revenue by channel", ("channel", "revenue"), rows))

    assert text.startswith(
        "**\\*\\*x\\*\\* \\[a\\](http://b) \\<i\\> has the highest revenue: 2, 66.7% of 3.**"
    )
    assert "plain 77 (1)" in text


def test_groups_of_one_size_share_the_lead():
    rows = [("Web", 5.0), ("Store", 5.0), ("Phone", 2.0)]
    text = told(made_up("revenue by channel", ("channel", "revenue"), rows))

    assert text == "**Web and Store share the highest revenue: 5 each.** Next comes Phone (2)."


def test_groups_that_are_all_alike_have_no_leader():
    rows = [("Web", 5.0), ("Store", 5.0)]
    text = told(made_up("average order value by channel", ("channel", "average_order_value"), rows))

    assert text == "**All channels have the same average order value: 5.**"


def test_a_missing_value_is_a_group_of_its_own():
    rows = [(None, 5.0), ("Store", 1.0)]
    text = told(made_up("gross margin by channel", ("channel", "gross_margin"), rows))

    assert "(no value) has the highest gross margin: 500.0%" in text


def growth(rows):
    columns = ("channel", "revenue", "revenue_before", "change", "percent_change")
    return told(made_up("revenue growth by channel in 2024", columns, rows))


def test_a_group_without_a_period_before_has_no_rate():
    text = growth([("Web", 20.0, 10.0, 10.0, 1.0), ("Fax", 5.0, None, None, None)])

    assert text.startswith("**Revenue grew the most for Web: +10 (+100.0%), from 10 in 2023 to 20 in 2024.**")
    assert text.endswith("There was no revenue before for Fax.")


def test_where_nothing_grew_that_is_said():
    text = growth([("Web", 9.0, 10.0, -1.0, -0.1), ("Store", 5.0, 10.0, -5.0, -0.5)])

    assert text.startswith(
        "**None grew; revenue fell the least for Web: −1 (−10.0%), from 10 in 2023 to 9 in 2024.**"
    )


def test_rates_change_in_points():
    columns = ("channel", "gross_margin", "gross_margin_before", "change", "percent_change")
    rows = [("Web", 0.5, 0.45, 0.05, 0.11), ("Store", 0.4, 0.41, -0.01, -0.02)]
    text = told(made_up("gross margin growth by channel in 2024", columns, rows))

    assert text.startswith(
        "**Gross margin grew the most for Web: +5.0 points, from 45.0% in 2023 to 50.0% in 2024.**"
    )
    assert "Store (−1.0 points)" in text


def test_the_last_change_comes_first_and_then_the_largest():
    columns = ("month", "revenue", "revenue_before", "change", "percent_change")
    days = [datetime(2024, month, 1) for month in (1, 2, 3, 4)]
    rows = [
        (days[0], 10.0, None, None, None),
        (days[1], 20.0, 10.0, 10.0, 1.0),
        (days[2], 12.0, 20.0, -8.0, -0.4),
        (days[3], 15.0, 12.0, 3.0, 0.25),
    ]

    assert told(made_up("month over month growth of revenue in 2024", columns, rows)) == (
        "**Revenue in April 2024 was 15, 25.0% more than in March (12).** The largest rise was in February "
        "(+100.0%, from 10 to 20); the largest drop was in March (−40.0%, from 20 to 12)."
    )


def test_the_first_months_of_a_moving_average_are_no_low():
    days = [datetime(2024, month, 1) for month in (1, 2, 3, 4, 5)]
    rows = [(day, 1.0, average) for day, average in zip(days, (1.0, 2.0, 9.0, 5.0, 7.0), strict=True)]
    text = told(made_up("3 month moving average of revenue", ("month", "revenue", "moving_revenue"), rows))

    assert text == (
        "**The 3-month moving average of revenue was 7 in May.** "
        "It peaked in March (9) and was lowest in April (5)."
    )


def test_the_first_months_of_a_moving_average_count_where_it_reads_those_before():
    days = [datetime(2024, month, 1) for month in (1, 2, 3, 4, 5)]
    rows = [(day, 3.0, average) for day, average in zip(days, (1.0, 2.0, 9.0, 5.0, 7.0), strict=True)]
    text = told(made_up("3 month moving average of revenue", ("month", "revenue", "moving_revenue"), rows))

    assert "It peaked in March (9) and was lowest in January (1)." in text


@pytest.mark.parametrize(
    "question",
    [
        "revenue and orders by month",
        "revenue by channel and region",
        "units by category and quarter in 2024",
        "refund rate by category",
        "orders growth by country in 2024",
        "revenue growth by segment in 2024",
        "revenue by week between 2023-01-01 and 2023-06-30",
        "discount rate in march 2024",
        "share of revenue by segment and month in 2024",
        "running total of orders by channel and month in 2024",
    ],
)
def test_every_sentence_matches_the_rows(question):
    telling = tell(results_of(question), TODAY)

    assert telling.withheld == 0
    assert telling.paragraphs


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("difference between web and store in orders", "more than orders for Store"),
        ("difference in gross margin between web and store", " points "),
        ("compare web and store by orders in 2024", " less."),
        ("revenue by discounted", " less."),
        ("gross margin by discounted", " points lower."),
    ],
)
def test_of_two_numbers_it_is_told_how_far_they_are_apart(question, said):
    assert said in told(results_of(question))


@pytest.mark.parametrize(
    ("question", "groups"),
    [
        ("top 2 categories by revenue each year", ("2022", "2023", "2024")),
        ("which channel had the most orders in each quarter of 2024", ("Q1 2024", "Q2 2024", "Q4 2024")),
    ],
)
def test_a_ranking_within_units_of_time_is_told_for_each_of_them(question, groups):
    text = told(results_of(question))

    assert " leads in " in text
    assert all(f"{each} (" in text for each in groups), text


def test_the_words_of_a_difference_are_checked_against_the_rows():
    columns = ("count", "count_2", "difference")
    (result,) = made_up("difference between web and store in orders", columns, [(30, 50, -20)])

    assert told([result]).startswith("**Orders for Web were 20 less than orders for Store: 30 against 50.**")

"""What earlier readers got wrong, by its construction: over a florist's model, without any data."""

import pytest

from svcchat_magic.analyst.meaning.tree import ByEntity, ByMember, ByPart, ByTime, Counted, Exists, Measured
from svcchat_magic.analyst.planning.planned import CannotPlan
from tests.analyst.constructions.florist import analysis, best, entity, member, sql


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("top 5 bouquets by takings", "takings"),
        ("worst 3 shops by stems", "stems"),
        ("best flower by stems", "stems"),
    ],
)
def test_the_measure_that_is_named_ranks(question, measure):
    assert analysis(question).rank.by == Measured(member("sales", measure))


def test_all_rows_are_counted_at_home():
    assert sql("how many sales do we have in total") == 'SELECT MEASURE(sales."count") AS sales FROM sales'


def test_the_entity_is_ranked_and_not_a_dimension_that_comes_first():
    (group,) = analysis("top 5 bouquets by takings").groups

    assert group in (ByEntity(entity("bouquets")), ByMember(member("bouquets", "name")))


def test_growth_is_a_change_and_no_level():
    text = sql("month over month growth of takings in % in 2024")

    assert "LEFT JOIN each_one AS earlier" in text
    assert "sales.sold_at >= '2023-12-01'" in text  # the first month has one before it
    assert "this_one.\"month\" >= '2024-01-01'" in text


def test_each_unit_meets_its_own_earlier_one():
    assert "INTERVAL '1 year'" in sql("takings by quarter in 2024 compared to the previous year")


@pytest.mark.parametrize("question", ["delete all sales", "drop table sales", "cancel all sales next week"])
def test_commands_stop_the_answer(question):
    assert best(question).stops


def test_which_dropped_the_most_is_a_question():
    read = best("which flowers dropped the most in 2024")

    assert not read.stops
    assert read.analysis.derived.descending is False


def test_the_future_stops_the_answer():
    assert "future" in best("how many sales are we going to have in December 2025").stops


def test_both_years_are_two_conditions():
    read = analysis("how many bouquets had sales in both 2023 and 2024")

    assert [type(each) for each in read.where] == [Exists, Exists]
    assert read.groups == ()


def test_the_worst_of_what_nobody_wants_is_the_highest():
    assert analysis("shop with the worst complaints").rank.descending


def test_a_weekday_is_no_date():
    read = analysis("which day of the week has the most sales")

    assert read.groups == (ByPart("weekday"),)


def test_a_number_of_rows_that_have_others_is_apart_from_the_whole():
    text = sql("share of sales with complaints")

    assert "WITH part_1 AS" in text
    assert "sales.id IN (SELECT sales.id FROM complaints CROSS JOIN sales" in text
    assert "FILTER" not in text


def test_two_facts_have_their_own_dates():
    text = sql("takings and complaints by month")

    assert "DATE_TRUNC('month', sales.sold_at)" in text
    assert "DATE_TRUNC('month', complaints.raised_on)" in text


def test_quarters_stay_beside_another_group():
    assert analysis("takings by quarter and flower").groups == (
        ByTime("quarter"),
        ByMember(member("bouquets", "kind")),
    )


def test_an_entity_is_counted():
    assert analysis("how many growers").quantities == (Counted(entity("growers")),)


def test_a_share_of_something_in_itself_is_not_meant():
    (share,) = analysis("what percentage of sales is tulip").quantities

    assert share.above != share.below


@pytest.mark.parametrize(
    ("question", "cube"),
    [
        ("busiest month for complaints", "complaints"),
        ("busiest month for tulip sales", "sales"),
        ("busiest shop", "sales"),  # and not the complaints about them
        ("busiest bouquet", "sales"),
    ],
)
def test_the_busiest_has_most_of_what_is_named_or_takes_place(question, cube):
    assert f'RANK() OVER (ORDER BY MEASURE({cube}."count") DESC' in sql(question)


@pytest.mark.parametrize("question", ["takings per sale day", "takings by sale month"])
def test_a_unit_behind_a_noun_makes_one_name_with_it(question):
    assert best(question).dropped


def test_what_has_no_date_is_in_no_period():
    with pytest.raises(CannotPlan):
        sql("complaints without complaint date in 2024")


def test_the_value_of_things_is_no_list_of_them():
    assert best("the value of bouquets").dropped
    assert not best("what are the values of shop").dropped

"""The constructions over a florist's model: each with what it means, and what it does not."""

from decimal import Decimal

import pytest

from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Bound,
    ByEntity,
    ByMember,
    ByPeriods,
    ByTime,
    Compared,
    Counted,
    Measured,
    Ratio,
    Within,
)
from tests.analyst.constructions.florist import analysis, best, entity, flower, member, sql


def takings():
    return Measured(member("sales", "takings"))


def test_a_measure_by_a_dimension():
    read = analysis("takings by shop")

    assert read.quantities == (takings(),)
    assert read.groups == (ByMember(member("sales", "shop")),)


@pytest.mark.parametrize(
    ("question", "name", "descending", "limit"),
    [
        ("cheapest bouquet", "price", False, 1),
        ("which bouquet is the cheapest", "price", False, 1),
        ("the 5 most expensive bouquets", "price", True, 5),
        ("heaviest bouquets", "weight_g", True, 10),
        ("bouquet with the highest price", "price", True, 1),
        ("top 3 bouquets by weight", "weight_g", True, 3),
    ],
)
def test_a_superlative_ranks_rows_by_what_it_measures(question, name, descending, limit):
    read = analysis(question)

    assert read.rows_of == entity("bouquets")
    assert read.rank.by == Aggregated("maximum", member("bouquets", name))
    assert (read.rank.descending, read.rank.limit) == (descending, limit)


def test_the_oldest_began_first():
    read = analysis("the oldest grower")

    assert read.rank.by == Aggregated("maximum", member("growers", "founded_year"))
    assert not read.rank.descending


def test_a_superlative_of_nothing_in_the_model_is_not_understood():
    assert best("loudest bouquet").cover.unknown


def test_all_that_share_the_first_place_are_shown():
    assert "QUALIFY RANK() OVER (ORDER BY bouquets.price ASC NULLS LAST) <= 1" in sql("cheapest bouquet")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("how many bouquets heavier than 2 kg", "2000"),
        ("how many bouquets heavier than 300 g", "300"),
        ("how many bouquets with a weight over 1 kg", "1000"),
    ],
)
def test_a_bound_is_taken_in_the_unit_of_its_column(question, value):
    condition = Compared(member("bouquets", "weight_g"), ">", Decimal(value))

    assert condition in analysis(question).where


def test_what_is_counted_has_no_unit():
    assert best("growers with more than 3 kg complaints").dropped


def test_several_fields_of_a_list():
    read = analysis("list the bouquets with their price and flower")

    assert read.rows_of == entity("bouquets")
    assert read.fields == (member("bouquets", "price"), member("bouquets", "kind"))


def test_a_bound_in_a_quantity():
    assert analysis("shops with over 10k in takings").having == (Bound(">", Decimal(10_000), takings()),)


def test_per_cent_of_rows_bounds_their_share():
    (bound,) = analysis("shops where over 20% of sales are tulip").having

    assert bound.value == Decimal("0.2")
    assert bound.quantity == Ratio(
        Counted(entity("sales"), (flower("Tulip"),)), Counted(entity("sales")), is_share=True
    )


def test_a_period_parted_into_its_units():
    read = analysis("takings in each of the last three months")

    assert read.groups == (ByTime("month"),)
    assert [each.period.step for each in read.where] == [("month", 3)]


def test_shares_are_of_the_whole_that_is_named():
    read = analysis("share of takings by flower within each region")

    assert read.derived.within == (ByMember(member("growers", "region")),)
    assert "OVER (PARTITION BY growers.region)" in sql("share of takings by flower within each region")


def test_a_ranking_within_units_of_time_is_dated():
    text = sql("top flower each quarter by takings")

    assert "PARTITION BY DATE_TRUNC('quarter', sales.sold_at)" in text


def test_two_values_apart():
    read = analysis("difference in takings between tulip and lily")

    assert read.derived.kind == "difference"
    assert [each.where for each in read.quantities] == [(flower("Tulip"),), (flower("Lily"),)]


def test_two_periods_beside_each_other():
    (group,) = analysis("takings in the first half of 2024 and the second half of 2024").groups

    assert isinstance(group, ByPeriods)
    assert [each.start.month for each in group.periods] == [1, 7]


def test_a_change_of_one_half_against_another():
    (within,) = analysis("takings growth first half 2024 over first half 2023").where

    assert isinstance(within, Within)
    assert within.period.before().start.year == 2023


def test_a_range_of_months_is_no_pair_of_months():
    read = analysis("monthly growth of takings from January to June 2024")

    assert [each.period.days() for each in read.where] == [182]


def test_several_questions_in_one_are_not_one_of_many_groups():
    read = analysis("takings by shop, sales by region")

    assert read.groups == (ByMember(member("sales", "shop")),)


def test_whose_rows_are_meant_keeps_all_of_them():
    read = analysis("takings from growers in 2024")

    assert read.groups == ()
    assert read.about == (entity("growers"),)


def test_records_without_a_list_word_are_counted():
    read = analysis("bouquets heavier than 2 kg")

    assert read.quantities == (Counted(entity("bouquets")),)


def test_those_who_never_did_are_listed():
    assert analysis("bouquets without sales").rows_of == entity("bouquets")


def test_the_highest_of_groups():
    read = analysis("which shop has the highest takings")

    assert (read.rank.by, read.rank.limit) == (takings(), 1)
    assert not isinstance(read.groups[0], ByEntity)


@pytest.mark.parametrize(
    "question",
    [
        "the heaviest bouquet of each flower",
        "for each flower the heaviest bouquet",
        "heaviest bouquet per flower",
    ],
)
def test_rows_are_ranked_within_a_field_of_theirs(question):
    read = analysis(question)

    assert read.rows_of == entity("bouquets")
    assert read.rank.within == (ByMember(member("bouquets", "kind")),)
    assert "PARTITION BY bouquets.kind ORDER BY bouquets.weight_g DESC" in sql(question)


def test_such_rows_are_ranked_among_themselves():
    read = analysis("the 3 cheapest tulip bouquets")

    assert read.rank.by == Aggregated("maximum", member("bouquets", "price"))
    assert (read.rank.limit, read.where) == (3, analysis("tulip bouquets").where)


@pytest.mark.parametrize(
    "question",
    ["tulip bouquets with a price over 20, how many?", "show tulip bouquets with a price over 20 - how many"],
)
def test_how_many_may_stand_at_the_end(question):
    read = analysis(question)

    assert read.quantities
    assert (read.rows_of, len(read.where)) == (None, 2)


def test_one_side_of_a_comparison_is_not_answered_for_both():
    read = best("takings tulip vs orchids")

    assert read.dropped or read.cover.unknown


def test_a_unit_that_is_named_goes_before_that_of_several_periods():
    assert analysis("weekly takings in Jan and Feb 2024").groups == (ByTime("week"),)


def test_with_and_without_are_written_short():
    assert analysis("bouquets w/o flower") == analysis("bouquets without flower")


def test_an_average_per_one_is_the_ratio():
    assert analysis("avg takings per bouquet") == analysis("takings per bouquet on average")


def test_an_average_over_such_rows_is_bounded_itself():
    (bound,) = analysis("shops where the average price of tulip bouquets is above 20").having

    assert bound.quantity == Aggregated("average", member("bouquets", "price"), (flower("Tulip"),))


def test_a_grouping_that_is_not_understood_is_not_left_out():
    assert best("takings by how the bouquet was tied").dropped == ("by",)


def test_the_noun_that_a_ratio_is_per_is_the_last_one():
    assert best("takings per sale grower").dropped


def test_the_plain_word_count_counts_what_is_named():
    assert analysis("tulip bouquets, count").quantities == (Counted(entity("bouquets")),)


def test_new_ones_came_to_be_in_the_time_that_is_named():
    read = analysis("new sales in 2024")

    assert read.quantities == (Counted(entity("sales")),)
    assert read.where == analysis("sales in 2024").where
    assert best("new sales").dropped == ("new",)


@pytest.mark.parametrize("question", ["n bouquets", "nr of bouquets", "# of bouquets", "num bouquets"])
def test_short_words_for_how_many(question):
    assert analysis(question).quantities == analysis("how many bouquets").quantities


def test_an_order_without_anything_in_it_is_not_left_out():
    assert best("how many bouquets over 10 min").dropped


def test_of_two_negations_one_is_not_undone_by_the_other():
    read = best("bouquets that have no thank-you, excluding tulip")

    assert read.analysis.where == analysis("bouquets excluding tulip").where
    assert read.cover.unknown


def test_what_stands_right_before_a_number_is_not_listed():
    assert analysis("show me bouquet takings by shop").groups == (ByMember(member("sales", "shop")),)


def test_where_money_is_asked_for_no_rows_are_counted():
    assert best("which shop cost us the most in complaints").dropped

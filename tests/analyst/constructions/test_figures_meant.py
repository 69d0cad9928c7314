"""Which figure is meant: of whom a number is, what is divided by what, what a verb amounts to."""

import pytest

from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Aggregated, ByMember, ByTime, Counted, Distinct, Entity, Ratio
from tests.analyst.constructions.printing import MODEL, OTHERS, entity, measure, member, read, sql
from tests.analyst.constructions.small_models import catalog, kept


def test_an_average_per_one_of_several_is_that_of_each():
    found = read("average noise per operator").analysis

    assert found.quantities == (measure("average_noise"),)
    assert found.groups == (ByMember(member("runs", "operator")),)


def test_a_number_of_rows_per_row_of_another_table_is_of_all_of_these():
    runs, stops = sql("paper jam stops per press run by operator").split("part_2 AS")

    assert "FROM runs GROUP BY" in runs
    assert "stops.cause = 'Paper jam'" in stops


def test_what_it_is_per_may_be_such_and_keeps_both():
    text = sql("stops per finished press run by operator")

    assert text.count("runs.state = 'Finished'") == 2


def test_so_many_of_those_below_are_dated_by_their_own_day():
    text = sql("stops per 100 press runs in 2024")

    assert "stops.stopped_at >= '2024-01-01'" in text
    assert "runs.started_on >= '2024-01-01'" in text


def test_whose_different_values_they_are_is_no_group():
    found = read("how many different halls are there among the presses").analysis

    assert found.quantities == (Distinct(member("presses", "hall")),)
    assert found.groups == ()


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("what did we charge in May 2024", "charged_eur"),
        ("how much was charged in May 2024", "charged_eur"),
        ("total charged in May 2024", "charged_eur"),
        ("how many units did we print in May 2024", "sheets_printed"),
    ],
)
def test_a_verb_asks_for_the_amount_of_what_was_done(question, name):
    found = read(question)

    assert found.analysis.quantities == (measure(name),)
    assert found.cover.unknown == ()


def test_the_amount_of_what_was_done_is_dated_by_when_it_was():
    (period,) = read("how many units did we print in May 2024").analysis.where

    assert period.time == member("runs", "printed_on")


def test_the_same_before_a_noun_is_said_of_that():
    assert measure("charged_eur") not in read("total charged press runs").analysis.quantities


def test_a_noun_said_once_is_that_of_both():
    found = read("planned vs actual hours by hall").analysis

    assert found.quantities == (measure("planned_hours"), measure("actual_hours"))


def test_one_against_the_other_in_percent_is_a_share():
    (found,) = read("actual vs planned hours as a %").analysis.quantities

    assert found == Ratio(measure("actual_hours"), measure("planned_hours"), is_share=True)


def test_a_flag_before_what_is_grouped_keeps_those_that_are_such():
    found = read("press runs in May 2024 per retired press").analysis

    assert kept(MODEL, "presses", "retired", True) in found.where
    assert ByMember(member("presses", "retired")) not in found.groups


def test_a_rate_may_be_called_by_a_name_written_in_one():
    (found,) = read("misfeed rate").analysis.quantities

    assert found.is_share
    assert found.above == Counted(entity("runs"), (kept(MODEL, "runs", "mis_feed", True),))


def test_more_than_one_is_a_bound():
    (bound,) = read("operators with more than one press run").analysis.having

    assert (bound.operator, bound.value) == (">", 1)


def test_averaging_more_is_a_bound_on_the_average():
    (bound,) = read("operators averaging more than 80 noise").analysis.having

    assert bound.quantity == Aggregated("average", member("runs", "noise"))


def test_the_biggest_day_of_a_sum_is_the_day_of_the_highest_sum():
    found = read("our single biggest sheets printed day").analysis

    assert found.groups == (ByTime("day"),)
    assert (found.rank.limit, found.rank.by) == (1, measure("sheets_printed"))


def test_a_value_behind_its_column_is_no_second_group():
    found = read("stops per press run by operator, run state finished").analysis

    assert ByMember(member("runs", "state")) not in found.groups


def test_how_often_each_value_was_had_counts_the_rows_that_have_it():
    found = read("how often was each operator used").analysis

    assert found.groups == (ByMember(member("runs", "operator")),)
    assert isinstance(found.rank.by, Counted)


def test_one_number_as_less_than_a_part_of_another_is_a_bound():
    (bound,) = read("operators where actual hours are under 90 % of planned hours").analysis.having

    assert bound.quantity == Ratio(measure("actual_hours"), measure("planned_hours"), is_share=True)
    assert str(bound.value) == "0.9"


def test_those_who_did_something_most_often_are_counted_by_what_they_did():
    found = sql("the ten clubs that came most often", OTHERS)

    assert 'MEASURE(visits."count")' in found


def test_a_table_whose_rows_are_not_counted_lends_its_noun_to_one_that_does():
    clubs = [each.of for each in catalog(OTHERS).phrases["club",] if each.weight == OWN]

    assert [each for each in clubs if isinstance(each, Entity)] == [catalog(OTHERS).entities["clubs"]]

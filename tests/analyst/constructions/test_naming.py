"""What words name in a model of lent tools: rows before sums of theirs, and names told in other ways."""

from decimal import Decimal
from functools import cache

import pytest

from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Bound,
    ByMember,
    ByTime,
    Compared,
    IsIn,
    Measured,
    Missing,
    Ratio,
)
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from tests.analyst.constructions.small_models import TODAY, best, catalog, cube, model_of


@cache
def lent():
    """Tools, the loans of them with what was lent, and repairs that belong to no loan."""
    return model_of(
        cube(
            "tools",
            "Tools",
            {
                "kind": ("string", "Tool type"),
                "maker": ("string", "Maker"),
                "inspected_on": ("time", "Inspected on"),
                "weight_kg": ("number", "Weight"),
            },
            {},
        ),
        cube(
            "loans",
            "Loans",
            {
                "started_on": ("time", "Start"),
                "town": ("string", "Town"),
                "deposit": ("number", "Deposit"),
                "late": ("boolean", "Late"),
            },
            {
                "loaned": ("sum", "Loaned", "worth"),
                "deposits": ("sum", "Deposits held", "deposit"),
                "overdue": ("sum", "Overdue fees", "fee"),
                "late_loans": ("count", "Late loans", ""),
                "borrowers": ("count_distinct", "Borrowers", "borrower_id"),
            },
            joins=("tools",),
        ),
        cube(
            "repairs",
            "Repairs",
            {
                "done_on": ("time", "Repair date"),
                "reason": ("string", "Reason"),
                "duration_min": ("number", "Duration"),
            },
            {
                "time": ("sum", "Repair hours", "hours"),
                "spent": ("sum", "Repair minutes", "duration_min"),
            },
            joins=("tools",),
        ),
    )


def member(of, name):
    return catalog(lent()).by_key[of, name]


def read(question, values=()):
    return best(lent(), question, values).analysis


def statement(question):
    """The statement of a question on one line."""
    known = catalog(lent())
    sources = Sources(known)
    planned = Planner(sources).plan(Completion(known, sources, TODAY).of(read(question)))
    return " ".join(planned.sql.split())


def named(quantities):
    return [each.measure.name if isinstance(each, Measured) else each.entity.cube for each in quantities]


@pytest.mark.parametrize("question", ["loans by town", "number of loans by town", "loans per town"])
def test_rows_are_counted_before_what_a_verb_like_them_sums(question):
    assert named(read(question).quantities) in (["loans"], ["count"])


def test_more_than_so_many_rows_bounds_their_count():
    (bound,) = read("towns with more than 70 loans").having

    assert isinstance(bound, Bound)
    assert named([bound.quantity]) in (["loans"], ["count"])


def test_an_amount_of_each_row_is_added_up_where_a_number_is_asked_for():
    found = read("deposit and overdue fees by town")

    assert named(found.quantities) == ["deposits", "overdue"]
    assert found.groups == (ByMember(member("loans", "town")),)


def test_an_amount_per_something_is_no_group():
    (ratio,) = read("top 3 towns by deposit per borrower").quantities

    assert ratio == Ratio(Measured(member("loans", "deposits")), Measured(member("loans", "borrowers")))


def test_what_counts_different_ones_is_named_with_that_word():
    assert named(read("number of distinct borrowers by town").quantities) == ["borrowers"]


@pytest.mark.parametrize("question", ["repairs by type of tool", "repairs for each tool type"])
def test_a_name_may_be_told_from_its_end(question):
    assert read(question).groups == (ByMember(member("tools", "kind")),)


@pytest.mark.parametrize(
    "question", ["tools by month of inspection", "tools per month by date of inspection"]
)
def test_a_date_is_named_by_the_noun_of_its_verb(question):
    (group,) = read(question).groups

    assert group == ByTime("month", member("tools", "inspected_on"))


def test_the_date_on_which_something_was_done():
    found = read("number of tools per year by the date on which they were inspected")

    assert found.groups == (ByTime("year", member("tools", "inspected_on")),)


@pytest.mark.parametrize("question", ["loans that have no reason yet", "repairs still without a reason"])
def test_still_and_yet_say_nothing_beside_a_condition(question):
    assert Missing(member("repairs", "reason")) in read(question).where


def test_per_is_never_skipped():
    assert "per" in _unknown("repair hours per blue")


def test_rows_of_a_kind_are_listed_with_their_fields():
    found = read("list all drills with maker and inspection date", [("tools", "kind", "Drill")])

    assert found.rows_of == catalog(lent()).entities["tools"]
    assert found.where == (IsIn(member("tools", "kind"), ("Drill",)),)
    assert found.fields == (member("tools", "maker"), member("tools", "inspected_on"))


def test_a_date_of_the_model_is_meant_before_a_period_that_begins():
    (within,) = read("loans starting in march 2024").where

    assert within.time == member("loans", "started_on")
    assert within.period.days() == 31


def test_weeks_of_two_months_are_not_cut_where_these_end():
    found = read("loans per week for march and april 2024")

    assert found.groups == (ByTime("week"),)


def test_a_change_against_two_periods_at_once_is_not_read():
    found = best(lent(), "change of deposits since january 2024 (march against may 2024)")

    assert found.dropped or found.cover.unknown


def test_a_number_for_so_many_of_another_that_belongs_to_other_rows():
    found = read("overdue fees per 100 repair hours by tool type")
    (ratio,) = found.quantities

    assert ratio == Ratio(Measured(member("loans", "overdue")), Measured(member("repairs", "time")), per=100)
    text = statement("overdue fees per 100 repair hours by tool type")
    assert "part_1.overdue * 100.0 / NULLIF(part_2.time, 0)" in text


def test_rows_that_belong_to_none_of_the_others_are_all_counted():
    assert "COUNT(DISTINCT" not in statement("repair hours per loan by maker")


def test_a_second_number_beside_a_change_must_be_joined_to_it():
    assert best(lent(), "change in repairs deposit from 2023 to 2024").dropped


def test_a_noun_behind_a_counted_entity_says_more_than_that_entity():
    assert best(lent(), "makers with 18 or more repair reasons").dropped


def test_a_number_may_be_told_in_the_unit_of_its_name():
    assert read("average weight in kg by maker").groups == (ByMember(member("tools", "maker")),)
    assert best(lent(), "deposits held in kg by town").dropped


def test_the_values_of_a_key_are_listed():
    assert read("which tool ids are there?").values_of == member("tools", "id")


@pytest.mark.parametrize(
    "question",
    ["which reason led to the longest repairs", "reasons with the longest repairs", "longest repairs"],
)
def test_the_longest_are_not_the_most(question):
    rank = read(question).rank

    assert rank is None or rank.by == Aggregated("maximum", member("repairs", "duration_min"))


def test_what_lasted_is_measured_in_its_time():
    found = read("number of repairs that took more than 2 hours")

    assert found.where == (Compared(member("repairs", "duration_min"), ">", Decimal(120)),)
    assert named(found.quantities) in (["repairs"], ["count"])


def test_the_unit_of_a_bound_is_no_measure():
    found = read("repairs that lasted over 90 minutes by reason")

    assert named(found.quantities) in (["repairs"], ["count"])


def test_a_share_of_rows_that_are_so_is_of_all_rows():
    (ratio,) = read("what percentage of loans is late by town").quantities

    assert isinstance(ratio, Ratio)
    assert ratio.is_share


def test_what_stands_against_nothing_is_not_understood():
    found = best(lent(), "loans vs by town")

    assert found.dropped or found.cover.unknown


def test_both_sides_of_a_flag_are_groups_beside_each_other():
    found = read("late vs unlate loans by town")

    assert ByMember(member("loans", "late")) in found.groups


def test_a_unit_of_what_is_dated_dates_the_period_too():
    found = read("repair hours by quarter of repair for 2023")
    time = member("repairs", "done_on")

    assert found.groups == (ByTime("quarter", time),)
    assert [each.time for each in found.where] == [time]


def test_how_many_is_no_sum_that_is_called_like_its_rows():
    assert named(read("how much are overdue fees").quantities) == ["overdue"]
    found = best(model_of(_fines()), "how many unpaid fines")
    assert found.dropped or found.cover.unknown
    assert best(model_of(_fines()), "fines by town").analysis.quantities


def _fines():
    return cube("fines", "Fines", {"town": ("string", "Town")}, {"open": ("sum", "Unpaid fines", "amount")})


def test_who_left_is_not_who_came():
    assert "left" in best(lent(), "how many borrowers left in 2024").dropped
    assert not best(lent(), "how many loans left for the coast in 2024").dropped


def test_this_points_at_something():
    assert _unknown("loans this town") == ["this"]


def _unknown(question):
    tokens = tokens_of(question)
    return [tokens[at].text for at in best(lent(), question).cover.unknown]


def test_numbers_belong_to_the_groups_that_they_are_grouped_by():
    with pytest.raises(CannotPlan, match="belongs"):
        statement("repair hours by town")

    assert "GROUP BY 1" in statement("number of tools by town")


def test_a_flag_turned_round_is_its_contrary():
    assert IsIn(member("loans", "late"), (False,)) in read("loans by town unlate").where


def test_what_is_said_before_a_question_sets_nothing_apart():
    plain, polite = (f"{said}towns with more than 5 repairs" for said in ("", "quick question: "))

    assert best(lent(), plain).analysis == best(lent(), polite).analysis


def test_the_lowest_of_an_amount_is_no_ranking_by_its_sum():
    dives = cube(
        "dives",
        "Dives",
        {"depth": ("number", "Depth"), "site": ("string", "Site")},
        {"all_depth": ("sum", "Total depth", "depth")},
    )
    found = best(model_of(dives), "lowest depth by site").analysis

    assert found.quantities == (Aggregated("minimum", catalog(model_of(dives)).by_key["dives", "depth"]),)


def test_since_begins_a_period_also_where_a_date_is_called_so():
    known = model_of(
        cube("clients", "Clients", {"since": ("time", "Client since"), "town": ("string", "Town")}, {})
    )
    (within,) = best(known, "share of clients due to each town since July 2023").analysis.where

    assert within.period.end is None

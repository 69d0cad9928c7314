"""Columns, numbers and values beside each other, and who did what is added up."""

import pytest

from svcchat_magic.analyst.intent.amounts import with_amount
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.leftovers.leftovers import unjoined_quantities
from svcchat_magic.analyst.meaning.titles import bound_text
from svcchat_magic.analyst.meaning.tree import ByMember, Compared, Derived, Measured, Missing, Ratio
from tests.analyst.constructions.printing import MODEL, OTHERS, PARCELS, SPENDERS, measure, member, read, sql
from tests.analyst.constructions.small_models import best, catalog, cube, kept, model_of


@pytest.mark.parametrize(
    ("question", "left", "operator", "right"),
    [
        ("press runs with a cost above the budget", "cost", ">", "budget"),
        ("press runs printed after the due date", "printed_on", ">", "due_on"),
        ("press runs printed earlier than the due date", "printed_on", "<", "due_on"),
    ],
)
def test_a_column_may_be_compared_with_another_one_of_the_same_row(question, left, operator, right):
    found = read(question).analysis

    assert Compared(member("runs", left), operator, member("runs", right)) in found.where


def test_both_columns_stand_in_the_statement():
    assert "WHERE runs.cost > runs.budget" in sql("how many press runs have a cost above the budget")


@pytest.mark.parametrize(
    "question", ["presses with more stops than press runs", "presses where stops exceed press runs"]
)
def test_two_numbers_of_a_group_are_compared_each_from_its_own_table(question):
    text = sql(question)

    assert 'COALESCE(part_1."count", 0) > COALESCE(part_2."count", 0)' in text
    assert "FROM stops" in text.split("part_2 AS")[0]


def test_of_two_numbers_of_the_same_rows_one_statement_compares():
    text = sql("operators with more actual hours than planned")

    assert "HAVING MEASURE(runs.actual_hours) > MEASURE(runs.planned_hours)" in text


def test_the_noun_may_be_said_at_the_first_of_two():
    found = read("hours planned vs actual by hall").analysis

    assert found.quantities == (measure("planned_hours"), measure("actual_hours"))


def test_a_comparison_of_two_numbers_is_said_in_words():
    (bound,) = read("operators with more actual hours than planned").analysis.having

    assert bound_text(bound, bound.quantity) == "with actual hours over planned hours"


def test_who_did_it_may_be_named_between_or_behind():
    for question in ("how much did clubs spend in 2024", "how much was spent by clubs in 2024"):
        found = best(SPENDERS, question).analysis

        assert found.quantities == (Measured(catalog(SPENDERS).by_key["orders", "spent_eur"]),)
        assert found.groups == ()


def test_things_that_were_done_otherwise_are_not_told_instead():
    found = best(SPENDERS, "how many items did clubs return")
    meant = with_amount(tokens_of("how many items did clubs return"), found, catalog(SPENDERS))

    assert "return" in meant.dropped


def test_of_the_values_of_a_column_the_share_of_one_is_of_those_given():
    (found,) = read("percent of run states that are Finished").analysis.quantities

    assert found.is_share
    assert found.above.where == (kept(MODEL, "runs", "state", "Finished"),)


def test_three_values_are_compared_as_two_are():
    values = tuple(("stops", "cause", each) for each in ("Paper jam", "Ink", "Power"))
    found = best(MODEL, "stops paper jam vs ink vs power", values).analysis

    assert kept(MODEL, "stops", "cause", "Paper jam", "Ink", "Power") in found.where
    assert found.groups == (ByMember(member("stops", "cause")),)


def test_a_column_may_be_named_by_a_noun_and_the_verb_said_of_it():
    found = best(PARCELS, "parcels by the town we ship to").analysis

    assert found.groups == (ByMember(catalog(PARCELS).by_key["parcels", "ship_town"]),)


def test_without_a_period_a_status_is_meant_before_the_date_of_that_name():
    values = (("parcels", "state", "Delivered"),)
    dated = best(PARCELS, "how many parcels were delivered in May 2024", values).analysis
    found = best(PARCELS, "how many parcels were delivered", values).analysis

    assert kept(PARCELS, "parcels", "state", "Delivered") in found.where
    assert [each.time for each in dated.where] == [catalog(PARCELS).by_key["parcels", "delivered_on"]]


def test_one_against_the_other_in_percent_also_with_words_between():
    found = read("actual vs planned hours for Finished press runs, as a %, by operator").analysis

    assert found.quantities == (Ratio(measure("actual_hours"), measure("planned_hours"), is_share=True),)
    assert found.derived is None


def test_what_a_number_is_of_is_no_group_of_it():
    found = best(PARCELS, "by how many percent did the home town of total weight rise from 2023 to 2024")

    assert "home" in found.dropped


def test_open_is_what_has_not_been_closed_and_not_what_was_opened():
    times = {"opened_on": ("time", "Opened on"), "closed_on": ("time", "Closed on")}
    model = model_of(cube("claims", "Claims", times, {}))

    assert best(model, "open claims").analysis.where == (
        Missing(catalog(model).by_key["claims", "closed_on"]),
    )


def test_what_is_said_of_those_that_rows_have_is_no_number_of_them():
    found = best(OTHERS, "visits with clubs not Alpha", (("clubs", "name", "Alpha"),)).analysis

    assert found.having == ()


def test_a_number_right_before_another_one_that_grew_is_not_passed_over():
    of = catalog(PARCELS).by_key
    weight, count = Measured(of["parcels", "weight"]), Measured(of["parcels", "count"])
    grew = Item("CHANGED", 1, 3, (weight, Derived("change")), 1.0)
    tokens = tokens_of("parcels weight grew")

    for first, lost in ((count, ["parcels"]), (weight, [])):
        cover = Cover(items=(Item("QUANTITY", 0, 1, first, 1.0), grew))
        assert unjoined_quantities(cover, tokens) == lost

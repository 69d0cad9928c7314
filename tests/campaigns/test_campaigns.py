"""Every campaign with a small N (decisions/proof); the full one is `python -m tests.campaigns.NAME`."""

import pytest

from tests.campaigns import (
    abort,
    crowd,
    cuts,
    decoder,
    durability,
    full_product,
    grounding,
    hostile_crowd,
    interrupt,
    key,
    member_rules,
    memory,
    races,
    real_model,
    rewordings,
    round_trip,
    row_rules,
    semantic_queries,
    session_bounds,
    specs,
    sql_door,
    strange_schemas,
    texts,
)
from tests.campaigns.figures import Figure, table

_READ_OVER = ("adversarial", "clinic", "demo", "flights", "payroll", "support")  # whatever sets there are


def reached(figures):
    return [figure for figure in figures if not figure.is_reached] == []


@pytest.mark.case("S03")
@pytest.mark.case("S09")
@pytest.mark.case("S38")
def test_no_mutated_stream_is_more_than_the_reader_can_take():
    figures = decoder.run(2_000)

    assert reached(figures), table("decoder", figures)


@pytest.mark.long
@pytest.mark.case("S01")
@pytest.mark.case("S02")
@pytest.mark.case("S17")
@pytest.mark.case("S18")
@pytest.mark.case("S27")
def test_no_stream_that_is_broken_off_is_shown_as_complete():
    figures = cuts.run(60)

    assert reached(figures), table("cuts", figures)


@pytest.mark.long
@pytest.mark.case("S20")
@pytest.mark.case("S21")
@pytest.mark.case("S37")
@pytest.mark.skipif(not memory.IS_MEASURED, reason="reads a child's peak where the system shows it")
def test_no_answer_is_too_large_for_the_memory():
    figures = memory.run(100)

    assert reached(figures), table("memory", figures)


@pytest.mark.long
@pytest.mark.case("K05")
@pytest.mark.case("K06")
@pytest.mark.case("K07")
@pytest.mark.case("K12")
def test_a_canary_is_found_nowhere_but_where_it_was_planted():
    figures = key.run(2)

    assert reached(figures), table("key", figures)


@pytest.mark.long
@pytest.mark.case("S33")
@pytest.mark.case("S34")
def test_a_turn_stopped_at_any_moment_leaves_nothing_behind():
    figures = [each for each in abort.run(100) if "seconds" not in each.what]

    assert reached(figures), table("abort", figures)


@pytest.mark.long
@pytest.mark.case("S33")
def test_a_cell_interrupted_at_any_moment_keeps_what_came_and_leaves_nothing_behind():
    figures = interrupt.run(16)
    counted = [each for each in figures if "seconds" not in each.what]

    assert reached(counted), table("interrupt", figures)


@pytest.mark.long
@pytest.mark.case("A33")
def test_nothing_that_was_acknowledged_is_lost_by_a_kill():
    figures = [each for each in durability.run(6) if "seconds" not in each.what]

    assert reached(figures), table("durability", figures)


@pytest.mark.long
@pytest.mark.case("A16")
@pytest.mark.case("A18")
def test_an_abort_that_meets_the_end_of_its_turn_leaves_one_ending():
    figures = [each for each in races.run(300) if "seconds" not in each.what]

    assert reached(figures), table("races", figures)


@pytest.mark.case("Z04")
@pytest.mark.case("Z05")
def test_no_random_page_is_given_what_is_another_agents_users_or_rights():
    figures = session_bounds.run(200)

    assert reached(figures), table("session bounds", figures)


@pytest.mark.long
@pytest.mark.case("A31")
def test_no_request_of_the_published_description_ends_in_a_fault():
    from tests.campaigns import api  # whose schemathesis takes a second to import, in every worker

    figures = api.run(250)

    assert reached(figures), table("api", figures)


@pytest.mark.case("Q12")
@pytest.mark.case("Q13")
@pytest.mark.case("Q14")
@pytest.mark.case("Q17")
@pytest.mark.case("Z01")
@pytest.mark.case("Z02")
@pytest.mark.case("Z09")
def test_no_random_user_sees_a_row_that_their_rules_do_not_give_or_can_tell_what_it_holds():
    figures = row_rules.run(120, seed=3)  # whose controls find what they look for in so few

    assert reached(figures), table("row rules", figures)


@pytest.mark.long
@pytest.mark.case("Z01")
def test_no_random_user_of_postgres_can_tell_what_a_hidden_row_holds(postgres_address):  # skips without it
    figures = row_rules.run_on_postgres(300)

    assert reached(figures), table("row rules on PostgreSQL", figures)


@pytest.mark.case("Q12")
def test_no_statement_tells_what_hidden_and_masked_members_hold():
    figures = member_rules.run(30)

    assert reached(figures), table("member rules", figures)


@pytest.mark.long
@pytest.mark.case("V08")
@pytest.mark.case("V12")
def test_no_mutated_chart_brings_anything_foreign_to_the_page():
    figures = specs.run(1_000)

    assert reached(figures), table("specs", figures)


@pytest.mark.long
@pytest.mark.case("R01")
@pytest.mark.case("R02")
def test_no_mutated_answer_brings_anything_foreign_to_the_page():
    figures = texts.run(1_000)

    assert reached(figures), table("texts", figures)


@pytest.mark.case("Q02")
@pytest.mark.case("Q04")
@pytest.mark.case("Q06")
@pytest.mark.case("Q07")
@pytest.mark.case("Q19")
def test_no_hostile_statement_reaches_the_engine_and_ordinary_ones_do():
    figures = sql_door.run(40)

    assert reached(figures), table("sql door", figures)


def test_a_figure_that_is_missed_is_told_as_one():
    figures = [Figure("hits", "1", "0", False, "planted: 1")]

    assert "0: MISSED" in table("key", figures)
    assert not reached(figures)


@pytest.mark.long
@pytest.mark.case("A26")
def test_idle_sockets_and_slow_readers_keep_nobody_else_from_being_answered():
    figures = crowd.run(20)

    assert reached(figures), table("crowd", figures)


@pytest.mark.long
@pytest.mark.case("Z06")
@pytest.mark.case("Z07")
@pytest.mark.case("Z08")
def test_a_user_among_hostile_callers_is_served_and_every_request_ends_as_it_should():
    figures = hostile_crowd.run(2)

    assert reached(figures), table("hostile crowd", figures)


@pytest.mark.case("Q17")
def test_random_queries_over_random_views_give_what_every_join_written_out_gives():
    figures = semantic_queries.run(45)

    assert reached(figures), table("semantic queries", figures)


def test_random_analyses_said_in_english_are_read_as_meant_and_a_planted_swap_is_found():
    figures = round_trip.run(54, only=_READ_OVER)

    assert reached(figures), table("round trip", figures)


@pytest.mark.long
def test_the_measure_and_the_dimension_that_are_asked_for_are_computed():
    figures = full_product.run(24, only=_READ_OVER[:3])  # all questions are made of each first

    assert reached(figures), table("full product", figures)


@pytest.mark.long
def test_a_question_reworded_is_read_the_same_and_one_with_an_unknown_word_is_not_answered():
    figures = rewordings.run(6, only=_READ_OVER)

    assert reached(figures), table("rewordings", figures)


@pytest.mark.long
@pytest.mark.case("M02")
def test_no_true_sentence_is_struck_and_nearly_every_invention_is():
    rates = grounding.run(300, ["clinic", "flights", "support"], drawn=150)

    assert rates.alarms == []
    assert rates.caught.total() >= 0.98 * rates.asked.total(), rates.missed


@pytest.mark.long
def test_every_turn_of_a_real_model_ends_with_an_outcome():  # skips where none is set
    model = real_model.configured()
    if model is None:
        pytest.skip("SVCCHAT_LLM_URL and SVCCHAT_LLM_MODEL name no language model")

    turns = list(real_model.run(model, 2, "demo"))

    assert [each.outcome in ("answered", "clarify", "refused") for each in turns] == [True, True]
    assert all(each.text for each in turns)


@pytest.mark.long
def test_no_kind_or_name_of_a_column_stops_a_model():
    figures = strange_schemas.run(8)

    assert reached(figures), table("strange schemas", figures)

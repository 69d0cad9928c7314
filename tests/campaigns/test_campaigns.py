"""Every campaign with a small N (ruling 24); the full one is `python -m tests.campaigns.NAME`."""

import pytest

from tests.campaigns import abort, cuts, decoder, key, memory
from tests.campaigns.figures import Figure, table


def reached(figures):
    return [figure for figure in figures if not figure.is_reached] == []


@pytest.mark.case("S03")
@pytest.mark.case("S09")
@pytest.mark.case("S38")
def test_no_mutated_stream_is_more_than_the_reader_can_take():
    figures = decoder.run(5_000)

    assert reached(figures), table("decoder", figures)


@pytest.mark.case("S01")
@pytest.mark.case("S02")
@pytest.mark.case("S17")
@pytest.mark.case("S18")
@pytest.mark.case("S27")
def test_no_stream_that_is_broken_off_is_shown_as_complete():
    figures = cuts.run(60)

    assert reached(figures), table("cuts", figures)


@pytest.mark.case("S20")
@pytest.mark.case("S21")
@pytest.mark.case("S37")
@pytest.mark.skipif(not memory.IS_MEASURED, reason="reads a child's peak where the system shows it")
def test_no_answer_is_too_large_for_the_memory():
    figures = memory.run(100)

    assert reached(figures), table("memory", figures)


@pytest.mark.case("K05")
@pytest.mark.case("K06")
@pytest.mark.case("K07")
@pytest.mark.case("K12")
def test_a_canary_is_found_nowhere_but_where_it_was_planted():
    figures = key.run(1)

    assert reached(figures), table("key", figures)


@pytest.mark.case("S33")
@pytest.mark.case("S34")
def test_a_turn_stopped_at_any_moment_leaves_nothing_behind():
    figures = abort.run(100)

    assert reached(figures), table("abort", figures)


def test_a_figure_that_is_missed_is_told_as_one():
    figures = [Figure("hits", "1", "0", False, "planted: 1")]

    assert "0: MISSED" in table("key", figures)
    assert not reached(figures)

"""Shares within groups: what is said of the part of each, and what keeps the rows of all of them."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.following.memory import Memory
from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 3, 10)
TABLES = {
    "kiosks": [
        "kiosk_id,kiosk_name,town,keeper_title",
        "1,Pier,Hythe,Head Keeper",
        "2,Gate,Deal,Stand In",
    ],
    "goods": [
        "good_id,good_name,sort,is_vegan",
        "1,Mocha,drinks,false",
        "2,Flapjack,snacks,true",
        "3,Chips,hot food,true",
    ],
    "tills": [
        "till_id,kiosk_id,good_id,rung_on,takings,paid_by,voided",
        "1,1,1,2024-03-01,4.50,card,false",
        "2,1,2,2024-05-01,2.50,cash,false",
        "3,2,3,2024-06-01,6.00,card,true",
        "4,2,1,2025-02-01,4.00,cash,false",
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("kiosks"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "share of each kiosk's takings that came from drinks",
        "what percentage of each kiosk's takings in 2024 was drinks",
        "share of drinks in each kiosk's takings",
        "drinks share of takings by kiosk",
        "drinks' share of takings per kiosk in 2024",
        "how much of each kiosk's takings comes from drinks",
        "what share of every kiosk's takings in 2024 came from drinks",
        "top 2 kiosks by drinks' share of takings",
    ],
)
def test_the_part_is_of_each_group(reader, question):
    text = sql_of(reader, question)

    assert "sort = 'drinks')" in text  # in the filter of the part
    assert "OVER (" not in text


@pytest.mark.parametrize(
    "question",
    [
        "for drinks the share of takings by kiosk",
        "share of each kiosk in takings from drinks",
        "share of takings by kiosk for drinks in 2024",
        "what share of drinks takings did each kiosk have",
    ],
)
def test_what_keeps_the_rows_of_all_is_no_part(reader, question):
    text = sql_of(reader, question)

    assert "FILTER" not in text or "OVER (" in text
    assert "sort = 'drinks'" in text


def test_a_share_without_a_part_is_that_of_each_group_in_all(reader):
    assert "OVER ()" in sql_of(reader, "each kiosk's share of takings in 2024")


@pytest.mark.parametrize(
    "question",
    [
        "what share of takings in Hythe came from drinks",
        "drinks share of takings in Hythe",
        "what share of takings in Hythe came from drinks in 2024",
    ],
)
def test_what_is_said_behind_the_verb_is_the_part_and_not_the_place(reader, question):
    text = sql_of(reader, question)

    assert "FILTER (WHERE" in text
    assert text.index("sort = 'drinks'") < text.index("town = 'Hythe'")  # the town keeps the rows


def test_each_of_one_value_is_refused(reader):
    """All of those who are called so may be meant, of which the value keeps the rows."""
    assert not is_read(reader, "each head keeper's share of takings")


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("voided tills by kiosk", "and as a percentage of all tills of each kiosk?"),
        ("voided tills by kiosk", "as a share of each kiosk's tills"),
        ("voided tills by kiosk", "and as a percentage of all tills?"),
    ],
)
def test_what_kept_the_rows_before_is_the_part_of_each(reader, before, behind):
    memory = Memory(asyncio.run(reader.read(before)).best.analysis)
    found = asyncio.run(reader.read(behind, memory))

    assert found.is_sure
    assert "FILTER (WHERE" in found.planned.sql
    assert "GROUP BY" in found.planned.sql
    assert "FROM tills\nWHERE" not in found.planned.sql


@pytest.mark.parametrize(
    "question",
    [
        "of each kiosk's takings in 2024, what share was drinks?",
        "share of each kiosk's takings that came from drinks by year",
    ],
)
def test_the_part_may_be_asked_for_last_or_split_further(reader, question):
    text = sql_of(reader, question)

    assert "sort = 'drinks')" in text
    assert "OVER (" not in text


def test_what_each_is_split_by_is_the_part_where_no_verb_says_more(reader):
    text = sql_of(reader, "share of each town's takings in 2024 by kiosk")

    assert "OVER (PARTITION BY" in text

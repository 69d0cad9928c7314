"""Slips of the fingers are few letters away from what was meant."""

import pytest

from svcchat_magic.semantic.search.typing_slips import TypingSlips, distance


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("revenue", "revenue", 0),
        ("revnue", "revenue", 1),
        ("revenuee", "revenue", 1),
        ("ravenue", "revenue", 1),
        ("reveune", "revenue", 1),  # neighbours swapped
        ("rveneu", "revenue", 2),
        ("", "abc", 3),
    ],
)
def test_letters_added_left_out_replaced_or_swapped_count_one_each(one, other, slips):
    assert distance(one, other, most=3) == distance(other, one, most=3) == slips


def test_counting_ends_at_the_most():
    assert distance("revenue", "department", most=2) == 3


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("reginn", {"region": 1}),
        ("rgion", {"region": 1}),
        ("erginn", {}),  # two slips in a short word
        ("deparmtents", {"departments": 1}),
        ("depratmnets", {"departments": 2}),
        ("cty", {}),  # too short to tell
        ("q42024", {}),
        ("kegion", {}),  # the first letter is seldom wrong
    ],
)
def test_a_long_word_may_have_two_slips_and_a_very_short_one_none(typed, meant):
    assert dict(TypingSlips(["region", "departments", "city"]).meant(typed)) == meant

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.analyst.language.answer_words import answer_words
from svcchat_magic.analyst.telling.figures import figures_in, signed, written


@pytest.mark.parametrize(
    ("number", "form", "text"),
    [
        ("5421380.4", "currency", "5.42 million"),
        ("412380", "currency", "412,380"),
        ("412380.4", "currency", "412,380"),
        ("98.2", "currency", "98.20"),
        ("12", "number", "12"),
        ("0.142", "percent", "14.2%"),
        ("999999.99", "", "1.00 million"),
        ("999499999", "", "999 million"),
        ("999999999", "", "1.00 billion"),
        ("12345678901234", "", "12.3 trillion"),
        ("-2500000", "", "-2.50 million"),
        ("0", "", "0"),
    ],
)
def test_a_number_is_written_as_a_reader_wants_it(number, form, text):
    assert written(Decimal(number), form) == text


def test_changes_carry_their_sign():
    assert [signed(Decimal("21.84")), signed(Decimal("-3.1")), answer_words().percents(Decimal("36.16"))] == [
        "+21.8%",
        "−3.1%",
        "36.2%",
    ]


@given(st.decimals(-(10**13), 10**13, allow_nan=False, places=4), st.sampled_from(["currency", "number", ""]))
def test_what_is_written_reads_back_as_the_same_number(number, form):
    (figure,) = figures_in(f"It was {written(number, form)}.")

    assert figure.tells(number)
    assert not figure.is_percent


def test_numbers_are_found_with_their_scales():
    found = figures_in("from 1.61 million to 412,380, +14.2% (3) v2 x4y")

    assert [(figure.size, figure.is_percent) for figure in found] == [
        (Decimal("1610000"), False),
        (Decimal("412380"), False),
        (Decimal("14.2"), True),
        (Decimal("3"), False),
    ]

"""Long names are cut where a word ends, and stay different from each other."""

import random

import pytest

from svcchat_magic.charts.layout.short_names import short_names, width_of


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Alder armchair with cushions", "Alder armchair…"),
        ("north-eastern-south-western", "north-eastern-…"),
        ("table, extendable to three metres", "table, extendable…"),
        ("Donaudampfschifffahrtsgesellschaft", "Donaudampfschiff…"),
        ("A Donaudampfschifffahrtsgesellschaft", "A Donaudampfsc…"),
        ("東京都世田谷区の売上げと利益", "東京都世田谷区の…"),
    ],
)
def test_a_name_is_cut_where_a_word_ends_if_one_ends_late_enough(name, short):
    assert short_names([name], 100) == {name: short}


def test_names_that_fit_stay_as_they_are():
    assert short_names(["web", "Alder armchair"], 100) == {}


def test_names_that_begin_alike_keep_their_ends():
    names = ["Annual report of the office in Berlin", "Annual report of the office in Paris"]

    assert list(map(short_names(names, 130).get, names)) == [
        "Annual…office in Berlin",
        "Annual…office in Paris",
    ]


def test_a_cut_name_is_not_taken_for_one_that_is_written_so():
    names = ["Alder armchair with cushions", "Alder armchair…"]

    assert short_names(names, 100)["Alder armchair with cushions"] != "Alder armchair…"


def test_a_letter_keeps_the_marks_that_stand_on_it():
    name = "e\u0301" * 60

    (short,) = short_names([name], 100).values()

    assert short[-2] == "\u0301"


def test_what_is_shown_fits_whatever_the_name_is():
    dice = random.Random(3)
    letters = "aiMW.- ,東e\u0301é😀x"
    names = {"".join(dice.choices(letters, k=dice.randint(1, 90))) for _ in range(2_000)}

    cut = short_names(names, 120)

    assert {name for name in names if width_of(name) > 120} == cut.keys()
    assert len(cut) > 500
    assert max(map(width_of, cut.values())) <= 120

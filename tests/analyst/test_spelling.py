"""Words typed with slips and without accents: mended, told, and never changed into another question."""

import pytest

from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.typo_repair import meant
from svcchat_magic.analyst.linking.near_values import doubtful_words, patterns_of, spelt_near
from tests.analyst.demo import queries_of, short, understood

KNOWN = {
    "catalog",
    "revenue",
    "electricity",
    "cancellation",
    "difference",
    "then",
    "kind",
    "country",
    "price",
    "people",
    "visited",
}


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("revnue", "revenue"),
        ("electricty", "electricity"),
        ("cancelation", "cancellation"),
        ("poeple", "people"),
        ("catalogue", "catalog"),  # the same word in another spelling
    ],
)
def test_a_slip_is_mended(typed, taken):
    assert meant(typed, KNOWN) == taken


@pytest.mark.parametrize("word", ["different", "them", "kindly", "county", "prize", "x1y2", "rvn", "visitor"])
def test_a_word_of_english_and_what_is_too_short_are_left_alone(word):
    assert meant(word, KNOWN) is None


def test_a_slip_that_may_be_either_of_two_words_is_not_mended():
    assert meant("tarnsit", {"transit"}) == "transit"
    assert meant("grapx", {"grape", "graph"}) is None


def test_a_slip_in_a_value_is_mended_and_told():
    (read,) = understood("revenue in Gemany by channel")

    assert read.repairs == (("Gemany", "germany"),)
    assert [short(each) for each in queries_of((read,))] == ["revenue by channel [country=Germany]"]


@pytest.mark.parametrize(
    ("value", "asked", "named"),
    [
        ("Lumière Beauté", "clicks of lumiere beaute", ("lumiere", "beaute")),
        ("München", "orders in munchen", ("munchen",)),
        ("Škoda", "sales of skoda", ("skoda",)),
    ],
)
def test_a_value_is_found_without_its_accents(value, asked, named):
    tokens = tokens_of(asked)
    doubtful = doubtful_words(tokens, frozenset())

    assert named in tuple(spelt_near(value, tokens, doubtful))


def test_what_is_looked_for_leaves_room_for_accents_and_slips_and_no_more():
    accented, *_ = patterns_of("lumiere")

    assert accented == "__m__r_%"
    assert all(len(each.strip("%_ ")) for word in ("alder", "ninia") for each in patterns_of(word))

"""Names and sentences are cut into words that can be compared."""

import pytest

from svcchat_magic.semantic.search.thesaurus import compound_parts
from svcchat_magic.semantic.search.words import form, lemmas, stem, tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("avg_order_value", ("avg", "order", "value")),
        ("jobTitle", ("job", "title")),
        ("CO2Emissions", ("co2", "emissions")),
        ("address1", ("address", "1")),
        ("delta_15_n", ("delta", "15", "n")),
        ("Umsätze", ("umsatze",)),
        ("the driver's licence", ("the", "driver", "licence")),
        ("выручка по месяцам", ("выручка", "по", "месяцам")),
        ("", ()),
    ],
)
def test_names_are_cut_where_a_reader_would(text, words):
    assert tokens(text) == words


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("neighbourhoods", "neighborhood"),
        ("utilisation", "utilization"),
        ("analysed", "analyzed"),
        ("centres", "center"),
        ("litre", "liter"),
        ("catalogue", "catalog"),
        ("programmes", "program"),
        ("cheque", "check"),
        ("paediatric", "pediatric"),
    ],
)
def test_british_and_american_spelling_have_one_form(british, american):
    assert form(british) == form(american)


@pytest.mark.parametrize("word", ["four", "hour", "your", "acre", "genre", "league", "wise"])
def test_words_that_only_look_british_stay(word):
    assert form(word) == word


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("delivery", "delivered"),
        ("delivery", "deliveries"),
        ("shipment", "shipping"),
        ("hired", "hire"),
        ("cancelled", "cancel"),
        ("cancellation", "cancelling"),
        ("planned", "plan"),
        ("sold", "selling"),
    ],
)
def test_words_derived_from_one_have_its_stem(one, other):
    assert stem(form(one)) == stem(form(other))


@pytest.mark.parametrize(
    ("one", "other"), [("care", "car"), ("plane", "plan"), ("rate", "rat"), ("price", "prize")]
)
def test_words_that_only_look_alike_have_stems_of_their_own(one, other):
    assert stem(form(one)) != stem(form(other))


@pytest.mark.parametrize(
    ("typed", "lemma"),
    [("hottest", "hot"), ("heaviest", "heavy"), ("invoiced", "invoice"), ("wages", "wage")],
)
def test_a_dictionary_is_asked_for_the_word_itself(typed, lemma):
    assert lemma in set(lemmas(typed))


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("closingdate", ("closing", "date")),
        ("modifiedon", ("modified", "on")),
        ("userid", ("user", "id")),
        ("update", ()),
        ("revnue", ()),
        ("kundennummer", ()),
    ],
)
def test_names_written_without_a_gap_have_two_words_of_english(name, parts):
    assert compound_parts(name) == parts


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("movies", "movie"),
        ("cities", "city"),
        ("buses", "bus"),
        ("caches", "cache"),
        ("analyses", "analysis"),
    ],
)
def test_several_of_a_thing_have_the_form_of_one(several, one):
    assert form(several) == form(one)

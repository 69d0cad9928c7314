import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import phrase_of, plural, singular, words_of


def test_names_titles_and_values_come_down_to_the_same_forms():
    assert phrase_of("created_at") == ("created", "at")
    assert phrase_of("Customers' Countries") == phrase_of("customer country")
    assert phrase_of("Small business") == ("small", "business")


def test_dates_and_ranges_keep_their_parts_together():
    texts = [word.text for word in words_of("from 2023-01-01 to 2024-03, 2022-2023, 1,000.5?")]

    assert texts == ["from", "2023-01-01", "to", "2024-03", ",", "2022", "-", "2023", ",", "1,000.5", "?"]


def test_short_words_and_double_s_are_no_plurals():
    assert [singular(word) for word in ("this", "was", "business", "status", "gas")] == [
        "this",
        "was",
        "business",
        "status",
        "gas",
    ]
    assert [singular(word) for word in ("countries", "boxes", "branches", "sales")] == [
        "country",
        "box",
        "branch",
        "sale",
    ]


def test_a_dictionary_tells_the_singular_where_the_ending_does_not():
    read = {
        "movies": "movie", "cookies": "cookie", "calories": "calorie", "cities": "city", "caddies": "caddy",
        "series": "series", "heroes": "hero", "shoes": "shoe", "axes": "axis", "caches": "cache",
        "churches": "church", "prizes": "prize", "quizzes": "quiz", "buses": "bus", "cases": "case",
        "crises": "crisis", "hooves": "hoof", "curves": "curve", "brexities": "brexity",
    }  # fmt: skip

    assert {many: singular(many) for many in read} == read
    assert all(
        singular(plural(one)) == one for one in {*read.values()} - {"series", "quiz", "axis", "crisis"}
    )


def test_plurals_are_written_as_a_reader_expects():
    assert [plural(noun) for noun in ("country", "product", "series", "day")] == [
        "countries",
        "products",
        "series",
        "days",
    ]


@given(st.text(max_size=200))
def test_any_text_is_cut_without_an_error(text):
    assert all(word.text and word.form == singular(word.text) for word in words_of(text))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("orders we've shipped", "order we have shipped"),
        ("who’ve paid, they'd say", "who have paid , they would say"),
        ("weve sold 'til june w/o refunds", "we have sold until june without refund"),
        ("gimme approx. 5, excl. the customers' own", "give me about 5 , excluding the customer own"),
        ("customers who havent ordered", "customer who haven't ordered"),
        ("Tom's 'big order'", "tom big order"),
    ],
)
def test_contractions_and_short_forms_are_read_in_full(written, read):
    tokens = tokens_of(written)

    assert " ".join(each.form for each in tokens) == read
    assert all(each.is_quoted or written.startswith(each.text, each.place) for each in tokens)

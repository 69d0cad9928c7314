from svcchat_magic.analyst.lexicon import lexicon
from svcchat_magic.analyst.typo_repair import repaired
from svcchat_magic.analyst.vocabulary import vocabulary_of
from svcchat_magic.analyst.words import phrase_of, words_of
from tests.analyst.demo import tools
from tests.analyst.shop import small_model


def chosen(text, *, grouping=False, table="sales"):
    member = vocabulary_of(tools().model, table, lexicon()).choose(phrase_of(text), grouping=grouping)
    return member and member.name


def test_a_member_is_known_by_its_name_its_title_and_its_synonyms():
    assert [chosen(text) for text in ("average_order_value", "Average order value", "basket size")] == [
        "average_order_value"
    ] * 3


def test_business_words_reach_members_that_never_heard_of_them():
    assert chosen("patrons") == "customers"
    assert chosen("proceeds") == "revenue"
    assert chosen("parsnips") is None


def test_what_follows_by_is_a_dimension_where_there_is_one():
    assert chosen("customers") == "customers"
    assert chosen("customers", grouping=True) == "customer_name"
    assert chosen("revenue", grouping=True) == "revenue"


def test_a_plain_count_is_known_by_the_name_of_its_cube():
    flights = vocabulary_of(small_model(), "flights", lexicon())

    assert flights.choose(("flight",), grouping=False).name == "count"


def test_a_word_that_stands_in_one_title_alone_means_that_dimension():
    flights = vocabulary_of(small_model(), "flights", lexicon())

    assert flights.choose(("airport",), grouping=True).name == "origin"
    assert flights.choose(("slot",), grouping=True).name == "order"


def test_the_first_time_dimension_dates_the_rows():
    assert vocabulary_of(tools().model, "sales", lexicon()).time.name == "created_at"
    assert vocabulary_of(small_model(), "carriers", lexicon()).time is None


def fixes(text, *known):
    words = words_of(text)
    return repaired(words, [word.form for word in words], known)[1]


def test_slips_of_the_hand_are_repaired():
    assert fixes("reveneu chanel catgory", "revenue", "channel", "category", "month") == (
        ("reveneu", "revenue"),
        ("chanel", "channel"),
        ("catgory", "category"),
    )


def test_other_words_are_left_alone():
    known = ("revenue", "rather", "park", "product", "more", "channel")

    assert fixes("weather Paris profit challenge rev 2024", *known) == ()
    assert fixes("revenue", *known) == ()

"""It never guesses silently: what changes the meaning of a question is never passed over."""

import pytest

from tests.analyst.demo import answer_of, ask, earlier_of


def titles(question):
    return [event.title for event in ask(question) if type(event).__name__ == "SqlStarted"]


@pytest.mark.parametrize(
    "question",
    [
        "revenue not in 2023",
        "revenue except last month",
        "revenue by month except december 2024",
        "revenue without cancelled orders",
        "revenue without discounts",
        "customers without orders",
        "non-cancelled orders in 2024",
    ],
)
def test_leaving_out_what_is_no_value_is_refused_and_nothing_runs(question):
    assert titles(question) == []
    assert answer_of(ask(question)).startswith("**I did not compute this")


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("revenue outside Europe", "Revenue, without Europe"),
        ("revenue excluding web and store in 2024", "Revenue in 2024, without Web and Store"),
        ("customers not from Germany", "Customers, without Germany"),
    ],
)
def test_leaving_out_values_still_works(question, title):
    assert titles(question) == [title]


@pytest.mark.parametrize("question", ["revenue by day", "which product grew the most in 2024?"])
def test_nothing_is_called_the_highest_when_rows_are_missing(question):
    answer = answer_of(ask(question))

    assert answer.startswith("**Only 100 of")
    assert "peaked" not in answer
    assert "grew the most:" not in answer


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("which day had the highest revenue?", "**20 November 2024 had the highest revenue: 25,979.**"),
        ("which weeks had the lowest revenue in 2024", "**The week of 8 July 2024 had the lowest"),
        ("which day in 2024 had the most orders?", "**2 November 2024 had the most orders in 2024: 68.**"),
    ],
)
def test_a_day_is_found_among_all_days(question, lead):
    assert answer_of(ask(question)).startswith(lead)


@pytest.mark.parametrize(
    "question", ["revenue in Berlin", "revenue in guilders", "which customers bought furniture last year"]
)
def test_a_number_wider_than_asked_is_led_by_what_was_left_out(question):
    assert answer_of(ask(question)).startswith("**Without *")


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("revenue in the US", "Revenue, United States"),
        ("Revenue in the US and the UK", "Revenue, United States and United Kingdom"),
        ("show us the revenue", "Revenue"),
    ],
)
def test_a_country_in_capitals_is_no_pronoun(question, title):
    assert titles(question) == [title]


def test_a_repaired_word_is_told_in_the_answer():
    assert "I took *revnue* as *revenue* and *chanel* as *channel*." in answer_of(
        ask("revnue by chanel 2023")
    )


def test_a_total_asked_for_is_the_only_result():
    assert titles("how many orders in March 2024?") == ["Orders in March 2024"]


def test_a_name_that_ends_a_sentence_is_not_taken_out_of_a_number():
    from svcchat_magic.analyst.evidence import Cell, Sentence, holds
    from svcchat_magic.semantic.query.query import Column, Rows

    rows = Rows((Column("n", "Double"),), ((1_370_000.0,),), 1)

    assert holds(Sentence("Next comes 1 with 1.37 million.", (Cell(0, 0, "n"),), ("1",)), [rows])


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("orders over 500 euros", "*over 500*"),
        ("customers with more than 10 orders", "*more than 10*"),
        ("customers with at least one order", "*at least one*"),
        ("revenue between 100 and 200", "*between 100 and 200*"),
        ("revenue >= 2023", "*\\>= 2023*"),
        ("revenue FY2023", "*FY2023*"),
        ("revenue on 03/04/2024", "*03/04/2024*"),
        ("median revenue by channel", "*median*"),
        ("average revenue by channel", "*average*"),
        ("maximum order value", "*highest average order value*"),
        ("minimum unit price", "*lowest unit price*"),
        ("cheapest product", "*cheapest*"),
        ("most popular product", "*popular*"),
        ("top 3 products per category", "*per category*"),
        ("which product has the highest revenue per region", "*per region*"),
        ("top 5 products by month", "*by month*"),
        ("revenue growth by region by month", "*by month*"),
        ("revenue by units", "*units*"),
        ("revenue same month last year", "*same month*"),
        ("revenue last week of December 2023", "*December 2023*"),
        ("revenue next year", "*next year*"),
        ("number of orders with a discount", "*with a discount*"),
        ("orders without refunds in Germany", "*without*"),
    ],
)
def test_what_changes_the_meaning_and_cannot_be_computed_is_refused_by_name(question, words):
    assert titles(question) == []
    assert answer_of(ask(question)).startswith("**I did not compute this: ")
    assert words in answer_of(ask(question)).partition("**\n")[0]


@pytest.mark.parametrize("follow_up", ["as a share", "why?", "compared to last year"])
def test_a_follow_up_that_cannot_be_computed_is_refused_too(follow_up):
    earlier = earlier_of("revenue in 2024", ask("revenue in 2024"))

    assert answer_of(ask(follow_up, earlier)).startswith("**I did not compute this: ")


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("revenue in Berlin", "**Without *Berlin*, which I could not use: Revenue was 14.4 million.**"),
        ("orders by Nora Olsen", "**Without *Nora Olsen*, which I could not use: There are 45,211 orders.**"),
        ("revenue by month and quarter", "**Without *quarter*, which I could not use: Revenue was"),
        ("revenue by region sorted by channel", "**Without *channel*, which I could not use: Europe has"),
        ("revenue in Germny", "**Taking *Germny* as *germany*: Revenue for Germany was 2.32 million.**"),
    ],
)
def test_the_bold_sentence_says_itself_what_it_leaves_out(question, lead):
    assert answer_of(ask(question)).startswith(lead)


def test_a_measure_that_was_not_named_is_told_in_the_answer():
    assert "No measure was named, so I took revenue." in answer_of(ask("worst products"))


@pytest.mark.parametrize("question", ["how is refund rate computed?", "what does refund rate mean?"])
def test_a_definition_comes_from_the_model(question):
    assert titles(question) == []
    assert answer_of(ask(question)).startswith("**Refund rate: Money paid back later as a share of")


@pytest.mark.parametrize(
    ("question", "title", "lead"),
    [
        ("revenue 2022 vs 2024", "Revenue by year", "**Revenue went from 4.23 million in 2022 to 5.42"),
        ("Q4 2024 vs Q4 2023 revenue", "Revenue by quarter", "**Revenue went from 1.32 million in Q4 2023"),
        (
            "difference in revenue between 2023 and 2024",
            "Revenue by year",
            "**Revenue was 5.42 million in 2024, 13.4% more than in 2023 (4.78 million).**",
        ),
        (
            "revenue growth by category 2023 to 2024",
            "Revenue by category and year",
            "**Office grew the most: +18.7%, from 470,530 to 558,627.**",
        ),
        (
            "revenue growth by category 2022 to 2024",
            "Revenue by category and year",
            "**Office grew the most: +35.7%, from 411,634 to 558,627.**",
        ),
    ],
)
def test_two_periods_are_compared_in_one_result(question, title, lead):
    assert titles(question) == [title]
    assert answer_of(ask(question)).startswith(lead)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "which category grew the most in 2022",
            "**The data begin on 1 January 2022, so there is no full 2021",
        ),
        ("revenue this year", "so no revenue: the data end on 31 December 2024.**"),
        ("revenue in 1998", "so no revenue: the data begin on 1 January 2022.**"),
        ("revenue last week", "Note that the data end on 31 December 2024."),
    ],
)
def test_where_the_data_end_is_told(question, said):
    assert said in answer_of(ask(question))


def test_after_an_empty_answer_periods_with_rows_are_offered():
    assert answer_of(ask("revenue in 1998")).endswith(
        "Try next: *only 2024* · *only Q4 2024* · *only December 2024*"
    )


@pytest.mark.parametrize(
    ("question", "title", "lead"),
    [
        (
            "revenue from customers who signed up in 2022",
            "Revenue with sign-up date in 2022",
            "**Revenue with sign-up date in 2022 was 4.00 million.**",
        ),
        (
            "revenue by year of sign-up date",
            "Revenue by year of sign-up date",
            "**Revenue by sign-up date was 14.4 million in all.**",
        ),
    ],
)
def test_another_time_dimension_than_usual_is_named(question, title, lead):
    assert titles(question) == [title]
    assert answer_of(ask(question)).startswith(lead)


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("revenue by channel, only web", "**Revenue for Web was 5.02 million.**"),
        ("revenue by month and channel for web", "**Revenue for Web was 5.02 million in all.**"),
        ("customers", "**There are 9,064 customers.**"),
        ("revenue by discounted", "**Discounted: no has the highest revenue"),
        ("top 1 order numbers by revenue", "**Order number 29712 has the highest revenue: 6,976.**"),
    ],
)
def test_a_single_value_is_no_ranking_and_a_number_is_no_name(question, lead):
    assert answer_of(ask(question)).startswith(lead)

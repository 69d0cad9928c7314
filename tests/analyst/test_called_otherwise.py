"""What a trade calls its rows and states: deals, reps, turned down, still on the menu, a mailing list."""

from datetime import date

import pytest

from svcchat_magic.analyst.language.moments import with_moments_first
from svcchat_magic.analyst.language.particle_verbs import particle_verbs_in
from svcchat_magic.analyst.language.tokens import tokens_of
from tests.analyst.small_models import is_read, reader_over, sql_of

REPS = ("Ann Bell", "Bo Carr", "Cy Dunn", "Di Eck")
STAGES = ("Proposal", "Closed Won", "Closed Lost")
CRM = {
    "users": ["id,name,title,department,is_active"]
    + [f"{n},{REPS[n - 1]},{('Manager', 'Executive')[n % 2]},Sales,{n != 4}" for n in range(1, 5)],
    "accounts": ["id,name,industry,owner_id"]
    + [f"{n},Firm {n},{('Food', 'Steel')[n % 2]},{1 + n % 4}" for n in range(1, 21)],
    "opportunities": [
        "id,name,account_id,owner_id,stage_name,amount,created_date,close_date,is_closed,is_won"
    ]
    + [
        f"{n},Plan {n},{1 + n % 20},{1 + n % 3},{STAGES[n % 3]},{900 + 7 * n},2024-0{1 + n % 9}-11,"
        f"2025-0{1 + n % 9}-1{n % 9},{n % 3 > 0},{n % 3 == 1}"
        for n in range(1, 61)
    ],
}
CLUB = {
    "guests": ["guest_id,full_name,country,joined_on,newsletter_opt_in"]
    + [f"{n},Guest {n},{('Spain', 'Peru')[n % 2]},2024-0{1 + n % 9}-11,{n % 3 == 0}" for n in range(1, 31)],
    "quotes": ["quote_id,guest_id,quoted_on,status,decline_reason,price"]
    + [
        f"{n},{1 + n % 30},2025-0{1 + n % 5}-1{n % 9},{('accepted', 'declined', 'open')[n % 3]},"
        f"{('Price', 'Date')[n % 2] if n % 3 == 1 else ''},{20 + n}"
        for n in range(1, 61)
    ],
    "purchases": ["purchase_id,guest_id,dish_id,purchased_at,pieces"]
    + [f"{n},{1 + n % 25},{1 + n % 12},2025-0{1 + n % 5}-1{n % 9},{1 + n % 3}" for n in range(1, 61)],
    "dishes": ["dish_id,dish_name,category,is_active"]
    + [f"{n},{('Soup of day', 'Plum pie', 'Rice bowl')[n % 3]} {n},{('Hot', 'Cold')[n % 2]},{n % 4 > 0}"
       for n in range(1, 13)],
    "stores": ["store_id,store_name,opening_date,closing_date"]
    + [f"{n},Store {n},2020-0{1 + n % 9}-11,{'2024-05-01' if n % 4 == 0 else ''}" for n in range(1, 13)],
    "shows": ["show_id,show_title,status,is_explicit"]
    + [f"{n},Show {n},{('Active', 'Retired', 'Paused')[n % 3]},{n % 4 == 0}" for n in range(1, 13)],
    "stays": ["stay_id,guest_id,arrived_on,nights"]
    + [f"{n},{1 + n % 30},2025-0{1 + n % 5}-1{n % 9},{1 + n % 4}" for n in range(1, 41)],
    "quiz_events": ["event_id,event_kind,held_on"]
    + [f"{n},{('Quiz night', 'Tasting')[n % 2]},2025-0{1 + n % 5}-1{n % 9}" for n in range(1, 11)],
    "buses": ["bus_id,model,fuel_type,has_electric"]
    + [f"{n},{('Lion Coach', 'Tourer', 'Urbino')[n % 3]},{('diesel', 'gas')[n % 2]},{n % 2 == 0}"
       for n in range(1, 10)],
}  # fmt: skip


@pytest.fixture(scope="module")
def crm(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("crm"), CRM, date(2025, 9, 30)) as found:
        yield found


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("club"), CLUB, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize(("question", "told"), [
    ("how many deals do we have", "opportunities"),
    ("number of deals per rep", "user_name"),
    ("opportunities by owner", "user_name"),
    ("accounts by salesperson", "user_name"),
    ("users by job title", "users.title"),
])  # fmt: skip
def test_rows_and_roles_go_by_the_words_of_their_trade(crm, question, told):
    assert told in sql_of(crm, question)


def test_of_all_users_nobody_knows_how_many_are_reps(crm):
    assert not is_read(crm, "how many reps do we have")


@pytest.mark.parametrize("question", ["open deals by rep", "how many open deals are there per salesperson"])
def test_what_is_open_is_told_by_a_flag_before_a_planned_date(crm, question):
    assert "is_closed = FALSE" in sql_of(crm, question)


@pytest.mark.parametrize(("question", "kept"), [
    ("how many deals did each rep win in 2025", ("is_won = TRUE", "close_date >= '2025-01-01'")),
    ("won amount by month in 2025", ("DATE_TRUNC('month', opportunities.close_date)", "is_won = TRUE")),
    ("how many deals did we close in May 2025", ("close_date >= '2025-05-01'", "is_closed = TRUE")),
    ("how many deals were created in May 2024", ("created_date >= '2024-05-01'",)),
])  # fmt: skip
def test_what_was_won_or_closed_is_so_by_the_day_of_closing(crm, question, kept):
    sql = sql_of(crm, question)

    assert all(each in sql for each in kept)


def test_what_is_to_be_closed_is_not_closed_yet(crm):
    assert "is_closed" not in sql_of(crm, "how many deals are due to close in May 2025")


@pytest.mark.parametrize("question", ["deactivated users", "which users have been disabled"])
def test_who_was_deactivated_is_not_active(crm, question):
    assert "is_active = FALSE" in sql_of(crm, question)


@pytest.mark.parametrize(("question", "kept"), [
    ("quotes that were turned down by reason", "status = 'declined'"),
    ("how many quotes did guests turn down in May 2025", "status = 'declined'"),
    ("how many stores have shut down", "closing_date IS NOT NULL"),
    ("how many quotes were declined in May 2025", "status = 'declined'"),
])  # fmt: skip
def test_a_verb_with_a_particle_is_the_plain_verb_that_the_data_have(club, question, kept):
    assert kept in sql_of(club, question)


def test_what_is_rung_up_is_there(club):
    assert 'MEASURE(purchases."count")' in sql_of(club, "how many purchases did we ring up in May 2025")


@pytest.mark.parametrize("question", [
    "dishes that were sold out", "how many dishes did we throw away", "guests who dropped out in 2025",
    "how many quotes fell through in May 2025", "how many guests dropped by in March 2025",
])  # fmt: skip
def test_a_verb_with_a_particle_is_never_the_verb_alone(club, question):
    assert not is_read(club, question)


@pytest.mark.parametrize("question", [
    "how much did we take in March 2025", "what did we take in 2024", "which guests run the outlet",
])  # fmt: skip
def test_a_small_word_of_what_follows_is_no_particle(question):
    assert not list(particle_verbs_in(tokens_of(question)))


@pytest.mark.parametrize(("question", "kept"), [
    ("how many dishes are still on the menu", "is_active = TRUE"),
    ("dishes that we no longer sell", "is_active = FALSE"),
    ("which dishes have we taken off the menu", "is_active = FALSE"),
    ("how many stores are still trading", "closing_date IS NULL"),
])  # fmt: skip
def test_what_is_still_there_is_told_by_a_flag_or_a_date(club, question, kept):
    assert kept in sql_of(club, question)


@pytest.mark.parametrize("question", [
    "how many shows are still running", "shows that are still on air",
])  # fmt: skip
def test_a_status_tells_what_is_still_there_where_nothing_else_does(club, question):
    assert "status = 'Active'" in sql_of(club, question)


def test_what_is_there_no_longer_is_in_one_of_several_states(club):
    assert not is_read(club, "how many shows are no longer running")


def test_payment_attempts_are_payments_and_what_is_marked_is_so(club):
    assert "MEASURE(purchases" in sql_of(club, "how many purchase attempts were there in May 2025")
    assert "is_explicit = TRUE" in sql_of(club, "percentage of shows marked as explicit")


def test_already_is_said_before_or_behind():
    before = [each.form for each in with_moments_first(tokens_of("orders that have been shipped already"))]

    assert before == [each.form for each in tokens_of("orders that have been already shipped")]


def test_what_nothing_tells_to_be_there_still_is_not_read(club):
    assert not is_read(club, "how many guests are still around")


@pytest.mark.parametrize(("question", "kept"), [
    ("how many guests get our newsletter", "newsletter_opt_in = TRUE"),
    ("how many people have signed up for the newsletter", "newsletter_opt_in = TRUE"),
    ("how many guests opted in to our emails", "newsletter_opt_in = TRUE"),
    ("share of guests on the mailing list by country", "newsletter_opt_in = TRUE"),
    ("newsletter subscribers by country", "newsletter_opt_in = TRUE"),
    ("newsletter subscribers", "newsletter_opt_in = TRUE"),
    ("guests who opted out of marketing emails", "newsletter_opt_in = FALSE"),
    ("how many guests have not opted in", "newsletter_opt_in = FALSE"),
])  # fmt: skip
def test_who_agreed_to_get_something_has_the_flag_of_that(club, question, kept):
    sql = sql_of(club, question)

    assert kept in sql
    assert "joined_on" not in sql.partition("WHERE")[2]


@pytest.mark.parametrize("question", ["how many guests opted in to sms", "guests who get our parcels"])
def test_another_medium_is_not_the_newsletter(club, question):
    assert not is_read(club, question)


def test_a_noun_is_more_than_the_one_name_that_it_is_a_part_of(club):
    assert "Lion" not in sql_of(club, "how many coaches do we have")


def test_a_unit_is_no_part_of_a_value(club):
    assert "Quiz night" not in sql_of(club, "total nights of stays by country")


def test_who_comes_again_has_not_only_arrived(club):
    assert not is_read(club, "how many guests came back in March 2025")


def test_what_money_goes_on_is_no_flag(club):
    assert not is_read(club, "how much did we spend on electricity")


@pytest.mark.parametrize("question", [
    "how many people bought something in March 2025", "how many guests bought something in March 2025",
])  # fmt: skip
def test_who_bought_something_did_so_then(club, question):
    sql = sql_of(club, question)

    assert "purchases.purchased_at >= '2025-03-01'" in sql
    assert "joined_on" not in sql

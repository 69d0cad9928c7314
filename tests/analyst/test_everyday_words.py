"""Questions in other everyday words than the columns have: wages, box office, the sunniest, how heavy."""

import pytest

from svcchat_magic.semantic.search.business_terms import business_terms
from svcchat_magic.semantic.search.words import tokens, written_form
from tests.analyst.everyday import CARS, FILMS, HALLS, STAFF, TODAY, WEATHER
from tests.analyst.small_models import is_read, reader_over, sql_of


@pytest.fixture(scope="module")
def staff(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("staff"), STAFF, TODAY) as found:
        yield found


@pytest.fixture(scope="module")
def films(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("films"), FILMS, TODAY) as found:
        yield found


@pytest.fixture(scope="module")
def weather(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("weather"), WEATHER, TODAY) as found:
        yield found


@pytest.fixture(scope="module")
def halls(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("halls"), HALLS, TODAY) as found:
        yield found


@pytest.fixture(scope="module")
def cars(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("cars"), CARS, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("average salary by department", ("average_monthly_income", "department")),
        ("average wage of women vs men", ("average_monthly_income", "gender")),
        ("headcount by department", ('"count"', "department")),
        ("workforce by gender", ('"count"', "gender")),
        ("number of staff by family status", ('"count"', "marital_status")),
        ("average commute distance by role", ("distance_from_home", "job_role")),
        ("how many leavers were there by department", ("attrition = TRUE", "department")),
        ("average salary of leavers", ("monthly_income", "attrition = TRUE")),
        ("who earns the most", ("monthly_income", "DESC")),
        ("best paid job role", ("average_monthly_income", "job_role", "DESC")),
        ("employees who earn less than 3000", ("monthly_income < 3000",)),
        ("how old are our staff on average", ("average_age",)),
        ("longest serving employee", ("years_at_company", "DESC")),
    ],
)
def test_people_and_what_they_are_paid(staff, question, parts):
    sql = sql_of(staff, question)

    assert all(each in sql for each in parts), sql


@pytest.mark.parametrize(
    "question",
    [
        "average bonus by department",
        "average profit by department",
        "revenue by department",
        "average net income by department",
        "how much do we earn",
        "how many stayers do we have",
        "tallest employee",
        "how tall are our employees on average",
        "how much do employees weigh on average",
    ],
)
def test_what_staff_data_do_not_tell_is_refused(staff, question):
    assert not is_read(staff, question)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("films by genre", ('"count"', "genre")),
        ("total box office by director", ("revenue", "director")),
        ("highest grossing film", ("revenue", "DESC")),
        ("top 5 highest grossing movies", ("revenue", "DESC", "LIMIT 5")),
        ("most expensive film to make", ("budget", "DESC")),
        ("cheapest movie to produce", ("movies.budget", "<= 1")),
        ("average running time by genre", ("runtime", "genre")),
        ("average audience rating by director", ("vote_average", "director")),
        ("which flick had the largest production budget", ("budget", "DESC")),
        ("highest rated genre", ("vote_average", "genre", "DESC")),
    ],
)
def test_films_and_what_they_took(films, question, parts):
    sql = sql_of(films, question)

    assert all(each in sql for each in parts), sql


@pytest.mark.parametrize(
    "question",
    [
        "profit by genre",
        "average ticket price by genre",
        "most expensive film to run",
        "average salary by director",
    ],
)
def test_what_films_data_do_not_tell_is_refused(films, question):
    assert not is_read(films, question)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("sunniest station", ("total_sunshine_hours", "DESC")),
        ("which station is the windiest", ("average_wind_speed", "DESC")),
        ("wettest month", ("total_precipitation", "'month'", "DESC")),
        ("coldest day in Bodo", ("temperature_min", "'day'", "'Bodo'")),
        ("hottest day in Bergen", ("temperature_max", "'day'", "DESC")),
        ("total rainfall by station", ("total_precipitation", "station")),
        ("average hours of sun by month", ("sunshine_hours", "'month'")),
        ("how windy is Bergen", ("average_wind_speed", "'Bergen'")),
        ("how hot is it on average in Oslo", ("temperature_max", "'Oslo'")),
        ("how cold is it on average in Oslo", ("temperature_min", "'Oslo'")),
        ("top 2 sunniest stations", ("total_sunshine_hours", "DESC", "LIMIT 2")),
        ("least sunny station", ("total_sunshine_hours", "ASC")),
    ],
)
def test_weather_as_people_talk_of_it(weather, question, parts):
    sql = sql_of(weather, question)

    assert all(each in sql for each in parts), sql


@pytest.mark.parametrize(
    "question",
    ["average air pressure by station", "cloudiest month", "snowiest river", "most polluted station"],
)
def test_what_weather_data_do_not_tell_is_refused(weather, question):
    assert not is_read(weather, question)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("most fuel efficient car", ("mpg", "DESC")),
        ("average gas mileage by make", ("mpg", "make")),
        ("average engine size by fuel", ("displacement", "fuel_type")),
        ("how heavy are cars from europe", ("AVG(cars.weight)", "'europe'")),
        ("how heavy is the heaviest car", ("weight",)),
        ("how powerful are Fords on average", ("horsepower", "'Ford'")),
        ("top 5 heaviest cars", ("weight", "LIMIT 5")),
        ("most powerful make", ("average_horsepower", "make", "DESC")),
        ("automobiles by brand", ('"count"', "make")),
    ],
)
def test_cars_by_what_they_can(cars, question, parts):
    sql = sql_of(cars, question)

    assert all(each in sql for each in parts), sql


@pytest.mark.parametrize(
    "question", ["average top speed by make", "longest car", "how wide are cars on average"]
)
def test_what_car_data_do_not_tell_is_refused(cars, question):
    assert not is_read(cars, question)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("which hall holds the most people", ("seating_capacity", "DESC")),
        ("how many people can Hall 7 seat", ("seating_capacity", "'Hall 7'")),
        ("average number of seats by town", ("seating_capacity", "town")),
        ("rides by user type", ('"count"', "user_type")),
        ("longest ride", ("duration_sec", "DESC")),
        ("pageviews by device", ("total_page_views", "device_category")),
        ("best rated device category", ("average_average_rating", "device_category")),
        ("how many flats are there", ("property_type = 'Apartment'",)),
        ("average list price of flats", ("asking_price", "'Apartment'")),
        ("average floor area by property type", ("living_area_sqm", "property_type")),
    ],
)
def test_rooms_and_rides(halls, question, parts):
    sql = sql_of(halls, question)

    assert all(each in sql for each in parts), sql


@pytest.mark.parametrize(
    "question",
    [
        "which hall sells the most tickets",
        "fastest rider",
        "how many lorries are there",
        "how warm are the halls on average",
    ],
)
def test_what_halls_do_not_tell_is_refused(halls, question):
    assert not is_read(halls, question)


def test_a_unit_of_a_rate_is_no_length(cars):
    assert not is_read(cars, "longest car")


def test_everyday_terms_are_plain_words_with_others():
    terms = {**business_terms().wider, **business_terms().everyday}

    assert all(term == term.lower().strip() and others for term, others in terms.items())
    assert all(term not in others for term, others in terms.items())
    assert [term for term in terms if term != " ".join(map(written_form, tokens(term)))] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("profit", "revenue"), ("gross pay", "net pay"), ("order", "customer"), ("visit", "visitor"),
        ("price", "cost"), ("unit price", "list price"), ("balance", "amount"), ("salary", "revenue"),
        ("budget", "cost"), ("shipping cost", "shipping fee"), ("view", "viewer"), ("download", "user"),
    ],
)  # fmt: skip
def test_what_differs_in_its_number_never_shares_a_line(one, other):
    terms = business_terms().everyday
    wider = business_terms().wider

    assert other not in terms.get(one, ())
    assert one not in terms.get(other, ())
    assert other not in wider.get(one, ())
    assert one not in wider.get(other, ())

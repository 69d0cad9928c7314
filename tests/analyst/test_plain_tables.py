"""Tables as people have them, without a model: columns called day, an index, figures for each year."""

import asyncio
from datetime import date
from itertools import product

import pyarrow as pa
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.starters import starter_questions
from svcchat_magic.semantic.engines.engines import SourceTable
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.column_names import column_title
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.inference.names import counted_noun, entity_title
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile
from tests.campaigns.reading.grounds import GroundTools

YEARS = [date(year, 1, 1) for year in range(2001, 2009)]
SOURCES = ["Coal", "Wind", "Gas"]
TABLES = {
    "generation": {
        "year": [year for year, _ in product(YEARS, SOURCES)],
        "source": [source for _, source in product(YEARS, SOURCES)],
        "net_output": [float(100 + at * at) for at in range(24)],
    },
    "meals": {
        "Unnamed: 0": list(range(40)),
        "bill": [10.0 + at % 7 for at in range(40)],
        "tip": [1.0 + at % 5 for at in range(40)],
        "day": [("Thur", "Fri", "Sat", "Sun")[at % 4] for at in range(40)],
        "size": [1 + at % 6 for at in range(40)],
    },
    "stones": {
        "name": [f"stone {at}" for at in range(30)],
        "cut": [("Ideal", "Fair")[at % 2] for at in range(30)],
        "colour": [("D", "E", "F")[at % 3] for at in range(30)],
        "price": [100.0 + 13 * at for at in range(30)],
        "carat_weight": [0.2 + 0.1 * at for at in range(30)],
    },
}


@pytest.fixture(scope="module")
def statement():
    """The statement of a question over one of the tables, and what was not understood or cannot be told."""
    engines = {name: open_engine({name: pa.table(columns)}) for name, columns in TABLES.items()}
    readers = {
        name: Reader(GroundTools(infer_model(engine).model, engine), date(2009, 6, 1))
        for name, engine in engines.items()
    }

    def ask(table, question):
        read = asyncio.run(readers[table].read(question))
        return (
            " ".join(read.planned.sql.split())
            if read.is_sure and read.planned
            else read.unknown or read.problem
        )

    yield ask
    for engine in engines.values():
        engine.close()


@pytest.mark.parametrize(
    "question",
    [
        "how has wind developed",
        "coal over time",
        "compare coal and gas",
        "wind in 2004",
        "which source is the best",
    ],
)
def test_rows_that_only_hold_a_figure_are_not_counted(statement, question):
    found = statement("generation", question)

    assert "total_net_output" in found
    assert "count" not in found


def test_such_rows_are_counted_where_that_is_asked(statement):
    assert 'MEASURE(generation."count")' in statement("generation", "how many rows are there")


def test_figures_of_years_are_shown_by_year(statement):
    assert "DATE_TRUNC('year'" in statement("generation", "net output over time")


@pytest.mark.parametrize("question", ["tips by day", "average tip per day", "which day has the highest bill"])
def test_a_text_that_is_called_day_is_no_unit_of_time(statement, question):
    assert 'meals."day" AS "day"' in statement("meals", question)


def test_the_biggest_of_a_number_is_not_that_of_a_size(statement):
    found = statement("meals", "biggest tip")

    assert "MAX(meals.tip)" in found or "highest_tip" in found


def test_an_index_is_not_asked_about(statement):
    assert "unnamed" not in statement("meals", "show the 5 meals with the highest tip").lower()


def test_what_costs_more_is_no_number_of_rows(statement):
    assert "stones.price > 300" in statement("stones", "how many ideal cut stones cost more than 300")


def test_a_number_per_another_adds_up_both(statement):
    found = statement("stones", "price per carat weight by colour")

    assert "SUM(stones.price)" in found
    assert "total_carat_weight" in found


@pytest.mark.parametrize(
    "question",
    ["average price of fair stones vs ideal stones", "compare fair stones to ideal stones by colour"],
)
def test_two_sides_said_with_their_noun_stand_beside_each_other(statement, question):
    found = statement("stones", question)

    assert "cut IN ('Fair', 'Ideal')" in found
    assert "stones.cut AS cut" in found


def test_values_that_no_row_has_at_once_are_not_both_meant(statement):
    assert statement("stones", "average price of fair ideal stones") != ""
    assert "cut = 'Fair' AND" not in str(statement("stones", "average price of fair ideal stones"))


def test_the_latest_of_a_number_is_not_the_highest(statement):
    found = statement("generation", "latest net output of wind")

    assert "MEASURE(generation.total_net_output)" in found
    assert 'SELECT MAX(generation."year")' in found


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("ticket_count", "tickets"),
        ("num_tickets", "tickets"),
        ("n_guests", "guests"),
        ("no_of_rooms", "rooms"),
        ("number_of_free_seats", "free seats"),
        ("count", ""),
        ("no_show", ""),
        ("phone_number", ""),
        ("amount", ""),
    ],
)
def test_the_name_of_a_column_tells_what_it_counts(name, counted):
    assert counted_noun(name) == counted


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        ("orders_2024", "Orders"),
        ("df_sales", "Sales"),
        ("orders_export", "Orders"),
        ("customer", "Customers"),
        ("df", "Rows"),
        ("Sheet1", "Rows"),
        ("my_data", "Rows"),
    ],
)
def test_rows_are_called_after_what_the_table_says_of_them(table, rows):
    assert entity_title(table) == rows


@pytest.fixture(scope="module")
def nameless():
    """What is read of a question over a table called df, with what was taken for something else."""
    columns = {"class": ["first", "second", "third"] * 10, "survived": ["yes", "no"] * 15}
    engine = open_engine({"df": pa.table(columns)})
    reader = Reader(GroundTools(infer_model(engine).model, engine), date(2025, 1, 1))
    yield lambda question: asyncio.run(reader.read(question))
    engine.close()


@pytest.mark.parametrize(
    "question", ["how many passengers survived", "passengers by class", "list the passengers in first class"]
)
def test_a_plural_names_rows_that_have_no_name(nameless, question):
    read = nameless(question)

    assert read.is_sure
    assert read.repairs == (("passengers", "rows"),)


def test_two_unknown_nouns_are_not_taken_for_rows(nameless):
    assert not nameless("how many passengers bought tickets").is_sure


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("runtime_min", "Runtime"),
        ("temp_min", "Minimum temperature"),
        ("min_age", "Minimum age"),
        ("no_show", "No show"),
        ("customer_no", "Customer number"),
        ("amount_eur", "Amount"),
        ("total_usd", "Total amount"),
        ("weight_in_lbs", "Weight"),
    ],
)
def test_a_title_has_the_words_that_people_say(name, title):
    column = ColumnProfile(name, "number", "", 10, 10)

    assert column_title(column, TableProfile(SourceTable("t", "", ()), 10, 10, (column,))) == title


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("ticket revenue", "total_amount_eur"),
        ("how many tickets did we sell", "total_ticket_count"),
        ("tickets sold by channel", "total_ticket_count"),
        ("box revenue by channel", "total_amount_eur"),
        ("average tickets by channel", "average_ticket_count"),
    ],
)
def test_what_bookings_bring_in_and_what_they_count(question, measure):
    columns = {
        "booking_id": list(range(1, 31)),
        "channel": [("web", "shop")[at % 2] for at in range(30)],
        "ticket_count": [1 + at % 3 for at in range(30)],
        "amount_eur": [10.5 + at for at in range(30)],
    }
    engine = open_engine({"box_sales": pa.table(columns)})
    read = asyncio.run(
        Reader(GroundTools(infer_model(engine).model, engine), date(2025, 1, 1)).read(question)
    )
    engine.close()

    assert read.is_sure
    assert measure in read.planned.sql


@pytest.fixture(scope="module")
def hired():
    """The statement of a question over applications, of which one in three led to a hire."""
    days = [date(2024, 1 + at % 12, 1 + at % 28) for at in range(60)]
    columns = {
        "application_id": list(range(1, 61)),
        "office": [("Berlin", "Lisbon")[at % 2] for at in range(60)],
        "start_date": [day if at % 3 == 0 else None for at, day in enumerate(days)],
        "hired_on": [day if at % 3 == 0 else None for at, day in enumerate(days)],
        "applied_on": days,
    }
    engine = open_engine({"applications": pa.table(columns)})
    reader = Reader(GroundTools(infer_model(engine).model, engine), date(2025, 1, 1))
    yield lambda question: " ".join(asyncio.run(reader.read(question)).planned.sql.split())
    engine.close()


def test_what_every_row_has_dates_it(hired):
    assert "applications.applied_on >= '2024-03-01'" in hired("applications in March 2024")


@pytest.mark.parametrize(
    ("question", "kept"),
    [("hires in 2024 by office", ">= '2024-01-01'"), ("number of hires per quarter", "IS NOT NULL")],
)
def test_a_noun_of_what_happened_counts_the_rows_where_it_did(hired, question, kept):
    found = hired(question)

    assert f"applications.hired_on {kept}" in found
    assert "applied_on" not in found


def test_a_share_of_what_happened_keeps_it_in_both_numbers(hired):
    assert hired("what percentage of hires are for Berlin").count("hired_on IS NOT NULL") == 2


def test_no_months_are_proposed_of_figures_of_years():
    engine = open_engine({"generation": pa.table(TABLES["generation"])})
    model = infer_model(engine).model

    assert "Total net output by year" in starter_questions(model, date(2009, 6, 1))
    assert not [each for each in starter_questions(model, date(2009, 6, 1)) if "month" in each]
    engine.close()


@pytest.fixture(scope="module")
def town():
    wards = {"ward": ["North", "South", "East"], "population": [100, 250, 300]}
    permits = {
        "permit_no": list(range(1, 10)),
        "ward": ["North", "South", "East"] * 3,
        "permit_type": ["Fence", "Sign", "Deck"] * 3,
    }
    checks = {
        "check_no": list(range(30, 48)),
        "permit_no": [1, 2, 3, 4, 5, 6] * 3,
        "checked_on": [date(2024, 1 + at % 12, 3) for at in range(18)],
        "fault": ["Loose rail", "None", "Wrong height"] * 6,
    }
    tables = {"wards": wards, "permits": permits, "checks": checks}
    engine = open_engine({name: pa.table(columns) for name, columns in tables.items()})
    reader = Reader(GroundTools(infer_model(engine).model, engine), date(2025, 1, 1))
    yield lambda question: " ".join(asyncio.run(reader.read(question)).planned.sql.split())
    engine.close()


def test_rows_are_counted_where_they_are_and_not_over_what_belongs_to_them(town):
    assert 'MEASURE(permits."count")' in town("fence permits by ward")  # some were never checked


@pytest.mark.parametrize("question", ["loose rail by ward", "loose rail by quarter"])
def test_a_value_alone_counts_the_rows_that_have_it(town, question):
    assert 'MEASURE(checks."count")' in town(question)


@pytest.fixture(scope="module")
def programme():
    shows = {"show_id": list(range(1, 7)), "show_title": [f"Show {at}" for at in range(6)]}
    downloads = {
        "day": [date(2024, 1 + at % 12, 1 + at % 28) for at in range(60)],
        "show_id": [1 + at % 6 for at in range(60)],
        "downloads": [100 + at * 7 % 31 for at in range(60)],
    }
    engine = open_engine({"shows": pa.table(shows), "daily_downloads": pa.table(downloads)})
    reader = Reader(GroundTools(infer_model(engine).model, engine), date(2025, 1, 1))
    yield lambda question: asyncio.run(reader.read(question))
    engine.close()


@pytest.mark.parametrize(
    "question",
    [
        "downloads by show in 2024",
        "downloads per show",
        "downloads for each show",
        "top 3 shows by downloads",
    ],
)
def test_a_verb_behind_by_is_the_thing_that_is_called_so(programme, question):
    assert "show_title" in programme(question).planned.sql


def test_a_command_stays_one(programme):
    assert "show_title" not in programme("show downloads by month").planned.sql


def test_what_is_to_be_grouped_by_is_never_passed_over(programme):
    assert "make" in programme("downloads by make").unknown

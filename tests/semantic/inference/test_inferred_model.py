"""A model is inferred from tables alone: what a person who knows the data would have written."""

from datetime import date, datetime, time

import duckdb
import pandas
import pytest

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer
from tests.semantic.conftest import DEMO

ANYONE = Viewer("ada", is_internal=True)


@pytest.fixture
def infer():
    """The engine and the model over frames or files."""
    engines = []

    def inferred(data):
        engines.append(DuckDBEngine.open(data))
        return engines[-1], infer_model(engines[-1])

    yield inferred
    for engine in engines:
        engine.close()


def model_of(infer, **columns):
    return infer({"things": pandas.DataFrame(columns)})[1].model


def dimension(model, name, cube="things"):
    return model.cubes[cube].dimensions[name]


def asked(engine, found, sql):
    return run_query(found.model, engine, ANYONE, sql, limit=100).rows


def test_the_shop_is_understood_as_its_own_model_has_it(infer):
    _, found = infer(DEMO / "data")
    joins = {
        (cube.name, join.target, join.relationship)
        for cube in found.model.cubes.values()
        for join in cube.joins
    }

    assert joins == {
        ("line_items_rows", "orders_rows", "many_to_one"),
        ("line_items_rows", "products", "many_to_one"),
        ("orders_rows", "customers", "many_to_one"),
        ("refunds_rows", "line_items_rows", "many_to_one"),
    }
    assert set(found.model.views) == {"line_items", "orders", "refunds"}
    assert not any("guessed" in sentence for sentence in found.understood)
    assert "orders.customer_id refers to customers.id" in found.understood


def test_joined_numbers_are_those_of_plain_sql(infer):
    engine, found = infer(DEMO / "data")

    rows = asked(
        engine,
        found,
        "SELECT region, MEASURE(total_quantity) FROM line_items GROUP BY 1 ORDER BY 1",
    )

    assert rows == engine.run(
        "SELECT c.region, SUM(l.quantity) FROM line_items l JOIN orders o ON l.order_id = o.id "
        "JOIN customers c ON o.customer_id = c.id GROUP BY 1 ORDER BY 1",
        {},
        limit=100,
    ).rows  # fmt: skip


def test_ids_years_codes_places_and_times_of_day_are_never_summed(infer):
    model = model_of(
        infer,
        id=range(50),
        year=[2020 + at % 5 for at in range(50)],
        zip_code=[10_000 + at for at in range(50)],
        latitude=[1.5 * at for at in range(50)],
        dep_time=[(at % 24) * 100 + 5 for at in range(50)],
        customer_number=[at // 2 for at in range(50)],
    )

    measures = (name for cube in model.cubes.values() for name in cube.measures)
    assert not [name for name in measures if name.startswith(("total", "average"))]


def test_prices_rates_and_ages_are_averaged_and_amounts_summed(infer):
    model = model_of(
        infer,
        unit_price=[1.5, 2.5, 4.0],
        conversion_rate=[0.1, 0.2, 0.9],
        age=[30, 41, 52],
        revenue=[10.0, 20.0, 5.5],
    )
    measures = model.cubes["things"].measures

    assert {name for name in measures if name.startswith("total")} == {"total_revenue"}
    assert measures["average_conversion_rate"].format == "percent"
    assert measures["average_unit_price"].format == "currency"
    assert {"average_age", "lowest_age", "highest_age", "average_revenue"} <= set(measures)


def test_the_main_time_comes_first(infer):
    days = [datetime(2024, 1, day) for day in (1, 2, 3)]
    model = model_of(infer, updated_at=days, shipped_on=days, order_date=days, birth_date=days)

    assert next(iter(model.cubes["things"].dimensions)) == "order_date"


@pytest.mark.parametrize(
    ("values", "first"),
    [
        (["31/01/2024", "01/02/2024"], datetime(2024, 1, 31)),
        (["01/31/2024", "02/01/2024"], datetime(2024, 1, 31)),
        (["31.01.2024", "01.02.2024"], datetime(2024, 1, 31)),
        (["2024-01-31 10:05:00", "2024-02-01 00:00:00"], datetime(2024, 1, 31, 10, 5)),
        (["Jan 31, 2024", "Feb 1, 2024"], datetime(2024, 1, 31)),
    ],
)
def test_dates_kept_as_text_are_times(infer, values, first):
    engine, found = infer({"things": pandas.DataFrame({"day": values, "n": [1, 2]})})

    assert dimension(found.model, "day").type == "time"
    rows = asked(engine, found, "SELECT day FROM things ORDER BY 1 LIMIT 1")
    assert rows == ((first,),)


def test_dates_kept_as_numbers_are_times_where_the_name_says_so(infer):
    model = model_of(infer, order_date=[20240131, 20240201], amount=[20240131, 20240201])

    assert dimension(model, "order_date").type == "time"
    assert dimension(model, "amount").type == "number"


def test_a_year_alone_gives_a_time_to_ask_by(infer):
    engine, found = infer({"things": pandas.DataFrame({"year": [1952, 1957, 1957], "population": [3, 4, 5]})})

    rows = asked(
        engine,
        found,
        "SELECT DATE_TRUNC('year', date), MEASURE(total_population) FROM things GROUP BY 1 ORDER BY 1",
    )

    assert [(moment.year, total) for moment, total in rows] == [(1952, 3), (1957, 9)]


@pytest.mark.parametrize(
    "values", [["yes", "No", "YES"], ["Y", "N", "y"], [1, 0, 1], ["true", "false", "true"]]
)
def test_columns_that_say_yes_and_no_are_flags_with_a_share(infer, values):
    engine, found = infer({"things": pandas.DataFrame({"is_late": values})})

    assert dimension(found.model, "is_late").type == "boolean"
    rows = asked(engine, found, "SELECT MEASURE(share_is_late) FROM things")
    assert rows[0][0] == pytest.approx(2 / 3)


def test_a_small_scale_is_grouped_by_and_averaged(infer):
    model = model_of(infer, cylinders=[4, 6, 8, 4] * 30)

    assert "cylinders" in model.cubes["things"].dimensions
    assert "average_cylinders" in model.cubes["things"].measures
    assert "total_cylinders" not in model.cubes["things"].measures


def is_asked(found):
    return found.meta.get("questions", True)


def test_parts_of_a_date_that_the_table_has_are_there_for_sql_alone_and_others_for_questions(infer):
    days = [datetime(2024, month, 5) for month in (1, 2, 3)]
    model = model_of(infer, sold_at=days, year=[2024] * 3, month=[1, 2, 3], day=[5] * 3)
    other = model_of(infer, updated_at=days, year=[1998, 2004, 2010])

    assert not any(is_asked(dimension(model, part)) for part in ("year", "month", "day"))
    assert all(dimension(model, part).public for part in ("year", "month", "day"))
    assert is_asked(dimension(other, "year"))


def test_a_unit_stays_out_of_the_title_unless_two_columns_differ_by_it(infer):
    model = model_of(infer, body_mass_g=[1.5, 2.5], way_km=[1.5, 2.0], way_m=[1500.0, 2000.0])

    assert dimension(model, "body_mass_g").title == "Body mass"
    assert [dimension(model, name).title for name in ("way_km", "way_m")] == ["Way (km)", "Way (m)"]
    assert model.cubes["things"].measures["average_body_mass_g"].title == "Average body mass"


@pytest.mark.parametrize(
    ("header", "title"),
    [
        ("Satisfaction (1-5)", "Satisfaction"),
        ("Budget ($)", "Budget"),
        ("Temp [°C]", "Temperature"),
        ("Speed (km/h) max", "Maximum speed"),
        ("(x)", "X"),
    ],
)
def test_what_stands_in_brackets_stays_out_of_the_title(infer, header, title):
    model = model_of(infer, **{header: [1.5, 2.5, 4.0]})

    assert [each.title for each in model.cubes["things"].dimensions.values()] == [title]


def test_a_key_that_leads_on_is_shown_once_in_every_view(infer):
    wards = pandas.DataFrame({"ward": ["North", "South", "East"], "population": [100, 250, 300]})
    permits = pandas.DataFrame({"permit_no": range(1, 10), "ward": ["North", "South", "East"] * 3})
    inspections = pandas.DataFrame({"inspection_no": range(30, 48), "permit_no": [1, 2, 3, 4, 5, 6] * 3})

    _, found = infer({"wards": wards, "permits": permits, "inspections": inspections})

    shown = {
        view.name: {name: each.path[-1] for name, each in view.members.items()}
        for view in found.model.views.values()
    }
    assert shown["permits"]["ward"] == shown["inspections"]["ward"] == "wards"
    assert "ward_ward" not in shown["inspections"]


def test_brackets_tell_two_columns_apart(infer):
    model = model_of(infer, **{"Length (ft)": [1.5, 2.5, 4.0], "Length (m)": [0.5, 0.75, 1.25]})

    titles = [each.title for each in model.cubes["things"].dimensions.values()]
    assert titles == ["Length (ft)", "Length (m)"]


def test_odd_names_become_members_and_keep_their_columns(infer):
    frame = pandas.DataFrame([[1, 2, 3, "x"]], columns=["Order Total (€)", "order total", 'a"b', "売上"])
    engine, found = infer({"Sales 2024!": frame})
    cube = found.model.cubes["sales_2024"]

    assert list(cube.dimensions) == ["order_total", "order_total_2", "a_b", "column"]
    assert cube.dimensions["column"].title == "売上"
    rows = asked(engine, found, "SELECT order_total, order_total_2, a_b, column FROM sales_2024")
    assert rows == ((1, 2, 3, "x"),)


def test_an_empty_table_and_a_column_without_values_are_no_obstacle(infer):
    frame = pandas.DataFrame(
        {"name": pandas.Series([], dtype="object"), "amount": pandas.Series([], dtype="float64")}
    )
    engine, found = infer({"empty": frame, "full": pandas.DataFrame({"a": [1.5, 2.5], "b": [None, None]})})

    assert asked(engine, found, "SELECT MEASURE(count) FROM empty") == ((0,),)
    assert asked(engine, found, "SELECT MEASURE(count) FROM full") == ((2,),)


def test_data_without_a_column_is_one_sentence(infer):
    with pytest.raises(EngineError, match="t has no columns"):
        infer({"t": pandas.DataFrame()})


def test_a_table_that_refers_twice_to_another_has_it_in_two_roles(infer):
    flights = pandas.DataFrame({"origin": ["AA", "BB", "CC", "AA"], "dest": ["BB", "CC", "AA", "CC"]})
    airports = pandas.DataFrame({"faa": ["AA", "BB", "CC"], "city": ["Ulm", "Bonn", "Jena"]})
    engine, found = infer({"flights": flights, "airports": airports})

    rows = asked(
        engine,
        found,
        "SELECT origin_airport_city, destination_airport_city, MEASURE(count) FROM flights "
        "GROUP BY 1, 2 ORDER BY 1, 2",
    )

    assert rows == (("Bonn", "Jena", 1), ("Jena", "Ulm", 1), ("Ulm", "Bonn", 1), ("Ulm", "Jena", 1))


def test_a_name_that_holds_nothing_of_the_other_table_is_no_relationship(infer):
    _, found = infer(
        {
            "orders": pandas.DataFrame({"id": [1, 2, 3], "customer_id": [71, 72, 73]}),
            "customers": pandas.DataFrame({"id": [1, 2, 3], "name": ["a", "b", "c"]}),
        }
    )

    assert found.model.cubes["orders"].joins == ()


def test_a_relationship_that_most_values_speak_for_is_marked_as_a_guess(infer):
    _, found = infer(
        {
            "orders": pandas.DataFrame({"id": range(10), "customer_id": [1, 2, 3, 9, 1, 2, 3, 1, 2, 3]}),
            "customers": pandas.DataFrame({"id": [1, 2, 3], "name": ["a", "b", "c"]}),
        }
    )

    assert found.model.cubes["orders_rows"].joins[0].target == "customers"
    assert (
        "# guessed (75%): 75% of the values of customer_id are in customers.id" in found.texts["orders.yml"]
    )


def test_employees_refer_to_their_managers(infer):
    frame = pandas.DataFrame(
        {"id": [1, 2, 3], "name": ["a", "b", "c"], "manager_employee_id": [None, 1.0, 1.0]}
    )
    engine, found = infer({"employees": frame})

    rows = asked(
        engine,
        found,
        "SELECT manager_employee_name, MEASURE(count) FROM employees GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
    )

    assert rows == (("a", 2),)


def test_a_key_is_unique_in_the_rows_whatever_its_name(infer):
    model = model_of(infer, id=[1, 1, 2], code=["a", "b", "c"])
    keys = [name for name, each in model.cubes["things"].dimensions.items() if each.primary_key]

    assert keys == ["code"]


@pytest.mark.long
def test_a_wide_table_is_understood(infer):
    frame = pandas.DataFrame({f"amount_{at}": [float(at), 2.0] for at in range(260)})
    model = infer({"wide": frame})[1].model

    assert len(model.cubes["wide"].dimensions) == 260
    assert "total_amount_259" in model.cubes["wide"].measures


def test_columns_of_dates_and_of_lists(infer):
    frame = pandas.DataFrame({"day": [date(2024, 1, 31)], "tags": [["a", "b"]], "amount": [1.0]})
    model = infer({"things": frame})[1].model

    assert dimension(model, "day").type == "time"
    assert "tags" not in model.cubes["things"].dimensions


BREAKS_OUT = "id\n      - name: stolen\n        sql: 1\n        type: number #"


@pytest.mark.parametrize("name", [BREAKS_OUT, "a\u2028b: c", "x: y #z", "\x1b[31m", "'", '"', "- a", "?"])
def test_no_name_of_a_column_writes_into_the_model(infer, name):
    engine, found = infer({"things": pandas.DataFrame({name: ["Y", "N"], "n": [1.5, 2.5]})})

    assert len(found.model.cubes["things"].dimensions) == 2
    assert "stolen" not in found.model.cubes["things"].dimensions
    assert asked(engine, found, "SELECT MEASURE(total_n) FROM things") == ((4.0,),)


def test_no_name_ends_the_remark_that_it_is_guessed_by(infer):
    orders = {"id": range(9), f"{BREAKS_OUT} customer_id": [1, 2, 3, 9, 1, 2, 3, 9, 1]}
    _, found = infer({"orders": pandas.DataFrame(orders), "customers": pandas.DataFrame({"id": [1, 2, 3]})})

    assert [join.target for join in found.model.cubes["orders_rows"].joins] == ["customers"]
    assert "stolen" not in found.model.cubes["orders_rows"].dimensions


def test_no_comment_of_a_column_writes_into_the_model(infer, tmp_path):
    file = tmp_path / "a.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute("CREATE TABLE t AS SELECT 1.5 AS amount")
        connection.execute("COMMENT ON COLUMN t.amount IS 'first\n      - name: stolen\n\U0001f600 last'")

    cube = infer(file)[1].model.cubes["t"]

    assert cube.dimensions["amount"].description == "first\n      - name: stolen\n\U0001f600 last"
    assert list(cube.dimensions) == ["amount"]


def test_a_time_of_day_is_told_as_a_part_of_its_date(infer):
    days = pandas.to_datetime(["2024-03-01", "2024-03-02", "2024-03-04"]).date
    hours = [time(9, 30), time(12, 0), time(18, 45)]
    orders = pandas.DataFrame({"order_date": days, "order_time": hours, "paid": [1.5, 2.5, 3.5]})

    _, found = infer({"orders": orders})

    assert "orders.order_time is the time of day of order_date" in found.understood
    assert not any("left out" in sentence for sentence in found.understood)


@pytest.mark.parametrize("name", ["a{b}", "{CUBE}", "}", "id{"])
def test_a_name_with_a_brace_is_left_out_with_a_word(infer, name):
    engine, found = infer({"things": pandas.DataFrame({name: [1, 2], "n": [1.5, 2.5]})})

    assert list(found.model.cubes["things"].dimensions) == ["n"]
    assert any(sentence.startswith(f"things.{name} is left out") for sentence in found.understood)
    assert asked(engine, found, "SELECT MEASURE(count) FROM things") == ((2,),)


@pytest.mark.parametrize(
    ("column", "title"),
    [("temp_max", "Maximum temperature"), ("price_avg", "Average price"), ("max_speed", "Maximum speed")],
)
def test_titles_are_in_the_order_of_speech(infer, column, title):
    model = model_of(infer, place=["a", "b"] * 40, **{column: [value / 7 for value in range(80)]})

    assert dimension(model, column).title == title


def test_rows_of_what_has_no_plural_are_counted_as_rows(infer):
    _, found = infer({"seattle_weather": pandas.DataFrame({"weather": ["sun", "rain"], "wind": [1.5, 2.5]})})

    assert found.model.cubes["seattle_weather"].measures["count"].title == "Rows of seattle weather"


def test_a_number_that_is_called_as_its_table_is_not_the_number_of_rows(infer):
    targets = pandas.DataFrame({"region": ["North", "South", "West"], "target": [500, 700, 900]})
    measures = infer({"targets": targets})[1].model.cubes["targets"].measures

    assert measures["total_target"].type == "sum"
    assert measures["count"].title == "Rows of targets"


def test_rows_without_a_name_are_told_apart_by_their_key_in_the_tables_that_refer_to_them(infer):
    calls = pandas.DataFrame({"call_id": range(6), "customer_id": [7, 7, 7, 8, 8, 9], "minutes": range(6)})
    customers = pandas.DataFrame({"customer_id": [7, 8, 9, 10], "score": [1.5, 2.5, 3.5, 4.5]})
    engine, found = infer({"calls": calls, "customers": customers})

    rows = asked(engine, found, "SELECT customer_id, MEASURE(count) FROM calls GROUP BY 1 ORDER BY 1")

    assert rows == ((7, 3), (8, 2), (9, 1))
    assert found.model.views["calls"].members["customer_id"].path == ("calls_rows", "customers")


def test_the_number_of_a_tables_rows_is_not_that_of_those_another_one_refers_to(infer):
    calls = pandas.DataFrame({"call_id": range(6), "customer_id": [7, 7, 7, 8, 8, 9]})
    customers = pandas.DataFrame({"customer_id": [7, 8, 9, 10], "score": [1.5, 2.5, 3.5, 4.5]})
    _, alone = infer({"calls": calls})
    _, beside = infer({"calls": calls, "customers": customers})

    assert "number of customers" in alone.model.cubes["customers"].measures["count"].meta["synonyms"]
    synonyms = beside.model.cubes["calls_rows"].measures["distinct_customers"].meta["synonyms"]
    assert "number of customers" not in synonyms


def test_people_may_be_named_by_what_they_do(infer):
    _, found = infer(
        {
            "repairs": pandas.DataFrame({"id": range(8), "requester_id": [1, 2, 3, 4, 5, 1, 2, 3]}),
            "employees": pandas.DataFrame({"id": range(1, 7), "full_name": list("abcdef")}),
            "parts": pandas.DataFrame({"part_id": range(1, 7), "label": list("uvwxyz")}),
        }
    )

    assert [each.target for each in found.model.cubes["repairs_rows"].joins] == ["employees"]
    assert "# guessed (70%)" in found.texts["repairs.yml"]


def test_a_few_roles_or_two_tables_of_people_are_no_reference(infer):
    few = pandas.DataFrame({"id": range(8), "approved_by": [1, 2, 3, 1, 2, 3, 1, 2]})
    many = pandas.DataFrame({"id": range(1, 31), "full_name": [f"p{at}" for at in range(30)]})
    both = pandas.DataFrame({"id": range(1, 4), "name": list("abc")})

    _, alone = infer({"repairs": few, "employees": many})
    _, rivals = infer({"repairs": few, "users": both, "workers": both})

    assert not alone.model.cubes["repairs"].joins
    assert not rivals.model.cubes["repairs"].joins

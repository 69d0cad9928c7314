"""Columns that refer to other rows without bearing their name, and money with a part taken off it."""

import pandas
import pytest

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model

TABLES = {
    "Shippers": ["ShipperId,CompanyName", "1,North Line", "2,South Line", "3,East Line"],
    "Employees": ["EmployeeId,LastName,ReportsTo"]
    + [f"{n},Name{n},{'' if n == 1 else 1 + n % 2}" for n in range(1, 9)],
    "Orders": ["OrderId,EmployeeId,OrderDate,ShipVia,ShipQuantity,Fatalities"]
    + [f"{n},{1 + n % 8},2024-0{1 + n % 9}-01,{1 + n % 3},{1 + n % 3},{n % 2}" for n in range(100, 160)],
    "OrderDetails": ["OrderId,UnitPrice,Quantity,Discount"]
    + [f"{100 + n % 60},{10 + n % 7}.5,{1 + n % 9},{('0.0', '0.05', '0.15')[n % 3]}" for n in range(180)],
}


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("references")
    for name, lines in TABLES.items():
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", "utf-8")

    engine = DuckDBEngine.open(folder)
    yield infer_model(engine).model
    engine.close()


def joins(model, table):
    cube = model.cubes[f"{table.lower()}_rows"]
    return {each.sql.split(" = ")[0].strip('{}"').split('"')[-1]: each.target for each in cube.joins}


def test_what_is_called_after_what_its_table_does_refers_to_it(model):
    assert joins(model, "Orders")["ShipVia"] == "shippers"


def test_an_amount_refers_to_nothing(model):
    assert "ShipQuantity" not in joins(model, "Orders")


def test_who_reports_to_somebody_has_a_manager_in_the_same_table(model):
    assert joins(model, "Employees") == {"ReportsTo": "manager_employees"}


def test_a_part_is_taken_off_the_value_and_never_added_up(model):
    (cube,) = (each for each in model.cubes.values() if "total_value" in each.measures)
    assert "(1 - COALESCE(" in cube.measures["total_value"].sql
    assert "COALESCE" not in cube.measures["total_gross_value"].sql
    assert "total_discount" not in cube.measures


def test_few_of_something_are_counted_and_no_flag(model):
    (cube,) = (each for each in model.cubes.values() if "order_date" in each.dimensions)
    assert cube.dimensions["fatalities"].type == "number"


def people_of(number, key="staff_id"):
    names = [f"Person {at}" for at in range(1, number + 1)]
    return pandas.DataFrame({key: range(1, number + 1), "full_name": names})


def joins_of(**tables):
    engine = DuckDBEngine.open(tables)
    cubes = infer_model(engine).model.cubes.values()
    engine.close()
    return {(cube.name, join.target) for cube in cubes for join in cube.joins}


@pytest.mark.parametrize(
    "column", ["SupportRepId", "changed_by", "AccountManagerId", "head_id", "consultant"]
)
def test_few_keys_of_all_people_are_theirs_where_the_name_says_what_these_do(column):
    rows = pandas.DataFrame({"shop_id": range(1, 61), column: [3, 14, 25, 36, 39] * 12})

    assert ("shops_rows", "staff") in joins_of(shops=rows, staff=people_of(40))


@pytest.mark.parametrize(
    ("column", "values"), [("rating", [3, 14, 25, 36, 39]), ("support_rep_id", [1, 2, 3, 4, 5])]
)
def test_small_numbers_are_no_keys_by_chance(column, values):
    rows = pandas.DataFrame({"shop_id": range(1, 61), column: values * 12})

    assert not joins_of(shops=rows, staff=people_of(40))


def test_keys_that_two_tables_of_people_have_are_of_neither():
    rows = pandas.DataFrame({"shop_id": range(1, 61), "changed_by": [3, 14, 25, 36, 39] * 12})

    assert not joins_of(shops=rows, staff=people_of(40), users=people_of(40, "user_id"))


def test_who_is_above_a_person_is_another_one_of_them():
    staff = people_of(40).assign(supervisor_id=[None, *(at % 4 + 1 for at in range(39))])

    assert ("staff_rows", "supervisor_staff") in joins_of(staff=staff)


def test_rows_name_rows_above_them_and_rows_of_their_own(tmp_path):
    countries = [f"C{at},Land {at},{at * 7 % 30 + 1},{at}" for at in range(30)]
    cities = [f"{at * 7 % 30 + 1},Town {at},C{at}" for at in range(30)]
    tables = {
        "countries": ["code,name,capital,rank", *countries],
        "cities": ["id,name,country_code", *cities],
        "posts": ["id,parent_id,score"]
        + [f"{at},{'' if at < 20 else at % 19 + 1},{at % 5}" for at in range(1, 60)],
        "films": ["film_id,title"] + [f"{at},Film {at}" for at in range(1, 40)],
        "film_categories": ["film_id,category_id"] + [f"{at},{at % 3 + 1}" for at in range(1, 40)],
    }
    for name, lines in tables.items():
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n", "utf-8")

    engine = DuckDBEngine.open(tmp_path)
    found = infer_model(engine)
    engine.close()
    told = [each for each in found.understood if "refers to" in each]

    assert "countries.capital refers to cities.id" in told
    assert "posts.parent_id refers to posts.id" in told
    assert "film_categories.film_id refers to films.film_id" in told
    assert not [each for each in told if each.startswith(("films.", "countries.rank"))]


def test_lines_are_worth_their_quantity_by_what_each_cost(tmp_path):
    lines = [f"{at % 40 + 1},{at % 7 + 1},{at % 5}.25,{('0.05', '0.1', '0.0')[at % 3]}" for at in range(120)]
    for name, columns in (
        ("orderdetails", "orderNumber,quantityOrdered,priceEach,discount"),
        ("order_items", "order_id,quantity,list_price,discount"),
    ):
        (tmp_path / f"{name}.csv").write_text("\n".join([columns, *lines]) + "\n", "utf-8")

    engine = DuckDBEngine.open(tmp_path)
    model = infer_model(engine).model
    engine.close()

    assert all("total_value" in cube.measures for cube in model.cubes.values())

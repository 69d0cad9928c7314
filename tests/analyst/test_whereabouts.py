"""Where all the rows are anyway, what prices are called besides, and all that began at some time."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 18)
FLATS = [
    "id,name,room_type,price,minimum_nights,shipping_fee,listed_on",
    *(
        f"{at},Flat {at},{('Private', 'Entire')[at % 2]},{30 + at * 13 % 90},{1 + at % 5},{at % 7},"
        f"2025-0{1 + at % 5}-1{at % 9}"
        for at in range(120)
    ),
]
STAFF = """
cubes:
  - name: employees
    sql_table: employees
    title: Employees
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: hired_on, sql: "{CUBE}.hired_on", type: time, title: Hire date}
      - {name: left_on, sql: "{CUBE}.left_on", type: time, title: Leaving date}
    measures:
      - {name: count, type: count, title: Employees}
      - name: headcount
        type: count
        title: Headcount
        meta: {synonyms: [number of employees]}
        filters: [{sql: "{CUBE}.left_on IS NULL"}]
"""


@pytest.fixture(scope="module")
def flats(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("flats"), {"listings": FLATS}, TODAY) as reader:
        yield reader


TILLS = [
    "till_id,branch,payment,Quantity,Total,rung_on",
    *(
        f"{at},{('Bath', 'Ely', 'Hull')[at % 3]},{('Cash', 'Card')[at * 5 % 7 % 2]},{1 + at % 4},"
        f"{20 + at % 90}.5,2025-0{4 + at % 3}-1{at % 9}"
        for at in range(150)
    ),
]


@pytest.fixture(scope="module")
def tills(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("tills"), {"tills": TILLS}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def staff(tmp_path_factory):
    rows = [
        "id,hired_on,left_on",
        *(f"{at},202{at % 5}-03-0{1 + at % 9},{'2024-09-01' if at % 4 else ''}" for at in range(60)),
    ]
    with reader_over(tmp_path_factory.mktemp("staff"), {"employees": rows}, TODAY, STAFF) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    [
        "average nightly price by room type",
        "what is the average asking price by room type",
        "average price by room type on the site",
        "average price by room type of the listings on offer",
    ],
)
def test_what_keeps_no_rows_is_left_out(flats, question):
    asked = " ".join(sql_of(flats, question).split())

    assert "listings.room_type" in asked
    assert "price)" in asked
    assert "WHERE" not in asked


@pytest.mark.parametrize("question", ["average wholesale price by room type", "average price on the moon"])
def test_what_may_keep_rows_is_not(flats, question):
    assert not is_read(flats, question)


def test_a_fee_is_the_revenue_of_its_name(flats):
    assert "shipping_fee)" in sql_of(flats, "shipping revenue by room type")


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("total by branch", "MEASURE(tills.sum_of_total) AS"),
        ("total for Bath", "MEASURE(tills.sum_of_total) AS"),
        ("how many tills in total", 'MEASURE(tills."count") AS'),
        ("number of tills per payment method", "tills.payment"),
        ("total of Bath and Ely respectively", "tills.branch"),
        ("top 2 branches by total, only branches with 20 or more tills", 'MEASURE(tills."count") >= 20'),
    ],
)
def test_a_total_is_that_of_its_column(tills, question, kept):
    assert kept in " ".join(sql_of(tills, question).split())


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("number of employees hired by year", "count"),
        ("headcount by year of hire", "headcount"),
    ],
)
def test_all_that_were_hired_are_counted(staff, question, measure):
    asked = sql_of(staff, question)

    assert ("employees.headcount)" in asked) is (measure == "headcount")
    assert "employees.hired_on" in asked

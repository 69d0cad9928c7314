"""The words of a trade: units of columns, verbs of measures, forms of values, rates of flags, and persons."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

CARRIERS = ("Ann Bell", "Bo Carr", "Cy Dunn")
TABLES = {
    "customers": ["customer_id,customer_name,segment,account_manager,joined_on"]
    + [
        f"{n},Firm {n},{('Retail', 'Office')[n % 2]},{CARRIERS[n % 3] if n % 4 else ''},2024-0{1 + n % 9}-11"
        for n in range(1, 21)
    ],
    "vans": ["van_id,plate,payload_kg"] + [f"{n},AB{n} XYZ,{900 + 100 * n}" for n in range(1, 7)],
    "loads": ["load_id,customer_id,van_id,collected_on,weight_kg,distance_km,contaminated"]
    + [
        f"{n},{1 + n % 20},{1 + n % 6},2025-0{1 + n % 5}-1{n % 9},{100 + 17 * n},{n % 9},{n % 4 == 0}"
        for n in range(1, 81)
    ],
    "sales": ["sale_id,material,sold_on,tonnes,price_per_tonne,discount,rebate_pct,growth"]
    + [
        f"{n},{('Glass', 'Paper')[n % 2]},2025-0{1 + n % 5}-1{n % 9},{n % 7}.5,{40 + n},{(n % 4) / 10},"
        f"{(n % 4) * 10},{(n % 4) / 2}"
        for n in range(1, 41)
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("trade"), TABLES, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize(("question", "told"), [
    ("kilos collected in May 2025", "MEASURE(loads.total_weight_kg) AS"),
    ("how many tonnes did we collect in May 2025", "total_weight_kg) * 1.0 / 1000"),
    ("top 3 customers by kilos collected", "MEASURE(loads.total_weight_kg) AS"),
    ("average weight of a load in kilos", "average_weight_kg"),
    ("tonnes in May 2025", "sales.total_tonnes"),
    ("tonnes by segment", "total_weight_kg) * 1.0 / 1000"),
])  # fmt: skip
def test_a_unit_asks_for_what_is_told_in_it(reader, question, told):
    assert told in sql_of(reader, question)


@pytest.mark.parametrize(("question", "kept"), [
    ("how many loads weighed more than half a tonne", "weight_kg > 500"),
    ("loads heavier than half a tonne", "weight_kg > 500"),
    ("how many loads weighed over 500 kilos", "weight_kg > 500"),
    ("loads weighing 500 kg or more", "weight_kg >= 500"),
    ("how many loads weighed between 100 and 200 kg", "weight_kg <= 200"),
    ("loads between 0.1 and 0.2 tonnes", "weight_kg <= 200"),
    ("loads of more than 1500 kg", "weight_kg > 1500"),
    ("customers with over 2 tonnes", "total_weight_kg) > 2000"),
    ("which vans hauled over 2 tonnes in May 2025", "total_weight_kg) > 2000"),
])  # fmt: skip
def test_a_number_is_compared_in_the_unit_of_its_column(reader, question, kept):
    assert kept in sql_of(reader, question)


@pytest.mark.parametrize("question", [
    "loads over 5 litres", "vans that hauled over 30 customers", "kilowatts by segment",
    "customers over 2 tonnes",  # who have so much are no such customers
])  # fmt: skip
def test_a_unit_that_no_column_has_is_not_read(reader, question):
    assert not is_read(reader, question)


@pytest.mark.parametrize(("question", "kept"), [
    ("how many sales had a discount of more than 20 %", "discount > 0.2"),
    ("sales with a rebate over 20 %", "rebate_pct > 20"),
    ("sales with a discount between 10 and 20 %", "discount >= 0.1"),
    ("sales with 10 % discount", "discount = 0.1"),
    ("sales with at least 20 percent discount by material", "discount >= 0.2"),
    ("what share of sales had a rebate of 20 percent or more", "rebate_pct >= 20"),
    ("materials with an average rebate over 5 %", "> 5"),
    ("materials with an average discount over 5 %", "> 0.05"),
])  # fmt: skip
def test_a_percentage_is_one_of_what_the_column_holds(reader, question, kept):
    assert kept in sql_of(reader, question)


@pytest.mark.parametrize("question", [
    "sales with a growth over 20 %",  # up to 1.5, which may be either
    "loads over 20 %",
    "loads of 20 % collected in May 2025",
])  # fmt: skip
def test_a_percentage_of_nobody_knows_what_is_not_read(reader, question):
    assert not is_read(reader, question)


OWNED = {
    "clients": ["client_id,name,status,joined_on"]
    + [f"{n},Firm {n},{('active', 'left')[n % 5 == 0]},2023-0{1 + n % 9}-11" for n in range(1, 21)],
    "visits": ["visit_id,client_id,visited_on"]
    + [f"{n},{1 + n % 20},2025-0{1 + n % 5}-1{n % 9}" for n in range(1, 61)],
    "complaints": ["complaint_id,client_id,visit_id,received_on,topic,credit_amount"]
    + [
        f"{n},{1 + n % 13},{n},2025-0{1 + n % 5}-1{n % 9},{('Noise', 'Delay')[n % 2]},{n % 3 * 10 or ''}"
        for n in range(1, 41)
    ],
    "jobs": ["job_id,client_id,service,ordered_on,price,fee"]
    + [
        f"{n},{1 + n % 20},{('Repair', 'Advice')[n % 2]},2025-0{1 + n % 5}-1{n % 9},{40 + n},{20 + n}"
        for n in range(1, 61)
    ],
}


@pytest.fixture(scope="module")
def owned(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("owned"), OWNED, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize(("question", "told"), [
    ("clients who complained more than 2 times", 'MEASURE(complaints."count") > 2'),
    ("clients who complained twice since March 2025", 'MEASURE(complaints."count") = 2'),
    ("how many clients complained in May 2025", "IN (SELECT complaints.client_id FROM complaints"),
    ("which clients complained most often", 'MEASURE(complaints."count")'),
])  # fmt: skip
def test_who_complained_has_complaints(owned, question, told):
    assert told in sql_of(owned, question)


@pytest.mark.parametrize("question", [
    "clients without complaints", "clients who never complained", "how many clients had no complaints",
])  # fmt: skip
def test_who_has_none_is_told_by_the_rows_that_belong_to_them(owned, question):
    asked = sql_of(owned, question)

    assert "NOT IN (SELECT complaints.client_id FROM complaints" in asked


@pytest.mark.parametrize(("question", "told"), [
    ("total credits granted in May 2025", "complaints.total_credit_amount"),
    ("credits we granted by topic", "complaints.total_credit_amount"),
    ("what did we earn in fees in May 2025", "jobs.total_fee"),
    ("what does a repair job cost on average", "AVG(jobs.price)"),
])  # fmt: skip
def test_a_noun_names_the_amount_of_it(owned, question, told):
    assert told in sql_of(owned, question)


@pytest.mark.parametrize("question", [
    "how many credits did we grant",  # so many are none of the amount
    "what does a repair job cost",  # one of which many cost something
    "clients who applauded twice",
])  # fmt: skip
def test_what_is_counted_is_no_amount(owned, question):
    assert not is_read(owned, question)


FORMS = {
    "exams": ["exam_id,patient_sex,booked_on,visit_at,outcome,paid_by,fee"]
    + [
        f"{n},{('F', 'M')[n % 2]},2025-0{1 + n % 4}-1{n % 9},2025-0{2 + n % 4}-1{n % 9} 10:00,"
        f"{('Attended', 'No-show')[n % 5 == 0]},{('Private', 'Insurer')[n % 2]},{20 + n}"
        for n in range(1, 41)
    ],
    "orders": ["order_id,kind,method,ordered_on,total_amount"]
    + [
        f"{n},{('Contact lenses', 'Glasses', 'Loose shelves')[n % 3]},{('Home delivery', 'Pick-up')[n % 2]},"
        f"2025-0{1 + n % 5}-1{n % 9},{30 + n}"
        for n in range(1, 61)
    ],
}


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("forms"), FORMS, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize(("question", "kept"), [
    ("average fee of exams paid privately", "paid_by = 'Private'"),
    ("contact lens orders by month", "kind = 'Contact lenses'"),
    ("contact lens sales by month", "kind = 'Contact lenses'"),
    ("revenue from home deliveries by month", "method = 'Home delivery'"),
    ("how many exams of women", "patient_sex = 'F'"),
    ("loose shelf orders in May 2025", "kind = 'Loose shelves'"),
])  # fmt: skip
def test_a_value_is_found_in_another_form(forms, question, kept):
    assert kept in sql_of(forms, question)


@pytest.mark.parametrize(("question", "kept"), [
    ("visits by month in 2025", "DATE_TRUNC('month', exams.visit_at)"),
    ("attended visits in May 2025", "visit_at >= '2025-05-01'"),
    ("how many attended visits in May 2025", "outcome = 'Attended'"),
    ("average fee of a visit in May 2025", "visit_at >= '2025-05-01'"),
])  # fmt: skip
def test_what_a_date_tells_of_is_counted_by_that_date(forms, question, kept):
    assert kept in sql_of(forms, question)


@pytest.mark.parametrize("question", [
    "contact all women", "average fee of exams paid quickly",
])  # fmt: skip
def test_other_adverbs_and_orders_are_not_read(forms, question):
    assert not is_read(forms, question)


PEOPLE = {
    "clients": ["client_id,client_name,account_manager,joined_on"]
    + [f"{n},Firm {n},{CARRIERS[n % 3] if n % 4 else ''},2024-0{1 + n % 9}-11" for n in range(1, 21)],
    "staff": ["staff_id,full_name,role"]
    + [f"{n},Person {n},{('Optometrist', 'Clerk', 'Baker')[n % 3]}" for n in range(1, 31)],
    "jobs": ["job_id,client_id,project_manager,translator,ordered_on,word_count,price,urgent"]
    + [
        f"{n},{1 + n % 20},{CARRIERS[n % 3]},{('Di Fox', 'Ed Gray')[n % 2]},2025-0{1 + n % 5}-1{n % 9},"
        f"{100 + n},{40 + n},{n % 5 == 0}"
        for n in range(1, 61)
    ],
    "orders": ["order_id,client_id,placed_on,total_amount"]
    + [f"{n},{1 + n % 20},2025-0{1 + n % 5}-1{n % 9},{30 + n}" for n in range(1, 61)],
    "refunds": ["refund_id,client_id,handled_by,asked_on,amount"]
    + [
        f"{n},{1 + n % 20},{('Becky', 'Tom')[n % 2]},2025-0{1 + n % 5}-1{n % 9},{5 + n}" for n in range(1, 31)
    ],
    "exams": ["exam_id,client_id,optometrist_id,held_on,outcome"]
    + [
        f"{n},{1 + n % 20},{(3 * (n % 10)) or 30},2025-0{1 + n % 5}-1{n % 9},"
        f"{('Attended', 'Missed')[n % 4 == 0]}"
        for n in range(1, 61)
    ],
}


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("people"), PEOPLE, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize(("question", "group"), [
    ("who translated the most words in May 2025", "SELECT jobs.translator"),
    ("who managed the most jobs in May 2025", "SELECT jobs.project_manager"),
    ("who handled the most refunds", "SELECT refunds.handled_by"),
    ("our five biggest spenders in May 2025", "MEASURE(orders.sum_of_total_amount)"),
    ("how many clients does each account manager look after", "SELECT clients.account_manager"),
    ("clients per account manager, including those nobody looks after", "SELECT clients.account_manager"),
    ("which optometrists did more than 5 exams", "role = 'Optometrist'"),
])  # fmt: skip
def test_people_are_found_by_what_they_do(people, question, group):
    assert group in sql_of(people, question)


def test_a_colleague_is_who_does_anything_with_the_rows(tmp_path):
    tables = {name: lines for name, lines in PEOPLE.items() if name in ("clients", "refunds")}

    with reader_over(tmp_path, tables, date(2025, 6, 18)) as reader:
        assert "SELECT refunds.handled_by" in sql_of(reader, "refunds by colleague")


def test_refunds_are_no_revenue(tmp_path):
    tables = {name: lines for name, lines in PEOPLE.items() if name in ("clients", "refunds")}

    with reader_over(tmp_path, tables, date(2025, 6, 18)) as reader:
        assert not is_read(reader, "revenue in May 2025")


def test_whom_nobody_looks_after_has_no_manager(people):
    assert "account_manager IS NULL" in sql_of(people, "clients nobody looks after")


@pytest.mark.parametrize(("question", "kept"), [
    ("urgent jobs as a percentage of all jobs ordered in May 2025", "urgent = TRUE"),
    ("missed exams as a percentage of all exams held in May 2025", "outcome = 'Missed'"),
])  # fmt: skip
def test_a_part_of_rows_of_which_something_is_said(people, question, kept):
    asked = sql_of(people, question)
    assert kept in asked.partition("/")[0]
    assert asked.endswith("'2025-06-01'")


@pytest.mark.parametrize("question", [
    "who baked the most jobs", "exams nobody looks after", "jobs by colleague", "top 3 clients, nobody",
])  # fmt: skip
def test_people_who_are_not_told_are_not_read(people, question):
    assert not is_read(people, question)


LATE = {
    "orders": ["order_id,branch,status,ordered_on,promised_on,ready_on,collected_on"]
    + [
        f"{n},{('North', 'South')[n % 2]},{('collected', 'ready')[n % 3 == 0]},2025-04-0{1 + n % 9},"
        f"2025-04-1{n % 9},{'' if n % 7 == 0 else f'2025-04-1{(n * 5) % 9}'},2025-05-0{1 + n % 9}"
        for n in range(1, 61)
    ],
}


@pytest.fixture(scope="module")
def late(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("late"), LATE, date(2025, 6, 18)) as found:
        yield found


@pytest.mark.parametrize(("question", "kept"), [
    ("how many orders were late", "orders.ready_on) > orders.promised_on"),
    ("late orders by branch", "orders.ready_on) > orders.promised_on"),
    ("orders ready late by branch", "orders.ready_on) > orders.promised_on"),
    ("what share of orders was ready on time", "orders.ready_on) <= orders.promised_on"),
    ("on-time rate of orders by branch", "orders.ready_on IS NOT NULL"),
])  # fmt: skip
def test_what_is_ready_after_its_day_is_late(late, question, kept):
    asked = sql_of(late, question)

    assert kept in asked
    assert "status = 'ready'" not in asked


MODEL = """
cubes:
  - name: orders
    sql_table: orders
    title: Orders
    measures:
      - {name: count, type: count}
      - name: home_deliveries
        type: count
        title: Home deliveries made
        filters: [{sql: "{CUBE}.branch = 'North'"}]
      - name: late_deliveries
        type: count
        title: Late home deliveries
        filters: [{sql: "{CUBE}.status = 'ready'"}]
    dimensions:
      - {name: order_id, sql: order_id, type: number, primary_key: true}
      - {name: branch, sql: branch, type: string}
      - {name: status, sql: status, type: string}
"""


def test_a_measure_of_the_part_is_divided_by_that_of_the_whole(tmp_path):
    with reader_over(tmp_path, LATE, date(2025, 6, 18), MODEL) as reader:
        asked = sql_of(reader, "what percentage of home deliveries was late, by branch")

        assert "MEASURE(orders.late_deliveries) * 1.0 / NULLIF(MEASURE(orders.home_deliveries), 0)" in asked
        assert not is_read(reader, "what percentage of home deliveries was early, by branch")


SUMS = {
    "shops": ["shop_id,shop_name,region,floor_area_sqm,opened_on"]
    + [f"{n},Shop {n},{('North', 'South')[n % 2]},{100 + 10 * n},2020-0{n}-01" for n in range(1, 7)],
    "orders": ["order_id,shop_id,ordered_on,total_amount,freight_cost"]
    + [f"{n},{1 + n % 6},2025-0{1 + n % 5}-1{n % 9},{30 + n},{n % 7}" for n in range(1, 61)],
    "timesheets": ["sheet_id,shop_id,trade,worked_on,regular_hours,overtime_hours"]
    + [
        f"{n},{1 + n % 6},{('Cook', 'Clerk')[n % 2]},2025-0{1 + n % 5}-1{n % 9},{4 + n % 5},{n % 3}"
        for n in range(1, 61)
    ],
    "plans": ["plan_id,trade,planned_km,actual_km,made_on"]
    + [f"{n},{('Cook', 'Clerk')[n % 2]},{10 + n},{9 + n},2025-0{1 + n % 5}-11" for n in range(1, 31)],
}


@pytest.fixture(scope="module")
def sums(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("sums"), SUMS, date(2025, 6, 18)) as found:
        yield found


_REGULAR, _OVERTIME = "MEASURE(timesheets.total_regular_hours)", "MEASURE(timesheets.total_overtime_hours)"
_BOTH = f"({_REGULAR} + {_OVERTIME})"


@pytest.mark.parametrize(("question", "told"), [
    ("regular plus overtime hours by trade", _BOTH),
    ("total hours worked in May 2025, regular plus overtime", f"SELECT {_BOTH}"),
    ("overtime as a percentage of all hours by trade", f"{_OVERTIME} * 1.0 / NULLIF({_BOTH}"),
    ("total amount less freight cost by region", " - MEASURE(orders.total_freight_cost)"),
    ("average regular hours plus overtime hours by trade", "(AVG(timesheets.regular_hours) + AVG("),
])  # fmt: skip
def test_two_numbers_of_the_same_rows_are_added_up(sums, question, told):
    assert told in sql_of(sums, question)


@pytest.mark.parametrize("question", [
    "planned km as a percentage of all km",  # both say the same in other ways
    "orders plus overtime hours by region",
])  # fmt: skip
def test_numbers_of_two_kinds_are_not_added_up(sums, question):
    assert " + " not in (sql_of(sums, question) if is_read(sums, question) else "")


def test_what_somebody_has_is_the_same_in_every_period(sums):
    asked = sql_of(sums, "revenue per sqm of floor by shop in May 2025, best first")

    shops = asked.partition("FROM shops")[2].partition(")")[0]
    assert "MEASURE(shops.total_floor_area_sqm)" in asked
    assert "opened_on" not in shops
    assert "orders.ordered_on >= '2025-05-01'" in asked
    assert asked.rstrip().endswith("DESC NULLS LAST, 1")


@pytest.mark.parametrize("question", ["revenue per sqm by month", "revenue per sqm by trade"])
def test_no_size_is_of_a_month(sums, question):
    assert not is_read(sums, question)

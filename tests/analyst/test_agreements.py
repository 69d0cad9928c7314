"""Agreements that begin and end: which run today, which are over, and what stands empty without one."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 9, 15)
HOUSES = ["house_id,house_name,town", "1,Mill House,Bath", "2,Elm Court,Ely", "3,Oak Yard,Bath"]
UNITS = [
    "unit_id,house_id,unit_number,bedrooms",
    *(f"{at},{1 + at % 3},U-{at},{1 + at % 4}" for at in range(1, 31)),
]
TENANTS = [
    "tenant_id,tenant_name,birth_date",
    *(f"{at},Tenant No {at},19{60 + at % 40}-03-0{1 + at % 9}" for at in range(1, 41)),
]
LEASES = [
    "lease_id,unit_id,tenant_id,start_date,end_date,monthly_rent",
    *(
        f"{at},{1 + at % 28},{1 + at % 40},202{3 + at % 3}-0{1 + at % 9}-01,202{4 + at % 3}-0{1 + at % 9}-28,"
        f"{700 + at * 13}"
        for at in range(1, 91)
    ),
]
PAYMENTS = [
    "payment_id,lease_id,due_date,paid_date,amount",
    *(
        f"{at},{1 + at % 90},2025-0{1 + at % 8}-01,{f'2025-0{1 + at % 8}-0{1 + at % 7}' if at % 9 else ''},"
        f"{700 + at}"
        for at in range(1, 181)
    ),
]
STAFF = [
    "employee_id,full_name,department,hire_date,termination_date,salary",
    *(
        f"{at},Person No {at},{('Sales', 'Labs')[at % 2]},201{at % 10}-04-0{1 + at % 9},"
        f"{f'202{at % 5}-06-1{at % 9}' if at % 4 == 0 else ''},{30000 + at * 517}"
        for at in range(1, 81)
    ),
]
RUNNING = (
    "leases.start_date <= '2025-09-15' AND ((leases.end_date IS NULL) OR (leases.end_date >= '2025-09-15'))"
)


def flat(reader, question):
    """The statement in one line."""
    return " ".join(sql_of(reader, question).split())


@pytest.fixture(scope="module")
def rents(tmp_path_factory):
    tables = {
        "houses": HOUSES,
        "units": UNITS,
        "tenants": TENANTS,
        "leases": LEASES,
        "rent_payments": PAYMENTS,
    }
    with reader_over(tmp_path_factory.mktemp("rents"), tables, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def staff(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("staff"), {"employees": STAFF}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    [
        "how many leases are active right now?",
        "average monthly rent of the leases currently running",
        "running leases by house",
        "leases in force",
    ],
)
def test_those_run_that_have_begun_and_not_ended(rents, question):
    assert RUNNING in flat(rents, question)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how many leases have ended", "leases.end_date < '2025-09-15'"),
        ("expired leases by house", "leases.end_date < '2025-09-15'"),
        ("leases that have not started yet", "leases.start_date > '2025-09-15'"),
        ("upcoming leases", "leases.start_date > '2025-09-15'"),
    ],
)
def test_a_planned_day_alone_says_not_that_it_is_over(rents, question, kept):
    asked = flat(rents, question)

    assert kept in asked
    assert "IS NOT NULL" not in asked


def test_what_was_active_on_a_day_is_told_by_both_days(rents):
    asked = flat(rents, "how many leases were active on 1 June 2024")

    assert "leases.start_date < '2024-06-02'" in asked
    assert "leases.end_date >= '2024-06-01'" in asked


def test_what_holds_now_is_not_what_began_in_a_year(rents):
    assert not is_read(rents, "active leases in 2024 by house")


def test_what_ended_in_a_year_has_that_day_in_it(rents):
    assert "leases.end_date >= '2024-01-01'" in flat(rents, "leases that ended in 2024")


def test_a_running_total_still_adds_up(rents):
    assert "SUM(" in flat(rents, "running total of leases by month")


@pytest.mark.parametrize("question", ["which units are vacant today?", "vacant apartments by house"])
def test_what_stands_empty_has_no_lease_that_runs(rents, question):
    asked = flat(rents, question)

    assert "units.unit_id NOT IN (SELECT leases.unit_id FROM leases" in asked
    assert "leases.end_date >= '2025-09-15'" in asked


def test_the_occupied_part_is_a_rate(rents):
    assert "IN (SELECT leases.unit_id" in flat(rents, "occupancy rate by house")


def test_tenants_with_a_running_lease_are_tenants(rents):
    assert "FROM tenants WHERE tenants.tenant_id IN" in flat(rents, "tenants with an active lease")


def test_those_who_paid_late_so_often_have_so_many_late_payments(rents):
    asked = flat(rents, "tenants who paid late more than 2 times")

    assert "HAVING" in asked
    assert "> 2" in asked
    assert "rent_payments.paid_date) > rent_payments.due_date" in asked


def test_overdue_rent_is_the_sum_of_its_payments(rents):
    asked = flat(rents, "How much rent is overdue at the moment, by house?")

    assert "total_amount" in asked
    assert "rent_payments.due_date < '2025-09-15' AND rent_payments.paid_date IS NULL" in asked


@pytest.mark.parametrize(
    "question", ["current monthly rent roll per house (active leases only)", "rent roll by house"]
)
def test_a_rent_roll_is_of_the_leases_that_run(rents, question):
    asked = flat(rents, question)

    assert "total_monthly_rent" in asked
    assert RUNNING in asked


def test_unpaid_rent_need_not_be_due(rents):
    assert "due_date" not in flat(rents, "unpaid rent by house")


def test_payments_are_due_when_their_due_date_says(rents):
    assert "rent_payments.due_date >= '2025-05-01'" in flat(rents, "rent payments due in May 2025")


@pytest.mark.parametrize(
    "question", ["how many employees are active", "people currently active by department"]
)
def test_persons_are_active_who_have_not_left(staff, question):
    assert "employees.termination_date IS NULL" in flat(staff, question)


def test_former_employees_have_left(staff):
    assert "employees.termination_date IS NOT NULL" in flat(staff, "former employees by department")


def test_an_annual_salary_is_no_salary_of_each_year(staff):
    for question in ("average annual salary by department", "total annual salary bill for active employees"):
        assert "'year'" not in flat(staff, question)


def test_annual_hires_are_told_by_year(staff):
    assert "'year'" in flat(staff, "annual hires")


@pytest.fixture(scope="module")
def hires(tmp_path_factory):
    cars = ["car_id,car_name,seats", *(f"{at},Car No {at},{2 + at % 4}" for at in range(1, 15))]
    rented = [
        "hire_id,car_id,customer,picked_up_on,status,days_rented",
        *(
            f"{at},{1 + at % 14},Person {at % 20},2025-0{1 + at % 8}-1{at % 9},"
            f"{('returned', 'cancelled')[at % 5 == 0]},{1 + at % 6}"
            for at in range(1, 90)
        ),
    ]
    with reader_over(tmp_path_factory.mktemp("hires"), {"cars": cars, "hires": rented}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    ["which cars are rented out right now", "hires currently returning", "cars currently hiring"],
)
def test_what_is_so_now_is_nothing_of_all_times(hires, question):
    assert not is_read(hires, question)


def test_days_rented_are_still_added_up(hires):
    assert "days_rented" in sql_of(hires, "total days rented by car")


@pytest.fixture(scope="module")
def wards(tmp_path_factory):
    rows = [
        "patient_id,patient_name,ward,admitted_on,discharged_on",
        *(
            f"{at},Patient {at},{('East', 'West')[at % 2]},2025-0{1 + at % 8}-1{at % 9},"
            f"{f'2025-0{1 + at % 8}-2{at % 9}' if at % 6 else ''}"
            for at in range(1, 80)
        ),
    ]
    with reader_over(tmp_path_factory.mktemp("wards"), {"patients": rows}, TODAY) as reader:
        yield reader


def test_those_admitted_now_have_not_been_discharged(wards):
    asked = flat(wards, "how many patients are currently admitted by ward")

    assert "patients.discharged_on IS NULL" in asked


def test_those_admitted_in_a_month_may_have_left_again(wards):
    assert "IS NULL" not in flat(wards, "patients admitted in May 2025")


def test_managers_are_no_other_persons_who_come_and_go(tmp_path):
    rows = [
        "employee_id,full_name,manager_id,department,hire_date,termination_date",
        *(
            f"{at},Person No {at},{1 + at % 9},{('Sales', 'Labs')[at % 2]},201{at % 10}-04-0{1 + at % 9},"
            f"{f'202{at % 5}-06-1{at % 9}' if at % 4 == 0 else ''}"
            for at in range(1, 81)
        ),
    ]
    with reader_over(tmp_path, {"employees": rows}, TODAY) as reader:
        asked = flat(reader, "what's our current headcount?")

    assert 'MEASURE(employees."count")' in asked
    assert "employees.termination_date IS NULL" in asked

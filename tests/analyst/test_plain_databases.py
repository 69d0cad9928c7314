"""Databases whose model is inferred: who is above whom, how deals ended, what a salary was, what counts."""

from datetime import date, timedelta

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

DAY = date(2024, 1, 1)
STAGES = ("Closed Won", "Closed Lost", "Proposal")
PEOPLE = ("Ada Hart", "Ben Cole", "Cy Dunn", "Di Ernst", "Eva Frei", "Flo Gall", "Gus Holt", "Hal Imhof")
TABLES = {
    "employees": ["employee_id,full_name,gender,reports_to"]
    + [f"{at},{name},{'FM'[at % 2]},{'' if at == 1 else 1 + at // 4}" for at, name in enumerate(PEOPLE, 1)],
    "salaries": ["employee_id,salary,from_date,to_date"]
    + [
        f"{at % 8 + 1},{40_000 + 500 * at},{2018 + at // 8}-01-01,"
        f"{'9999-01-01' if at >= 40 else f'{2019 + at // 8}-01-01'}"
        for at in range(48)
    ],
    "departments": ["department_id,department_name", "1,Sales", "2,Care", "3,Stock"],
    "department_employees": ["department_id,employee_id"] + [f"{at % 3 + 1},{at}" for at in range(1, 9)],
    "products": ["product_id,product_name", "1,Vase", "2,Bowl", "3,Dish"],
    "deals": ["deal_id,employee_id,product_id,stage,amount,created_on,close_date"]
    + [
        f"{at},{at % 8 + 1},{at % 3 + 1},{STAGES[at % 3]},{at * 10}.5,"
        f"{DAY + timedelta(days=at)},{DAY + timedelta(days=at + 30)}"
        for at in range(1, 121)
    ],
}
SHOP = {
    "items": ["item_id,item_name,shelf,units_in_stock"]
    + [f"{at},Item {at},{'ABC'[at % 3]},{at % 5 * 7}" for at in range(1, 41)],
    "post_kinds": ["id,name", "1,Question", "2,Answer"],
    "tags": ["id,tag_name", "1,wood", "2,glass", "3,clay", "4,wool"],
    "posts": ["id,post_kind_id,score,posted_on"]
    + [f"{at},{at % 2 + 1},{at % 9},{DAY + timedelta(days=at)}" for at in range(1, 81)],
    "post_tags": ["post_id,tag_id"] + [f"{at // 2 + 1},{at % 3 + 1}" for at in range(1, 121)],
    "loans": ["loan_id,item_id,lent_on"]
    + [f"{at},{at % 30 + 1},{DAY + timedelta(days=at)}" for at in range(60)],
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("shop"), SHOP, date(2024, 12, 1)) as found:
        yield found


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("plain"), TABLES, date(2024, 12, 1)) as found:
        yield found


@pytest.mark.parametrize("question", ["who reports to Ben Cole", "employees managed by Ben Cole"])
def test_a_name_behind_a_role_is_of_who_plays_it(reader, question):
    sql = sql_of(reader, question)

    assert "manager_employee_full_name = 'Ben Cole'" in sql
    assert "employees.full_name = 'Ben Cole'" not in sql


def test_the_name_of_the_row_itself_stays_its_own(reader):
    assert "employee_full_name = 'Ben Cole'" in sql_of(reader, "deals of employee Ben Cole")


@pytest.mark.parametrize(
    "question",
    ["won deals by product", "total amount won in 2024", "how many deals were won", "average won amount"],
)
def test_how_rows_ended_is_a_part_of_their_stage(reader, question):
    assert "stage = 'Closed Won'" in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    ["how many deals did we win", "wins by product", "completed deals by product", "who won the most deals"],
)
def test_an_ending_that_nothing_tells_is_not_passed_over(reader, question):
    assert not is_read(reader, question)


def test_what_is_expected_to_end_is_not_open_without_an_end(reader):
    assert not is_read(reader, "open deals")


@pytest.mark.parametrize("question", ["current salary of each employee", "salary by gender"])
def test_the_rows_of_a_history_are_meant_by_their_number(reader, question):
    assert "average_salary" in sql_of(reader, question)


def test_the_rows_of_a_history_are_counted_in_so_many_words(reader):
    assert 'MEASURE(salaries."count")' in sql_of(reader, "number of salaries per employee")


def test_who_is_kept_is_counted_and_not_the_groups(reader):
    sql = sql_of(reader, "women by department")

    assert "COUNT(DISTINCT department_employees.employee_id)" in sql
    assert "department_name" in sql


def test_what_people_changed_is_no_change_of_their_number(reader):
    assert not is_read(reader, "employees who changed department")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("items out of stock", "units_in_stock <= 0"),
        ("how many items are in stock", "units_in_stock > 0"),
        ("units in stock by shelf", "MEASURE(items.total_units_in_stock)"),
    ],
)
def test_what_is_in_stock_or_out_of_it(shop, question, told):
    assert told in sql_of(shop, question)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("how many questions", "post_kind_name = 'Question'"),
        ("questions per tag", "COUNT(DISTINCT post_tags.post_id)"),
        ("tags with no questions", "NOT IN"),
    ],
)
def test_a_kind_of_rows_counts_them_and_not_the_kinds(shop, question, told):
    sql = sql_of(shop, question)

    assert told in sql
    assert "FROM post_kinds" not in sql


@pytest.mark.parametrize("question", ["items on loan", "loans with more than 2 items"])
def test_a_number_that_is_always_one_or_of_all_is_not_told(shop, question):
    assert not is_read(shop, question)

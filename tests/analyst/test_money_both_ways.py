"""Tables of money in and out: what was spent, what came in, and what neither is."""

import asyncio
from collections import Counter
from datetime import date

import pandas
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 1, 10)
SHOPS = {"Food": ("Aldi", "Tesco"), "Rent": ("City Homes",), "Travel": ("Shell", "Rail")}
KINDS = ("Food", "Food", "Rent", "Travel", "Food", "Salary", "Travel", "Food", "Transfer", "Rent")
ROWS = [
    (
        date(2023 + at // 60, 1 + at % 12, 1 + at % 28),
        "Acme"
        if kind == "Salary"
        else "Savings"
        if kind == "Transfer"
        else SHOPS[kind][at % len(SHOPS[kind])],
        kind,
        2000 if kind == "Salary" else -200 if kind == "Transfer" else 15 if at == 20 else -10 * (1 + at % 17),
    )
    for at in range(120)
    for kind in (KINDS[at % 10],)
]
SIGNED = pandas.DataFrame(ROWS, columns=["Date", "Payee", "Category", "Amount"])
PLAIN = SIGNED.assign(Amount=SIGNED.Amount.abs())
IS_IN = SIGNED.Amount > 0
TYPE = ["Transfer" if row[2] == "Transfer" else "Income" if row[2] == "Salary" else "Expense" for row in ROWS]
FRAMES = {
    "bank_statement": SIGNED,
    "transactions": SIGNED.assign(
        Type=TYPE,
        Statement=[f"{row[1].upper()}{'' if at % 3 else f' #{at}'}" for at, row in enumerate(ROWS)],
        Tags=[("trip", "kids", None)[at % 3] for at in range(120)],
    ),
    "payments": PLAIN.assign(direction=IS_IN.map({True: "in", False: "out"})),
    "cashbook": SIGNED.drop(columns="Amount").assign(
        money_in=SIGNED.Amount.where(IS_IN), money_out=-SIGNED.Amount.where(~IS_IN)
    ),
}
SPENT = -sum(row[3] for row, of in zip(ROWS, TYPE, strict=True) if of == "Expense")
MOVED = -sum(row[3] for row in ROWS if row[2] == "Transfer")
SALARY = sum(row[3] for row in ROWS if row[2] == "Salary")


@pytest.fixture(scope="module")
def tools():
    engines = {name: DuckDBEngine.open({name: frame}) for name, frame in FRAMES.items()}
    yield {name: SetTools(infer_model(engine).model, engine) for name, engine in engines.items()}
    for each in engines.values():
        each.close()


@pytest.fixture(scope="module")
def read_of(tools):
    readers = {name: Reader(each, TODAY) for name, each in tools.items()}
    return lambda name, question: asyncio.run(readers[name].read(question))


@pytest.fixture(scope="module")
def rows_of(tools, read_of):
    def rows(name, question):
        found = read_of(name, question)
        assert found.is_sure, found
        return [tuple(each) for each in asyncio.run(tools[name].run_sql(found.planned.sql)).rows]

    return rows


def of_rows(keeps):
    return [row for row, of in zip(ROWS, TYPE, strict=True) if of == "Expense" and keeps(row)]


@pytest.mark.parametrize(
    ("name", "spent"),
    [
        ("transactions", SPENT),
        ("bank_statement", SPENT + 15),  # by its sign, what is taken back is none
        ("payments", SPENT + MOVED + 15),
        ("cashbook", SPENT + MOVED + 15),
    ],
)
def test_what_was_spent_is_above_zero(rows_of, name, spent):
    assert rows_of(name, "how much did we spend in total?") == [(spent,)]
    assert rows_of(name, "total expenses") == [(spent,)]


@pytest.mark.parametrize("question", ["income", "how much did we earn", "how much money came in"])
def test_what_came_in_is_income(rows_of, question):
    assert rows_of("transactions", question) == [(SALARY,)]


@pytest.mark.parametrize(
    ("question", "is_out"),
    [
        ("how much did we pay Aldi", True),
        ("how much was paid to Aldi in 2024", True),
        ("how much went on Food", True),
        ("which categories ate up the most money", True),
        ("how much did Acme pay us", False),
        ("how much have we received from Acme", False),
    ],
)
def test_verbs_say_in_which_direction(read_of, question, is_out):
    found = read_of("payments", question)

    assert found.is_sure, found
    assert ("payments.expenses" if is_out else "payments.income") in found.planned.sql
    assert ("payments.income" if is_out else "payments.expenses") not in found.planned.sql


def test_who_pays_whom_is_not_guessed(read_of):
    assert not read_of("payments", "how much did Aldi pay").is_sure


def test_money_in_a_year_is_no_money_in(read_of):
    found = read_of("cashbook", "money in 2024")

    assert found.planned is None or "cashbook.income" not in found.planned.sql


def test_categories_of_income_are_none_of_spending(rows_of):
    assert {of for of, _ in rows_of("transactions", "spending by category")} == set(SHOPS)


def test_a_share_of_expenses_is_of_them_alone(rows_of):
    food = -sum(row[3] for row in of_rows(lambda row: row[2] == "Food" and row[0].year == 2024))
    all_ = -sum(row[3] for row in of_rows(lambda row: row[0].year == 2024))
    ((share,),) = rows_of("transactions", "what percentage of our 2024 expenses went on food")

    assert share == pytest.approx(food / all_)


def test_what_is_left_of_the_income(rows_of):
    assert rows_of("transactions", "net cash flow") == [(SALARY - SPENT,)]
    assert rows_of("transactions", "savings rate")[0][0] == pytest.approx((SALARY - SPENT) / SALARY)


@pytest.mark.parametrize(
    "question", ["how many purchases over 100", "how many expenses above 100", "expenses over 100"]
)
def test_a_bound_is_on_what_each_comes_to(rows_of, question):
    assert rows_of("transactions", question) == [(len(of_rows(lambda row: row[3] < -100)),)]


def test_so_many_of_them_are_no_amount(rows_of):
    found = Counter(row[2] for row in of_rows(bool))
    many = {of for of in SHOPS if found[of] > 30}

    assert {
        row[0] for row in rows_of("transactions", "categories with more than 30 purchases in 2023")
    } == set()
    assert {row[0] for row in rows_of("transactions", "categories with more than 30 purchases")} == many


def test_one_of_them_is_told_by_its_amount(rows_of):
    travel = [-row[3] for row in of_rows(lambda row: row[2] == "Travel")]

    assert rows_of("transactions", "average travel bill")[0][0] == pytest.approx(sum(travel) / len(travel))
    assert rows_of("transactions", "most expensive purchase") == [(max(-row[3] for row in of_rows(bool)),)]
    assert len(rows_of("bank_statement", "list the 3 largest expenses")) == 3


def test_which_has_the_highest_expenses_is_told_by_all_of_them(rows_of):
    spent = Counter()
    for row in of_rows(bool):
        spent[row[2]] -= row[3]

    for noun in ("expense", "expenses", "expenditure"):
        assert rows_of("transactions", f"which category has the highest {noun}")[0] == spent.most_common(1)[0]


def test_shops_where_money_was_spent_are_counted(rows_of):
    shops = {row[1] for row in of_rows(lambda row: row[0].year == 2024)}

    assert rows_of("transactions", "at how many different payees did we spend money in 2024") == [
        (len(shops),)
    ]


def test_a_clean_text_is_meant_before_a_raw_one(read_of):
    found = read_of("transactions", "how much did we spend at tesco")

    assert "payee = 'Tesco'" in found.planned.sql
    assert all("statement" not in str(each.analysis.where) for each in found.others)


@pytest.mark.parametrize("said", ["tagged trip", "tagged as trip"])
def test_a_participle_says_of_which_column_a_value_is(rows_of, said):
    rows = rows_of("transactions", f"list all transactions {said} with date and amount")

    assert len(rows) == 40


def test_a_share_of_income_that_was_spent_has_this_above(rows_of):
    rent = -sum(row[3] for row in of_rows(lambda row: row[2] == "Rent"))
    for question in (
        "what share of our income do we spend on rent",
        "what percentage of income went on rent",
    ):
        assert rows_of("transactions", question)[0][0] == pytest.approx(rent / SALARY)


def test_rows_of_a_type_are_still_told_by_it(rows_of):
    many = TYPE.count("Income")

    assert rows_of("transactions", "how many income transactions are there") == [(many,)]


def test_transactions_are_over_a_bound_in_either_direction(rows_of):
    many = sum(abs(row[3]) > 150 for row in ROWS)

    assert rows_of("transactions", "how many transactions over 150") == [(many,)]
    assert rows_of("transactions", "how many purchases over $150") == [
        (len(of_rows(lambda row: row[3] < -150)),)
    ]


def test_each_of_a_kind_is_refused_where_nothing_tells_them_apart(read_of):
    assert not read_of("transactions", "how much did we spend on each trip").is_sure


OTHERS = {
    "transactions": PLAIN.assign(Amount=[(at % 15 or -1) * 10 for at in range(120)]),
    "journal": pandas.DataFrame({
        "entry": [at // 2 for at in range(120)],
        "account": [("Rent", "Cash", "Sales")[at % 3] for at in range(120)],
        "amount": [(1 + at // 2) * (-1 if at % 2 else 1) for at in range(120)],
    }),
    "ledger": pandas.DataFrame({
        "account": [("Rent", "Cash", "Sales")[at % 3] for at in range(120)],
        "debit": [1.0 + at // 2 if at % 2 else None for at in range(120)],
        "credit": [None if at % 2 else 1.0 + at // 2 for at in range(120)],
    }),
    "sales": PLAIN.assign(card_type=[("credit", "debit")[at % 2] for at in range(120)]),
    "stock_movements": PLAIN.assign(item="bolt", direction=[("in", "out")[at % 2] for at in range(120)]),
    "shelf": FRAMES["cashbook"].rename(columns={"money_in": "In", "money_out": "Out"}),
    "trades": SIGNED.assign(side=[("in", "out")[at % 2] for at in range(120)], ticker="AB", quantity=3),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_returns_journals_cards_and_goods_are_no_expenses(name):
    engine = DuckDBEngine.open({name: OTHERS[name]})
    model = infer_model(engine).model
    engine.close()

    assert not any("expenses" in cube.measures for cube in model.cubes.values())

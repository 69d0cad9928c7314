"""The same question in other words: spelling, slips, case, plurals, politeness and order change nothing."""

import asyncio

import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, Model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.semantic.value_queries import find_values
from tests.analyst.demo import queries_of, short, tools
from tests.analyst.shop import TODAY

QUESTIONS = {
    "revenue by category in 2024": (
        "REVENUE BY CATEGORY IN 2024",
        "Revenues by categories in 2024",
        "in 2024, revenue by category",
        "please show me the revenue by category in 2024",
        "Could you give me revenue by category in 2024?",
        "what was the revenue by category in 2024",
        "revenue per category for 2024",
        "  revenue   by category , in 2024 .",
        "revnue by category in 2024",
        "revenue by catgeory in 2024",
        "revenue by categorry in 2024",
    ),
    "cancelled orders by month in 2024": (
        "canceled orders by month in 2024",
        "Cancelled orders, monthly, in 2024",
        "cancelled orders each month in 2024",
        "number of cancelled orders by month in 2024",
        "cancelled ordres by month in 2024",
        "2024 cancelled orders by month",
    ),
    "top 5 products by units sold last year": (
        "Top five products by units sold last year",
        "the top 5 products by units sold last year",
        "last year's top 5 products by units sold",
        "top 5 prodcuts by units sold last year",
        "TOP 5 PRODUCTS BY UNITS SOLD LAST YEAR",
    ),
    "average order value by channel in February 2024": (
        "average order value by channel in february 2024",
        "average order value by channel in Feb 2024",
        "average order value by channel in Febuary 2024",
        "averge order value by channel in February 2024",
        "average order values by channels in February 2024",
        "AOV by channel in February 2024",
        "in February 2024 the average order value by channel",
        "average order value by channel in 02/2024",
    ),
    "revenue in Germany since September 2023": (
        "revenue in germany since september 2023",
        "revenue in GERMANY since Sept 2023",
        "Germany's revenue since September 2023",
        "revenue since September 2023 in Germany",
        "revenue in Germany since Septmeber 2023",
        "revenue in Gernany since September 2023",
        "revenue in Germany from September 2023 onwards",
    ),
    "orders by weekday in the first half of 2024": (
        "orders by day of the week in the first half of 2024",
        "orders by weekdays in H1 2024",
        "orders by weekday in 1H 2024",
        "orders per weekday in the 1st half of 2024",
        "orders by weekday from January to June 2024",
    ),
}
PAIRS = [(question, other) for question, others in QUESTIONS.items() for other in others]


def read(question):
    async def reads():
        return await Reader(tools(), TODAY).read_all(question)

    return [short(each) for each in queries_of(asyncio.run(reads()))]


@pytest.mark.parametrize(("question", "other"), PAIRS)
def test_other_words_for_a_question_are_read_the_same(question, other):
    expected = read(question)

    assert expected
    assert read(other) == expected


BRITISH = [
    ("organisation", "organization"),
    ("colour", "color"),
    ("centre", "center"),
    ("catalogue", "catalog"),
    ("programme", "program"),
    ("licence", "license"),
    ("cancelled", "canceled"),
    ("labour", "labor"),
    ("enrolment", "enrollment"),
    ("behaviour", "behavior"),
    ("jewellery", "jewelry"),
    ("aluminium", "aluminum"),
    ("tyre", "tire"),
    ("specialisation", "specialization"),
]


class OwnTools:
    """The tools of an analyst over one table of orders with a dimension of a given title."""

    def __init__(self, title, engine):
        thing = Dimension("thing", "string", "thing", title=title)
        count = Measure("count", "count", title="Orders")
        orders = Cube("orders", sql_table="orders", dimensions={"thing": thing}, measures={"count": count})
        self.model = Model(cubes={"orders": orders}, views={})
        self.engine = engine

    async def run_sql(self, sql):
        return run_query(self.model, self.engine, Viewer("tester", is_internal=True), sql, limit=100)

    async def find_values(self, search):
        return find_values(self.model, self.engine, Viewer("tester", is_internal=True), search)


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("orders")
    (folder / "orders.csv").write_text("id,thing\n1,a\n2,b\n", "utf-8")
    engine = DuckDBEngine.open(folder)
    yield engine
    engine.close()


def grouped_by(title, question, engine):
    """The titles of the dimensions that a question is read to group by."""
    read = asyncio.run(Reader(OwnTools(title, engine), TODAY).read(question))
    groups = read.best.analysis.groups if read.is_sure else ()
    return [each.of.title for each in groups]


@pytest.mark.parametrize(("british", "american"), BRITISH)
def test_members_are_found_in_either_spelling(british, american, engine):
    for named, asked in ((british, american), (american, british)):
        title = named.capitalize()

        assert grouped_by(title, f"orders by {named}", engine) == [title]
        assert grouped_by(title, f"orders by {asked}", engine) == [title]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("word", ["zebra", "Quux", "mahogany", "guilders"])
def test_a_word_that_is_not_known_always_stops_the_answer(question, word):
    assert read(f"{word} {question}") == []
    assert read(f"{question} {word}") == []

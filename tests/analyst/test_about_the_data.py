"""What is asked of the data themselves, a few rows to look at, and a word of greeting."""

from datetime import date

import pytest

from svcchat_magic.analyst.asked_about import PERIOD, Asked, asked_about
from svcchat_magic.analyst.events import Outcome, SqlStarted
from svcchat_magic.analyst.language.answer_words import answer_words
from svcchat_magic.analyst.linking.catalog import catalog_of
from svcchat_magic.analyst.told_about import told_about
from tests.analyst.demo import answer_of, ask, model
from tests.analyst.small_models import reader_over

RESTAURANT = {
    "tables": ["table_id,seats,room", "1,4,garden", "2,2,hall"],
    "fields": ["field_id,crop,area", "1,wheat,3.5"],
}
FLOWERS = {"flowers": ["species,petal_length", "setosa,1.4", "virginica,5.5"]}


HIDDEN = """
cubes:
  - name: wages
    sql_table: wages
    public: false
    description: SECRET wages.
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: pay, sql: "{CUBE}.pay", type: number, description: HIDDEN pay}
      - {name: town, sql: "{CUBE}.town", type: string}
    measures:
      - {name: count, type: count, title: People}
views:
  - name: staff
    description: Who works here.
    cubes:
      - {join_path: wages, includes: [count, town]}
"""


def catalog_over(folder, tables):
    with reader_over(folder, tables, date(2025, 1, 10)) as reader:
        return reader.catalog


def catalog_of_demo():
    return catalog_of(model())


def statements(question):
    return [" ".join(each.sql.split()) for each in ask(question) if isinstance(each, SqlStarted)]


def outcomes(question):
    return [each.kind for each in ask(question) if isinstance(each, Outcome)]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what data is in here", "The data hold 5 tables"),
        ("which tables do you have?", "**Orders**: One row for each order"),
        ("tell me about the dataset", "**Customers**"),
        ("what fields are there", "The data hold 5 tables"),
        ("which columns does orders have", "**Order date** (date): When the order was placed."),
        ("describe the customers table", "**Customers have 6 columns.**"),
        ("what does status mean", "**Order status** (text): How far the order is"),
        ("definition of refund rate", "Money paid back later as a share of the revenue"),
        ("explain gross margin", "Gross profit as a share of revenue"),
        ("hello", "Hello. Ask me something about these data."),
        ("thank you!", "You are welcome."),
        ("welche Tabellen gibt es", "Die Daten haben 5 Tabellen"),
        ("hallo", "Hallo. Fragen Sie mich etwas"),
    ],
)
def test_what_the_data_are_is_told_without_a_query(question, told):
    assert told in answer_of(ask(question))
    assert (statements(question), outcomes(question)) == ([], ["answered"])


@pytest.mark.parametrize(
    "question",
    [
        "when do the data end",
        "how fresh is the data",
        "what is the date range",
        "is the data up to date",
        "from which date on do the data start",
        "welcher Zeitraum ist abgedeckt",
    ],
)
def test_the_period_of_the_data_is_that_of_their_rows(question):
    (sql,) = statements(question)

    assert "MIN(orders.created_at)" in sql
    assert "MAX(orders.created_at)" in sql


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("show 10 orders", "FROM orders ORDER BY 1 LIMIT 10"),
        ("show me some orders", "FROM orders ORDER BY 1 LIMIT 10"),
        ("a sample of orders", "FROM orders ORDER BY 1 LIMIT 10"),
        ("show me the first 5 rows of orders", "FROM orders ORDER BY 1 LIMIT 5"),
        ("give me 3 cancelled orders", "WHERE orders.status = 'Cancelled' ORDER BY 1 LIMIT 3"),
        ("the last 5 rows of orders", "ORDER BY 2 DESC NULLS LAST, 1 LIMIT 5"),
        ("what are the values of status", "SELECT orders.status AS status FROM orders GROUP BY 1"),
        ("list orders of customers from Spain in 2024", "AND orders.created_at >= '2024-01-01'"),
    ],
)
def test_a_few_rows_or_values_are_shown(question, kept):
    (sql,) = statements(question)

    assert kept in sql


@pytest.mark.parametrize(
    "question", ["last year", "show me a table", "as a table", "do you have data on refunds", "data for 2024"]
)
def test_what_is_said_of_a_period_or_a_chart_asks_nothing_about_the_data(question):
    catalog = catalog_of_demo()

    assert asked_about(question, catalog, follows=False) is None


def test_rows_that_are_shown_behind_an_answer_are_those_of_the_answer():
    catalog = catalog_of_demo()

    assert asked_about("show me the data", catalog, follows=False) == Asked("tables")
    assert asked_about("show me the data", catalog, follows=True) is None


def test_a_word_that_names_rows_is_no_word_for_the_data(tmp_path):
    catalog = catalog_over(tmp_path, RESTAURANT)

    assert asked_about("how many tables are there", catalog, follows=False) is None
    assert asked_about("which fields are there", catalog, follows=False) is None
    assert asked_about("which columns do the fields have", catalog, follows=False) == Asked(
        "columns", "fields"
    )


def test_of_one_table_its_columns_and_rows_are_told(tmp_path):
    catalog = catalog_over(tmp_path, FLOWERS)

    assert asked_about("what columns are there", catalog, follows=False) == Asked("columns", "flowers")
    assert asked_about("show me some rows", catalog, follows=False) == Asked(
        "rows", instead="show 10 rows of flower"
    )
    assert asked_about("what period is covered", catalog, follows=False) == Asked("undated")


def test_the_period_is_asked_for_in_words_that_are_read():
    assert asked_about("when does the data end", catalog_of_demo(), follows=False) == Asked(
        "period", instead=PERIOD
    )


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("give me an overview of sales in 2024", "sales.created_at >= '2024-01-01'"),
        ("how did we do in Germany", "sales.country = 'Germany'"),
        ("key figures by region", "GROUP BY 1"),
        ("overview", "MEASURE(line_items.revenue)"),
    ],
)
def test_an_overview_is_the_first_numbers_of_what_is_named(question, kept):
    (sql,) = statements(question)

    assert kept in sql
    assert [each for each in ("revenue", "lines", "units", "discounts") if f"AS {each}" not in sql] == []


@pytest.mark.parametrize("question", ["what data is in here", "describe people", "which columns are there"])
def test_of_a_table_that_is_not_public_its_view_is_told_alone(tmp_path, question):
    rows = {"wages": ["id,pay,town", "1,9,Bath"]}
    with reader_over(tmp_path, rows, date(2025, 1, 10), HIDDEN) as reader:
        told = told_about(asked_about(question, reader.catalog, follows=False), reader, answer_words())

    assert "Who works here." in told
    assert [each for each in ("SECRET", "HIDDEN", "pay") if each in told] == []

"""What a result of a model's own SQL is called: by what its query reads, whatever the model calls it."""

import json

import pytest

from svcchat_magic.analyst.events import SqlFinished, SqlStarted
from svcchat_magic.analyst.facts.measured_columns import misnamed
from svcchat_magic.analyst.language_model.query_title import query_title
from svcchat_magic.analyst.linking.catalog import catalog_of
from svcchat_magic.service.runs.tool_results import sql_input, sql_result
from tests.analyst import demo
from tests.analyst.language_model.asking import asked
from tests.analyst.language_model.scripted_endpoint import Says, scripted_endpoint

WEB = "SELECT sales.channel, MEASURE(sales.revenue) AS revenue FROM sales GROUP BY 1 ORDER BY 2 DESC LIMIT 3"


@pytest.fixture(scope="module")
def catalog():
    return catalog_of(demo.tools().model)


@pytest.mark.parametrize(
    ("sql", "title"),
    [
        (WEB, "Revenue by channel, first 3"),
        ("SELECT MEASURE(sales.revenue) AS r FROM sales WHERE sales.channel = 'Web'", "Revenue, Web"),
        ("SELECT MEASURE(sales.revenue) AS r FROM sales WHERE NOT sales.channel = 'Web'", "Revenue"),
        (
            "SELECT DATE_TRUNC('month', sales.created_at) AS month, sales.country,"
            " MEASURE(sales.revenue) AS a, MEASURE(sales.orders) AS b FROM sales GROUP BY 1, 2",
            "Revenue and orders by month and country",
        ),
        ("SELECT COUNT(*) AS profit FROM sales", "Rows"),
        ("SELECT COUNT(DISTINCT sales.country) AS shops FROM sales", "Different countries"),
        ("SELECT nothing FROM nowhere", "Query"),
        ("no SQL", "Query"),
    ],
)
def test_a_query_is_called_by_what_it_reads(sql, title, catalog):
    assert query_title(sql, catalog) == title


@pytest.mark.parametrize(
    "title", ["Profit of Atlantis in 2019", "Web made 5 million", "", None, 7, "x" * 9_999]
)
def test_a_title_of_the_model_reaches_no_reader(title):
    call = ("svcSqlApi", {"sql": WEB, "title": title, "description": title})
    with scripted_endpoint(Says("", (call,)), Says("Web leads.")) as endpoint:
        events = asked(endpoint)

    started = next(each for each in events if isinstance(each, SqlStarted))
    finished = next(each for each in events if isinstance(each, SqlFinished))
    for told in (json.loads(sql_input(started)), json.loads(sql_result(started, finished))):
        assert (told["queryTitle"], told["description"]) == ("Revenue by channel, first 3",) * 2


@pytest.mark.parametrize(
    ("alias", "is_misnamed"),
    [("profit", True), ("net_margin", True), ("orders", True), ("revenue", False), ("total_revenue", False)],
)
def test_a_measure_goes_by_no_name_that_it_does_not_have(alias, is_misnamed, catalog):
    sql = f"SELECT sales.channel, MEASURE(sales.revenue) AS {alias} FROM sales GROUP BY 1"

    assert bool(misnamed(sql, catalog)) is is_misnamed

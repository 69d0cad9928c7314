"""How a model writes numbers: in lists and tables, with the marks of its language, as words."""

import pytest

from svcchat_magic.analyst.facts.fact_reading import fact_table
from svcchat_magic.analyst.grounding.grounding import Grounding
from svcchat_magic.semantic.query.query import Column, Rows

YEAR = "s.day >= '2024-01-01' AND s.day < '2025-01-01'"
SQL = f"SELECT s.shop AS shop, MEASURE(s.sales) AS sales FROM s WHERE {YEAR}"
SHOPS = (("Oslo", 2_053_866), ("Bern", 1_000_000), ("Riga", 946_134))


def check(sentence, sql=SQL):
    rows = Rows((Column("shop", "String"), Column("sales", "Int64")), SHOPS, 3)
    words = frozenset({"sales", "shop", "shops"})
    return Grounding((fact_table(0, rows, None, sql),), "", "", words).check(sentence).problem


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("* Oslo - 2,053,866", "* Oslo - 1,000,000"),
        ("Oslo − 2,053,866", "Oslo − 2,503,866"),
        ("## Oslo: 2.05 million in 2024", "## Oslo: 2.5 million in 2024"),
        ("Oslo: 2,053,866 in 2024", "Oslo: 1,000,000 in 2024"),
        ("Oslo made 2,054 thousand.", "Oslo made 2,054 million."),
        ("Oslo made 2.054 million.", "Oslo made 2.054 thousand."),
        ("Oslo erzielte 2,054 Mio.", "Oslo erzielte 2.054 Mio."),
        ("Every fourth euro comes from Bern in sales.", "Every second euro comes from Bern in sales."),
    ],
)
def test_a_number_is_read_as_its_reader_does(true, false):
    assert check(true) == ""
    assert check(false) != ""


def test_how_many_rows_a_query_shows_is_no_number_of_theirs():
    sql = f"{SQL} GROUP BY 1 ORDER BY 2 DESC LIMIT 3"

    assert check("The top 3 shops are led by Oslo.", sql) == ""
    assert check("The firm sells to 3 shops.", sql) == "3"


def test_names_that_are_paired_are_all_of_one_row():
    columns = (Column("make", "String"), Column("model", "String"), Column("plate", "String"))
    rows = Rows((*columns, Column("n", "Int64")), (("Audi", "A4", "X1", 5), ("Audi", "A6", "X2", 4)), 2)
    grounding = Grounding((fact_table(0, rows, None),), "", "", frozenset())

    assert grounding.check("Audi / A4 / X1 is first.").problem == ""
    assert grounding.check("Audi / A4 / X2 is next.").problem == "Audi / A4 / X2"

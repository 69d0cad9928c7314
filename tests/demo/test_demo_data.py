"""The shipped data is what the generator makes, and is the shop that the notebooks talk about."""

import hashlib
from pathlib import Path

import duckdb
import pytest

from svcchat_magic import Conversation, Settings
from tests.demo.generate_shop import COLUMNS, DATA_FOLDER, MONEY, shop_tables

SHIPPED_BYTES = 2_000_000
TOTALS = (45_211, 180_519_754, "14735863.65")  # orders, their customers' numbers, all that was paid


@pytest.fixture(scope="module")
def shop():
    with duckdb.connect() as connection:
        for table in COLUMNS:
            connection.execute(f"CREATE TABLE {table} AS FROM '{DATA_FOLDER / table}.parquet'")

        yield connection


@pytest.mark.long
def test_the_shipped_tables_hold_what_the_seed_generates(shop):
    generated = shop_tables()

    for table, rows in generated.items():
        shipped = shop.execute(f"SELECT * FROM {table} ORDER BY id").fetchall()
        assert _content_hash(shipped) == _content_hash(rows), table


@pytest.mark.long
def test_another_seed_gives_another_shop():
    assert shop_tables(seed=1)["orders"] != shop_tables()["orders"]


def test_money_is_exact(shop):
    for table, columns in COLUMNS.items():
        types = {name: kind for name, kind, *_ in shop.execute(f"DESCRIBE {table}").fetchall()}
        assert [types[name] for name, kind in columns.items() if kind == MONEY] == [
            MONEY for kind in columns.values() if kind == MONEY
        ]


def test_orders_cover_exactly_three_years(shop):
    first, last, days = shop.execute(
        "SELECT MIN(created_at)::DATE, MAX(created_at)::DATE, COUNT(DISTINCT created_at::DATE) FROM orders"
    ).fetchone()

    assert (str(first), str(last), days) == ("2022-01-01", "2024-12-31", 1096)


def test_every_row_has_its_parent(shop):
    for child, key, parent in (
        ("orders", "customer_id", "customers"),
        ("line_items", "order_id", "orders"),
        ("line_items", "product_id", "products"),
        ("refunds", "line_item_id", "line_items"),
    ):
        orphans = shop.execute(
            f"SELECT COUNT(*) FROM {child} WHERE {key} NOT IN (SELECT id FROM {parent})"
        ).fetchone()
        assert orphans == (0,)


def test_every_customer_has_a_name_of_their_own(shop):
    customers, names = shop.execute("SELECT COUNT(*), COUNT(DISTINCT name) FROM customers").fetchone()

    assert customers == names == 9500


def test_the_orders_and_their_money_are_those_that_the_notebooks_tell_of(shop):
    orders, bought, paid = shop.execute("""
        SELECT (SELECT COUNT(*) FROM orders), (SELECT SUM(customer_id) FROM orders),
               (SELECT SUM(quantity * unit_price - discount) FROM line_items)
    """).fetchone()

    assert (orders, bought, str(paid)) == TOTALS


def test_revenue_grows_by_about_a_seventh_and_the_web_the_fastest(shop):
    rows = shop.execute("""
        SELECT channel,
               SUM(CASE WHEN YEAR(created_at) = 2024 THEN quantity * unit_price - discount END)
               / SUM(CASE WHEN YEAR(created_at) = 2023 THEN quantity * unit_price - discount END) - 1
        FROM line_items JOIN orders ON orders.id = order_id
        WHERE status <> 'Cancelled' GROUP BY ROLLUP (channel)
    """).fetchall()
    growth = dict(rows)

    assert growth[None] == pytest.approx(0.14, abs=0.015)
    assert growth.pop("Web") > 1.5 * max(growth.values())


def test_november_is_the_peak_of_every_year(shop):
    rows = shop.execute("""
        SELECT YEAR(created_at), MONTH(created_at) FROM line_items JOIN orders ON orders.id = order_id
        GROUP BY 1, 2 QUALIFY ROW_NUMBER() OVER (
            PARTITION BY YEAR(created_at) ORDER BY SUM(quantity * unit_price - discount) DESC) = 1
    """).fetchall()

    assert sorted(rows) == [(2022, 11), (2023, 11), (2024, 11)]


def test_a_few_per_cent_are_refunded_and_never_more_than_was_paid(shop):
    (share,) = shop.execute(
        "SELECT (SELECT SUM(amount) FROM refunds) / SUM(quantity * unit_price - discount) FROM line_items"
    ).fetchone()
    (overpaid,) = shop.execute("""
        SELECT COUNT(*) FROM (
            SELECT line_item_id, SUM(amount) AS paid_back FROM refunds GROUP BY 1
        ) JOIN line_items ON id = line_item_id WHERE paid_back > quantity * unit_price - discount
    """).fetchone()

    assert 0.03 <= share <= 0.06
    assert overpaid == 0


def test_the_files_stay_small():
    assert sum(file.stat().st_size for file in Path(DATA_FOLDER).iterdir()) < SHIPPED_BYTES


def _content_hash(rows):
    """Rows as text, so that a decimal and its digits are the same."""
    text = "\n".join("\t".join(map(str, row)) for row in rows)
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.case("Q13")
def test_on_the_branch_per_region_everyone_sees_their_own_region_and_nothing_else(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    with Conversation(Settings(branch="per-region")) as conversation:
        seen = {
            who: conversation.ask(
                "Revenue by region in 2024", new=True, external_id=who, attributes=attributes
            ).results[0]
            for who, attributes in {
                "maria": {"region": "Europe"},
                "ken": {"region": "Asia Pacific"},
                "guest": None,
            }.items()
        }

    assert [row[0] for row in seen["maria"].rows] == ["Europe"]
    assert [row[0] for row in seen["ken"].rows] == ["Asia Pacific"]
    assert seen["guest"].rows == ()

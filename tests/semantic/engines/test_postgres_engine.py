"""PostgreSQL alone: what it refuses, its own types, keys that it declares, a server that was restarted."""

from uuid import UUID

import psycopg
import pytest

from svcchat_magic.errors import EngineError, ValueOutOfRange
from svcchat_magic.semantic.engines.engines import DeclaredReference
from svcchat_magic.semantic.engines.postgres_engine import PostgresEngine

SHOP = """
CREATE TYPE status AS ENUM ('open', 'closed');
CREATE TABLE customers (id UUID PRIMARY KEY, name VARCHAR(20));
CREATE TABLE orders (
    id INTEGER PRIMARY KEY, customer UUID REFERENCES customers, status status,
    tags TEXT[], about JSONB, price NUMERIC, made TIMESTAMPTZ
);
COMMENT ON COLUMN orders.price IS 'net of tax';
CREATE SCHEMA hidden;
CREATE TABLE hidden.secrets (word TEXT);
INSERT INTO customers VALUES ('00000000-0000-0000-0000-000000000001', 'Ada');
INSERT INTO orders VALUES (
    1, '00000000-0000-0000-0000-000000000001', 'open', '{a,"b c"}', '{"k": 1}', 'NaN', 'infinity'
);
"""


@pytest.fixture
def database(postgres_database):
    with psycopg.connect(postgres_database, autocommit=True) as connection:
        connection.execute(SHOP)
        yield connection


@pytest.fixture
def engine(database, postgres_database):
    opened = PostgresEngine.open(postgres_database)
    yield opened
    opened.close()


def test_what_the_wire_has_no_type_for_is_text_and_what_python_has_not_is_null(engine):
    found = engine.run("SELECT customer, status, tags, about, price, made FROM orders", {}, limit=1)

    kinds = ["String", "String", "String", "String", "Double", "Timestamp"]
    assert [column.column_type for column in found.columns] == kinds
    assert found.rows == ((str(UUID(int=1)), "open", '{a,"b c"}', '{"k": 1}', None, None),)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM orders",
        "INSERT INTO customers (id) VALUES (gen_random_uuid()) RETURNING id",
        "COMMIT; DELETE FROM orders",
        "CREATE TABLE other (id INTEGER)",
    ],
)
def test_nothing_is_written(engine, database, statement):
    with pytest.raises(EngineError):
        engine.run(statement, {}, limit=1)

    with pytest.raises(EngineError):
        list(engine.stream(statement, {}, rows_each=1))

    assert database.execute("SELECT COUNT(*) FROM orders").fetchone() == (1,)


def test_the_keys_and_comments_that_the_database_declares_are_told(engine):
    tables = {table.name: table for table in engine.source_tables()}

    assert tables["orders"].key == "id"
    assert tables["orders"].references == (DeclaredReference("customer", "customers", "id"),)
    assert {each.name: each.comment for each in tables["orders"].columns}["price"] == "net of tax"
    assert {each.name for each in tables["orders"].columns if each.is_cast} == {"customer", "status"}
    assert tables["secrets"].schema == "hidden"


def test_a_table_that_the_user_may_not_read_is_neither_told_nor_read(database, postgres_database):
    role = f"reader_{postgres_database.rpartition('_')[2]}"
    database.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'x'")
    database.execute(f"GRANT SELECT ON orders TO {role}")
    engine = PostgresEngine.open(f"postgresql://{role}:x@{postgres_database.rpartition('@')[2]}")
    try:
        assert engine.tables() == ("orders",)
        with pytest.raises(EngineError, match="grant it SELECT"):
            engine.run("SELECT * FROM customers", {}, limit=1)
    finally:
        engine.close()
        database.execute(f"DROP OWNED BY {role}")
        database.execute(f"DROP ROLE {role}")


def test_a_connection_that_the_server_closed_is_made_anew(engine, database):
    engine.run("SELECT 1", {}, limit=1)
    database.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )

    assert engine.run("SELECT 1", {}, limit=1).rows == ((1,),)


def test_a_value_that_cannot_be_computed_is_told_apart_from_a_failure(engine):
    with pytest.raises(ValueOutOfRange):
        engine.run("SELECT 1 / (id - 1) FROM orders", {}, limit=1)

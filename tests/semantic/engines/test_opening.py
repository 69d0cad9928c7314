"""What is named as data leads to its engine: files to DuckDB, addresses to their databases; no passwords."""

import sqlite3

import pytest

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.engines import sqlalchemy_tables
from svcchat_magic.semantic.engines.engines import DeclaredReference
from svcchat_magic.semantic.engines.opening import open_engine


@pytest.fixture
def sqlite_file(tmp_path):
    path = tmp_path / "shop.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, word TEXT, odd)")
        connection.execute("INSERT INTO orders VALUES (1, 'a', 1.5), (2, NULL, 'x')")

    connection.close()
    return path


def without_password(address, monkeypatch):
    """The address as a user writes it, with the password where PostgreSQL's own programs look."""
    user, _, rest = address.removeprefix("postgresql://").partition(":")
    password, _, place = rest.partition("@")
    monkeypatch.setenv("PGPASSWORD", password)
    return f"postgresql://{user}@{place}"


def test_a_postgres_address_is_asked_itself(postgres_database, monkeypatch):
    address = without_password(postgres_database, monkeypatch)

    for data in (address, [address], [{"data": address}], address.replace("postgresql:", "postgres:")):
        engine = open_engine(data)
        found = engine.run("SELECT current_database()", {}, limit=1)
        engine.close()

        assert engine.dialect == "postgres"
        assert found.rows == ((postgres_database.rpartition("/")[2],),)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ada:secret@localhost/shop",
        "postgresql://localhost/shop?user=ada&password=secret",
        "postgres://:secret@/shop",
        "mysql://ada:secret@localhost/shop",
        "sc://localhost:15002/;token=secret",
    ],
)
def test_an_address_with_a_password_is_refused_and_not_repeated(address):
    with pytest.raises(EngineError, match="Leave the password out") as caught:
        open_engine(address)

    assert "secret" not in str(caught.value)


def test_a_database_that_does_not_answer_is_told_without_its_address():
    with pytest.raises(EngineError, match="cannot be reached") as caught:
        open_engine("postgresql://ada@127.0.0.1:1/shop")

    assert "ada" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("address", ["https://example.com/a.csv", "s3://bucket/a.parquet", "oracle://h/d"])
def test_other_addresses_are_refused(address):
    with pytest.raises(EngineError, match="cannot be used as data"):
        open_engine(address)


def test_a_database_stands_beside_no_other_source(tmp_path):
    (tmp_path / "a.csv").write_text("x\n1\n")

    with pytest.raises(EngineError, match="used alone"):
        open_engine([str(tmp_path / "a.csv"), "postgresql://localhost/shop"])


def test_the_tables_of_a_sqlite_file_are_copied(sqlite_file):
    engine = open_engine(f"sqlite:///{sqlite_file}")

    found = engine.run("SELECT * FROM orders ORDER BY id", {}, limit=5)
    engine.close()

    assert found.rows == ((1, "a", "1.5"), (2, None, "x"))


def test_keys_and_references_of_a_sqlite_file_are_known(tmp_path):
    with sqlite3.connect(tmp_path / "staff.sqlite") as connection:
        connection.execute("CREATE TABLE Person (Number INTEGER PRIMARY KEY, Boss INTEGER REFERENCES Person)")
        visits = "A INT, B INT, Host INT REFERENCES Person (Number), PRIMARY KEY (A, B)"
        connection.execute(f"CREATE TABLE Visit ({visits})")

    connection.close()
    engine = open_engine(f"sqlite:///{tmp_path / 'staff.sqlite'}")

    found = {each.name: (each.key, each.references) for each in engine.source_tables()}
    engine.close()

    assert found == {
        "person": ("Number", (DeclaredReference("Boss", "person", "Number"),)),
        "visit": ("", (DeclaredReference("Host", "person", "Number"),)),
    }


def test_a_large_database_is_not_copied(sqlite_file, monkeypatch):
    monkeypatch.setattr(sqlalchemy_tables, "MOST_ROWS", 1)

    with pytest.raises(EngineError, match="as Parquet"):
        open_engine(f"sqlite:///{sqlite_file}")


def test_a_sqlite_file_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(EngineError, match="cannot be read"):
        open_engine(f"sqlite:///{tmp_path / 'none.sqlite'}")

    assert list(tmp_path.iterdir()) == []

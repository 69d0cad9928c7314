"""Sources of every kind become tables; the connection reads these and nothing else."""

import duckdb
import pandas
import pytest

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.engines import opened_tables
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.engines.engines import DeclaredReference
from svcchat_magic.semantic.engines.limits import EngineLimits


@pytest.fixture
def opened():
    engines = []

    def open_data(data):
        engines.append(DuckDBEngine.open(data))
        return engines[-1]

    yield open_data
    for engine in engines:
        engine.close()


def rows(engine, sql):
    return engine.run(sql, {}, limit=100).rows


@pytest.fixture
def database(tmp_path):
    file = tmp_path / "shop.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute("CREATE TABLE items AS SELECT range AS id FROM range(3)")
        connection.execute("COMMENT ON COLUMN items.id IS 'The number on the label'")
        connection.execute("CREATE SCHEMA old; CREATE TABLE old.items AS SELECT 7 AS id")
        connection.execute("CREATE VIEW doubled AS SELECT id * 2 AS twice FROM items")

    return file


def test_frames_files_and_a_database_are_queried_together(opened, tmp_path, database):
    (tmp_path / "towns.csv").write_text("id,town\n0,Ulm\n1,NA\n", encoding="utf-8")
    (tmp_path / "days.jsonl").write_text('{"id": 0, "day": "2024-01-31"}\n', encoding="utf-8")
    duckdb.sql(f"COPY (SELECT 2 AS id, 'x' AS mark) TO '{tmp_path / 'marks.parquet'}'")
    frame = pandas.DataFrame({"id": [0, 1], "people": [126_000, 5]})

    engine = opened(
        {
            "people": frame,
            "towns": tmp_path / "towns.csv",
            "days": tmp_path / "days.jsonl",
            "marks": tmp_path / "marks.parquet",
            "db": database,
        }
    )

    assert engine.tables() == ("days", "doubled", "items", "items", "marks", "people", "towns")
    assert rows(engine, "SELECT town, people FROM towns JOIN people USING (id) ORDER BY id") == (
        ("Ulm", 126_000),
        (None, 5),
    )
    assert rows(engine, "SELECT i.id, o.id FROM items AS i, old.items AS o WHERE i.id = 2") == ((2, 7),)
    assert rows(engine, "SELECT SUM(twice) FROM doubled") == ((6,),)
    assert rows(engine, "SELECT mark FROM marks") == (("x",),)


def test_columns_are_described_with_the_comments_of_their_table(opened, database):
    tables = {(table.schema, table.name): table for table in opened(database).source_tables()}

    assert set(tables) == {("", "doubled"), ("", "items"), ("old", "items")}
    (column,) = tables["", "items"].columns
    assert (column.name, column.kind, column.comment) == ("id", "integer", "The number on the label")


def test_keys_and_references_of_a_database_file_are_known(opened, tmp_path):
    with duckdb.connect(tmp_path / "staff.duckdb") as connection:
        connection.execute("CREATE TABLE people (number INTEGER PRIMARY KEY, born DATE)")
        connection.execute("CREATE TABLE visits (day DATE, host INTEGER REFERENCES people (number))")

    tables = opened(tmp_path / "staff.duckdb").source_tables()
    found = {each.name: (each.key, each.references) for each in tables}

    assert found == {
        "people": ("number", ()),
        "visits": ("", (DeclaredReference("host", "people", "number"),)),
    }


def test_one_database_is_opened_twice_in_a_process(opened, database):
    one, other = opened(database), opened(database)

    assert rows(one, "SELECT COUNT(*) FROM items") == rows(other, "SELECT COUNT(*) FROM items")


def test_a_frame_may_change_afterwards(opened):
    frame = pandas.DataFrame({"a": [1]})
    engine = opened({"t": frame})
    frame.loc[0, "a"] = 2

    assert rows(engine, "SELECT a FROM t") == ((1,),)


def test_parquet_is_read_in_place_and_nothing_beside_it(opened, tmp_path):
    duckdb.sql(f"COPY (SELECT 1 AS a) TO '{tmp_path / 'mine.parquet'}'")
    (tmp_path / "other.csv").write_text("a\n1\n", encoding="utf-8")
    engine = opened(tmp_path / "mine.parquet")

    assert rows(engine, "SELECT a FROM mine") == ((1,),)
    for statement in (
        f"SELECT * FROM '{tmp_path / 'other.csv'}'",
        f"SELECT * FROM read_text('{tmp_path / 'other.csv'}')",
        f"SELECT * FROM glob('{tmp_path}/*')",
        "SELECT * FROM frame",
    ):
        with pytest.raises(EngineError):
            engine.run(statement, {}, limit=1)


def test_rows_beyond_the_memory_limit_are_kept_in_a_folder_that_goes_with_the_engine(monkeypatch, tmp_path):
    monkeypatch.setattr(opened_tables.tempfile, "tempdir", str(tmp_path))
    file = tmp_path / "long.csv"
    duckdb.sql(f"COPY (SELECT range AS n, md5(range::VARCHAR) AS m FROM range(900000)) TO '{file}'")

    engine = DuckDBEngine.open(file, limits=EngineLimits(memory_bytes=40_000_000))
    folders = [path for path in tmp_path.iterdir() if path.is_dir()]
    assert rows(engine, "SELECT COUNT(DISTINCT m) FROM long") == ((900_000,),)
    engine.close()
    del engine

    assert len(folders) == 1
    assert not folders[0].exists()


def test_a_query_beyond_memory_and_temporary_space_is_one_sentence(tmp_path):
    file = tmp_path / "long.parquet"
    duckdb.sql(f"COPY (SELECT range AS n, md5(range::VARCHAR) AS m FROM range(900000)) TO '{file}'")
    small = EngineLimits(memory_bytes=40_000_000, spill_bytes=10_000_000)

    engine = DuckDBEngine.open(file, limits=small)
    with pytest.raises(EngineError, match="more memory and temporary space"):
        engine.run("SELECT m, COUNT(*) FROM long GROUP BY m ORDER BY m", {}, limit=5)

    assert rows(engine, "SELECT COUNT(*) FROM long") == ((900_000,),)
    engine.close()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"x": [1, 2]}, "x is a list; give a DataFrame"),
        ({"x": 5}, "x is a int"),
        ({"x": None}, "x is a NoneType"),
    ],
)
def test_what_is_no_frame_is_one_sentence(given, sentence):
    with pytest.raises(EngineError, match=sentence):
        DuckDBEngine.open(given)


def test_a_file_that_is_no_table_is_one_sentence_without_its_text(tmp_path):
    (tmp_path / "bad.parquet").write_text("secret", encoding="utf-8")

    with pytest.raises(EngineError, match=r"bad\.parquet cannot be read as a table") as failed:
        DuckDBEngine.open(tmp_path / "bad.parquet")

    assert "secret" not in str(failed.value)


def test_two_tables_of_one_name_from_two_databases_are_told_apart_or_refused(database, tmp_path):
    other = tmp_path / "other.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE TABLE items AS SELECT 1 AS id")

    with pytest.raises(EngineError, match="Two tables are named items"):
        DuckDBEngine.open({"a": database, "b": other})


def test_a_query_shows_no_progress_of_its_own(opened, tmp_path):
    (tmp_path / "t.csv").write_text("a\n1\n", encoding="utf-8")

    shown = rows(opened(tmp_path / "t.csv"), "SELECT current_setting('enable_progress_bar')")

    assert shown == ((False,),)


GERMAN = """Auftrag;Kunde;Größe;Betrag (€);Anteil;Rabatt;Bestellt am;PLZ;
000123;Müller GmbH;L;1.234,50 €;1,234;-5;03.01.2024;01067;
000124;Weiß & Söhne;M;99,99 €;0,5;7;15.02.2024;80331;
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_spreadsheets_file_has_numbers_with_decimal_commas_in_any_encoding(opened, tmp_path, encoding):
    (tmp_path / "sales.csv").write_text(GERMAN, encoding=encoding)

    engine = opened(tmp_path / "sales.csv")

    (table,) = engine.source_tables()
    assert [column.name for column in table.columns] == [*GERMAN.splitlines()[0].split(";")[:-1]]
    assert rows(engine, 'SELECT Auftrag, Kunde, "Betrag (€)", Anteil, Rabatt, PLZ FROM sales ORDER BY 1') == (
        ("000123", "Müller GmbH", 1234.5, 1.234, -5, "01067"),
        ("000124", "Weiß & Söhne", 99.99, 0.5, 7, "80331"),
    )


def test_a_thousand_with_a_comma_is_a_number_and_lists_and_names_stay_texts(opened, tmp_path):
    (tmp_path / "a.csv").write_text(
        'big,list,version,mixed\n"1,234","1, 2","1.2.3","1,5"\n"-2,345.75","3","1.10","n,a"\n',
        encoding="utf-8",
    )

    found = rows(opened(tmp_path / "a.csv"), "SELECT * FROM a")

    assert found == ((1234.0, "1, 2", "1.2.3", "1,5"), (-2345.75, "3", "1.10", "n,a"))


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "a.csv is empty."), ("a,b,c\n1,2,3\n4,5\n6,7,8,9\n", "lines have different numbers of columns")],
)
def test_a_file_of_which_rows_would_be_lost_is_refused(opened, tmp_path, text, says):
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")

    with pytest.raises(EngineError, match=says):
        opened(tmp_path / "a.csv")


@pytest.mark.parametrize("name", ["tables", "databases", "select", "all"])
def test_a_file_may_be_called_like_a_word_of_sql(opened, tmp_path, name):
    (tmp_path / f"{name}.csv").write_text('a,b\nx,"1,5"\n', encoding="utf-8")

    assert rows(opened(tmp_path / f"{name}.csv"), f'SELECT * FROM "{name}"') == (("x", 1.5),)

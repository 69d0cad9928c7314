import sys

import pytest

from svcchat_magic.errors import ConnectionFailed, SettingsError
from svcchat_magic.frames.loaded_frames import loaded_frame
from svcchat_magic.protocol.results import Column
from svcchat_magic.settings import Settings
from tests.client.databases import load

pytest.importorskip("adbc_driver_manager", reason="the extra `sql` brings it")

EVERY_KIND = """
SELECT 1::smallint AS small, 2::int AS whole, 3::bigint AS big, 1.5::real AS narrow, 2.5::float8 AS wide,
       123456789012345678901.25::numeric AS exact, true AS yes, 'a'::varchar(3) AS word,
       '{"a": 1}'::jsonb AS json,
       '2024-02-29'::date AS day, '2024-02-29 12:30:00'::timestamp AS moment,
       '2024-02-29 12:30:00+00'::timestamptz AS instant, NULL::int AS nothing, ARRAY[1, 2] AS many
"""


def test_every_usual_kind_of_postgresql_keeps_its_meaning(postgres_address):
    loaded = load(Settings(query_url=f"adbc+{postgres_address}"), EVERY_KIND)

    assert [column.column_type for column in loaded.columns] == [
        *("Int64", "Int64", "Int64", "Double", "Double"),
        *("Decimal", "Boolean", "String", "String"),
        *("Date", "Timestamp", "Timestamp", "Int64", "String"),
    ]
    assert loaded.rows[0][:5] == (1, 2, 3, 1.5, 2.5)
    assert loaded.rows[0][6:] == (
        *(True, "a", '{"a": 1}', "2024-02-29", "2024-02-29T12:30:00"),
        *("2024-02-29T12:30:00+00:00", None, [1, 2]),
    )
    assert loaded.rows[0][5] == pytest.approx(123456789012345678901.25)
    frame = loaded_frame(loaded)
    assert list(map(str, frame.dtypes))[:5] == ["Int64", "Int64", "Int64", "float64", "float64"]
    assert str(frame.moment.dtype).startswith("datetime64")


def test_the_result_says_what_a_column_is(postgres_address):
    columns = (Column("exact", "Double"), Column("day", "Timestamp"))

    loaded = load(
        Settings(query_url=f"adbc+{postgres_address}"),
        "SELECT 1.5::numeric exact, '2024-01-01' AS day",
        columns,
    )

    assert loaded.columns == columns
    assert loaded.rows == ((1.5, "2024-01-01"),)


@pytest.mark.case("K08")
@pytest.mark.parametrize(
    ("url", "error", "said"),
    [
        ("adbc+sqlite:////no-such-folder/secret-word.db", ConnectionFailed, "reached"),
        ("adbc+postgresql://ada:secret-word@127.0.0.1:9/x", ConnectionFailed, "reached"),
        ("adbc+nodriver://ada:secret-word@localhost/x", SettingsError, "adbc-driver-nodriver"),
        ("adbc+", SettingsError, "adbc+postgresql://"),
        ("adbc+../secret-word://x", SettingsError, "adbc+postgresql://"),
        ("adbc+os.path://secret-word", SettingsError, "adbc+postgresql://"),
    ],
)
def test_an_error_holds_nothing_of_the_address(url, error, said):
    with pytest.raises(error) as caught:
        load(Settings(query_url=url), "SELECT 1")

    assert said in str(caught.value)
    assert "secret-word" not in repr(caught.value)
    assert caught.value.__cause__ is caught.value.__context__ is None


def test_without_pyarrow_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(SettingsError, match=r"not installed: pip install pyarrow$"):
        load(Settings(query_url="adbc+sqlite:///shop.db"), "SELECT 1")


def test_a_file_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(ConnectionFailed):
        load(Settings(query_url=f"adbc+sqlite:///{tmp_path}/new.db"), "SELECT 1")

    assert list(tmp_path.iterdir()) == []

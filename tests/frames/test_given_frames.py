"""Frames of the user become tables: whatever index, names and types they have, and without being changed."""

import pandas as pd
import pytest

from svcchat_magic.frames.given_frames import as_tables, fingerprint
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine


@pytest.fixture
def rows_of():
    """The rows that a table made of the data has, and its columns."""

    def read(frame):
        engine = DuckDBEngine.open(as_tables({"t": frame}))
        try:
            found = engine.run("SELECT * FROM t", {}, limit=10)
            return [column.name for column in found.columns], list(found.rows)
        finally:
            engine.close()

    return read


def test_an_index_with_a_name_is_a_column_and_one_without_is_none(rows_of):
    named = pd.DataFrame({"n": [1, 2]}, index=pd.Index(["a", "b"], name="town"))

    assert rows_of(named) == (["town", "n"], [("a", 1), ("b", 2)])
    assert rows_of(named.reset_index(drop=True)) == (["n"], [(1,), (2,)])


def test_a_grouped_result_and_its_levels_are_columns(rows_of):
    frame = pd.DataFrame({"town": ["a", "a"], "day": [1, 2], "n": [3, 4]})

    columns, rows = rows_of(frame.groupby(["town", "day"]).agg({"n": ["sum", "mean"]}))

    assert columns == ["town", "day", "n sum", "n mean"]
    assert rows == [("a", 1, 3, 3.0), ("a", 2, 4, 4.0)]


def test_names_that_a_table_cannot_tell_apart_get_a_number(rows_of):
    frame = pd.DataFrame([[1, 2, 3]], columns=["n", "N", 5])

    assert rows_of(frame) == (["n", "N_2", "5"], [(1, 2, 3)])


def test_periods_categories_and_a_series_are_read(rows_of):
    months = pd.Series(pd.period_range("2024-01", periods=2, freq="M"), name="month")
    frame = pd.DataFrame({"month": months, "kind": pd.Categorical(["x", "y"])})

    assert rows_of(frame)[1] == [("2024-01", "x"), ("2024-02", "y")]
    assert rows_of(pd.Series([1, 2], name="n")) == (["n"], [(1,), (2,)])


def test_a_polars_frame_is_read_also_when_it_is_lazy(rows_of):
    polars = pytest.importorskip("polars", reason="the extra `polars` brings it")
    frame = polars.DataFrame({"n": [1, 2], "town": ["a", None]})

    assert rows_of(frame)[1] == [(1, "a"), (2, None)]
    assert rows_of(frame.lazy())[1] == [(1, "a"), (2, None)]


def test_an_arrow_table_is_read(rows_of):
    pyarrow = pytest.importorskip("pyarrow", reason="the extra `arrow` brings it")

    assert rows_of(pyarrow.table({"n": [1, 2]})) == (["n"], [(1,), (2,)])


def test_the_users_frame_stays_as_it_is():
    frame = pd.DataFrame({"month": pd.period_range("2024-01", periods=2, freq="M"), 5: [1, 2]})
    before = frame.copy()

    as_tables({"t": frame})

    pd.testing.assert_frame_equal(frame, before)


def test_a_fingerprint_is_of_the_content(tmp_path):
    frame = pd.DataFrame({"n": [1, 2], "town": ["a", None]})
    file = tmp_path / "a.csv"
    file.write_text("n\n1\n", encoding="utf-8")
    known = fingerprint({"t": frame, "f": str(file)})

    assert fingerprint({"t": frame.copy(), "f": file}) == known
    assert fingerprint({"t": frame.assign(n=[1, 3]), "f": file}) != known
    assert fingerprint({"t": frame.rename(columns={"n": "m"}), "f": file}) != known
    assert fingerprint({"u": frame, "f": file}) != known
    file.write_text("n\n2\n", encoding="utf-8")
    assert fingerprint({"t": frame, "f": file}) != known


def test_what_cannot_be_read_has_a_fingerprint_too():
    assert fingerprint("nowhere.csv") == fingerprint("elsewhere.csv")
    assert fingerprint({"x": [1, 2]})

"""Frames of other libraries."""

import sys

import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.results import Column, SqlResult

COLUMNS = (Column("at", "Timestamp"), Column("kind", "String"), Column("n", "Int64"), Column("ok", "Boolean"))
ROWS = (("2024-01-31T00:00:00.000", "a", 1, True), (None, None, None, None))


@pytest.fixture
def frame():
    return result_frame(SqlResult("T", "SELECT 1", "", COLUMNS, ROWS, 2))


def test_a_polars_frame_has_the_rows_and_the_types(frame):
    polars = pytest.importorskip("polars", reason="the extra `polars` brings it")

    found = frame[frame.index >= 0].svc.polars()

    assert found.columns == ["at", "kind", "n", "ok"]
    assert found.dtypes == [polars.Datetime("us"), polars.String, polars.Int64, polars.Boolean]
    assert found.rows()[1] == (None, None, None, None)


def test_an_arrow_table_has_the_rows_and_the_types(frame):
    pa = pytest.importorskip("pyarrow", reason="the extra `arrow` brings it")

    table = frame.svc.arrow()

    assert table.num_rows == 2
    assert table.schema.field("n").type == pa.int64()
    assert table["n"].to_pylist() == [1, None]


def test_a_column_of_several_types_is_refused_with_a_way_out():
    pytest.importorskip("pyarrow", reason="the extra `arrow` brings it")
    frame = result_frame(SqlResult("", "", "", (Column("a", "Int64"),), ((1,), ("x",)), 2))

    with pytest.raises(RequestRefused, match="astype"):
        frame.svc.arrow()


@pytest.mark.parametrize(
    ("library", "call", "extra"), [("pyarrow", "arrow", "arrow"), ("polars", "polars", "polars")]
)
def test_without_the_library_a_sentence_says_what_to_install(frame, monkeypatch, library, call, extra):
    monkeypatch.setitem(sys.modules, library, None)

    with pytest.raises(RequestRefused, match=rf"\[{extra}\]"):
        getattr(frame.svc, call)()

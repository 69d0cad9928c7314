"""Files for a spreadsheet, in which nothing that a row says is a formula."""

import csv
import zipfile

import pandas as pd
import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.frames import safe_export
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.results import Column, SqlResult

FORMULAS = [
    "=cmd|'/c calc'!A1",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "＝1+1",
    '=HYPERLINK("http://evil.example")',
]
PLAIN = ["web", "a\r=1", '"\n=1', "a=b", "100 %", "", "2024-01-01", "http://ok.example"]


def frame_of(texts, name="text"):
    columns = (Column(name, "String"), Column("n", "Int64"), Column("v", "Double"), Column("at", "Timestamp"))
    rows = tuple((text, -1, -2.5, "2024-01-31T10:30:00Z") for text in texts)
    return result_frame(SqlResult("T", "", "", columns, rows, len(rows)))


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


@pytest.mark.case("R27")
@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_text_in_a_csv_file(tmp_path, text):
    path = tmp_path / "rows.csv"

    frame_of([text], name=text).svc.to_csv(path)

    head, row = read_csv(path)
    assert head[0] == f"'{text.strip()}"
    assert row[0] == f"'{text}"
    assert row[1:3] == ["-1", "-2.5"]


@pytest.mark.parametrize("text", PLAIN)
def test_other_text_is_as_it_was(tmp_path, text):
    path = tmp_path / "rows.csv"

    frame_of([text]).svc.to_csv(path)

    assert read_csv(path)[1][0] == text


def test_an_index_of_names_is_written_and_one_of_numbers_is_not(tmp_path):
    path = tmp_path / "rows.csv"
    frame = frame_of(["=a", "b", "b"])

    frame.groupby("text").sum(numeric_only=True).svc.to_csv(path)
    grouped = read_csv(path)
    frame[frame["text"] == "b"].svc.to_csv(path)

    assert grouped == [["text", "n", "v"], ["'=a", "-1", "-2.5"], ["b", "-2", "-5.0"]]
    assert read_csv(path)[0] == ["text", "n", "v", "at"]


@pytest.mark.case("R27")
def test_a_workbook_holds_no_formula_and_no_link(tmp_path):
    pytest.importorskip("xlsxwriter", reason="the extra `excel` brings it")
    path = tmp_path / "rows.xlsx"

    frame_of([*FORMULAS, *PLAIN], name="=name").svc.to_excel(path)

    with zipfile.ZipFile(path) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
        texts = book.read("xl/sharedStrings.xml").decode()
        assert not [name for name in book.namelist() if "rels" in name and "sheet1" in name]

    assert "<f>" not in sheet
    assert "hyperlink" not in sheet
    assert "cmd|" in texts
    assert "<v>-2.5</v>" in sheet
    assert "2024-01-31T10:30:00+00:00" in texts


def test_a_sheet_that_is_too_long_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(safe_export, "MOST_SHEET_ROWS", 1)

    with pytest.raises(RequestRefused, match="use to_csv"):
        frame_of(["a", "b"]).svc.to_excel(tmp_path / "rows.xlsx")


def test_without_the_writer_a_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "xlsxwriter", None)

    with pytest.raises(RequestRefused, match=r"\[excel\]"):
        frame_of(["a"]).svc.to_excel(tmp_path / "rows.xlsx")


def test_an_object_column_keeps_what_is_no_text(tmp_path):
    columns = (Column("odd", "Odd"),)
    frame = result_frame(SqlResult("", "", "", columns, ((1,), ("=1",), (None,)), 3))
    path = tmp_path / "rows.csv"

    frame.svc.to_csv(path)

    assert pd.read_csv(path)["odd"].to_list()[:2] == ["1", "'=1"]

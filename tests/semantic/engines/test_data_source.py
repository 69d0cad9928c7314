"""What a user names as data is read as tables, or refused with a sentence that says what to give."""

from pathlib import Path

import pytest

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.engines.data_source import DatabaseFile, FilesTable, FrameTable, read_sources


@pytest.fixture
def folder(tmp_path):
    for name in ("orders.csv", "Order Lines.parquet", "notes.txt", "events.jsonl", "shop.duckdb"):
        (tmp_path / name).write_text("", encoding="utf-8")

    parts = tmp_path / "visits"
    parts.mkdir()
    for number in range(3):
        (parts / f"part-{number}.parquet").write_text("", encoding="utf-8")

    return tmp_path


def names(sources):
    return [source.file.name if isinstance(source, DatabaseFile) else source.name for source in sources]


def test_each_file_of_a_folder_is_a_table_and_a_folder_within_is_one(folder):
    sources = read_sources(folder)

    assert names(sources) == ["order_lines", "events", "orders", "shop.duckdb", "visits"]
    assert len(sources[-1].files) == 3


def test_a_pattern_is_a_table_for_each_file_or_under_a_name_one_of_all(folder):
    assert names(read_sources(str(folder / "*.csv"))) == ["orders"]

    (one,) = read_sources({"all visits": str(folder / "visits" / "*.parquet")})

    assert (one.name, len(one.files)) == ("all_visits", 3)


def test_frames_files_and_databases_go_together(folder):
    frame = object()

    sources = read_sources({"df": frame, "customers": folder / "orders.csv", "db": folder / "shop.duckdb"})

    assert sources == (
        FrameTable("df", frame),
        FilesTable("customers", ((folder / "orders.csv").resolve(),)),
        DatabaseFile((folder / "shop.duckdb").resolve()),
    )


def test_a_database_may_be_given_as_an_address(folder):
    assert read_sources(f"duckdb:///{folder / 'shop.duckdb'}") == (
        DatabaseFile((folder / "shop.duckdb").resolve()),
    )


def test_a_frame_alone_is_called_data():
    assert names(read_sources(object())) == ["data"]


def test_two_files_of_one_name_are_two_tables(tmp_path):
    for end in ("csv", "parquet"):
        (tmp_path / f"sales.{end}").write_text("", encoding="utf-8")

    assert names(read_sources(tmp_path)) == ["sales", "sales_2"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("nowhere.csv", "There is no data at 'nowhere.csv'"),
        ("*.csv", "matches '[*].csv'"),
        ("https://example.com/a.csv", "https:// addresses cannot be used as data yet"),
        ("s3://bucket/a.parquet", "s3:// addresses cannot be used as data yet"),
        ({}, "No data was given"),
        (".", "holds no Parquet, CSV, JSON or DuckDB files"),
        ("notes.txt", "notes.txt is of no kind that can be read"),
    ],
)
def test_what_names_no_data_is_one_sentence(tmp_path, monkeypatch, given, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("", encoding="utf-8")

    with pytest.raises(EngineError, match=sentence):
        read_sources(given)


def test_the_parts_of_one_table_are_of_one_kind(tmp_path):
    parts = tmp_path / "mixed"
    parts.mkdir()
    for end in ("csv", "parquet"):
        (parts / f"a.{end}").write_text("", encoding="utf-8")

    with pytest.raises(EngineError, match="of one kind"):
        read_sources(tmp_path)


def test_a_home_folder_may_be_written_with_a_tilde(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "a.csv").write_text("", encoding="utf-8")

    assert read_sources("~/a.csv") == (FilesTable("a", (Path(tmp_path / "a.csv").resolve(),)),)

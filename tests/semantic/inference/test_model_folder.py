"""A model is written into a folder and again later: edits stay, and what the data has gained is added."""

import pandas
import pytest

from svcchat_magic.errors import ModelError
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.inference.model_draft import draft_model
from svcchat_magic.semantic.inference.model_folder import NOTE, Change, write_model

ORDERS = {"id": [1, 2], "amount": [1.5, 2.0], "channel": ["Web", "Store"]}


def write(folder, **tables):
    engine = DuckDBEngine.open({name: pandas.DataFrame(columns) for name, columns in tables.items()})
    try:
        return {each.name: each for each in write_model(draft_model(engine), folder)}
    finally:
        engine.close()


def edit(folder, before, after):
    file = folder / "orders.yml"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")


def test_what_is_written_loads_as_a_model(tmp_path):
    changes = write(tmp_path / "model", orders=ORDERS)

    assert changes["orders.yml"].change is Change.WRITTEN
    assert "total_amount" in load_model(tmp_path / "model").cubes["orders"].measures


def test_the_same_data_changes_nothing(tmp_path):
    write(tmp_path, orders=ORDERS)

    assert write(tmp_path, orders=ORDERS)["orders.yml"].change is Change.UNCHANGED


def test_a_file_that_nobody_edited_is_written_anew(tmp_path):
    write(tmp_path, orders=ORDERS)

    assert write(tmp_path, orders={"id": [1], "tax": [1.0]})["orders.yml"].change is Change.WRITTEN
    assert "total_amount" not in load_model(tmp_path).cubes["orders"].measures


def test_edits_stay_and_new_columns_are_added_at_the_end_of_their_list(tmp_path):
    write(tmp_path, orders=ORDERS)
    edit(tmp_path, "title: Total amount", "title: Revenue  # as finance has it")

    change = write(tmp_path, orders={**ORDERS, "tax": [0.1, 0.2]})["orders.yml"]
    text = (tmp_path / "orders.yml").read_text(encoding="utf-8")
    cube = load_model(tmp_path).cubes["orders"]

    assert change.change is Change.EXTENDED
    assert change.added == ("tax", "total_tax", "average_tax", "lowest_tax", "highest_tax")
    assert "title: Revenue  # as finance has it" in text
    assert list(cube.dimensions) == ["id", "amount", "channel", "tax"]
    assert list(cube.measures)[-1] == "highest_tax"


def test_what_was_removed_by_hand_stays_removed(tmp_path):
    write(tmp_path, orders=ORDERS)
    text = (tmp_path / "orders.yml").read_text(encoding="utf-8")
    start = text.index("      - name: lowest_amount")
    end = text.index("      - name: highest_amount")
    (tmp_path / "orders.yml").write_text(text[:start] + text[end:], encoding="utf-8")

    change = write(tmp_path, orders=ORDERS)["orders.yml"]

    assert change.change is Change.KEPT
    assert "lowest_amount" not in load_model(tmp_path).cubes["orders"].measures


def test_a_file_that_was_removed_is_not_written_again_and_a_new_table_is(tmp_path):
    write(tmp_path, orders=ORDERS, notes={"text": ["a"]})
    (tmp_path / "notes.yml").unlink()

    changes = write(tmp_path, orders=ORDERS, notes={"text": ["a"]}, towns={"town": ["Ulm"]})

    assert changes["notes.yml"].change is Change.LEFT_OUT
    assert changes["towns.yml"].change is Change.WRITTEN
    assert not (tmp_path / "notes.yml").exists()


def test_without_its_note_every_file_counts_as_edited(tmp_path):
    write(tmp_path, orders=ORDERS)
    (tmp_path / NOTE).unlink()
    edit(tmp_path, "title: Total amount", "title: Revenue")

    write(tmp_path, orders=ORDERS)

    assert "title: Revenue" in (tmp_path / "orders.yml").read_text(encoding="utf-8")


def test_an_edited_file_that_is_no_yaml_is_named_and_left_alone(tmp_path):
    write(tmp_path, orders=ORDERS)
    (tmp_path / "orders.yml").write_text("cubes: [", encoding="utf-8")

    with pytest.raises(ModelError, match=r"orders\.yml: is not readable as YAML"):
        write(tmp_path, orders={**ORDERS, "tax": [1.0, 2.0]})

    assert (tmp_path / "orders.yml").read_text(encoding="utf-8") == "cubes: ["

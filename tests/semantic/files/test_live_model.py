"""The model follows its files, and files with errors change nothing."""

import logging

import pytest

from svcchat_magic.semantic.files.live_model import EVERY_SECONDS, LiveModel
from svcchat_magic.semantic.files.model_files import load_model

CUBE = "cubes: [{name: orders, title: TITLE, sql_table: raw, measures: [{name: count, type: count}]}]"


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "orders.yml").write_text(CUBE.replace("TITLE", "Orders"), encoding="utf-8")
    return tmp_path


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def live(folder, clock):
    return LiveModel(folder, load_model(folder), clock)


def write(folder, text):
    (folder / "orders.yml").write_text(text, encoding="utf-8")


def title_after(live, clock):
    clock.now += EVERY_SECONDS
    live.look()
    return live.model.cubes["orders"].title


def test_a_changed_file_gives_another_model_and_leaves_the_one_in_use(folder, live, clock):
    before = live.model
    write(folder, CUBE.replace("TITLE", "Purchases"))

    assert title_after(live, clock) == "Purchases"
    assert before.cubes["orders"].title == "Orders"
    assert live.is_reloaded


def test_files_are_looked_at_once_in_a_while(folder, live, clock):
    write(folder, CUBE.replace("TITLE", "Purchases"))
    clock.now += EVERY_SECONDS / 2
    live.look()

    assert not live.is_due
    assert live.model.cubes["orders"].title == "Orders"


def test_files_that_did_not_change_are_not_read_again(live, clock):
    before = live.model
    title_after(live, clock)

    assert live.model is before
    assert not live.is_reloaded


def test_a_broken_edit_keeps_the_last_good_model_and_is_said_once(folder, live, clock, caplog):
    write(folder, CUBE.replace("title: TITLE", "colour: red, type: x"))
    with caplog.at_level(logging.WARNING, "svcchat_magic.semantic"):
        assert title_after(live, clock) == "Orders"
        assert title_after(live, clock) == "Orders"

    assert live.problems == 2
    assert [record.message.count("'colour' is not a known key") for record in caplog.records] == [1]

    write(folder, CUBE.replace("TITLE", "Mended"))
    assert title_after(live, clock) == "Mended"
    assert live.problems == 0


def test_new_and_removed_files_count_as_changes(folder, live, clock):
    (folder / "more.yml").write_text("cubes: [{name: more, sql_table: raw}]", encoding="utf-8")
    title_after(live, clock)
    assert list(live.model.cubes) == ["more", "orders"]

    (folder / "more.yml").unlink()
    title_after(live, clock)
    assert list(live.model.cubes) == ["orders"]

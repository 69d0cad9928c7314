"""`svcchat lab`: which notebook it opens."""

import tomllib
from pathlib import Path

import pytest

from svcchat_magic.commands.lab import FIRST_NOTEBOOK, first_notebook

PROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"


def test_in_a_checkout_it_is_the_checkouts_own(tmp_path):
    notebook = first_notebook(tmp_path)

    assert notebook.parts[-2:] == ("notebooks", FIRST_NOTEBOOK)
    assert not list(tmp_path.iterdir())


def test_installed_it_is_a_copy_that_is_never_overwritten(tmp_path, monkeypatch):
    package = tmp_path / "site-packages" / "svcchat_magic"
    packaged = package / "demo" / "notebooks" / FIRST_NOTEBOOK
    packaged.parent.mkdir(parents=True)
    packaged.write_text("first", encoding="utf-8")
    monkeypatch.setattr("svcchat_magic.commands.lab._PACKAGE", package)
    own = tmp_path / "own"
    own.mkdir()

    copy = first_notebook(own)
    copy.write_text("mine", encoding="utf-8")

    assert copy == own / FIRST_NOTEBOOK
    assert first_notebook(own).read_text(encoding="utf-8") == "mine"


def test_the_wheel_carries_the_notebooks():
    assert '"notebooks" = "svcchat_magic/demo/notebooks"' in PROJECT.read_text(encoding="utf-8")


@pytest.mark.parametrize("front_end", ["jupyterlab", "notebook"])
def test_the_extra_lab_brings_both_front_ends(front_end):
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]

    assert front_end in [each.partition(">")[0] for each in extras["lab"]]

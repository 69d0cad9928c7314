"""A branch is the model folder with some of its files replaced, read anew when they change."""

import os

import pytest

from svcchat_magic.errors import ModelError
from svcchat_magic.semantic.files.branches import Branches
from svcchat_magic.semantic.files.model_files import load_model


def cube(name, title):
    return f"""
cubes:
  - name: {name}
    title: {title}
    sql_table: raw
    measures:
      - {{name: count, type: count}}
"""


@pytest.fixture
def folder(tmp_path):
    """A model of two files, with a branch that replaces one and adds another."""
    branch = tmp_path / "branches" / "feature"
    (branch / "more").mkdir(parents=True)
    (tmp_path / "orders.yml").write_text(cube("orders", "Orders"))
    (tmp_path / "people.yml").write_text(cube("people", "People"))
    (branch / "orders.yml").write_text(cube("orders", "Sales"))
    (branch / "more" / "shops.yml").write_text(cube("shops", "Shops"))
    return tmp_path


def titles(model):
    return {name: cube.title for name, cube in model.cubes.items()}


def test_the_main_model_knows_nothing_of_its_branches(folder):
    assert titles(load_model(folder)) == {"orders": "Orders", "people": "People"}


def test_a_branch_overlays_the_model_file_by_file(folder):
    found = Branches(folder).model("feature")

    assert titles(found) == {"orders": "Sales", "people": "People", "shops": "Shops"}


@pytest.mark.parametrize(
    "name", ["", ".", "..", "main", "Feature", "feature/", "../branches/feature", "a\0b"]
)
def test_a_name_that_is_no_branch_is_none_and_leads_nowhere(folder, name):
    assert Branches(folder).model(name) is None


def test_a_model_without_branches_has_none(tmp_path):
    (tmp_path / "orders.yml").write_text(cube("orders", "Orders"))

    assert Branches(tmp_path).names() == ()
    assert Branches(tmp_path).model("feature") is None


def test_a_branch_is_read_once_and_again_after_a_change(folder):
    branches = Branches(folder)
    before = branches.model("feature")
    file = folder / "branches" / "feature" / "orders.yml"

    again = branches.model("feature")
    file.write_text(cube("orders", "Purchases"))
    os.utime(file, ns=(1, 1))  # whatever the clock of the file system does

    assert again is before
    assert titles(branches.model("feature"))["orders"] == "Purchases"


def test_a_file_that_a_branch_removes_is_the_main_one_again(folder):
    branches = Branches(folder)
    branches.model("feature")

    (folder / "branches" / "feature" / "orders.yml").unlink()

    assert titles(branches.model("feature"))["orders"] == "Orders"


def test_an_error_in_a_branch_names_its_file_and_leaves_the_others_alone(folder):
    branches = Branches(folder)
    (folder / "branches" / "feature" / "orders.yml").write_text("cubes: [{name: 5}]")
    (folder / "branches" / "other").mkdir()

    with pytest.raises(ModelError, match=r"orders\.yml"):
        branches.model("feature")

    assert titles(branches.model("other")) == {"orders": "Orders", "people": "People"}

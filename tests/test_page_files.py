"""The files that documents show are files that the package reads."""

import tomllib

import yaml

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.setting_sources import read_settings
from tests.pages import PAGES, ROOT, fences, page, text_of

BRANCH = ROOT / "svcchat_magic/demo/model/branches/per-region/sales.yml"


def shown(name, language):
    return [fence.text for fence in fences(page(name)) if fence.language == language]


def test_the_settings_of_a_project_are_read(tmp_path):
    (settings,) = shown("settings.md", "toml")
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")

    read = read_settings({}, tmp_path)

    given = tomllib.loads(settings)["tool"]["svcchat_magic"]
    assert {name: getattr(read, name) for name in given} == given


def test_the_model_that_is_shown_is_loaded(tmp_path):
    (model,) = shown("own-data.md", "yaml")
    (tmp_path / "orders.yml").write_text(model, encoding="utf-8")

    (table,) = load_model(tmp_path).tables()

    assert table.name == "orders"


def test_the_rule_that_is_shown_is_the_one_of_the_branch():
    rule, *_ = shown("row-level-security.md", "yaml")

    (view,) = yaml.safe_load(BRANCH.read_text(encoding="utf-8"))["views"]
    assert yaml.safe_load(rule)["access_policy"] == view["access_policy"]


def test_every_other_yaml_is_yaml():
    files = [fence.text for each in PAGES for fence in fences(text_of(each)) if fence.language == "yaml"]

    assert all(isinstance(yaml.safe_load(file), dict) for file in files)

"""The table of keys in docs/model-files.md is what the readers read."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
import yaml

from svcchat_magic.semantic.files.cube_files import read_cube
from svcchat_magic.semantic.files.dimension_files import read_dimension, read_granularity
from svcchat_magic.semantic.files.measure_files import read_measure
from svcchat_magic.semantic.files.member_files import read_hierarchy, read_join, read_segment
from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.policy_files import read_access_policy
from svcchat_magic.semantic.files.settings_files import read_settings
from svcchat_magic.semantic.files.view_files import read_view
from svcchat_magic.semantic.files.view_members import with_own_members
from svcchat_magic.semantic.files.yaml_blocks import Problems, read_block
from svcchat_magic.semantic.model.model import Cube, View, ViewMember

PAGE = Path(__file__).parents[3] / "docs" / "model-files.md"
ROW = re.compile(r"\| (\w+) \| (`[^|]+`) \| (computed|listed|later|no effect|refused) \|")


def read_whole_view(block):
    read_view(block, {}, Places())
    view = View("v", {"m": ViewMember("m", ("c",), "m")})
    with_own_members(block, view, {"c": Cube("c")}, Places())


READERS = {
    "cube": lambda block: read_cube(block, Places()),
    "dimension": read_dimension,
    "measure": read_measure,
    "segment": read_segment,
    "join": lambda block: read_join(block, "c", Places()),
    "hierarchy": read_hierarchy,
    "granularity": read_granularity,
    "view": read_whole_view,
}


def classes_of(place):
    found = defaultdict(set)
    for name, keys, kind in ROW.findall(PAGE.read_text(encoding="utf-8")):
        if name == place:
            found[kind] |= set(re.findall(r"`(\w+)`", keys))

    return found


def read_with(place, **values):
    """The problems and notices of a block that has these keys alone, and the keys that its reader knows."""
    problems = Problems()
    block = read_block(yaml.safe_dump(values or {"name": "x"}), "x.yml", problems)
    READERS[place](block)
    return problems, block.known_keys


@pytest.mark.parametrize("place", READERS)
def test_the_table_lists_the_keys_that_are_read(place):
    _, known = read_with(place)

    assert set().union(*classes_of(place).values()) == known


@pytest.mark.parametrize("place", READERS)
def test_keys_are_in_the_class_that_the_table_says(place):
    classes = classes_of(place)
    given = {"includes": "a", "pre_aggregations": "a", "segments": [{"name": "a"}]}
    wrong = []
    for key in classes["refused"]:
        problems, _ = read_with(place, **{key: given.get(key, True)})
        wrong += [key] * (not any(f", {key}: " in sentence for sentence in problems.sentences))

    for key in classes["no effect"]:
        problems, _ = read_with(place, **{key: True})
        wrong += [key] * (not any(f", {key}: has no effect" in sentence for sentence in problems.notices))

    assert wrong == []


def test_the_keys_of_policies_and_settings_are_listed():
    problems = Problems()
    policy = read_block("access_policy: [{group: a}]", "x.yml", problems)
    read_access_policy(policy, Places())
    settings = read_block(
        f"settings: {{{', '.join(f'{key}: x' for key in classes_of('settings')['computed'])}}}",
        "x.yml",
        problems,
    )
    read_settings([settings])
    rules = {f"{key}: 1" for key in classes_of("access_policy")["computed"]}
    read_access_policy(read_block(f"access_policy: [{{{', '.join(rules)}}}]", "x.yml", problems), Places())

    assert not [sentence for sentence in problems.sentences if "not a known key" in sentence]

"""Members are found by the words of people: paraphrases over models that search was not tuned on, too."""

from pathlib import Path

import pytest
import yaml

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.search.entries import entries_of
from svcchat_magic.semantic.search.member_index import MemberIndex

HERE = Path(__file__).parent
SHOP = HERE.parents[2] / "svcchat_magic" / "demo" / "model"
PARAPHRASES = yaml.safe_load((HERE / "paraphrases.yml").read_text(encoding="utf-8"))
TABLES = {"cube", "view"}


def first_members(index, entries, phrase, count=5):
    """The members of cubes that the first hits stand for; a view's copy and its cube's member are one."""
    found = []
    for hit in index.find(phrase):
        field = entries[hit.number][1]
        name = f"{field.cube}.{field.member}" if field else f"{hit.entry.table}.{hit.entry.name}"
        if hit.entry.kind not in TABLES and name not in found:
            found.append(name)

    return found[:count]


def missed(model_name, paraphrases):
    """The phrases whose members are not among the first five."""
    model = load_model(SHOP if model_name == "shop" else HERE / "models" / model_name)
    entries = entries_of(model)
    index = MemberIndex([entry for entry, _ in entries])
    return [
        phrase
        for phrase, expected in paraphrases.items()
        if not set(expected) & set(first_members(index, entries, phrase))
    ]


@pytest.mark.parametrize("half", ["tuned", "unseen"])
def test_eight_of_ten_paraphrases_find_their_member_among_the_first_five(half):
    asked = sum(len(paraphrases) for paraphrases in PARAPHRASES[half].values())

    misses = {name: missed(name, paraphrases) for name, paraphrases in PARAPHRASES[half].items()}

    assert sum(map(len, misses.values())) <= 0.2 * asked, misses


def test_what_is_expected_is_in_the_models():
    for half in PARAPHRASES.values():
        for name, paraphrases in half.items():
            model = load_model(SHOP if name == "shop" else HERE / "models" / name)
            members = {
                f"{cube.name}.{member}"
                for cube in model.cubes.values()
                for member in (*cube.dimensions, *cube.measures, *cube.segments)
            }

            assert {each for expected in paraphrases.values() for each in expected} <= members

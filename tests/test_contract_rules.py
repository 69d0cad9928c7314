"""Every rule and table row of the contract is held by a test that is marked with it."""

import tomllib
from pathlib import Path

import pytest

from tests.marks import marked

SECTIONS = tomllib.loads((Path(__file__).parent / "contract_rules.toml").read_text(encoding="utf-8"))
RULES = tuple(
    f"{section}.{name}" if name in "1234567" else f"{section}:{name}"
    for section, rules in SECTIONS.items()
    for name in rules
)


MARKED = marked("rule")


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_held_by_a_test(rule):
    assert MARKED.get(rule), f"no test is marked with rule {rule!r}"


def test_a_mark_names_a_rule_or_a_section_of_the_contract():
    assert set(MARKED) <= {*RULES, *SECTIONS}


def test_the_rules_are_those_of_eight_sections():
    assert len(SECTIONS) == 17
    assert len(RULES) == 105

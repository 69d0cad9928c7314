"""Every rule and table row of the contract is held by a test that is marked with it."""

import ast
import tomllib
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SECTIONS = tomllib.loads((TESTS / "contract_rules.toml").read_text(encoding="utf-8"))
RULES = tuple(
    f"{section}.{name}" if name in "1234567" else f"{section}:{name}"
    for section, rules in SECTIONS.items()
    for name in rules
)


def marked() -> dict[str, set[str]]:
    """The tests that each rule is marked on, also where a single parameter is."""
    found: dict[str, set[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for rule in _rules_of(node):
                    found.setdefault(rule, set()).add(f"{file.relative_to(TESTS)}::{node.name}")

    return found


def _rules_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    calls = [
        node for each in function.decorator_list for node in ast.walk(each) if isinstance(node, ast.Call)
    ]
    marks = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "rule"]
    return {each.value for call in marks for each in call.args if isinstance(each, ast.Constant)}


MARKED = marked()


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_held_by_a_test(rule):
    assert MARKED.get(rule), f"no test is marked with rule {rule!r}"


def test_a_mark_names_a_rule_or_a_section_of_the_contract():
    assert set(MARKED) <= {*RULES, *SECTIONS}


def test_the_rules_are_those_of_eight_sections():
    assert len(SECTIONS) == 17
    assert len(RULES) == 105

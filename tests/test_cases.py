"""Every stream, key and server case of the security catalogue is held by at least one test that names it."""

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
STREAM_CASES = tuple(f"S{number:02}" for number in range(1, 39))
KEY_CASES = tuple(f"K{number:02}" for number in range(1, 14))
SERVER_CASES = tuple(f"A{number:02}" for number in range(1, 36))
SIZES = {"R": 29, "V": 17, "N": 14, "S": 38, "K": 13, "A": 35, "Q": 19}
CATALOGUE = {f"{room}{number:02}" for room, size in SIZES.items() for number in range(1, size + 1)}

# Cases whose feature does not exist yet, each with the reason; a marked test makes its row wrong.
NOT_YET: dict[str, str] = {}


@cache
def marked() -> dict[str, set[str]]:
    """The tests that each case ID is marked on."""
    found: dict[str, set[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for case in _cases_of(node):
                    found.setdefault(case, set()).add(f"{file.relative_to(TESTS)}::{node.name}")

    return found


def _cases_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """IDs in `pytest.mark.case("S17")`, also where a single parameter is marked with it."""
    calls = [
        node for each in function.decorator_list for node in ast.walk(each) if isinstance(node, ast.Call)
    ]
    marks = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "case"]
    return {each.value for call in marks for each in call.args if isinstance(each, ast.Constant)}


@pytest.mark.parametrize("case", STREAM_CASES + KEY_CASES + SERVER_CASES)
def test_a_case_of_the_catalogue_is_held_by_a_test(case):
    holding = marked().get(case, set())

    assert bool(holding) != (case in NOT_YET), NOT_YET.get(case, "no test is marked with it")


def test_a_mark_names_a_case_that_the_catalogue_has():
    assert set(marked()) <= CATALOGUE


def test_what_is_not_there_yet_has_a_reason():
    assert set(NOT_YET) <= CATALOGUE
    assert all(NOT_YET.values())

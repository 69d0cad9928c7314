"""Which tests are marked with what, read from their source: a mark counts wherever its test stands."""

import ast
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent


@cache
def marked(mark: str) -> dict[str, set[str]]:
    """The tests that each text of `pytest.mark.<mark>("...")` is on, also where a single parameter is."""
    found: dict[str, set[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for text in _texts_of(mark, node):
                    found.setdefault(text, set()).add(f"{file.relative_to(TESTS)}::{node.name}")

    return found


def _texts_of(mark: str, function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    calls = [
        node for each in function.decorator_list for node in ast.walk(each) if isinstance(node, ast.Call)
    ]
    marks = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == mark]
    return {each.value for call in marks for each in call.args if isinstance(each, ast.Constant)}

"""Which tests are marked with what, read from their source: a mark counts wherever its test stands."""

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
_OF_THE_FILE = "pytestmark"


@cache
def marked(mark: str) -> dict[str, set[str]]:
    """The tests that each text of `pytest.mark.<mark>("...")` is on.

    That is as a decorator, on a single parameter, in a list of the file that a decorator names, and as the
    file's own `pytestmark`.
    """
    found: dict[str, set[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if f"mark.{mark}(" not in text:
            continue  # to parse what has none takes two seconds of every collection

        tree = ast.parse(text)
        lists = _lists_of(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for said in _texts_of(mark, node, lists):
                    found.setdefault(said, set()).add(f"{file.relative_to(TESTS)}::{node.name}")

    return found


def _lists_of(tree: ast.Module) -> Mapping[str, ast.expr]:
    """What the names of a file were set to at its top level."""
    set_once = [each for each in tree.body if isinstance(each, ast.Assign)]
    return {name.id: each.value for each in set_once for name in each.targets if isinstance(name, ast.Name)}


def _texts_of(
    mark: str, function: ast.FunctionDef | ast.AsyncFunctionDef, lists: Mapping[str, ast.expr]
) -> set[str]:
    named = {node.id for node in _within(function.decorator_list) if isinstance(node, ast.Name)}
    places = [*function.decorator_list, *(lists[name] for name in {_OF_THE_FILE, *named} & lists.keys())]
    calls = [node for node in _within(places) if isinstance(node, ast.Call)]
    marks = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == mark]
    return {each.value for call in marks for each in call.args if isinstance(each, ast.Constant)}


def _within(places: Iterable[ast.expr]) -> list[ast.AST]:
    return [node for each in places for node in ast.walk(each)]

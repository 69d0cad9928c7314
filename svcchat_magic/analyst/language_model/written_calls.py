"""Tool calls that a model writes into its text, where its server does not take them out."""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from svcchat_magic.analyst.language_model.pieces import CallPiece

_MARKS = (
    *("<tool_call", "<function", "<invoke", "<|tool", "<｜tool", "<|python_tag|>", "<|channel|>commentary"),
    *("[TOOL_CALLS]", "```"),
)
_FIRST = ("{", "[{")  # of a text that is nothing but a call
_LONGEST = max(map(len, _MARKS))
_NAMES = ("name", "tool", "function")
_ARGUMENTS = ("arguments", "parameters", "args", "input")
_NAMED = re.compile(
    r"<function(?:=|\s+name=[\"']?)([\w.-]+)[\"']?\s*>|<｜tool▁sep｜>\s*([\w.-]+)|\bto=(?:functions\.)?([\w-]+)"
)
_TAGGED = re.compile(
    r"<(?:function|invoke)(?:=|\s+name=[\"']?)(?P<name>[\w.-]+)[\"']?\s*>(?P<given>.*?)</(?:function|invoke)>",
    re.DOTALL,
)
_GIVEN = re.compile(
    r"<parameter(?:=|\s+name=[\"']?)(?P<name>[\w.-]+)[\"']?[^>]*>(?P<value>.*?)</parameter>", re.DOTALL
)


@dataclass(slots=True)
class WrittenCalls:
    """Follows the text of one step: from what may be a call on, it waits for the end."""

    _said: int = 0  # characters that went on
    _rest: str = ""
    is_held: bool = False

    def feed(self, text: str) -> str:
        """The text that is none of a call."""
        self._rest += text
        if self.is_held:
            return ""

        at = self._beginning()
        self.is_held = at < len(self._rest) and _is_mark(self._rest[at:])
        free, self._rest = self._rest[:at], self._rest[at:]
        self._said += len(free.strip())
        return free

    def end(self, tools: Collection[str], first: int) -> tuple[str, list[CallPiece]]:
        """What waited: text, or the calls of tools that are known; `first` is the place of the first one."""
        rest, self._rest = self._rest, ""
        calls = [
            CallPiece(first + order, "", name, arguments)
            for order, (name, arguments) in enumerate(_calls(rest, tools))
        ]
        return ("" if calls else rest), calls

    def _beginning(self) -> int:
        """Where a call may begin, or the end of the text."""
        text = self._rest
        if not self._said and text.lstrip().startswith(_FIRST):
            return 0

        found = [at for mark in _MARKS if (at := text.find(mark)) >= 0]
        for size in range(min(_LONGEST, len(text)), 0, -1):
            if any(mark.startswith(text[-size:]) for mark in _MARKS):
                found.append(len(text) - size)
                break

        return min(found, default=len(text))


def _is_mark(text: str) -> bool:
    return text.startswith(_MARKS) or text.lstrip().startswith(_FIRST)


def _calls(text: str, tools: Collection[str]) -> Iterator[tuple[str, str]]:
    """(name, arguments) of each call of a known tool."""
    if tagged := [each for each in _tagged(text) if each[0] in tools]:
        yield from tagged
        return

    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            found, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue

        name, arguments = _call(found, text[:at])
        if name in tools:
            yield name, arguments if isinstance(arguments, str) else json.dumps(arguments)

        at = text.find("{", end)


def _tagged(text: str) -> Iterator[tuple[str, str]]:
    """Calls whose arguments stand in tags of their own."""
    for call in _TAGGED.finditer(text):
        given = {each["name"]: _value(each["value"].strip()) for each in _GIVEN.finditer(call["given"])}
        if given:
            yield call["name"], json.dumps(given)


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _call(found: dict[str, Any], before: str) -> tuple[str, Any]:
    inner = found.get("function")
    if isinstance(inner, dict):
        found = inner

    name = next((found[each] for each in _NAMES if isinstance(found.get(each), str)), "")
    arguments: Any = next((found[each] for each in _ARGUMENTS if each in found), {})
    tagged = [*_NAMED.finditer(before)]
    return (name, arguments) if name or not tagged else (next(filter(None, tagged[-1].groups())), found)

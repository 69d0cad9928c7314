"""The options of `%%ask` and `%ask`: one table, read by the parser, the help and the documentation."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from svcchat_magic.errors import RequestRefused


class Option(NamedTuple):
    """One option: its spellings, the word for its value (empty for a switch), and what it does."""

    flags: tuple[str, ...]
    value: str
    meaning: str


OPTIONS = (
    Option(("-o", "--out"), "NAME", "Variable for the main result; the next ones are NAME_2, NAME_3 ..."),
    Option(("--new",), "", "Start a new chat instead of going on with the kernel's chat."),
    Option(("--chat",), "ID", "Go on with this chat."),
    Option(("--timeout",), "SECONDS", "Longest time for the whole answer."),
    Option(("--help",), "", "Show these options."),
)

USAGE = "NAME << and these options may stand on the line of %%ask, and before the question of %ask:"

_CAPTURE = re.compile(r"\s*([^\W\d]\w*)\s*<<\s*")
_WORD = re.compile(r"\s*(\S+)")


@dataclass(frozen=True, slots=True)
class AskOptions:
    """What one `%%ask` was told. `timeout` is in seconds."""

    question: str
    out: str = ""
    new: bool = False
    chat: str = ""
    timeout: float | None = None
    help: bool = False


def read_ask(line: str, cell: str | None = None) -> AskOptions:
    """Read the line, and the cell below it, of one question.

    Options come first; what follows them is the question, joined with the cell's text.
    Raises RequestRefused for an unknown option or a value that is missing or unusable.
    """
    found: dict[str, str] = {}
    rest = line
    if capture := _CAPTURE.match(rest):
        found["out"] = capture[1]
        rest = rest[capture.end() :]

    while (word := _WORD.match(rest)) and word[1].startswith("-") and len(word[1]) > 1:
        flag, has_value, value = word[1].partition("=")
        option = _option(flag)
        rest = rest[word.end() :]
        if option.value and not has_value:
            value, rest = _next_value(flag, option, rest)

        found[option.flags[-1].removeprefix("--")] = value

    question = "\n".join(part for part in (rest.strip(), (cell or "").strip()) if part)
    return AskOptions(
        question=question,
        out=found.get("out", ""),
        new="new" in found,
        chat=found.get("chat", ""),
        timeout=_seconds(found.get("timeout")),
        help="help" in found,
    )


def ask_help() -> str:
    """The options as a plain text table."""
    rows = [(" ".join((", ".join(option.flags), option.value)).strip(), option.meaning) for option in OPTIONS]
    width = max(len(spelling) for spelling, _ in rows)
    return "\n".join((USAGE, *(f"  {spelling:<{width}}  {meaning}" for spelling, meaning in rows)))


def _option(flag: str) -> Option:
    for option in OPTIONS:
        if flag in option.flags:
            return option

    if "key" in flag.lower():
        raise RequestRefused(
            "The API key is never an option: it would be saved with the notebook. "
            "Set SVCCHAT_API_KEY in the environment instead."
        )

    known = ", ".join(option.flags[-1] for option in OPTIONS)
    raise RequestRefused(f"%%ask has no option {flag[:40]}; it has {known}.")


def _next_value(flag: str, option: Option, rest: str) -> tuple[str, str]:
    word = _WORD.match(rest)
    if word is None or word[1].startswith("-"):
        raise RequestRefused(f"{flag} needs a value: {flag} {option.value}.")

    return word[1], rest[word.end() :]


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None

    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0

    if not 0 < seconds <= 86_400:
        raise RequestRefused("--timeout needs a number of seconds, from just above 0 to 86400.")

    return seconds

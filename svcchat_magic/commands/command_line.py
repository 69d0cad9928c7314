"""The program's parser: what is wrong on the command line is one sentence, as it is with the magics."""

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from svcchat_magic.conversation.close_words import close_word
from svcchat_magic.errors import RequestRefused

_MISSING = re.compile(r"the following arguments are required: (.+)")
_ABOUT = re.compile(r"argument ([^:]+): (.+)", re.DOTALL)
_SHOWN_CHARACTERS = 40


class CommandLine(argparse.ArgumentParser):
    """One command; what it cannot use is raised as RequestRefused, without the usage before it.

    What it has parsed names as `command_line` the innermost command, which `refuse` speaks for.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)
        self.set_defaults(command_line=self)

    def error(self, message: str) -> NoReturn:
        """Raise what argparse found, in our words."""
        if missing := _MISSING.fullmatch(message):
            raise RequestRefused(self._missing(missing[1]))

        if about := _ABOUT.fullmatch(message):
            option, problem = about.groups()
            problem = "needs a value" if problem == "expected one argument" else problem
            raise RequestRefused(f"{option} {problem}; {self.prog} --help shows how.")

        raise RequestRefused(f"{message}; {self.prog} --help shows how.")

    def refuse(self, rest: Sequence[str]) -> NoReturn:
        """Raise that these arguments are none of this command's."""
        if not rest[0].startswith("-"):
            raise RequestRefused(
                f"{self._name} has no use for {_shown(rest[0])}; what has spaces in it needs quotes."
            )

        flag = rest[0].partition("=")[0]  # what stands after it may be a key
        known = [name.removeprefix("--") for name in self._option_string_actions if name.startswith("--")]
        if meant := close_word(flag.lstrip("-"), known):
            raise RequestRefused(
                f"{self._name} has no option {flag[:_SHOWN_CHARACTERS]}; did you mean --{meant}? "
                f"{self.prog} --help lists all."
            )

        if "key" in flag.lower():
            raise RequestRefused(
                "The API key is never an option: it would stay in the shell's history. "
                "Set SVCCHAT_API_KEY in the environment instead."
            )

        raise RequestRefused(
            f"{self._name} has no option {flag[:_SHOWN_CHARACTERS]}; {self.prog} --help lists what it has."
        )

    def _missing(self, words: str) -> str:
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                return (
                    f"{self.prog} goes on with {_one_of(action.choices)}; {self.prog} --help tells of each."
                )

        return f"{self._name} needs {words}; {self.prog} --help shows how."

    @property
    def _name(self) -> str:
        """The command without the program, which begins each of its sentences."""
        return self.prog.partition(" ")[2] or self.prog

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a word that is none of an action's."""
        if action.choices is None or value in action.choices:
            return

        if not isinstance(action, argparse._SubParsersAction):
            raise argparse.ArgumentError(action, f"must be {_one_of(action.choices)}")

        meant = close_word(str(value), map(str, action.choices))
        hint = f"did you mean {self.prog} {meant}?" if meant else f"there are {', '.join(action.choices)}."
        raise RequestRefused(f"There is no {self.prog} {str(value)[:_SHOWN_CHARACTERS]}; {hint}")


def _one_of(words: Iterable[Any]) -> str:
    *others, last = map(str, words)
    return f"{', '.join(others)} or {last}" if others else last


def _shown(word: str) -> str:
    return repr(word if len(word) <= _SHOWN_CHARACTERS else f"{word[:_SHOWN_CHARACTERS]}…")

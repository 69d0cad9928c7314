"""The README holds: its two commands, and every option, setting and command there is."""

import argparse
import re
from dataclasses import fields
from pathlib import Path

import pytest

from svcchat_magic.commands.main import build_parser
from svcchat_magic.notebook.ask_options import OPTIONS
from svcchat_magic.notebook.chat_commands import COMMANDS
from svcchat_magic.settings import Settings

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FIRST_SCREEN = README.split("\n## ")[0]


def subparsers() -> dict[str, argparse.ArgumentParser]:
    (commands,) = (each for each in build_parser()._actions if isinstance(each, argparse._SubParsersAction))
    return dict(commands.choices)


def command_options() -> list[tuple[str, str]]:
    return [
        (name, flag)
        for name, parser in subparsers().items()
        for action in parser._actions
        for flag in action.option_strings
        if flag not in {"-h", "--help"}
    ]


def test_the_first_screen_is_a_sentence_a_picture_and_two_commands():
    commands = re.findall(r"^```\n(.+?)\n```$", FIRST_SCREEN, re.DOTALL | re.MULTILINE)
    pictures = re.findall(r'(?:srcset|src)="([^"]+)"', FIRST_SCREEN)

    assert len(commands) == 2
    assert all("\n" not in command for command in commands)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


def test_the_check_runs_the_second_command_word_for_word():
    _, test_command = re.findall(r"^```\n(.+)\n```$", FIRST_SCREEN, re.MULTILINE)

    assert test_command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.flags[-1])
def test_every_magic_option_is_documented(option):
    spelling = " ".join((option.flags[-1], option.value)).strip()

    assert re.search(rf"^\| .*{re.escape(spelling)}`.* \| .+ \|$", README, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name or "none")
def test_every_chat_command_is_documented(command):
    spelling = f"%chat {command.name} {command.argument}".replace("  ", " ").strip().replace("|", r"\|")

    assert f"| `{spelling}` | {command.meaning} |" in README


@pytest.mark.parametrize("setting", fields(Settings), ids=lambda setting: setting.name)
def test_every_setting_is_documented_with_its_meaning(setting):
    variable, meaning = setting.metadata["variable"], re.escape(setting.metadata["meaning"])

    assert re.search(rf"^\| `{setting.name}` \| `{variable}` \| .*\| {meaning} \|$", README, re.MULTILINE)


@pytest.mark.parametrize("command", subparsers())
def test_every_command_is_documented(command):
    assert f"svcchat {command}" in README


def test_every_command_on_an_account_names_its_file_and_so_works_as_it_stands():
    commands = re.findall(r"^svcchat account .+$", README, re.MULTILINE)

    assert commands
    assert [command for command in commands if "--account-file" not in command] == []


@pytest.mark.parametrize(("command", "flag"), command_options())
def test_every_command_option_is_documented(command, flag):
    assert f"`{flag}" in README, command

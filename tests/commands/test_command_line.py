"""Wrong usage is one line with what to type; help, version and completion; only what is used is imported."""

import os
import pty
import subprocess
import sys

import pytest

from svcchat_magic.commands.main import COMMANDS, main
from svcchat_magic.version import package_version
from tests.test_public_names import HEAVY

WRONG = {
    "ask --jsn x": "No such option: --jsn. Did you mean --json? See svcchat ask --help.",
    "ask --js x": "No such option: --js. Did you mean --json? See svcchat ask --help.",
    "ask --loud x": "No such option: --loud. See svcchat ask --help.",
    "ask -l x": "No such option: -l. See svcchat ask --help.",
    "ask revenue by month": "Put the question in quotes, as it has spaces. See svcchat ask --help.",
    "ask --timeout": "Option '--timeout' requires an argument. See svcchat ask --help.",
    "ask --timeout long x": "Invalid value for '--timeout': it must be a number of seconds, such as 60, "
    "and at most 86400. See svcchat ask --help.",
    "ask --timeout nan x": "Invalid value for '--timeout': it must be a number of seconds, such as 60, "
    "and at most 86400. See svcchat ask --help.",
    "ask --json=yes x": "Option '--json' does not take a value. See svcchat ask --help.",
    "ask --attr region x": "Invalid value for '--attr': it must be a name and a value, such as "
    "region=Europe. See svcchat ask --help.",
    "ak x": "No such command: ak. Did you mean ask? See svcchat --help.",
    "dance": "No such command: dance. The commands are ask, sql, eval, record, lab, serve, model, account, "
    "trust, doctor. See svcchat --help.",
    "": "Missing command. See svcchat --help.",
    "--versoin": "No such option: --versoin. Did you mean --version? See svcchat --help.",
    "record": "Missing argument 'FILE'. See svcchat record --help.",
    "account key": "Missing command. See svcchat account key --help.",
    "account key lst": "No such command: lst. Did you mean list? See svcchat account key --help.",
    "account key new --labl x": "No such option: --labl. Did you mean --label? "
    "See svcchat account key new --help.",
    "serve --port 65536": "Invalid value for '--port': it must be a whole number from 0 to 65535. "
    "See svcchat serve --help.",
    "serve --workers 0": "Invalid value for '--workers': it must be a whole number of 1 or more. "
    "See svcchat serve --help.",
    "serve --log yaml": "Invalid value for '--log': 'yaml' is not one of 'json', 'text'. "
    "See svcchat serve --help.",
    "trust --list --revoke": "Use --list or --revoke, not both. See svcchat trust --help.",
    "doctor x": "Too many arguments. See svcchat doctor --help.",
}


@pytest.mark.parametrize("typed", WRONG)
def test_wrong_usage_is_one_line_with_the_help_to_read(typed, capsys):
    status = main(typed.split())

    said = capsys.readouterr()
    assert status == 2
    assert said.err == f"svcchat: {WRONG[typed]}\n"
    assert said.out == ""


@pytest.mark.parametrize("typed", ["ask --api-key=canary-0123 x", "ask --key canary-0123"])
def test_a_key_that_is_typed_is_refused_and_not_said_again(typed, capsys):
    status = main(typed.split())

    said = capsys.readouterr()
    assert status == 2
    assert "The API key is never an option" in said.err
    assert "canary" not in said.err + said.out


@pytest.mark.parametrize("typed", ["doctor canary-0123", "ask why canary-0123", "serve --port canary-0123"])
def test_a_key_in_the_wrong_place_is_not_printed(typed, capsys):
    status = main(typed.split())

    said = capsys.readouterr()
    assert status == 2
    assert "canary" not in said.err + said.out


def test_in_a_terminal_a_sentence_ends_its_lines_between_words(environment, tmp_path):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "svcchat_magic", "ask", "--loud", "x"]

    subprocess.run(command, cwd=tmp_path, env=environment | {"COLUMNS": "30"}, stderr=theirs, check=False)

    said = os.read(ours, 1_000).decode().splitlines()
    os.close(ours)
    os.close(theirs)
    assert " ".join(said) == f"svcchat: {WRONG['ask --loud x']}"
    assert max(map(len, said)) <= 30


@pytest.mark.parametrize("typed", ["--help", "-h", "ask --help", "account key --help", "lab --help"])
def test_help_is_shown_on_standard_output(typed, capsys):
    status = main(typed.split())

    shown = capsys.readouterr()
    assert status == 0
    assert shown.out.startswith("Usage: svcchat ")
    assert shown.err == ""


def test_the_help_of_the_program_says_what_each_command_says_itself(capsys):
    listed = {}
    for name in COMMANDS:
        main([name, "--help"])
        listed[name] = capsys.readouterr().out.splitlines()[2].strip()

    assert listed == COMMANDS


def test_the_help_of_a_command_lists_its_subcommands(capsys):
    main(["account", "key", "--help"])

    shown = capsys.readouterr().out
    assert [name for name in ("new", "revoke", "list") if f"\n  {name} " not in shown] == []


@pytest.mark.parametrize("columns", [46, 60, 80])
def test_help_fits_the_terminal(svcchat, columns):
    shown = svcchat("serve", "--help", COLUMNS=str(columns))

    assert shown.returncode == 0
    assert max(map(len, shown.stdout.splitlines())) <= columns


def test_the_version_is_printed(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"svcchat {package_version()}\n"


SLOW = ("secrets", "svcchat_magic.settings", "importlib.metadata")  # a few hundredths of a second each


def completed(svcchat, words, at):
    """What the shell is offered for the word `at` of a line."""
    done = svcchat(_SVCCHAT_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(at))
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line]


def test_a_shell_completes_commands_options_and_choices(svcchat):
    assert completed(svcchat, "svcchat rec", 1) == ["record"]
    assert completed(svcchat, "svcchat account key re", 3) == ["revoke"]
    assert completed(svcchat, "svcchat ask --a", 2) == ["--all-rows", "--as-user", "--attr"]
    assert completed(svcchat, "svcchat serve --log ", 3) == ["json", "text"]
    assert completed(svcchat, "svcchat dance --l", 2) == []


def test_a_shell_is_given_the_program_that_completes(svcchat):
    done = svcchat(_SVCCHAT_COMPLETE="zsh_source")

    assert done.returncode == 0
    assert "compdef" in done.stdout
    assert "_SVCCHAT_COMPLETE=zsh_complete svcchat" in done.stdout


@pytest.mark.parametrize("typed", ["--help", "ask --help", "serve --help", "ask --loud x", "dance"])
def test_a_command_that_does_nothing_imports_nothing_heavy(typed):
    program = f"""
import contextlib, io, sys
from svcchat_magic.commands.main import main
with contextlib.redirect_stdout(io.StringIO()):
    main({typed.split()!r})
commands = [name for name in sys.modules if name.startswith("svcchat_magic.commands.")]
print(sorted(commands), [name for name in {[*HEAVY, *SLOW]!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    first = typed.split()[0]
    used = {"command_line", "main", first} if first in COMMANDS else {"command_line", "main"}
    assert done.stdout == f"{sorted(f'svcchat_magic.commands.{name}' for name in used)} []\n"

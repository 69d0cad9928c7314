"""What is wrong on the command line is one sentence with what to type, as it is with the magics."""

import os
import pty
import subprocess
import sys

import pytest

from svcchat_magic.commands.main import main

WRONG = {
    "ask --jsn x": "ask has no option --jsn; did you mean --json? svcchat ask --help lists all.",
    "ask --js x": "ask has no option --js; did you mean --json? svcchat ask --help lists all.",
    "ask --loud x": "ask has no option --loud; svcchat ask --help lists what it has.",
    "ask": "ask needs QUESTION; svcchat ask --help shows how.",
    "ask revenue by month": "ask has no use for 'by'; what has spaces in it needs quotes.",
    "ask --timeout": "--timeout needs a value; svcchat ask --help shows how.",
    "ask --timeout long x": "--timeout needs seconds, such as --timeout 60; 86400, a day, is the most; "
    "svcchat ask --help shows how.",
    "ak x": "There is no svcchat ak; did you mean svcchat ask?",
    "dance": "There is no svcchat dance; there are ask, sql, record, lab, serve, account, trust, doctor.",
    "": "svcchat goes on with ask, sql, record, lab, serve, account, trust or doctor; "
    "svcchat --help tells of each.",
    "account key new --labl x": "account key new has no option --labl; did you mean --label? "
    "svcchat account key new --help lists all.",
    "serve --port 65536": "--port must be a number from 0 to 65535; svcchat serve --help shows how.",
    "serve --log yaml": "--log must be json or text; svcchat serve --help shows how.",
}


@pytest.mark.parametrize("typed", WRONG)
def test_what_is_mistyped_is_refused_in_one_sentence_with_what_to_type(typed, capsys):
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


def test_in_a_terminal_a_sentence_ends_its_lines_between_words(environment, tmp_path):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "svcchat_magic.commands", "ask", "--loud", "x"]

    subprocess.run(command, cwd=tmp_path, env=environment | {"COLUMNS": "30"}, stderr=theirs, check=False)

    said = os.read(ours, 1_000).decode().splitlines()
    os.close(ours)
    os.close(theirs)
    assert " ".join(said) == f"svcchat: {WRONG['ask --loud x']}"
    assert max(map(len, said)) <= 30

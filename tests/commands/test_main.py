"""What ends a command from outside, a folder, a pipe or a terminal, is one sentence or none."""

import subprocess
import sys

import pytest

from tests.waiting import PATIENCE

INTERRUPTED = """
import signal, sys
from svcchat_magic.commands.main import main
class Keyboard:
    def isatty(self):
        return False
    def read(self):
        signal.raise_signal(signal.SIGINT)
sys.stdin = Keyboard()
raise SystemExit(main(["ask"]))
"""
SQL = "SELECT channel, MEASURE(orders) AS orders FROM sales GROUP BY 1 ORDER BY 1"


@pytest.mark.long
def test_rows_that_have_no_folder_to_go_to_are_told_by_its_name(svcchat):
    done = svcchat("ask", "--csv", "no-such-folder/rows.csv", "orders by channel")

    said = done.stderr.splitlines()[-1]
    assert done.returncode == 1
    assert said.startswith("svcchat: ")
    assert "no-such-folder" in said
    assert "None" not in said


@pytest.mark.long
@pytest.mark.parametrize("command", [("ask", "orders by channel"), ("doctor",)], ids=lambda each: each[0])
def test_output_that_cannot_write_a_character_is_one_sentence_with_what_to_set(svcchat, command):
    done = svcchat(*command, PYTHONIOENCODING="ascii")

    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1] == (
        "svcchat: Standard output is ascii, which lacks a character; set PYTHONIOENCODING=utf-8."
    )


@pytest.mark.long
@pytest.mark.parametrize("command", [("ask", "orders by channel"), ("sql", SQL), ("doctor",), ("--help",)])
def test_a_reader_that_has_enough_is_told_nothing_more(environment, tmp_path, command):
    process = subprocess.Popen(
        [sys.executable, "-m", "svcchat_magic", *command],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.close()

    said = process.stderr.read()
    process.stderr.close()

    assert process.wait() == 1
    assert "Broken" not in said
    assert "svcchat:" not in said


def test_an_interrupt_before_a_question_is_asked_is_status_130(environment, tmp_path):
    command = [sys.executable, "-c", INTERRUPTED]

    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )

    assert done.returncode == 130
    assert done.stdout == ""
    assert done.stderr == "svcchat: stopped\n"

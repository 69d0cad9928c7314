"""What is read while the first question is typed, so that the question does not wait for it."""

import subprocess
import sys

PROGRAM = """
import gc, sys
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.service.process.warm_up import warm_up

events = warm_up()
before = set(sys.modules)
from svcchat_magic.conversation.conversation import Conversation

with Conversation() as conversation:
    assert conversation.ask("Revenue by region last year").results, "not answered"
    engines = sum(isinstance(each, DuckDBEngine) for each in gc.get_objects())

ours = sorted(each for each in set(sys.modules) - before if each.startswith("svcchat_magic.analyst"))
print(events > 3, ours, engines)
"""


def test_the_first_question_finds_its_analyst_read_and_the_data_open(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.split("\n")[0] == "True [] 1", done.stdout

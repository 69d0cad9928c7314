"""While a user types the first question, what it needs is imported, and nothing else happens."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys, threading
from svcchat_magic.conversation.connecting.connection import import_early
from svcchat_magic.settings import Settings

import_early(Settings({settings}))
loaded = {{"httpx", "uvicorn", "duckdb"}} & set(sys.modules)
print(sorted(loaded), threading.active_count())
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("settings", "loaded"),
    [
        ("", ["duckdb", "httpx", "uvicorn"]),
        ("chat_url='https://ai.example/chat/stream'", ["httpx"]),
    ],
    ids=["embedded", "remote"],
)
def test_only_what_will_answer_is_imported(settings, loaded):
    program = PROGRAM.format(settings=settings)

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert done.stdout.strip() == f"{loaded} 1", done.stderr

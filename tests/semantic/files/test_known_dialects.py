"""The dialects that a model may name are known without reading any of them."""

import subprocess
import sys

import pytest
import sqlglot

from svcchat_magic.semantic.files.references import KNOWN_DIALECTS

PROGRAM = """
import sys
import svcchat_magic.service.process.server
print(*(name for name in sys.modules if name.startswith("sqlglot.parsers.")))
"""


def test_they_are_those_of_the_library():
    classes = sqlglot.Dialect.classes.items()  # ours too, once it is imported
    assert {
        name for name, each in classes if name and each.__module__.startswith("sqlglot.")
    } == KNOWN_DIALECTS


@pytest.mark.long
def test_a_service_imports_those_that_it_speaks():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)

    loaded = set(done.stdout.split())
    assert "sqlglot.parsers.postgres" in loaded
    assert "sqlglot.parsers.oracle" not in loaded
    assert len(loaded) < 10

"""The installed `svcchat` program in a folder and an environment of its own."""

import json
import os
import subprocess
import sys

import pytest

from tests.faults.fixtures import origin  # noqa: F401 - a fixture
from tests.waiting import PATIENCE


@pytest.fixture
def environment(tmp_path):
    """The environment without any setting of the package, and with a home of its own."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("SVCCHAT_")}
    return own | {"XDG_DATA_HOME": str(tmp_path / "data"), "HOME": str(tmp_path)}


@pytest.fixture
def svcchat(tmp_path, environment):
    """Run the program to its end."""

    def run(*arguments, piped=None, **variables):
        return subprocess.run(
            [sys.executable, "-m", "svcchat_magic", *arguments],
            cwd=tmp_path,
            env=environment | variables,
            input=piped,
            capture_output=True,
            text=True,
            check=False,
            timeout=5 * PATIENCE,
        )

    return run


@pytest.fixture
def serving(environment, tmp_path):
    """Start `svcchat serve` and read its first line; whatever still runs at the end is stopped."""
    processes = []

    def start(*arguments):
        process = subprocess.Popen(
            [sys.executable, "-m", "svcchat_magic", "serve", *arguments],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return process, json.loads(process.stdout.readline())

    yield start
    for process in processes:
        process.terminate()
        process.communicate(timeout=PATIENCE)

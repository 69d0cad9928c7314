"""The code is formatted, linted and typed as pyproject.toml says."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "check",
    [
        ("ruff", "format", "--check", "."),
        ("ruff", "check", "."),
        ("mypy",),
    ],
    ids=" ".join,
)
def test_the_code_is_clean(check):
    done = subprocess.run(
        [sys.executable, "-m", *check], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr

"""`svcchat lab`: JupyterLab, opened on the first notebook."""

import argparse
import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from svcchat_magic.errors import SettingsError

FIRST_NOTEBOOK = "01-first-question.ipynb"
_PACKAGE = Path(__file__).parent.parent


def add_to(commands: Any) -> None:
    """Add the command to the program's parser."""
    parser = commands.add_parser(
        "lab",
        help="open JupyterLab on the first notebook",
        description="Open JupyterLab on the first notebook; further arguments are handed to JupyterLab.",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run JupyterLab until the user ends it; its exit status is ours."""
    if find_spec("jupyterlab") is None:
        raise SettingsError('JupyterLab is not installed; run: pip install "svcchat-magic[lab]"')

    notebook = first_notebook(Path.cwd())
    # Without -P a file of the working folder named jupyterlab.py would run in its place.
    command = [sys.executable, "-P", "-m", "jupyterlab", str(notebook), *options.rest]
    # Ctrl-C reaches JupyterLab too, which asks whether it is meant. A wait that it interrupted here would
    # kill JupyterLab a moment later.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        return subprocess.run(command, check=False).returncode
    finally:
        signal.signal(signal.SIGINT, before)


def first_notebook(folder: Path) -> Path:
    """The first notebook: of the checkout, or a copy in `folder` that stays the user's own.

    A checkout is where the package lies, or `folder`, where the package was installed from it.
    """
    for checkout in (_PACKAGE.parent, folder):
        notebook = checkout / "notebooks" / FIRST_NOTEBOOK
        if notebook.is_file():
            return notebook

    copy = folder / FIRST_NOTEBOOK
    if not copy.exists():
        shutil.copyfile(_PACKAGE / "demo" / "notebooks" / FIRST_NOTEBOOK, copy)

    return copy

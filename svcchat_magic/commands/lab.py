"""`svcchat lab`: open JupyterLab on the first notebook."""

import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from svcchat_magic.commands.command_line import Command
from svcchat_magic.errors import SettingsError

FIRST_NOTEBOOK = "01-first-question.ipynb"
_PACKAGE = Path(__file__).parent.parent


@click.command("lab", cls=Command, context_settings={"ignore_unknown_options": True})
@click.argument("rest", metavar="[ARGUMENT]...", nargs=-1, type=click.UNPROCESSED)
def command(rest: tuple[str, ...]) -> int:
    """Open JupyterLab on the first notebook.

    Further arguments go to JupyterLab.
    """
    if find_spec("jupyterlab") is None:
        raise SettingsError('JupyterLab is not installed; run: pip install "svcchat-magic[lab]"')

    notebook = first_notebook(Path.cwd())
    # Without -P, a file jupyterlab.py in the working folder would run instead.
    program = [sys.executable, "-P", "-m", "jupyterlab", str(notebook), *rest]
    # Ctrl-C reaches JupyterLab too, which asks for confirmation. If it interrupted the wait below, Python
    # would kill JupyterLab a moment later.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        return subprocess.run(program, check=False).returncode
    finally:
        signal.signal(signal.SIGINT, before)


def first_notebook(folder: Path) -> Path:
    """Find the first notebook in the checkout, or copy it into `folder` unless it is there already.

    The checkout is the folder that contains the package, or `folder` if the package was installed from it.
    """
    for checkout in (_PACKAGE.parent, folder):
        notebook = checkout / "notebooks" / FIRST_NOTEBOOK
        if notebook.is_file():
            return notebook

    copy = folder / FIRST_NOTEBOOK
    if not copy.exists():
        shutil.copyfile(_PACKAGE / "demo" / "notebooks" / FIRST_NOTEBOOK, copy)

    return copy

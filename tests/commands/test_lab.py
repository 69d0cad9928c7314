"""`svcchat lab`: which notebook it opens."""

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from svcchat_magic.commands.lab import FIRST_NOTEBOOK, first_notebook
from tests.waiting import PATIENCE

SLOW_TO_END = """
import signal, time
def end(*_):
    time.sleep(1)  # longer than a parent would wait that was interrupted itself
    print("saved", flush=True)
    raise SystemExit(7)
signal.signal(signal.SIGINT, end)
print("runs", flush=True)
while True:
    time.sleep(0.1)  # a signal that comes right before a sleep is only seen behind it
"""
PROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"


def test_in_a_checkout_it_is_the_checkouts_own(tmp_path):
    notebook = first_notebook(tmp_path)

    assert notebook.parts[-2:] == ("notebooks", FIRST_NOTEBOOK)
    assert not list(tmp_path.iterdir())


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A folder of the user's, beside a package that is installed as a wheel is."""
    package = tmp_path / "site-packages" / "svcchat_magic"
    packaged = package / "demo" / "notebooks" / FIRST_NOTEBOOK
    packaged.parent.mkdir(parents=True)
    packaged.write_text("first", encoding="utf-8")
    monkeypatch.setattr("svcchat_magic.commands.lab._PACKAGE", package)
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


def test_installed_from_a_checkout_and_run_in_it_it_is_the_checkouts_own(own):
    notebooks = own / "notebooks"
    notebooks.mkdir()
    (notebooks / FIRST_NOTEBOOK).write_text("of the checkout", encoding="utf-8")

    assert first_notebook(own) == notebooks / FIRST_NOTEBOOK
    assert list(own.iterdir()) == [notebooks]


def test_installed_it_is_a_copy_that_is_never_overwritten(own):
    copy = first_notebook(own)
    copy.write_text("mine", encoding="utf-8")

    assert copy == own / FIRST_NOTEBOOK
    assert first_notebook(own).read_text(encoding="utf-8") == "mine"


def test_the_wheel_carries_the_notebooks():
    assert '"notebooks" = "svcchat_magic/demo/notebooks"' in PROJECT.read_text(encoding="utf-8")


@pytest.mark.parametrize("front_end", ["jupyterlab", "notebook"])
def test_the_extra_lab_brings_both_front_ends(front_end):
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]

    assert front_end in [each.partition(">")[0] for each in extras["lab"]]


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_an_interrupt_lets_it_end_in_its_own_time(tmp_path):
    (tmp_path / "jupyterlab.py").write_text(SLOW_TO_END, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "svcchat_magic", "lab"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout.readline() == "runs\n"

    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: every process of the group gets it
    out, err = process.communicate(timeout=PATIENCE)

    assert (out, err) == ("saved\n", "")
    assert process.returncode == 7


@pytest.mark.long
@pytest.mark.case("Z03")
def test_no_module_of_the_working_folder_runs_in_place_of_jupyterlab(environment, tmp_path):
    (tmp_path / "jupyterlab.py").write_text("print('owned')\n", encoding="utf-8")
    program = "from svcchat_magic.commands.main import main\nraise SystemExit(main(['lab', '--version']))\n"
    command = [sys.executable, "-P", "-c", program]  # as the installed program begins

    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )

    assert "owned" not in done.stdout
    assert done.returncode == 0, done.stderr

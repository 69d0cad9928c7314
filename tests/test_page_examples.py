"""The Python of the documents: every example is strictly typed and runs against the embedded service."""

import os
import re
import subprocess
import sys

import pytest

from tests.pages import PAGES, README, ROOT, fences, text_of

EXAMPLES = [
    fence.text for each in (README, *PAGES) for fence in fences(text_of(each)) if fence.language == "python"
]


def first_word(example):
    return re.sub(r"\W+", "-", example.splitlines()[-1]).strip("-")


@pytest.fixture(scope="module")
def own_folder(tmp_path_factory):
    """Where the embedded service keeps its chats and examples their files."""
    return tmp_path_factory.mktemp("examples")


def run(folder, *arguments):
    environment = {name: text for name, text in os.environ.items() if not name.startswith("SVCCHAT_")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment | {"XDG_DATA_HOME": str(folder), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_there_are_examples_for_scripts_coroutines_threads_and_recordings():
    code = "\n".join(EXAMPLES)

    assert all(word in code for word in (".ask(", "async for", "ThreadPoolExecutor", 'mode="auto"'))


@pytest.mark.long
def test_every_example_is_strictly_typed(own_folder):
    files = []
    for number, example in enumerate(EXAMPLES):
        files.append(own_folder / f"example_{number}.py")
        files[-1].write_text(example, encoding="utf-8")

    done = run(ROOT, "-m", "mypy", "--strict", *map(str, files))

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize("example", EXAMPLES, ids=first_word)
def test_an_example_runs(own_folder, example):
    done = run(own_folder, "-W", "error", "-c", example)

    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.strip()


@pytest.mark.long
def test_the_recorded_example_is_answered_by_its_recording_the_second_time(own_folder):
    (example,) = (each for each in EXAMPLES if 'mode="auto"' in each)

    done = run(own_folder, "-c", example.replace("recorded-answers", "recorded-now"))

    first, second = done.stdout.splitlines()
    assert first == "asked just now"
    assert re.fullmatch(r"recorded-now.orders-by-channel-in-2024-[0-9a-f]{20}\.ndjson", second)

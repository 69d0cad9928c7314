"""What a kernel leaves behind and shows, searched for its key."""

import sqlite3
from contextlib import closing

import pytest

from tests.campaigns.key import MARKER, files_of, found_in, leave_traces, replies
from tests.faults.fixtures import KEY
from tests.faults.scripted_origin import Ending, Reply, recorded

CANARY = "Canary-kernel-0123456789"
SHORT = recorded("short")
FAILURES = {
    "reset": Reply((SHORT[:300],), ending=Ending.RESET),
    "cut": Reply((SHORT[:300],), ending=Ending.CUT),
    "hang-up": Reply(raw=b"", ending=Ending.CUT),
    "broken http": Reply(raw=f"HTTP/1.1 200 {KEY}\r\nBroken\r\n\r\n".encode()),
    "bad chunk": Reply(raw=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
    "packed": Reply((SHORT,), headers={"Content-Encoding": "gzip"}),
    "web page": Reply((f"<html>{KEY}".encode(),)),
    "no message": Reply((f"{KEY}\n".encode(),)),
    "refusal": Reply((f'{{"message":"Api-Key {KEY}"}}'.encode(),), status=401),
    "failure": Reply((KEY.encode(),), status=500),
    "redirect": Reply(status=307, headers={"Location": f"https://{KEY}.example/"}),
    "error line": Reply((SHORT.splitlines()[0], f'\n{{"error":"{KEY}"}}\n'.encode())),
}
FAILED_IN = [  # what shows most, and one failure in each mode, in every run
    pytest.param(failure, mode, marks=() if mode == "Verbose" or failure == "refusal" else pytest.mark.long)
    for failure in FAILURES
    for mode in ("Minimal", "Plain", "Context", "Verbose", "Docs")
]


@pytest.mark.case("K04")
@pytest.mark.parametrize(("failure", "mode"), FAILED_IN)
def test_a_failed_cell_shows_no_key_in_any_mode(scripted_notebook, origin, failure, mode):
    origin.answer(FAILURES[failure])
    scripted_notebook.run(f"%xmode {mode}")

    failed = scripted_notebook.run("%%ask\nOrders")

    assert failed.error is not None
    assert failed.text + failed.html
    assert KEY not in failed.text + failed.html + repr(failed.error)


@pytest.mark.case("K04")
def test_not_even_a_bug_of_the_users_shows_the_key_of_what_stands_around_it(scripted_notebook, origin):
    scripted_notebook.run("%xmode Verbose")
    scripted_notebook.run("from svcchat_magic.conversation.conversation import Conversation")
    scripted_notebook.run("from svcchat_magic.setting_sources import read_settings")

    failed = scripted_notebook.run(
        "def with_a_bug(settings, key, talk):\n"
        "    return 1 / 0\n"
        "settings = read_settings()\n"
        "with_a_bug(settings, settings.api_key, Conversation(settings))"
    )

    assert "ApiKey(***)" in failed.text
    assert "ZeroDivisionError" in failed.text
    assert KEY not in failed.text


@pytest.fixture(scope="module")
def traces(tmp_path_factory):
    """A folder with all that a kernel left whose services said its key in every way."""
    folder = tmp_path_factory.mktemp("kernel")
    leave_traces(folder, CANARY)
    return folder


@pytest.mark.long
@pytest.mark.case("K06")
@pytest.mark.case("R29")
def test_a_saved_notebook_is_without_the_key(traces):
    saved = (traces / "asked.ipynb").read_text()

    assert MARKER in saved
    assert "***" in saved
    assert CANARY.lower() not in saved.lower()


@pytest.mark.case("K07")
def test_the_history_of_the_shell_is_without_the_key(traces):
    with closing(sqlite3.connect(traces / "history.sqlite")) as history:
        told = "".join(history.iterdump())

    kept = told + (traces / "history.txt").read_text() + (traces / "inputs.txt").read_text()
    assert kept.count(MARKER) >= 3
    assert CANARY.lower() not in kept.lower()


@pytest.mark.case("K05")
def test_the_logs_of_a_kernel_are_without_the_key(traces):
    logged = (traces / "debug.log").read_text()

    assert "send_request_headers" in logged
    assert CANARY.lower() not in logged.lower()


@pytest.mark.case("K11")
def test_what_is_recorded_is_without_the_key(traces):
    recordings = list((traces / "svcchat-recordings").iterdir())

    assert recordings
    assert not [each for each in recordings if CANARY.encode() in each.read_bytes()]


def test_no_file_that_a_kernel_leaves_holds_the_key(traces):
    assert len(list(files_of(traces))) > 5
    assert found_in(traces, CANARY) == []


@pytest.mark.case("K12")
@pytest.mark.parametrize("number", [0, 1, 2], ids=["in a word", "in pieces", "in a result"])
def test_an_agent_that_says_the_key_shows_stars(scripted_notebook, origin, number):
    origin.answer(list(replies(KEY))[number])

    cell = scripted_notebook.run("%%ask\nWhat is my key?")

    assert cell.error is None
    assert "***" in cell.html
    assert KEY not in cell.html + cell.text + str(cell.bundles)

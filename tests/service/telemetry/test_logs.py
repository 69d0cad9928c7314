"""What a record becomes, and what never stands in one."""

import io
import json
import logging
import re

import pytest

from svcchat_magic.service.telemetry.logs import LogForm, about, log_to

log = logging.getLogger("svcchat_magic.service")


@pytest.fixture
def logged():
    """Start to log in a form at a level; gives what was written. Logging is as before after the test."""
    root, own = logging.getLogger(), logging.getLogger("svcchat_magic")
    before = root.handlers[:], root.level, own.level

    def start(form=LogForm.JSON, level="info"):
        for handler in root.handlers[:]:
            root.removeHandler(handler)

        stream = io.StringIO()
        log_to(stream, form, level)
        return lambda: stream.getvalue()

    yield start
    root.handlers[:], root.level = before[0], before[1]
    own.setLevel(before[2])


def test_a_record_is_one_object_with_its_fields(logged):
    written = logged()

    log.info("request\nwith a break", extra=about(requestId="abc", status=200))

    assert written().count("\n") == 1
    told = json.loads(written())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", told.pop("time"))
    assert told.pop("pid") > 0
    assert told == {"level": "info", "event": "request\nwith a break", "requestId": "abc", "status": 200}


def test_a_record_for_people_is_one_line(logged):
    written = logged(LogForm.TEXT)

    log.info("request\n\x1b[31m", extra=about(requestId="abc", status=200, firstByteSeconds=None))

    assert written().endswith("INFO    request\\n\\x1b[31m requestId=abc status=200\n")


@pytest.mark.parametrize("form", LogForm)
def test_an_error_is_told_by_its_kind_and_place_alone(logged, form):
    written = logged(form)

    try:
        try:
            raise ValueError("SELECT secret")
        except ValueError as cause:
            raise RuntimeError("row value") from cause
    except RuntimeError:
        log.exception("it failed")

    assert "secret" not in written()
    assert "row value" not in written()
    assert re.search(r"RuntimeError at test_logs.py:\d+ test_.*, from ValueError at test_logs.py", written())


def test_the_level_is_for_the_service_and_others_only_warn(logged):
    written = logged(level="debug")

    log.debug("ours")
    logging.getLogger("another").info("theirs")
    logging.getLogger("another").warning("their warning")

    assert [json.loads(line)["event"] for line in written().splitlines()] == ["ours", "their warning"]


def test_without_a_form_what_is_no_terminal_gets_json(logged):
    written = logged(None)

    log.warning("x")

    assert json.loads(written())["event"] == "x"

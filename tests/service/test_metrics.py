"""The counts as Prometheus reads them."""

import os
import re

import pytest

from svcchat_magic.service.metrics import Metrics
from tests.raw_api import ask, call, headers

SAMPLE = re.compile(r'[a-z_]+\{([a-z_]+="[^"\\\n]*",?)+\} [0-9.e+-]+')


def test_every_line_of_the_page_is_a_comment_or_a_sample(quick):
    ask(quick, "who is ada?")

    status, told, body = call(quick, "/metrics", None, method="GET")

    assert (status, told["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    assert not [line for line in body.decode().splitlines() if line[0] != "#" and not SAMPLE.fullmatch(line)]
    assert f'svcchat_requests_total{{route="chat",status="200",pid="{os.getpid()}"}} '.encode() in body
    assert b'svcchat_runs_total{status="complete"' in body
    for name in ("messages", "store_write_seconds_count", "process_memory_bytes", "streams_running"):
        assert f"svcchat_{name}".encode() in body


@pytest.mark.parametrize("given", [{}, {"Authorization": "Api-Key wrong"}])
def test_the_counts_need_a_key(quick, given):
    status, _, body = call(quick, "/metrics", None, method="GET", given=given)

    assert status == 401
    assert b"svcchat_" not in body


def test_no_user_chat_or_address_of_a_callers_own_is_a_label(quick):
    ask(quick, "who is ada?", {"externalId": "ada-lovelace"})
    call(quick, "/ada-lovelace", {})

    _, _, body = call(quick, "/metrics", None, method="GET", given=headers(quick))

    assert b"ada" not in body
    assert b'route="other",status="404"' in body


def test_a_histogram_counts_up_to_each_bound():
    metrics = Metrics()
    for seconds in (0.004, 0.005, 0.3, 100.0):
        metrics.observe("svcchat_run_seconds", seconds)

    page = metrics.text()

    found = re.findall(r'svcchat_run_seconds_bucket\{le="([^"]+)",pid="\d+"\} (\d+)', page)
    assert dict(found)["0.005"] == "2"
    assert dict(found)["0.5"] == "3"
    assert dict(found)["60.0"] == "3"
    assert dict(found)["+Inf"] == "4"
    assert re.search(r'svcchat_run_seconds_sum\{pid="\d+"\} 100.309\n', page)

"""The counts as Prometheus reads them."""

import os
import re

import pytest

from svcchat_magic.service.telemetry.metrics import Metrics
from tests.raw_api import ask, call
from tests.waiting import until

SAMPLE = re.compile(r'[a-z_]+\{([a-z_]+="[^"\\\n]*",?)+\} [0-9.e+-]+')


def page_with(service, sample):
    """The counts once they hold a sample: a request is counted after its answer's last byte was sent."""
    pages = []
    until(lambda: pages.append(call(service, "/metrics", None, method="GET")) or sample in pages[-1][2])
    return pages[-1]


def test_every_line_of_the_page_is_a_comment_or_a_sample(quick):
    ask(quick, "who is ada?")

    status, told, body = page_with(quick, b'svcchat_requests_total{route="chat",status="200"')

    assert (status, told["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    assert not [line for line in body.decode().splitlines() if line[0] != "#" and not SAMPLE.fullmatch(line)]
    assert f'svcchat_requests_total{{route="chat",status="200",pid="{os.getpid()}"}} '.encode() in body
    assert b'svcchat_runs_total{status="complete"' in body
    for name in (
        "messages",
        "store_write_seconds_count",
        "process_memory_bytes",
        "streams_running",
        "stream_bytes_held",
    ):
        assert f"svcchat_{name}".encode() in body


@pytest.mark.parametrize("given", [{}, {"Authorization": "Api-Key wrong"}])
def test_the_counts_need_a_key(quick, given):
    status, _, body = call(quick, "/metrics", None, method="GET", given=given)

    assert status == 401
    assert b"svcchat_" not in body


def test_no_user_chat_or_address_of_a_callers_own_is_a_label(quick):
    ask(quick, "who is ada?", {"externalId": "ada-lovelace"})
    call(quick, "/ada-lovelace", {})

    _, _, body = page_with(quick, b'route="other",status="404"')

    assert b"ada" not in body


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

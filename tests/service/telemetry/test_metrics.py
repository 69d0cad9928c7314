"""The counts as Prometheus reads them."""

import os
import re
import sys

import pytest
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from svcchat_magic.service.telemetry.measuring import measuring
from tests.raw_api import ask, call
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import until


def counted(route, status):
    return f'svcchat_requests_total{{pid="{os.getpid()}",route="{route}",status="{status}"}} '.encode()


def page_with(service, sample):
    """The counts once they hold a sample: a request is counted after its answer's last byte was sent."""
    pages = []
    until(lambda: pages.append(call(service, "/metrics", None, method="GET")) or sample in pages[-1][2])
    return pages[-1]


def test_every_line_of_the_page_is_a_comment_or_a_sample(quick):
    ask(quick, "who is ada?")

    status, told, body = page_with(quick, counted("chat", 200))

    assert (status, told["Content-Type"]) == (200, CONTENT_TYPE_LATEST)
    read = [sample for family in text_string_to_metric_families(body.decode()) for sample in family.samples]
    assert len(read) == sum(line[0] != "#" for line in body.decode().splitlines())
    assert {sample.labels["pid"] for sample in read} == {str(os.getpid())}
    assert b'status="complete"' in body
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

    _, _, body = page_with(quick, counted("other", 404))

    assert b"ada" not in body


def test_a_histogram_counts_up_to_each_bound():
    metrics = measuring()
    for seconds in (0.004, 0.005, 0.3, 100.0):
        metrics.observe("svcchat_run_seconds", seconds)

    page = metrics.page().decode()

    found = dict(re.findall(r'svcchat_run_seconds_bucket\{le="([^"]+)",pid="\d+"\} (\S+)', page))
    assert (found["0.005"], found["0.5"], found["60.0"], found["+Inf"]) == ("2.0", "3.0", "3.0", "4.0")
    assert re.search(r'svcchat_run_seconds_sum\{pid="\d+"\} 100.309\n', page)


def test_two_services_of_one_process_count_apart_and_not_for_the_process():
    one, other = measuring(), measuring()

    one.count("svcchat_queries_total", by_whom="api")

    assert 'by_whom="api"' in one.page().decode()
    assert 'by_whom="api"' not in other.page().decode()
    assert not [each.name for each in REGISTRY.collect() if each.name.startswith("svcchat")]


@pytest.fixture
def without_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "svcchat_magic.service.telemetry.metrics", raising=False)


def test_without_the_extra_questions_are_answered_and_a_sentence_says_what_to_install(
    without_the_extra, start
):
    service = start(ScriptedAnalyst(waits=False))

    messages = ask(service, "who is ada?")
    status, _, body = call(service, "/metrics", None, method="GET")
    strangers, _, refusal = call(service, "/metrics", None, method="GET", given={})

    assert messages
    assert (status, strangers) == (404, 401)
    assert b"Metrics need the extra: pip install 'svcchat-magic[metrics]'." in body
    assert b"extra" not in refusal

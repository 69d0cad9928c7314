from datetime import UTC, datetime

import pytest

from svcchat_magic.client.retries import Timing, may_be_sent_again, pause_before

NOON = datetime(2025, 1, 10, 12, 0, tzinfo=UTC)
TIMING = Timing(dice=lambda: 0.5, now=lambda: NOON)


@pytest.mark.case("S25")
@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("2", 2.25),
        ("-1", 0.25),
        ("1000000000", 60.25),
        ("Fri, 10 Jan 2025 12:00:07 GMT", 7.25),
        ("Fri, 10 Jan 2025 11:00:00 GMT", 0.25),
        ("Fri, 10 Jan 2099 11:00:00 GMT", 60.25),
        ("Fri, 10 Jan 99999999999999999999 11:00:00 GMT", 0.25),
        ("Fri, 10 Jan 2025 11:00:00 +99999999999999999999", 0.25),
        ("abc", 0.25),
        ("1e9", 0.25),
        ("٣", 0.25),
        ("", 0.25),
    ],
)
def test_retry_after_is_kept_within_a_minute(header, seconds):
    assert pause_before(1, header, TIMING) == seconds


def test_the_second_pause_may_be_twice_as_long():
    assert pause_before(2, "", TIMING) == 2 * pause_before(1, "", TIMING)


@pytest.mark.parametrize("status", [408, 502, 504])
def test_a_status_that_may_hide_a_run_is_repeated_only_without_a_question(status):
    assert may_be_sent_again(status, is_question=False)
    assert not may_be_sent_again(status, is_question=True)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 500])
def test_a_refusal_is_never_repeated(status):
    assert not may_be_sent_again(status, is_question=False)

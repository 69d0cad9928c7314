"""Who could start is replaced soon; who could not is tried less and less often."""

import pytest

from svcchat_magic.service.process.restart_pauses import (
    LONGEST_PAUSE,
    LONGEST_PAUSE_AFTER_SERVICE,
    RestartPauses,
)


@pytest.mark.case("Z13")
def test_a_worker_that_served_is_replaced_soon_however_often_it_dies():
    pauses = RestartPauses()

    told = [pauses.after_service(1.0) for _ in range(50)]

    assert told[0] < told[-1] == max(told) == LONGEST_PAUSE_AFTER_SERVICE


def test_a_steady_one_is_replaced_at_once():
    pauses = RestartPauses()
    pauses.after_service(1.0)

    assert pauses.after_service(60.0) == 0.0


def test_what_cannot_start_is_tried_less_and_less_often():
    pauses = RestartPauses()

    told = [pauses.after_failed_start() for _ in range(12)]

    assert told == sorted(told)
    assert told[-1] == LONGEST_PAUSE


def test_a_start_that_succeeded_ends_the_long_pauses():
    pauses = RestartPauses()
    for _ in range(12):
        pauses.after_failed_start()

    pauses.after_service(1.0)

    assert pauses.after_failed_start() < 1.0

import asyncio
from dataclasses import replace

import pytest

from svcchat_magic.client.deadlines import Deadlines, DeadlineTimer, Wait
from svcchat_magic.errors import DeadlineExceeded
from svcchat_magic.settings import Settings

SETTINGS = Settings(connect_seconds=5, first_byte_seconds=60, idle_seconds=30, total_seconds=100)


class Clock:
    def __init__(self):
        self.now = 1_000.0

    def __call__(self):
        return self.now


def test_each_wait_has_its_own_limit():
    clock = Clock()
    deadlines = Deadlines(SETTINGS, clock=clock)

    left = [deadlines.seconds_left]
    for wait in (Wait.FIRST_BYTE, Wait.NEXT_MESSAGE, Wait.NEXT_TRY):
        deadlines.restart(wait)
        left.append(deadlines.seconds_left)

    assert left == [5, 60, 30, 100]


@pytest.mark.case("S19")
def test_messages_that_keep_coming_do_not_move_the_total():
    clock = Clock()
    deadlines = Deadlines(SETTINGS, clock=clock)

    for _ in range(10):
        deadlines.restart(Wait.NEXT_MESSAGE)
        clock.now += 10

    assert deadlines.seconds_left == 0
    assert (
        str(deadlines.failure())
        == "The answer took longer than 100 seconds. To wait longer, raise total_seconds."
    )


def test_a_timeout_given_for_one_question_replaces_the_total():
    clock = Clock()
    deadlines = Deadlines(SETTINGS, total_seconds=2, clock=clock)

    assert deadlines.seconds_left == 2
    clock.now += 2
    assert str(deadlines.failure()) == "The answer took longer than 2 seconds. To wait longer, raise timeout."


@pytest.mark.parametrize(
    ("wait", "sentence"),
    [
        (
            Wait.CONNECTION,
            "No connection from the service within 5 seconds. To wait longer, raise connect_seconds.",
        ),
        (
            Wait.FIRST_BYTE,
            "No first byte from the service within 60 seconds. To wait longer, raise first_byte_seconds.",
        ),
        (
            Wait.NEXT_MESSAGE,
            "No message from the service for 30 seconds. To wait longer, raise idle_seconds.",
        ),
    ],
)
def test_the_error_says_what_was_waited_for_and_which_setting_allows_more(wait, sentence):
    deadlines = Deadlines(SETTINGS, clock=Clock())
    deadlines.restart(wait)

    assert str(deadlines.failure()) == sentence


def test_one_second_is_told_as_one():
    deadlines = Deadlines(replace(SETTINGS, idle_seconds=1.0), clock=Clock())
    deadlines.restart(Wait.NEXT_MESSAGE)

    assert "for 1 second." in str(deadlines.failure())


def test_a_watch_ends_an_await_whose_deadline_passes():
    async def wait_for_ever():
        watch = DeadlineTimer(Deadlines(Settings(connect_seconds=0.01)))
        await watch.hold(asyncio.Event().wait())

    with pytest.raises(DeadlineExceeded, match="No connection"):
        asyncio.run(wait_for_ever())


def test_a_watch_notices_that_a_shorter_wait_began():
    async def wait_for_ever():
        deadlines = Deadlines(Settings(connect_seconds=500, idle_seconds=0.01))
        watch = DeadlineTimer(deadlines)
        await watch.hold(asyncio.sleep(0))
        deadlines.restart(Wait.NEXT_MESSAGE)
        await watch.hold(asyncio.Event().wait())

    with pytest.raises(DeadlineExceeded, match="No message"):
        asyncio.run(wait_for_ever())


def test_a_watch_lets_a_cancel_from_outside_through():
    async def cancelled():
        watch = DeadlineTimer(Deadlines(Settings()))
        task = asyncio.create_task(watch.hold(asyncio.Event().wait()))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        watch.stop()
        return task.cancelled()

    assert asyncio.run(cancelled())


def test_after_a_deadline_the_task_is_not_left_cancelled():
    async def count():
        watch = DeadlineTimer(Deadlines(Settings(connect_seconds=0.01)))
        with pytest.raises(DeadlineExceeded):
            await watch.hold(asyncio.Event().wait())

        return asyncio.current_task().cancelling()

    assert asyncio.run(count()) == 0

import asyncio

import httpx
import pytest

from svcchat_magic.client.deadlines import Deadlines, DeadlineTimer
from svcchat_magic.client.line_stream import LineStream
from svcchat_magic.errors import StreamLimitExceeded
from svcchat_magic.settings import Settings

SETTINGS = Settings(idle_seconds=60, total_seconds=600)


def seconds_left_after(parts, seconds_apart):
    """How long the next message may take once these parts have come, one after another."""
    now = 0.0

    async def body(wanted):
        nonlocal now
        for part in parts:
            await wanted.acquire()
            now += seconds_apart
            yield part

    async def read():
        wanted = asyncio.Semaphore(0)
        request = httpx.Request("POST", "http://localhost/")
        response = httpx.Response(200, content=body(wanted), request=request)
        deadlines = Deadlines(SETTINGS, clock=lambda: now)
        watch = DeadlineTimer(deadlines)
        stream = LineStream(response, SETTINGS, deadlines, watch)
        for _ in parts:
            wanted.release()
            await stream.next_lines()

        await stream.close()
        watch.stop()
        return deadlines.seconds_left

    return asyncio.run(read())


@pytest.mark.case("S19")
def test_a_drip_of_bytes_without_a_line_is_silence():
    assert seconds_left_after([b"{}\n", *[b"x"] * 20], 0.5) == 60 - 10


def test_each_line_begins_a_new_wait():
    assert seconds_left_after([b"{}\n"] * 20, 0.5) == 60


@pytest.mark.case("S19")
def test_lines_that_keep_coming_meet_the_total():
    assert seconds_left_after([b"{}\n"] * 20, 29) == 600 - 20 * 29


@pytest.mark.parametrize(
    ("limits", "given"),
    [
        ({"max_stream_bytes": 12}, [b'{"a":1}', b"{}"]),
        ({"max_stream_bytes": 11}, [b'{"a":1}', b"{}"]),
        ({"max_stream_bytes": 10}, [b'{"a":1}']),
        ({"max_messages": 2}, [b'{"a":1}', b"{}"]),
    ],
)
@pytest.mark.parametrize("size", [1, 5, 100])
def test_what_came_within_a_limit_is_given_out_however_it_was_cut(limits, given, size):
    whole = b'{"a":1}\n{}\n{}\n'

    async def body():
        for at in range(0, len(whole), size):
            yield whole[at : at + size]

    async def read():
        settings = Settings(**limits)
        response = httpx.Response(200, content=body(), request=httpx.Request("POST", "http://localhost/"))
        deadlines = Deadlines(settings)
        watch = DeadlineTimer(deadlines)
        stream = LineStream(response, settings, deadlines, watch)
        found = []
        try:
            while (lines := await stream.next_lines()) is not None:
                found += lines
        except StreamLimitExceeded:
            return found
        finally:
            await stream.close()
            watch.stop()

    assert asyncio.run(read()) == given

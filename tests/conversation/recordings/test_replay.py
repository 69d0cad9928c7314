import asyncio

import pytest

from svcchat_magic.conversation.recordings.replay import ReplayingTransport
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest, session_settings
from svcchat_magic.settings import ApiKey
from tests.conversation.recordings.test_recording_file import recording

WHO = session_settings({"externalId": "ada"})
QUESTION = ChatRequest(session_settings=WHO, input="Orders")
ARRIVALS = ((0.5, b"a"), (0.5, b"b"), (2.0, b"c"), (7.25, b"d"))


class Time:
    """A clock that goes on by sleeping alone; a sleep may wake too early."""

    def __init__(self, *, early=0.0):
        self.now = 1_000.0
        self.slept = []
        self._early = early

    def clock(self):
        return self.now

    async def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += max(seconds - self._early, seconds / 2)


def replay(time, *, at_once):
    transport = ReplayingTransport(
        recording(ARRIVALS, seconds=8.0), at_once=at_once, clock=time.clock, sleep=time.sleep
    )
    return transport, asyncio.run(_given(transport, time))


async def _given(transport, time):
    return [(transport.seconds(), time.now, batch) async for batch in transport.batches(QUESTION)]


@pytest.mark.parametrize("seen_at", ["_is_due", "_due"])
def test_who_asks_for_the_time_while_the_next_line_is_looked_at_is_told_no_later_one(seen_at):
    told = []

    class Seen(ReplayingTransport):
        """RecordingKey for its time by another thread just before or after one of its values is set."""

        def __setattr__(self, name, value):
            if name == seen_at and self.__dict__.get("_started"):
                told.append((self.seconds(), time.now - 1_000.0))

            super().__setattr__(name, value)
            if name == seen_at and self.__dict__.get("_started"):
                told.append((self.seconds(), time.now - 1_000.0))

    time = Time()
    transport = Seen(recording(ARRIVALS, seconds=7.25), at_once=False, clock=time.clock, sleep=time.sleep)
    asyncio.run(_given(transport, time))

    assert all(seconds <= passed for seconds, passed in told)


def test_the_time_is_told_right_where_the_next_line_is_looked_at_meanwhile():
    class Overtaken(ReplayingTransport):
        """Goes on to its next line between two looks of another thread."""

        @property
        def _is_due(self):
            was_due = self.__dict__["is_due"]
            self.__dict__.update(is_due=False, _due=20.0)
            return was_due

        @_is_due.setter
        def _is_due(self, value):
            self.__dict__["is_due"] = value

    assert Overtaken(recording(ARRIVALS), at_once=False, clock=Time().clock).seconds() == 0.0


def test_at_the_original_pace_each_line_comes_in_its_time():
    time = Time()

    transport, given = replay(time, at_once=False)

    assert given == [(0.5, 1_000.5, [b"a", b"b"]), (2.0, 1_002.0, [b"c"]), (7.25, 1_007.25, [b"d"])]
    assert transport.seconds() == 8.0


def test_a_sleep_that_wakes_early_is_gone_on_with():
    time = Time(early=0.01)

    _, given = replay(time, at_once=False)

    assert [seconds for seconds, _, _ in given] == [0.5, 2.0, 7.25]
    assert len(time.slept) > 3


def test_at_once_nothing_is_waited_for_and_the_times_are_those_of_the_recording():
    time = Time()

    transport, given = replay(time, at_once=True)

    assert [(seconds, batch) for seconds, _, batch in given] == [
        (0.5, [b"a", b"b"]),
        (2.0, [b"c"]),
        (7.25, [b"d"]),
    ]
    assert time.slept == []
    assert transport.seconds() == 8.0


def test_while_it_waits_the_time_goes_on_and_not_past_the_next_line():
    time = Time()
    transport = ReplayingTransport(recording(ARRIVALS), at_once=False, clock=time.clock, sleep=_forever)

    async def seen():
        waiting = asyncio.ensure_future(anext(transport.batches(QUESTION)))
        await asyncio.sleep(0)
        time.now += 0.25
        early = transport.seconds()
        time.now += 100.0
        late = transport.seconds()
        waiting.cancel()
        return early, late

    assert asyncio.run(seen()) == (0.25, 0.5)


async def _forever(seconds):
    await asyncio.get_running_loop().create_future()


@pytest.mark.parametrize("at_once", [True, False])
def test_a_read_of_the_chat_and_an_abort_go_nowhere(at_once):
    transport = ReplayingTransport(recording(ARRIVALS), at_once=at_once)

    async def both():
        await transport.abort(AbortRequest(chat_id="chat-1"))
        request = QUESTION.as_read("chat-1", "1700000000000-message")
        return [batch async for batch in transport.batches(request)]

    assert asyncio.run(both()) == []


@pytest.mark.case("K12")
def test_a_recording_that_holds_the_key_is_given_without_it():
    lines = recording([(0.0, b'{"id":"canary-key-0123456789"}')])
    transport = ReplayingTransport(
        lines, at_once=True, redaction=KeyRedaction(ApiKey("canary-key-0123456789"))
    )

    async def given():
        return [batch async for batch in transport.batches(QUESTION)]

    assert asyncio.run(given()) == [[b'{"id":"***"}']]

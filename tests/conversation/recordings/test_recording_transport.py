import asyncio
from contextlib import aclosing

import pytest

from svcchat_magic.conversation.recordings.recording_key import RecordingKey
from svcchat_magic.conversation.recordings.recording_transport import RecordingTransport
from svcchat_magic.conversation.recordings.replay import ReplayingTransport
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.settings import ApiKey
from tests.conversation.recordings.test_recording_file import recording
from tests.conversation.recordings.test_replay import QUESTION

KEY = "canary-key-0123456789"
ARRIVALS = ((0.0, b"a"), (0.0, b"b"), (0.0, KEY.encode()))
ORDERS = RecordingKey("Orders")


def ticking():
    """A clock that is a second later at each look."""
    ticks = iter(range(100))
    return lambda: float(next(ticks))


@pytest.fixture
def recorder():
    inner = ReplayingTransport(
        recording([(0.0, b"a"), (0.0, b"b"), (1.0, KEY.encode())]),
        at_once=True,
        redaction=KeyRedaction(ApiKey(KEY)),
    )
    return RecordingTransport(inner, ticking())


async def read(transport, request=QUESTION, most=None):
    given = []
    async with aclosing(transport.batches(request)) as batches:
        async for batch in batches:
            given.append(batch)
            if len(given) == most:
                break

    return given


def test_lines_pass_unchanged_and_are_noted_with_their_times(recorder):
    given = asyncio.run(read(recorder))

    assert given == [[b"a", b"b"], [b"***"]]
    assert recorder.recording(ORDERS, 9.0).arrivals == ((1.0, b"a"), (1.0, b"b"), (2.0, b"***"))
    assert recorder.recording(ORDERS, 9.0).seconds == 9.0


def test_its_clock_begins_with_the_question_and_stands_while_lines_are_taken(recorder):
    async def seen():
        times = [recorder.seconds(), recorder.seconds()]
        async with aclosing(recorder.batches(QUESTION)) as batches:
            async for _ in batches:
                times += [recorder.seconds(), recorder.seconds()]

        return [*times, recorder.seconds(), recorder.seconds()]

    assert asyncio.run(seen()) == [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 4.0]


def test_its_clock_may_be_asked_in_the_moment_in_which_lines_have_been_taken():
    class Passing(RecordingTransport):
        """Its lines have been taken at the second look."""

        looks = 0

        @property
        def _taken_at(self):
            self.looks += 1
            return 1.0 if self.looks == 1 else None

        @_taken_at.setter
        def _taken_at(self, _):
            self.looks = 0

    assert Passing(ReplayingTransport(recording(ARRIVALS), at_once=True)).seconds() == 1.0


def test_its_clock_goes_on_where_what_came_could_not_be_taken(recorder):
    asyncio.run(read(recorder, most=1))

    assert [recorder.seconds(), recorder.seconds()] == [2.0, 3.0]


def test_a_question_sent_once_more_is_noted_anew(recorder):
    asyncio.run(read(recorder, QUESTION.in_chat("chat-1"), most=1))
    asyncio.run(read(recorder))

    noted = recorder.recording(ORDERS, 9.0)

    assert [line for _, line in noted.arrivals] == [b"a", b"b", b"***"]
    assert noted.chat_id is None


def test_a_question_that_began_its_chat_has_begun_it_also_where_its_run_is_attached_to(recorder):
    asyncio.run(read(recorder, QUESTION, most=1))
    asyncio.run(read(recorder, QUESTION.in_chat("chat-1")))

    assert recorder.recording(ORDERS, 9.0).chat_id is None


def test_a_read_of_the_chat_is_not_noted(recorder):
    asyncio.run(read(recorder))
    before = recorder.recording(ORDERS, 9.0)

    asyncio.run(read(recorder, QUESTION.as_read("chat-1", "1700000000000-message")))

    assert recorder.recording(ORDERS, 9.0) == before


def test_the_chat_that_was_asked_in_is_noted_without_the_key(recorder):
    asyncio.run(read(recorder, QUESTION.in_chat(f"chat-{KEY}")))

    assert recorder.recording(ORDERS, 9.0).chat_id == "chat-***"

"""A cancel or an interrupt closes the connection and tells the service, also a silent one, also twice."""

import asyncio
import signal
import threading
from dataclasses import replace

import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.protocol.transcript import Status
from tests.faults.scripted_origin import ABORT_PATH, Ending, Reply, recorded
from tests.waiting import PATIENCE, until

LINES = recorded("short").splitlines(keepends=True)
NO_CONTENT = Reply(status=204, is_chunked=False)
SILENT = Reply(raw=b"", ending=Ending.STALL)


@pytest.fixture
def conversation(settings):
    """A conversation that waits for its stop request to be taken, however busy the machine is."""
    with Conversation(replace(settings, abort_seconds=PATIENCE)) as talk:
        yield talk


@pytest.fixture
def impatient(settings):
    """A conversation that soon gives up to tell the service."""
    with Conversation(replace(settings, abort_seconds=0.05)) as talk:
        yield talk


@pytest.fixture
def stalled(origin):
    """The origin, whose answer begins and then falls silent."""
    origin.answer(Reply(tuple(LINES[:5]), ending=Ending.STALL))
    origin.on(ABORT_PATH, NO_CONTENT)
    return origin


async def followed(conversation, first):
    async for _ in conversation.stream("Orders"):
        first.set()


async def cancelled(conversation, times):
    """Follow the messages until one has come, and cancel that task."""
    first = asyncio.Event()
    task = asyncio.create_task(followed(conversation, first))
    await first.wait()
    for _ in range(times):
        task.cancel()
        await asyncio.sleep(0)

    await asyncio.wait([task], timeout=PATIENCE)
    return task.cancelled()


def aborts(origin):
    """The abort requests, once the turn's connection is closed."""
    assert origin.gone.wait(PATIENCE)
    return [request.json()["chatId"] for request in origin.of(ABORT_PATH)]


@pytest.mark.case("S33")
@pytest.mark.parametrize("times", [1, 2])
def test_a_cancelled_task_closes_the_connection_and_tells_the_service_once(stalled, conversation, times):
    assert asyncio.run(cancelled(conversation, times))

    assert conversation._current.turn.wait_for_end(PATIENCE)
    assert aborts(stalled) == ["chat-1"]


@pytest.mark.case("S34")
def test_a_cancelled_task_ends_though_the_abort_meets_silence(stalled, impatient):
    stalled.on(ABORT_PATH, SILENT)

    assert asyncio.run(cancelled(impatient, 1))

    assert impatient._current.turn.wait_for_end(PATIENCE)
    assert impatient._current.turn.transcript().status is Status.ABORTED
    assert "The stop request failed" in impatient._current.turn.abort_failure


@pytest.mark.case("S33")
def test_a_task_cancelled_while_it_is_starting_leaves_nothing_running(stalled, conversation):
    async def cancel_at_once():
        task = asyncio.create_task(followed(conversation, asyncio.Event()))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task], timeout=PATIENCE)
        async with asyncio.timeout(PATIENCE):  # the thread that starts it cannot be cancelled
            while status() is not Status.ABORTED:
                await asyncio.sleep(0.001)

        return task.cancelled()

    def status():
        return conversation._current.turn and conversation._current.turn.transcript().status

    assert asyncio.run(cancel_at_once())
    assert conversation._current.turn.wait_for_end(PATIENCE)


@pytest.mark.case("S33")
def test_a_task_whose_loop_ends_while_it_is_starting_leaves_nothing_running(stalled, conversation):
    is_starting, may_start, start = threading.Event(), threading.Event(), conversation.start

    def start_late(*given, **options):
        is_starting.set()
        may_start.wait(PATIENCE)
        return start(*given, **options)

    async def start_when_the_loop_ends():
        try:
            await asyncio.Event().wait()
        finally:
            may_start.set()

    async def leave():
        task = asyncio.create_task(followed(conversation, asyncio.Event()))
        await asyncio.to_thread(is_starting.wait, PATIENCE)
        task.cancel()
        last = asyncio.create_task(start_when_the_loop_ends())
        await asyncio.wait([task], timeout=PATIENCE)
        return last

    conversation.start = start_late
    asyncio.run(leave())

    assert conversation._current.turn.wait_for_end(PATIENCE)
    assert conversation._current.turn.transcript().status is Status.ABORTED


@pytest.mark.case("S33")
@pytest.mark.parametrize("abort", [NO_CONTENT, Reply(status=403), Reply(status=404), Reply(status=500)])
def test_an_interrupted_question_has_told_the_service_when_the_prompt_is_back(stalled, conversation, abort):
    stalled.on(ABORT_PATH, abort)

    assert interrupted(conversation)
    assert aborts(stalled) == ["chat-1"]


@pytest.mark.case("S34")
def test_an_interrupt_does_not_wait_for_a_service_that_is_silent_to_the_end(stalled, impatient):
    stalled.on(ABORT_PATH, SILENT)

    interrupted(impatient)

    assert impatient._current.turn.wait_for_end(PATIENCE)


@pytest.mark.case("S33")
def test_an_interrupt_before_anything_has_come_closes_the_connection(origin, conversation):
    origin.answer(Reply((), ending=Ending.STALL))

    assert interrupted(conversation, origin.asked.acquire)
    assert aborts(origin) == []


@pytest.mark.case("S33")
def test_a_second_interrupt_while_the_first_is_handled_is_one_too(stalled, conversation):
    stalled.on(ABORT_PATH, SILENT)

    is_over = interrupted(
        conversation,
        lambda: until(lambda: has_answer(conversation)),
        lambda: until(lambda: stalled.of(ABORT_PATH)),  # the first one waits for the service to take this
    )

    assert not is_over
    stalled.close()
    assert conversation._current.turn.wait_for_end(PATIENCE)
    assert conversation._current.turn.transcript().answer == "Sev€n "


def has_answer(conversation):
    return conversation._current.turn is not None and conversation._current.turn.transcript().answer


def interrupted(conversation, *moments):
    """Ask, and be interrupted as by Ctrl-C at each moment, the answer's beginning if none is given.

    Whether all was over by then.
    """
    main = threading.get_ident()

    def interrupt():
        for wait_for_moment in moments or (lambda: until(lambda: has_answer(conversation)),):
            wait_for_moment()
            signal.pthread_kill(main, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        conversation.ask("Orders")

    is_over = conversation._current.turn.is_done
    thread.join(PATIENCE)
    return is_over

import asyncio
import gc
import signal
import threading
from functools import partial

import pytest

from svcchat_magic.conversation.connecting.event_loop import EventLoop
from svcchat_magic.errors import RequestRefused
from tests.waiting import PATIENCE, threads_of_ours, until, until_ended


@pytest.fixture
def others():
    """The threads that are there before; other tests' may still be ending."""
    return threads_of_ours()


async def seven():
    return 7


def test_a_coroutine_runs_in_a_thread_of_the_loops_own():
    loop = EventLoop()

    async def where():
        return threading.current_thread().name

    assert loop.run(where) == "svcchat-conversation"
    loop.close()


def test_no_thread_is_started_before_the_first_use(others):
    loop = EventLoop()
    before = threads_of_ours() - others
    loop.run(seven)

    assert before == set()
    assert {each.name for each in threads_of_ours() - others} == {"svcchat-conversation"}
    loop.close()


def test_it_works_inside_a_running_event_loop():
    loop = EventLoop()

    async def cell():
        return loop.run(seven)

    assert asyncio.run(cell()) == 7
    loop.close()


def test_an_interrupt_cancels_the_task_in_its_loop():
    loop = EventLoop()
    started, cancelled = threading.Event(), threading.Event()

    async def for_ever():
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    def interrupt():
        started.wait()
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        loop.run(for_ever)

    assert cancelled.wait(PATIENCE)
    loop.close()


def test_closing_cancels_what_runs_and_ends_the_thread(others):
    loop = EventLoop()
    future = loop.start(partial(asyncio.sleep, 1_000))

    loop.close()
    loop.close()

    assert future.cancelled()
    assert threads_of_ours() <= others


def test_a_closed_loop_refuses_work():
    loop = EventLoop()
    loop.close()

    with pytest.raises(RequestRefused, match="closed"):
        loop.run(seven)


def test_what_is_begun_in_the_moment_in_which_the_loop_is_closed_is_not_waited_for_for_ever():
    loop = EventLoop()
    began, is_ending, may_end = threading.Event(), threading.Event(), threading.Event()
    closing = threading.Thread(target=loop.close)

    async def slow_to_end():
        try:
            began.set()
            await asyncio.Event().wait()
        finally:
            is_ending.set()
            may_end.wait(PATIENCE)

    loop.start(slow_to_end)
    assert began.wait(PATIENCE)
    soon = loop._loop.call_soon_threadsafe

    def begin_late(*given):
        loop._loop.call_soon_threadsafe = soon
        closing.start()
        if not loop._lock.locked():  # nothing keeps the other thread from closing first
            assert is_ending.wait(PATIENCE)

        begun = soon(*given)
        may_end.set()
        return begun

    loop._loop.call_soon_threadsafe = begin_late
    future = loop.start(partial(asyncio.sleep, 1_000))
    until_ended([closing])

    assert future.cancelled()


def test_who_waits_for_a_result_while_the_loop_is_closed_is_told_so():
    loop = EventLoop()

    async def for_ever():
        threading.Thread(target=loop.close).start()
        await asyncio.Event().wait()

    with pytest.raises(RequestRefused, match="closed"):
        loop.run(for_ever)


def test_a_forgotten_loop_ends_its_thread(others):
    loop = EventLoop()
    loop.run(seven)

    del loop
    gc.collect()

    until(lambda: threads_of_ours() <= others)

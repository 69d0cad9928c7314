import asyncio
import gc
import signal
import threading

import pytest

from svcchat_magic.conversation.event_loop import EventLoop
from svcchat_magic.errors import RequestRefused


def loop_threads():
    return [thread for thread in threading.enumerate() if thread.name == "svcchat-conversation"]


async def seven():
    return 7


def test_a_coroutine_runs_in_a_thread_of_the_loops_own():
    loop = EventLoop()

    async def where():
        return threading.current_thread().name

    assert loop.run(where()) == "svcchat-conversation"
    loop.close()


def test_no_thread_is_started_before_the_first_use():
    EventLoop()

    assert not loop_threads()


def test_it_works_inside_a_running_event_loop():
    loop = EventLoop()

    async def cell():
        return loop.run(seven())

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
        loop.run(for_ever())

    assert cancelled.wait(5)
    loop.close()


def test_closing_cancels_what_runs_and_ends_the_thread():
    loop = EventLoop()
    future = loop.start(asyncio.sleep(1_000))

    loop.close()
    loop.close()

    assert future.cancelled()
    assert not loop_threads()


def test_a_closed_loop_refuses_work():
    loop = EventLoop()
    loop.close()

    with pytest.raises(RequestRefused, match="closed"):
        loop.run(seven())


def test_a_forgotten_loop_ends_its_thread():
    loop = EventLoop()
    loop.run(seven())

    del loop
    gc.collect()

    assert not loop_threads()

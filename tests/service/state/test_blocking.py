"""Blocking work never holds the loop, and nothing of it is lost or logged in vain."""

import asyncio
import gc
import threading

import pytest

from svcchat_magic.service.state.blocking import WorkerThread, in_thread, result_of


def test_a_job_gives_its_result_or_its_error():
    async def both():
        assert await result_of(in_thread(lambda: 5, "test")) == 5
        with pytest.raises(ZeroDivisionError):
            await result_of(in_thread(lambda: 1 / 0, "test"))

    asyncio.run(both())


def test_a_waiter_that_was_cancelled_leaves_no_complaint():
    complaints = []
    may_fail = threading.Event()

    def fail():
        may_fail.wait()
        raise ZeroDivisionError

    async def cancel_and_fail():
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        job = in_thread(fail, "test")
        seen = asyncio.Event()
        loop = asyncio.get_running_loop()
        waiting = asyncio.create_task(result_of(job))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({waiting})
        job.add_done_callback(lambda _: loop.call_soon_threadsafe(seen.set))
        may_fail.set()
        await seen.wait()
        del job, waiting
        await asyncio.sleep(0)
        gc.collect()

    asyncio.run(cancel_and_fail())
    gc.collect()

    assert complaints == []


def test_a_worker_thread_keeps_the_order_and_ends():
    worker = WorkerThread("test-worker")
    done = []

    for number in range(100):
        worker.submit(lambda number=number: done.append(number))

    worker.stop()

    assert done == list(range(100))
    assert "test-worker" not in {each.name for each in threading.enumerate()}

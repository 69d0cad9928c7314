import asyncio
import gc

import httpx
import pytest

from svcchat_magic.client.chunk_pump import ChunkPump


def in_loop(test):
    """Run a coroutine; gives what the loop reported as nobody's failure, and the tasks it left."""

    async def watched():
        reported = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
        await test()
        gc.collect()  # a task is reported when it is thrown away
        return reported, asyncio.all_tasks() - {asyncio.current_task()}

    return asyncio.run(watched())


async def several(*chunks, failure=None):
    for chunk in chunks:
        yield chunk

    if failure is not None:
        raise failure


async def taken(pump):
    found = []
    while chunk := await pump.take():
        found.append(chunk)

    return found


def test_chunks_that_came_together_are_given_together():
    async def test():
        pump = ChunkPump(several(b"a", b"b", b"c"))
        assert await taken(pump) == [b"abc"]
        assert await pump.take() == b""

    assert in_loop(test) == ([], set())


def test_what_came_before_a_failure_is_given_before_it():
    async def test():
        pump = ChunkPump(several(b"a", b"b", failure=httpx.ReadError("gone")))
        assert await pump.take() == b"ab"
        with pytest.raises(httpx.ReadError):
            await pump.take()

        await pump.close()

    assert in_loop(test) == ([], set())


def test_a_failure_while_it_is_stopped_is_not_reported():
    async def torn():
        try:
            await asyncio.Event().wait()
            yield b""
        except asyncio.CancelledError:
            raise httpx.ReadError("gone") from None

    async def test():
        pump = ChunkPump(torn())
        await asyncio.sleep(0)
        await pump.close()

    assert in_loop(test) == ([], set())


def test_a_reader_that_takes_nothing_makes_little_be_read_ahead():
    given = 0

    async def endless():
        nonlocal given
        while given < 1_000:
            given += 1
            yield b"x" * 10_000

    async def test():
        pump = ChunkPump(endless())
        for _ in range(100):
            await asyncio.sleep(0)

        assert given == 7
        assert sum(map(len, await taken(pump))) == 10_000 * 1_000

    assert in_loop(test) == ([], set())


def test_a_cancelled_reader_ends_the_reading():
    ended = asyncio.Event()

    async def silent():
        try:
            await asyncio.Event().wait()
            yield b""
        finally:
            ended.set()

    async def test():
        pump = ChunkPump(silent())
        reader = asyncio.create_task(pump.take())
        await asyncio.sleep(0)
        reader.cancel()
        await asyncio.wait([reader])
        await pump.close()
        assert ended.is_set()

    assert in_loop(test) == ([], set())


def test_a_second_cancel_waits_for_the_end_of_the_reading_too():
    ended = asyncio.Event()

    async def slow_to_end():
        try:
            await asyncio.Event().wait()
            yield b""
        finally:
            for _ in range(5):
                await asyncio.sleep(0)

            ended.set()

    async def test():
        pump = ChunkPump(slow_to_end())
        await asyncio.sleep(0)
        closing = asyncio.create_task(pump.close())
        await asyncio.sleep(0)
        closing.cancel()
        await asyncio.wait([closing])
        assert closing.cancelled()
        assert ended.is_set()

    assert in_loop(test) == ([], set())


def test_chunks_that_keep_coming_are_given_as_they_come():
    async def test():
        wanted = asyncio.Semaphore(0)

        async def on_demand():
            for chunk in (b"a", b"b", b"c"):
                await wanted.acquire()
                yield chunk

        pump = ChunkPump(on_demand())
        for chunk in (b"a", b"b", b"c"):
            wanted.release()
            assert await pump.take() == chunk

        assert await pump.take() == b""

    assert in_loop(test) == ([], set())

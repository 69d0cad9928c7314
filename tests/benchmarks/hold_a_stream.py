"""What a stream costs in memory: kept, and when it is hostile. `python -m tests.benchmarks.hold_a_stream`.

Each figure comes from a client process of its own. Kept is what its allocations hold with the answer in hand,
against the bytes received; grown is its peak resident memory against that after a first, small answer.
"""

import gc
import gzip
import multiprocessing
import resource
import tracemalloc
from collections.abc import Callable
from multiprocessing.connection import Connection

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import StreamError
from svcchat_magic.settings import Settings
from tests.benchmarks.read_a_stream import HEAD, TAIL, delta
from tests.faults.scripted_origin import CHAT_PATH, Ending, Reply, ScriptedOrigin

MESSAGES = 100_000
MEGABYTE = 1_000_000
SMALL = Reply((HEAD, delta(0), TAIL))


def whole(lines_per_chunk: int) -> Reply:
    lines = [delta(n) for n in range(MESSAGES)]
    chunks = (b"".join(lines[at : at + lines_per_chunk]) for at in range(0, MESSAGES, lines_per_chunk))
    return Reply((HEAD, *chunks, TAIL))


def one_line() -> Reply:
    """A gigabyte without a newline."""
    return Reply((HEAD, *[b"x" * MEGABYTE] * 1_000), ending=Ending.CUT)


def bomb() -> Reply:
    """A gigabyte of lines, packed, though the client asked for none."""
    packed = gzip.compress(delta(0) * (1_000 * MEGABYTE // len(delta(0))), compresslevel=1)
    return Reply((packed,), headers={"Content-Encoding": "gzip"})


def endless() -> Reply:
    """Lines without an end, as far as the client is concerned."""
    return Reply((HEAD, *[delta(0) * 3_000] * 1_000), ending=Ending.CUT)


def serve(make: Callable[[], Reply], pipe: Connection) -> None:
    origin = ScriptedOrigin()
    origin.answer(SMALL, make())
    pipe.send(origin.url)
    pipe.recv()
    origin.close()


def keep(url: str, result: Connection) -> None:
    """Bytes received, and how many the answer holds."""
    settings = Settings(chat_url=url + CHAT_PATH, api_key="benchmark-key", max_stream_bytes=64 * MEGABYTE)
    with Conversation(settings) as conversation:
        conversation.ask("x", new=True)
        gc.collect()
        tracemalloc.start()
        answer = conversation.ask("x", new=True)
        gc.collect()
        assert answer.status == "complete"
        held, _ = tracemalloc.get_traced_memory()
        result.send((sum(map(len, answer.blocks)), held))


def grow(url: str, result: Connection) -> None:
    """How the turn ended, and by how many bytes the process grew."""
    with Conversation(Settings(chat_url=url + CHAT_PATH, api_key="benchmark-key")) as conversation:
        conversation.ask("x", new=True)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            ending = str(conversation.ask("x", new=True).error)
        except StreamError as error:
            ending = str(error)

        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        result.send((ending, (after - before) * 1024))


def measured(make: Callable[[], Reply], work: Callable[[str, Connection], None]) -> tuple[object, int]:
    spawn = multiprocessing.get_context("spawn")
    to_server, server_end = multiprocessing.Pipe()
    to_client, client_end = multiprocessing.Pipe()
    server = spawn.Process(target=serve, args=(make, server_end), daemon=True)
    server.start()
    client = spawn.Process(target=work, args=(to_server.recv(), client_end), daemon=True)
    client.start()
    found: tuple[object, int] = to_client.recv()
    client.join()
    to_server.send("done")
    server.join()
    return found


def one_line_a_chunk() -> Reply:
    return whole(1)


def many_lines_a_chunk() -> Reply:
    return whole(200)


def main() -> None:
    for make in (one_line_a_chunk, many_lines_a_chunk):
        received, held = measured(make, keep)
        assert isinstance(received, int)
        kept = f"{held / received:5.2f} x the bytes received"
        print(f"kept, {MESSAGES:,} messages, {make.__name__:18} {kept}  target <= 1.2")

    for hostile in (one_line, bomb, endless):
        ending, grown = measured(hostile, grow)
        print(f"grown, {hostile.__name__:10} {grown / MEGABYTE:6.1f} MB  target <= 100 MB  ({ending})")


if __name__ == "__main__":
    main()

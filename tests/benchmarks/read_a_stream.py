"""CPU per message from the socket to a folded transcript, beside the limit that httpx and msgspec set.

Run by hand: `python -m tests.benchmarks.read_a_stream`. The origin runs in a process of its own.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

import httpx
import msgspec

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.protocol.messages import Message
from svcchat_magic.settings import Settings
from tests.faults.scripted_origin import CHAT_PATH, Reply, ScriptedOrigin

HEAD = b'{"id":"__cutoff__","sort":0,"state":{"isStreaming":false,"chatId":"chat-1"}}\n'
TAIL = b'{"id":"__state__","sort":9,"state":{"messages":[]}}\n'
ROUNDS = 5


def delta(n: int) -> bytes:
    """A message of about 300 bytes."""
    message = {
        "id": f"message-{n // 2_500}",
        "role": "assistant",
        "content": "some words of an answer ",
        "thinking": "",
        "graphPath": ["svc_data_analyst_agent", "final"],
        "isDelta": True,
        "isInProcess": True,
        "isStructuredResponse": False,
        "sort": n,
        "padding": "x" * 90,
    }
    return msgspec.json.encode(message) + b"\n"


def serve(count: int, lines_per_chunk: int, pipe: Connection) -> None:
    lines = [delta(n) for n in range(count)]
    body = [b"".join(lines[at : at + lines_per_chunk]) for at in range(0, count, lines_per_chunk)]
    origin = ScriptedOrigin()
    origin.answer(Reply((HEAD, *body, TAIL)))
    pipe.send(origin.url)
    pipe.recv()


def limit(url: str) -> int:
    """Bytes, split and typed decoding, without any care."""
    decoder = msgspec.json.Decoder(Message)

    async def read() -> int:
        found = 0
        rest = b""
        async with (
            httpx.AsyncClient(trust_env=False) as client,
            client.stream("POST", url + CHAT_PATH, content=b"{}") as response,
        ):
            async for chunk in response.aiter_raw():
                *lines, rest = (rest + chunk).split(b"\n")
                found += len([decoder.decode(line) for line in lines])

        return found

    return asyncio.run(read())


def ours(url: str) -> int:
    settings = Settings(chat_url=url + CHAT_PATH, api_key="benchmark-key")
    with Conversation(settings) as conversation:
        turn = conversation.start("x")
        assert turn.finish().status == "complete"
        return len(turn.lines)


def cost(read: Callable[[str], int], url: str) -> float:
    """Microseconds of CPU per message: the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        found = read(url)
        best = min(best, (time.process_time() - started) / found)

    return best * 1e6


def main() -> None:
    print("messages  lines/chunk  limit us  ours us  ratio")
    for count, lines_per_chunk in ((1_000, 1), (10_000, 1), (10_000, 200), (100_000, 200)):
        here, there = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(
            target=serve, args=(count, lines_per_chunk, there), daemon=True
        )
        process.start()
        url = here.recv()
        floor, found = cost(limit, url), cost(ours, url)
        print(f"{count:8}  {lines_per_chunk:11}  {floor:8.2f}  {found:7.2f}  {found / floor:5.2f}")
        here.send("done")
        process.join()


if __name__ == "__main__":
    main()

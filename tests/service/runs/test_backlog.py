"""What a stream costs in memory: so many bytes at most, whether its reader takes nothing or all of it."""

import json
import re
import socket
import threading
from contextlib import closing
from uuid import uuid4

import pytest

from svcchat_magic.analyst.events import AnswerText, SqlFinished, SqlStarted
from svcchat_magic.semantic.query.query import Column, Rows
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.process.http_server import listen
from svcchat_magic.service.runs.backlog import BYTES_A_CHUNK, BYTES_AGAIN, BYTES_AHEAD, Backlog
from svcchat_magic.service.state.run_messages import Entry
from tests.raw_api import EXTERNAL, call, chat_path, lines, open_turn
from tests.service.raw_sockets import connect, request
from tests.service.test_reattach import SENT, leave
from tests.waiting import PATIENCE

RESULT_BYTES = 100_000
SOCKET_BYTES = 65_536  # asked for; the system may take twice as much


class LargeResults:
    """Gives one large result after the other, counts them, and says how its work came to an end."""

    def __init__(self, results):
        self.given = 0
        self.ended = threading.Event()
        self._results = results

    async def answer(self, task, tools):
        try:
            for number in range(self._results):
                yield SqlStarted(number, f"SELECT {number}", "Large", "", task.question)
                yield SqlFinished(number, rows_of(RESULT_BYTES), str(uuid4()))
                self.given += 1

            yield AnswerText("That is all")
        finally:
            self.ended.set()


def rows_of(size):
    return Rows((Column("text", "String"),), (("x" * size,),), 1)


def entries(*sizes, first=2):
    return [
        Entry(str(sort), sort, sort, whole=True, line=b"x" * size) for sort, size in enumerate(sizes, first)
    ]


def fill(backlog, *sizes, first=2):
    for entry in entries(*sizes, first=first):
        backlog.make(entry)


def results_in(messages):
    """The row of each result, by its query."""
    calls = [each["toolCall"] for each in messages if each.get("toolCall", {}).get("result")]
    return {call["input"]: json.loads(call["result"])["data"] for call in calls}


def bytes_held(service):
    _, _, page = call(service, "/metrics", None, method="GET")
    return float(re.search(rb"\nsvcchat_stream_bytes_held\{[^}]*\} (\S+)\n", page)[1])


@pytest.mark.long
@pytest.mark.case("A26")
def test_a_reader_who_takes_nothing_costs_two_megabytes_at_most_however_much_there_is(start):
    analyst = LargeResults(2_000)
    listener = listen("127.0.0.1", 0)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BYTES)
    service = start(analyst, listener=listener, limits=Limits(write_seconds=2))
    body = json.dumps({"input": "everything", "sessionSettings": EXTERNAL}).encode()
    headers = ["Content-Type: application/json", f"Content-Length: {len(body)}"]

    with closing(connect(service, receive_bytes=SOCKET_BYTES)) as reader:
        reader.sendall(request(service, chat_path(service), "POST", headers, body))
        assert analyst.ended.wait(PATIENCE)  # its reader was given up

    on_the_way = 4 * SOCKET_BYTES + 65_536 + 2 * BYTES_A_CHUNK  # in the sockets, the event loop and a send
    when_given_up = BYTES_AHEAD + RESULT_BYTES  # what waited goes into a closed connection, and makes room
    most = BYTES_AHEAD + RESULT_BYTES + on_the_way + when_given_up
    assert most < 2_000_000
    assert analyst.given * RESULT_BYTES <= most


def test_what_was_read_is_held_for_others_up_to_half_a_megabyte_only(start):
    service = start(LargeResults(50))
    connection, response, _ = open_turn(service, "everything", **SENT)
    held, read = [], 0

    for line in iter(response.readline, b""):
        read += len(line)
        if b"totalRows" in line:
            held.append(bytes_held(service))

    leave(connection, response)
    assert read > 50 * RESULT_BYTES
    assert max(held) <= BYTES_AHEAD + BYTES_AGAIN + 3 * RESULT_BYTES


@pytest.mark.long
def test_a_late_reader_gets_what_is_no_longer_held_from_the_store(start):
    service = start(LargeResults(100))
    connection, response, first = open_turn(service, "everything", **SENT)
    begun = b""
    while len(begun) < 40 * RESULT_BYTES:  # more than is held for a reader who comes now
        begun += response.readline()

    again, attached, opening = open_turn(service, "everything", **SENT)
    late = threading.Thread(target=lambda: kept.append(attached.read()))
    kept = []
    late.start()
    whole = lines(begun + response.read())
    late.join(PATIENCE)
    leave(connection, response)
    leave(again, attached)

    messages = lines(kept[0])
    assert opening == first
    assert results_in(messages) == results_in(whole)
    assert len(results_in(messages)) == 100
    assert messages[-2:] == whole[-2:]
    sorts = [each["sort"] for each in messages if "sort" in each]
    assert sorts == sorted(set(sorts))


def test_lines_that_are_long_become_chunks_of_their_own():
    backlog = Backlog(1, keeps_read=False)
    fill(backlog, 10, 10, BYTES_A_CHUNK + 1, 10, BYTES_A_CHUNK)

    sizes = []
    while batch := backlog.next_made():
        backlog.keep(batch)
        sizes.append([len(each.line) for each in batch])

    assert sizes == [[10, 10], [BYTES_A_CHUNK + 1], [10], [BYTES_A_CHUNK]]


def test_there_is_room_again_once_the_foremost_reader_has_taken_what_waits():
    backlog = Backlog(1, keeps_read=True)
    fill(backlog, BYTES_AHEAD, 1)
    while batch := backlog.next_made():
        backlog.keep(batch)

    assert not backlog.has_room
    backlog.take(0)
    assert backlog.has_room
    backlog.take(0)  # by another reader: it makes no more room
    assert backlog.bytes_held == BYTES_AHEAD + 1


def test_there_is_room_too_where_readers_find_it_all_in_the_store():
    backlog = Backlog(1, keeps_read=True)
    fill(backlog, BYTES_AHEAD, BYTES_AGAIN, 1)
    backlog.keep(backlog.next_made())
    backlog.keep(backlog.next_made())

    backlog.pass_by()

    assert backlog.has_room
    assert backlog.bytes_held == BYTES_AGAIN + 1  # what may be asked for again, and what is not kept yet


def test_lines_count_beside_bytes():
    backlog = Backlog(1, keeps_read=False)

    fill(backlog, *[1] * 1024)
    assert backlog.has_room
    fill(backlog, 1, first=2000)

    assert not backlog.has_room


def test_the_streams_last_lines_are_there_for_every_reader():
    backlog = Backlog(1, keeps_read=True)
    fill(backlog, 10)
    backlog.keep(backlog.next_made())
    backlog.close_with(b"x" * (2 * BYTES_AGAIN))

    backlog.take(0)
    backlog.take(1)

    assert backlog.first == 1
    assert len(backlog.take(1).data) == 2 * BYTES_AGAIN
    assert backlog.given_up == 2


def test_lines_that_are_forgotten_take_no_room():
    backlog = Backlog(1, keeps_read=False)
    fill(backlog, BYTES_AHEAD, 1)

    backlog.forget(backlog.next_made())

    assert backlog.has_room
    assert backlog.bytes_held == 0
    assert not backlog.next_made()

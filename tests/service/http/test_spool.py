"""What a slow reader has not read yet: bounded, in order, and gone when it is closed (Z07)."""

import random
import threading

import pytest

from svcchat_magic.service.http.spool import IN_MEMORY, Spool
from tests.waiting import until_ended

MOST = 4 * IN_MEMORY

pytestmark = pytest.mark.case("Z07")


def test_pieces_come_out_as_they_went_in_however_the_two_sides_take_turns():
    chance, spool = random.Random(7), Spool(MOST)
    written, read = bytearray(), bytearray()
    for _ in range(3_000):
        piece = chance.randbytes(chance.choice([1, 50, 5_000, 200_000]))
        if spool.put(piece, lambda: False):
            written += piece

        for _ in range(chance.choice([0, 1, 1, 2])):
            read += spool.take() or b""

        assert spool.bytes_waiting == len(written) - len(read) <= MOST

    while piece := spool.take():
        read += piece

    spool.close()
    assert read == written
    assert len(written) > 10 * MOST


def test_a_writer_waits_for_room_until_it_may_not():
    spool = Spool(MOST)
    assert spool.put(b"x" * MOST, lambda: False)

    assert not spool.put(b"y", lambda: False)

    assert spool.take() == b"x" * MOST
    assert spool.put(b"y", lambda: False)
    spool.close()


def test_a_writer_goes_on_once_there_is_room():
    spool = Spool(MOST)
    spool.put(b"x" * MOST, lambda: False)
    writing = threading.Thread(target=spool.put, args=(b"y", lambda: True))
    writing.start()

    assert spool.take() == b"x" * MOST

    until_ended([writing])
    assert spool.take() == b"y"
    spool.close()


def test_a_closed_spool_lets_its_writer_go_and_holds_nothing():
    spool = Spool(MOST)
    for _ in range(8):
        spool.put(b"x" * (MOST // 8), lambda: False)

    writing = threading.Thread(target=spool.put, args=(b"y" * MOST, lambda: True))
    writing.start()

    spool.close()

    until_ended([writing])
    assert (spool.take(), spool.bytes_waiting) == (None, 0)


def test_the_last_words_have_room_in_a_full_spool():
    spool = Spool(MOST)
    spool.put(b"x" * MOST, lambda: False)

    spool.put_last(b"the end")

    assert [spool.take(), spool.take(), spool.take()] == [b"x" * MOST, b"the end", None]
    spool.close()

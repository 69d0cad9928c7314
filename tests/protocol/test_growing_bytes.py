"""Bytes that arrive in chunks are kept whole, few and many."""

import random

import pytest

from svcchat_magic.protocol.growing_bytes import GrowingBytes
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.settings import ApiKey
from tests.faults.fixtures import KEY


def grown(*chunks):
    held = GrowingBytes()
    for chunk in chunks:
        held.add(chunk)

    return held


@pytest.mark.parametrize("size", [1_000, 70_000, 3_999_999, 9_000_000])
def test_all_bytes_are_there_however_many_there_are(size):
    chunks = [random.Random(at).randbytes(size) for at in range(5)]
    held = grown(*chunks)

    assert len(held) == 5 * size
    assert bytes(memoryview(held.held)[: 5 * size]) == b"".join(chunks)
    assert bytes(held.whole()) == b"".join(chunks)
    assert len(held.whole()) == len(held)


def test_nothing_is_nothing():
    assert bytes(grown().whole()) == b""
    assert bytes(grown(b"", b"a", b"").whole()) == b"a"


def test_a_key_is_overwritten_in_many_bytes_as_in_few():
    secret = KEY.encode()
    held = grown(bytes(4_500_000), b"-" + secret[:5], secret[5:] + b"-", bytes(10)).whole()

    KeyRedaction(ApiKey(KEY)).body(held)

    assert held.find(secret) == -1
    assert bytes(held[4_500_000 : 4_500_002 + len(secret)]) == b"-" + b"*" * len(secret) + b"-"

import io
import random

import pytest

from svcchat_magic.errors import StreamFailed, StreamLimitExceeded, StreamProtocolError, SvcchatError
from svcchat_magic.protocol.arrow_rows import read_arrow
from svcchat_magic.protocol.arrow_stream import ArrowStream

pa = pytest.importorskip("pyarrow", reason="the extra `arrow` brings it")

SCHEMA = pa.schema([pa.field("a", pa.int64(), metadata={"column_type": "Int64"}), pa.field("b", pa.string())])
MOST = 1_000_000


def stream_of(*batches, end=None, compression=None):
    sink = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with pa.ipc.new_stream(sink, SCHEMA, options=options) as writer:
        for batch in batches:
            writer.write_batch(pa.record_batch(batch, schema=SCHEMA))

        if end is not None:
            writer.write_batch(pa.record_batch([[], []], schema=SCHEMA), custom_metadata=end)

    return sink.getvalue()


SMALL = stream_of([[1, None], ["x", None]], [[3], ["z"]], end={"totalRows": "3"})


def read(body, size=MOST, most=MOST):
    stream = ArrowStream(most)
    for at in range(0, len(body), size):
        stream.take(body[at : at + size])

    return stream


@pytest.mark.parametrize("size", [1, 7, 64, MOST])
def test_the_count_and_the_end_are_known_however_the_stream_is_cut_into_chunks(size):
    stream = read(SMALL, size)

    assert (stream.count, stream.total_rows, stream.is_cut, stream.has_ended) == (3, 3, False, True)
    assert read_arrow(stream.body).rows() == ((1, "x"), (None, None), (3, "z"))


def test_a_stream_cut_anywhere_has_not_ended():
    for offset in range(len(SMALL)):
        assert not read(SMALL[:offset]).has_ended, offset


def test_a_stream_of_a_service_that_tells_no_total_has_its_end_too():
    stream = read(stream_of([[1], ["x"]]))

    assert (stream.count, stream.total_rows, stream.has_ended) == (1, None, True)


def test_a_cut_and_a_failure_are_told_in_the_last_batch():
    assert read(stream_of(end={"truncated": "true"})).is_cut
    with pytest.raises(StreamFailed, match="too slow"):
        read(stream_of([[1], ["x"]], end={"error": "too slow"}))


@pytest.mark.case("S21")
def test_compressed_rows_are_refused():
    with pytest.raises(StreamProtocolError, match="compressed"):
        read(stream_of([[1] * 1000, ["x"] * 1000], compression="zstd"))


@pytest.mark.case("S20")
def test_a_message_that_cannot_be_held_is_refused_before_it_comes():
    body = stream_of([[1] * 1000, ["x"] * 1000])

    with pytest.raises(StreamLimitExceeded):
        read(body[:1_000], most=2_000)


@pytest.mark.parametrize("body", [b"<html><body>", b'{"schema": []}\n', b"\0" * 64, b"\xff" * 64])
def test_anything_else_is_no_arrow_stream(body):
    with pytest.raises(StreamProtocolError):
        read(body)


def test_a_damaged_stream_raises_nothing_but_errors_of_ours():
    dice = random.Random(3)
    ended = 0
    for _ in range(2_000):
        body = bytearray(SMALL)
        for _ in range(dice.randrange(1, 4)):
            body[dice.randrange(len(body))] = dice.randrange(256)

        try:
            stream = read(bytes(body))
            if stream.has_ended:
                read_arrow(stream.body).rows()
                ended += 1
        except SvcchatError:
            continue

    assert ended

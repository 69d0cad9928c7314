import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.errors import StreamLimitExceeded
from svcchat_magic.protocol.lines import LineReader

SEPARATORS = ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\x1c"]


def read(parts, limit=8_000_000):
    """Lines of the parts, the rest, and whether the limit was met."""
    reader = LineReader(limit)
    lines = []
    try:
        for part in parts:
            lines += reader.feed(part)

        return lines, reader.finish(), False
    except StreamLimitExceeded:
        return lines, b"", True


def cut(stream, places):
    edges = [0, *sorted(place % (len(stream) + 1) for place in places), len(stream)]
    return [stream[start:end] for start, end in itertools.pairwise(edges)]


@pytest.mark.case("S06")
@pytest.mark.parametrize("separator", SEPARATORS)
def test_only_a_newline_byte_ends_a_line(separator):
    line = f'{{"content":"a{separator}b"}}'.encode()

    assert read([line + b"\n"]) == ([line], b"", False)


@pytest.mark.case("S07")
def test_carriage_returns_blank_lines_and_a_byte_order_mark_are_dropped():
    assert read([b"\xef\xbb\xbf{}\r\n\r\n\n  \n[]\n"]) == ([b"{}", b"[]"], b"", False)


@pytest.mark.case("S07")
def test_a_byte_order_mark_is_dropped_at_the_start_only():
    stream = [b"{}\n", b"\xef\xbb\xbf{}\n"]

    assert read([b"".join(stream)])[0] == [b"{}", b"\xef\xbb\xbf{}"]
    assert read(stream)[0] == [b"{}", b"\xef\xbb\xbf{}"]


@pytest.mark.case("S01")
def test_what_follows_the_last_newline_is_told_apart():
    assert read([b"{}\n{", b'"a'])[1] == b'{"a'


@pytest.mark.case("S05")
@given(st.binary(max_size=200), st.lists(st.integers(0, 400), max_size=20))
def test_how_a_stream_is_cut_into_chunks_changes_nothing(stream, places):
    assert read(cut(stream, places)) == read([stream])


@pytest.mark.case("S20")
@given(
    st.lists(st.sampled_from([b"a", b"bb", b"ccccc", b"\n"]), max_size=40).map(b"".join),
    st.lists(st.integers(0, 200), max_size=20),
)
def test_neither_does_it_when_a_line_is_too_long(stream, places):
    lines, _, is_over = read([stream, b""], limit=6)

    chunked_lines, _, chunked_is_over = read([*cut(stream, places), b""], limit=6)

    assert chunked_lines == lines
    assert chunked_is_over == is_over


@pytest.mark.case("S20")
@pytest.mark.parametrize("end", [b"", b"\n"])
@pytest.mark.parametrize("chunk", [1, 4, 100])
def test_a_line_of_exactly_the_limit_passes_and_one_more_byte_does_not(chunk, end):
    def chunked(line):
        stream = line + end
        return [stream[at : at + chunk] for at in range(0, len(stream), chunk)]

    whole = b"x" * 10
    assert read(chunked(whole), limit=10) == (([whole], b"", False) if end else ([], whole, False))
    assert read(chunked(b"x" * 11), limit=10) == ([], b"", True)


@pytest.mark.case("S20")
def test_a_line_of_exactly_the_limit_does_not_wait_for_its_end():
    reader = LineReader(10)

    assert reader.feed(b"{}\n" + b"x" * 10) == [b"{}"]
    assert reader.feed(b"\n") == [b"x" * 10]
    with pytest.raises(StreamLimitExceeded):
        reader.feed(b"x" * 11)


@pytest.mark.case("S20")
def test_lines_before_one_that_is_too_long_are_given_out():
    reader = LineReader(10)

    assert reader.feed(b"{}\n" + b"x" * 11) == [b"{}"]
    with pytest.raises(StreamLimitExceeded):
        reader.feed(b"x")


@pytest.mark.case("S20")
def test_nothing_is_read_after_a_line_that_was_too_long_and_ended():
    reader = LineReader(10)

    assert reader.feed(b"{}\n" + b"x" * 11 + b"\n") == [b"{}"]
    with pytest.raises(StreamLimitExceeded):
        reader.feed(b"{}\n")


@pytest.mark.case("S20")
def test_the_limit_holds_for_each_line_and_not_for_their_sum():
    line = b"x" * 10
    chunks = [line[:5], line[5:] + b"\n" + line, b"\n" + line, b"\n"]

    assert read(chunks, limit=10) == ([line] * 3, b"", False)


def test_a_long_line_in_many_chunks_costs_no_more_than_its_length():
    reader = LineReader()

    for _ in range(100_000):
        reader.feed(b"x" * 10)

    assert reader.feed(b"\n") == [b"x" * 1_000_000]


@given(st.lists(st.sampled_from([b"{}", b"\n", b"\r\n", b" ", b"\xef\xbb\xbf", b"[1]\n"])))
def test_the_block_that_lines_came_in_holds_nothing_but_them(parts):
    reader = LineReader()

    for part in parts:
        lines = reader.feed(part + b"{}\n")

        assert lines.joined() == b"\n".join(lines)


@pytest.mark.parametrize(
    ("chunk", "block"),
    [
        (b"{", b""),
        (b"{}\r\n[]\r\n", b"{}\n[]"),
        (b"\xef\xbb\xbf{}\n[]\n", b"{}\n[]"),
        (b"{}\n[]\n" + b"x" * 11, b"{}\n[]"),
    ],
)
def test_what_is_cut_out_of_a_chunk_is_not_in_its_block(chunk, block):
    assert LineReader(10).feed(chunk).joined() == block


def test_lines_that_came_as_one_block_are_not_joined_anew():
    lines = LineReader().feed(b"{}\n[]\n")

    assert lines.joined() is lines.joined() is lines.block

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.client.key_filter import KeyFilter
from svcchat_magic.protocol.lines import LineReader
from svcchat_magic.settings import ApiKey
from tests.client.asking import asked
from tests.faults.fixtures import KEY
from tests.faults.scripted_origin import Reply, chunks, recorded

ODD_KEY = 'a/b"c\\d/0123456789'


def read(key, parts):
    """The lines of these chunks, as the client would give them out."""
    filtering, reader, lines = KeyFilter(ApiKey(key)), LineReader(), []
    for part in parts:
        filtering.look(part)
        lines += filtering.cleaned(reader.feed(part))

    return lines


@pytest.mark.case("K12")
@given(st.integers(1, 60), st.binary(max_size=40), st.binary(max_size=40))
def test_a_key_is_blotted_out_however_the_stream_is_cut(size, before, after):
    stream = before + KEY.encode() + after + b"\n" + recorded("short")

    lines = read(KEY, chunks(stream, size))

    assert KEY.encode() not in b"\n".join(lines)
    assert b"***" in b"\n".join(lines)
    assert lines[-1] == recorded("short").splitlines()[-1]


@pytest.mark.case("K12")
@pytest.mark.parametrize("depth", [0, 1, 2], ids=["text", "json", "json in json"])
def test_a_key_is_known_in_every_spelling_of_json(depth):
    said = ODD_KEY
    for _ in range(depth):
        said = json.dumps(said)[1:-1]

    assert read(ODD_KEY, [b"<" + said.encode() + b">\n"]) == [b"<***>"]


def test_a_key_with_slashes_escaped_is_known():
    assert read("abc/def/012345", [b'{"content":"abc\\/def\\/012345"}\n']) == [b'{"content":"***"}']


def test_lines_without_the_key_are_the_same_objects():
    filtering = KeyFilter(ApiKey(KEY))
    lines = [b"{}"]
    filtering.look(b"{}\n")

    assert filtering.cleaned(lines) is lines


@pytest.mark.case("K03")
def test_a_filter_does_not_show_the_key():
    filtering = KeyFilter(ApiKey(KEY))

    assert KEY not in repr(filtering) + repr(vars(filtering))


@pytest.mark.case("K12")
@pytest.mark.parametrize("size", [1, 9, 10_000])
def test_the_client_gives_out_no_line_with_the_key(origin, settings, size):
    stream = recorded("short").replace(b"Sev", KEY.encode() + b" Sev")
    origin.answer(Reply(tuple(chunks(stream, size))))

    outcome = asked(settings)

    assert outcome.error is None
    assert outcome.lines == stream.replace(KEY.encode(), b"***").splitlines()


@pytest.mark.case("K12")
def test_the_last_line_without_a_newline_is_blotted_too(origin, settings):
    origin.answer(Reply((b'{"id":"' + KEY.encode() + b'"}',)))

    assert asked(settings).lines == [b'{"id":"***"}']

import contextlib
import json

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from svcchat_magic.errors import BadLine, StreamProtocolError
from svcchat_magic.protocol.fold import Fold
from svcchat_magic.protocol.messages import (
    Message,
    StreamState,
    ToolCall,
    decode_batch,
    decode_message,
    decode_messages,
    encode_message,
    read_json,
)
from tests.faults.scripted_origin import TRANSCRIPTS

LINES = [line for file in sorted(TRANSCRIPTS.glob("*.ndjson")) for line in file.read_bytes().splitlines()]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
fields = st.sampled_from([each.encode_name for each in msgspec.structs.fields(Message)])


@pytest.mark.rule("2.3")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:24].decode())
def test_a_message_of_the_contract_is_read_without_loss(line):
    message = decode_message(line)

    known = {name: value for name, value in json.loads(line).items() if name != "usage"}
    written = {n: v for n, v in json.loads(encode_message(message)).items() if n != "usage"}
    assert written == known


@pytest.mark.rule("2.4")
def test_a_tool_call_keeps_its_json_as_text():
    message = decode_message(
        b'{"id":"t","toolCall":{"name":"svcMeta","input":"{\\"searchQuery\\":\\"x\\"}"}}'
    )

    assert message.tool_call == ToolCall(name="svcMeta", input='{"searchQuery":"x"}')


@pytest.mark.case("S09")
@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"id":"a","sort":"x","content":"c"}', Message(id="a", content="c")),
        (b'{"id":"a","sort":1e999}', Message(id="a")),
        (b'{"id":5,"graphPath":null,"role":["x"]}', Message()),
        (b'{"id":"a","toolCall":{"input":"{}"}}', Message(id="a")),
        (b'{"id":"a","toolCall":null,"state":7}', Message(id="a")),
        (b'{"state":{"chatId":"c","isStreaming":"no"}}', Message(state=StreamState(chat_id="c"))),
        (b'{"sort":NaN,"id":"a"}', Message(id="a")),
        (b'{"toolCall":{"name":"t"}}', Message(tool_call=ToolCall("t", input="", result=None))),
        (b'{"sort":"x","toolCall":{"name":"t"}}', Message(tool_call=ToolCall("t", input="", result=None))),
    ],
)
def test_a_field_of_the_wrong_type_is_read_as_absent(line, message):
    assert decode_message(line) == message


@pytest.mark.case("S08")
def test_unknown_fields_are_ignored():
    assert decode_message(b'{"id":"a","fresh":{"x":[1]}}') == Message(id="a")


@pytest.mark.case("S10")
def test_a_tool_result_that_is_no_string_is_made_one():
    line = b'{"sort":"x","toolCall":{"name":"t","input":{"a":1},"result":{"error":"e"}}}'

    call = decode_message(line).tool_call

    assert call == ToolCall(name="t", input='{"a": 1}', result='{"error": "e"}')


def test_an_error_that_is_an_object_keeps_its_words():
    assert decode_message(b'{"error":{"code":1,"message":"no such thing"}}').error == "no such thing"


@pytest.mark.parametrize("error", ["{}", '{"message":""}', '{"code":{}}'])
def test_an_error_without_words_is_an_error_all_the_same(error):
    assert decode_message(f'{{"error":{error}}}'.encode()).error


@pytest.mark.case("S04")
@pytest.mark.case("S38")
@pytest.mark.parametrize(
    "line",
    [
        b'{"content":"\xff"}',
        b'{"unknown":"\xff"}',
        b'{"content":"\xed\xa0\x80"}',
        '{"id":"a"}'.encode("utf-16"),
        b"{}{}",
        b"[]",
        b"12",
        b'"text"',
        b"null",
        b"",
        b"{",
        b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"sort":"x","y":' + b"[" * 70 + b"]" * 70 + b"}",
        b'{"sort":' + b"9" * 5_000 + b"}",
    ],
    ids=lambda line: repr(line[:20]),
)
def test_what_is_no_message_is_a_bad_line(line):
    with pytest.raises(BadLine):
        decode_message(line)


@pytest.mark.case("R18")
@pytest.mark.case("S38")
def test_half_a_character_becomes_the_replacement_character():
    message = decode_message(b'{"id":"a","content":"x\\ud800y","thinking":"\\ud83d\\ude00"}')

    assert (message.content, message.thinking) == ("x\ufffdy", "\U0001f600")


@pytest.mark.case("S38")
def test_of_a_field_given_twice_the_last_counts():
    assert decode_message(b'{"id":"a","id":"b"}').id == "b"


def test_bad_lines_are_left_out_of_many():
    assert decode_messages([b'{"id":"a"}', b"bad", b'{"id":"b"}']) == (Message(id="a"), Message(id="b"))


@pytest.mark.case("S04")
@pytest.mark.parametrize(
    "line", [b'{"unknown":"\xff"}', b'{"id":"\xff"}', b'{"sort":"x"}', b"[]", b"{", b'{"error":{}}']
)
def test_many_lines_are_read_at_once_only_when_each_can_be_read_as_it_came(line):
    whole = ['{"id":"a","content":"\u00e9"}'.encode(), b'{"id":"b","fresh":[1]}']
    lines = [*whole, line]

    assert decode_batch(whole, b"\n".join(whole)) == [Message(id="a", content="\u00e9"), Message(id="b")]
    assert decode_batch(lines, b"\n".join(lines)) is None


@given(
    st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
@example(b"\xef\xbb\xbf{}")
def test_the_decoder_is_total_over_bytes(line):
    with contextlib.suppress(BadLine):  # a refusal is an answer too
        assert isinstance(decode_message(line), Message)


@given(st.lists(st.dictionaries(fields, json_values, max_size=6), max_size=5))
def test_decoder_and_fold_are_total_over_json(values):
    folding = Fold()
    for value in values:
        try:
            message = decode_message(json.dumps(value).encode())
            folding.add(message)
        except (BadLine, StreamProtocolError):
            continue

        encode_message(message)

    transcript = folding.transcript()
    assert transcript.answer.encode("utf-8") is not None
    assert transcript.thinking is not None


@given(st.sampled_from(LINES), st.integers(0, 4_000), st.binary(max_size=3))
def test_a_damaged_message_is_a_message_or_a_bad_line(line, place, put):
    at = place % len(line)
    folding = Fold()
    try:
        folding.add(decode_message(line[:at] + put + line[at + 1 :]))
    except BadLine:
        return

    transcript = folding.transcript()
    assert isinstance(transcript.results, tuple)


@pytest.mark.case("S38")
def test_json_of_someone_else_has_no_odd_numbers():
    assert read_json('{"a":[NaN,Infinity,-Infinity,1e999]}') == {"a": [None, None, None, None]}
    assert read_json('{"a":[1.5,-0.25,7]}') == {"a": [1.5, -0.25, 7]}


@pytest.mark.case("S38")
@pytest.mark.parametrize(("start", "end"), [("[", "]"), ('{"a":', "}")])
def test_json_of_someone_else_is_at_most_64_deep(start, end):
    assert read_json(start * 64 + "1" + end * 64)
    with pytest.raises(BadLine, match="nested more than 64 deep"):
        read_json(start * 65 + "1" + end * 65)


def test_fields_at_their_default_are_not_sent():
    assert encode_message(Message(id="a", is_delta=False)) == b'{"id":"a","isDelta":false}\n'


def test_the_serialised_conversation_is_kept_as_it_came():
    message = decode_message(b'{"id":"__state__","state":{"messages":[{"lc":1}]}}')

    assert message.state == StreamState(messages=msgspec.Raw(b'[{"lc":1}]'))


def test_the_serialised_conversation_is_left_out_where_another_field_does_not_fit():
    message = decode_message(b'{"sort":"x","state":{"chatId":"c","isStreaming":true,"messages":[{"lc":1}]}}')

    assert message.state == StreamState(is_streaming=True, chat_id="c")

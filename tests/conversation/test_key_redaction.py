import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.conversation.key_redaction import is_spelled_out, key_redaction
from svcchat_magic.settings import ApiKey

KEY = "canary-key-0123456789"
VISIBLE = "".join(map(chr, range(0x21, 0x7F)))
keys = st.text(VISIBLE, min_size=8, max_size=20).filter(lambda key: not key.startswith("Api-Key"))


def as_escapes(text):
    return "".join(f"\\u{ord(character):04x}" for character in text)


@pytest.mark.case("K11")
@given(keys)
def test_a_key_is_blotted_out_plain_and_in_json_within_json(key):
    redaction = key_redaction(ApiKey(key))
    plain = json.dumps({"content": key})
    nested = json.dumps({"content": plain})
    deep = json.dumps([nested])

    for line in (plain, nested, deep):
        cleaned = json.loads(redaction(line.encode()))

        while isinstance(cleaned, list | dict | str):
            assert key not in str(cleaned)
            if isinstance(cleaned, str):
                cleaned = json.loads(cleaned) if cleaned.startswith(("{", "[")) else None
            else:
                cleaned = cleaned[0] if isinstance(cleaned, list) else cleaned["content"]


@pytest.mark.case("K11")
@pytest.mark.parametrize(
    "escaped",
    [as_escapes(KEY), as_escapes(KEY).upper().replace("\\U", "\\u"), as_escapes(KEY[:5]) + KEY[5:]],
)
def test_a_key_written_in_escapes_is_blotted_out(escaped):
    redaction = key_redaction(ApiKey(KEY))
    line = f'{{"content": "{escaped}"}}'
    nested = json.dumps({"content": line})

    assert json.loads(redaction(line.encode())) == {"content": "***"}
    assert json.loads(json.loads(redaction(nested.encode()))["content"]) == {"content": "***"}


@given(st.binary())
def test_without_a_key_a_line_stays_as_it_is(line):
    assert key_redaction(None)(line) == line


@given(st.binary())
def test_a_line_without_the_key_stays_as_it_is(line):
    assert key_redaction(ApiKey(KEY))(line) == line


@pytest.mark.case("K11")
def test_a_hostile_line_is_cleaned_in_linear_time():
    hostile = b"\\" * 2_000_000 + b"c" * 100_000 + b"c\\\\\\" * 100_000

    assert key_redaction(ApiKey(KEY))(hostile) == hostile
    assert key_redaction(ApiKey("c" + "\\" * 9 + "x"))(hostile) == hostile


@pytest.mark.case("K11")
@pytest.mark.parametrize("name", ["content", "thinking"])
def test_a_key_that_comes_in_pieces_is_seen(name):
    lines = [
        json.dumps({"id": "a", "role": "assistant", "isDelta": True, name: piece}).encode()
        for piece in ("so: ", KEY[:9], KEY[9:], " that")
    ]

    assert is_spelled_out(ApiKey(KEY), lines)
    assert not is_spelled_out(ApiKey("another-" + KEY), lines)
    assert not is_spelled_out(None, lines)

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.protocol.key_spellings import KeySpellings
from svcchat_magic.settings import ApiKey

KEY = "canary-key-0123456789"
ODD_KEY = 'a/b"c\\d/0123456789'
VISIBLE = "".join(map(chr, range(0x21, 0x7F)))
keys = st.text(VISIBLE, min_size=8, max_size=20).filter(lambda key: not key.startswith("Api-Key"))


def as_escapes(text):
    return "".join(f"\\u{ord(character):04x}" for character in text)


def redacted(data, key=KEY):
    return KeySpellings(ApiKey(key)).redacted(data)


def decoded_fully(value):
    """All texts that JSON within JSON holds, however deep."""
    if isinstance(value, dict | list):
        return [
            text for each in value for text in decoded_fully(value[each] if isinstance(value, dict) else each)
        ]

    try:
        return [value, *decoded_fully(json.loads(value))]
    except (ValueError, TypeError):
        return [str(value)]


@pytest.mark.case("K11")
@given(keys)
def test_a_key_is_redacted_plain_and_in_json_within_json(key):
    plain = json.dumps({"content": key})
    nested = json.dumps({"content": plain})
    deep = json.dumps([nested])

    for line in (plain, nested, deep):
        texts = decoded_fully(json.loads(redacted(line.encode(), key)))

        assert not [text for text in texts if key in text]


@pytest.mark.case("K12")
@pytest.mark.parametrize("depth", [0, 1, 2], ids=["text", "json", "json in json"])
def test_a_key_is_known_in_every_spelling_of_json(depth):
    said = ODD_KEY
    for _ in range(depth):
        said = json.dumps(said)[1:-1]

    assert redacted(b"<" + said.encode() + b">", ODD_KEY) == b"<***>"


def test_a_key_with_slashes_escaped_is_known():
    assert redacted(b'{"content":"abc\\/def\\/012345"}', "abc/def/012345") == b'{"content":"***"}'


@pytest.mark.case("K11")
@pytest.mark.parametrize(
    "escaped",
    [as_escapes(KEY), as_escapes(KEY).upper().replace("\\U", "\\u"), as_escapes(KEY[:5]) + KEY[5:]],
)
def test_a_key_written_in_escapes_is_redacted(escaped):
    line = f'{{"content": "{escaped}"}}'
    nested = json.dumps({"content": line})

    assert json.loads(redacted(line.encode())) == {"content": "***"}
    assert json.loads(json.loads(redacted(nested.encode()))["content"]) == {"content": "***"}


@pytest.mark.case("K12")
@pytest.mark.parametrize(
    "escaped", [r"\u005cu0063", r"\\\u00750063", r"\\u\u003006\u0033", r"\u005c\u0075006\u0033"]
)
def test_an_escape_whose_own_characters_are_escaped_is_seen_through(escaped):
    line = b'{"toolCall": {"result": "{\\"a\\": \\"' + escaped.encode() + KEY[1:].encode() + b'\\"}"}}'
    assert KEY in decoded_fully(json.loads(line))

    found = json.loads(redacted(line))

    assert json.loads(found["toolCall"]["result"]) == {"a": "***"}


@given(st.binary())
def test_a_line_without_the_key_stays_as_it_is(line):
    assert redacted(line) == line


@pytest.mark.long
@given(
    st.recursive(
        st.text() | st.integers() | st.none(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_a_value_without_the_key_stays_the_same_object(value):
    assert KeySpellings(ApiKey(KEY)).redacted_value(value) is value


def test_a_value_is_cleaned_in_names_and_texts():
    value = {KEY: [1, {"a": f"x{KEY}"}, None], "b": (KEY, True)}

    assert KeySpellings(ApiKey(KEY)).redacted_value(value) == {
        "***": [1, {"a": "x***"}, None],
        "b": ("***", True),
    }


@pytest.mark.parametrize("line", [b'{"a":"\\u003c b \\u003e"}', b'{"a":"caf\\u00e9"}'])
def test_the_escapes_that_services_write_are_not_looked_into(line):
    assert not KeySpellings(ApiKey(KEY)).may_stand_in(line)


@pytest.mark.case("K11")
def test_a_hostile_line_is_cleaned_in_linear_time():
    hostile = b"\\" * 2_000_000 + b"c" * 100_000 + b"c\\\\\\" * 100_000 + b"\\u0063" * 100_000
    deep = b'{"a":' * 5_000 + b'"\\u005cu0063"'

    assert redacted(hostile).startswith(b"\\" * 2_000_000)
    assert redacted(hostile, "c" + "\\" * 9 + "x") == hostile
    assert redacted(deep) == deep


@pytest.mark.case("K03")
def test_spellings_do_not_show_the_key():
    spellings = KeySpellings(ApiKey(KEY))
    spellings.redacted(b"\\u0063" + KEY.encode())

    shown = repr(spellings) + repr(vars(spellings))

    assert KEY not in shown
    assert "u0063" not in shown
    assert "0123456789" not in shown

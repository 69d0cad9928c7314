import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.protocol.visible_text import capped, visible


@pytest.mark.case("R17")
@pytest.mark.parametrize(
    "hidden", ["\u202e", "\u2066", "\u200b", "\ufeff", "\u0085", "\x7f", "\x00", "\u3164", "\U000e0041"]
)
def test_characters_that_hide_or_reorder_are_shown(hidden):
    assert visible(f"a{hidden}b") == f"a‹U+{ord(hidden):04X}›b"


@pytest.mark.case("R17")
def test_a_run_of_hidden_characters_takes_one_place():
    assert visible("a" + "\u200b" * 500) == "a‹U+200B ×500›"


@pytest.mark.case("R18")
@pytest.mark.parametrize("code", [0xD800, 0xDFFF])
def test_lone_surrogates_become_replacement_characters(code):
    surrogate = chr(code)

    shown = visible(f"a{surrogate}")

    assert shown == "a" + "\ufffd" * len(surrogate)
    assert shown.encode()


@pytest.mark.case("R19")
@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[2J\x1b[1;1Hgone", "gone"),
        ("\x1b]8;;https://evil.example\x1b\\bank\x1b]8;;\x1b\\", "bank"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1bPq#0\x1b\\text", "text"),
        ("\x1b]8;;https://evil.example and no end", "‹U+001B›]8;;https://evil.example and no end"),
        ("pay 1\b2", "pay 1‹U+0008›2"),
        ("safe\revil", "safe‹U+000D›evil"),
        ("one\r\ntwo", "one\ntwo"),
        ("\x9b31mred", "‹U+009B›31mred"),
    ],
)
def test_a_terminal_is_not_driven_by_text(sent, shown):
    assert visible(sent) == shown


def test_ordinary_text_stays_as_it_is():
    text = "Größe\t日本 ❤️ 👨\u200d💻 – 14.2\u2009%\n\nnext\u00a0line"

    assert visible(text) == text


@pytest.mark.case("R20")
def test_long_text_is_cut_with_a_notice():
    shown = visible("a" * 300_000)

    assert shown.startswith("a" * 200_000 + "\n")
    assert shown.endswith("cut here: the first 200,000 of 300,000 characters are shown")
    assert capped("abc", 3) == "abc"


HOSTILE = st.text(
    st.sampled_from("a\n\t\r\x1b[]8;0m\x07\\\b\u202e\u200b\ud800\udc00\x9b👨\u200d") | st.characters()
)


@given(HOSTILE)
def test_nothing_hidden_is_left_and_a_second_pass_changes_nothing(text):
    shown = visible(text)

    assert not set(shown) & set("\x1b\x07\r\b\u202e\u200b\x9b\ufeff")
    assert visible(shown) == shown
    assert shown.encode().decode() == shown


@given(HOSTILE, HOSTILE)
def test_lines_are_handled_one_by_one(first, second):
    assert visible(first + "\n" + second) == visible(first + "\n") + visible(second)

import pytest

from svcchat_magic.protocol.error_sentence import error_sentence, is_rpc_error


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"error": {"code": "x", "message": "said so", "requestId": "r"}}, "said so"),
        ({"error": "said so"}, "said so"),
        ({"message": "said so"}, "said so"),
        ({"detail": "said so"}, "said so"),
        ({"error": {"code": 5}}, ""),
        ({"message": 5, "detail": "said so"}, "said so"),
        ("said\n  so", "said so"),
        ("a\x1b[31m\u202eb", "a\ufffd[31m\ufffdb"),
        ([], ""),
        (None, ""),
    ],
)
def test_the_words_are_found_in_every_shape(value, sentence):
    assert error_sentence(value) == sentence


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        ({"jsonrpc": "2.0", "error": {"code": 1}, "id": None}, True),
        ({"error": {"code": 1}}, True),
        ({"error": "in mid-stream"}, False),
        ({"role": "assistant", "error": {}}, False),
        ([], False),
    ],
)
def test_a_json_rpc_error_is_told_apart_from_a_message(value, is_one):
    assert is_rpc_error(value) is is_one

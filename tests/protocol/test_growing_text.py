from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.protocol.growing_text import GrowingText


@given(st.lists(st.text(max_size=3)), st.integers(0, 4))
def test_a_text_is_its_pieces_whenever_they_are_joined(pieces, most):
    text = GrowingText()

    for piece in pieces:
        text.add(piece)
        text.settle(most)

    assert str(text) == "".join(pieces)
    assert bool(text) == bool(pieces)


def test_a_text_that_was_read_is_kept_once():
    text = GrowingText()
    for piece in ("some ", "words"):
        text.add(piece)
        text.settle(0)

    assert str(text) is str(text)

"""Values as Python source: what is read back is what was written, in lines of a readable length."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.frames.python_source import plain, source

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.text(), inner, max_size=6),
)


@pytest.mark.long
@given(values)
def test_what_is_read_back_is_what_was_written(value):
    assert ast.literal_eval(source(value)) == value


@pytest.mark.parametrize(
    ("text", "written"),
    [("Desk", '"Desk"'), ("it's", '"it\'s"'), ('6" pan', "'6\" pan'"), ("a\\b\n", '"a\\\\b\\n"'), ("", '""')],
)
def test_text_is_in_double_quotes_where_that_is_plain(text, written):
    assert plain(text) == written


def test_what_fits_stands_in_one_line_and_the_rest_below_itself():
    assert source({"a": [1, 2], "b": None}) == '{"a": [1, 2], "b": None}'
    assert source({"name": ["x" * 40] * 3, "size": {"width": 1}}) == (
        '{\n    "name": [\n'
        f'        "{"x" * 40}", "{"x" * 40}",\n        "{"x" * 40}",\n'
        '    ],\n    "size": {"width": 1},\n}'
    )


@given(st.lists(st.integers(0, 10**6), max_size=200))
def test_no_line_of_numbers_is_long(numbers):
    assert max(map(len, source({"numbers": numbers}).splitlines())) <= 100

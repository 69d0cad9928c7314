"""How the line of `%%ask` is read."""

import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.ask_options import OPTIONS, ask_help, read_ask


def test_the_cell_is_the_question():
    asked = read_ask("", "Revenue by month?\n")

    assert asked.question == "Revenue by month?"


def test_a_name_before_the_arrows_is_the_variable():
    asked = read_ask("best << --new", "top 5 products")

    assert (asked.out, asked.new, asked.question) == ("best", True, "top 5 products")


@pytest.mark.parametrize("line", ["--out best", "-o best", "--out=best"])
def test_out_names_the_variable_in_every_spelling(line):
    assert read_ask(line, "question").out == "best"


def test_words_after_the_options_belong_to_the_question():
    asked = read_ask("--new what's the revenue -- and the orders?")

    assert asked.question == "what's the revenue -- and the orders?"


def test_braces_quotes_and_dollars_stay_as_they_are():
    question = """orders over $5 in {"region": 'EU'}"""

    assert read_ask(question).question == question


def test_an_unknown_option_is_named_and_the_known_ones_are_listed():
    with pytest.raises(RequestRefused, match=r"no option --loud; it has --out, --new"):
        read_ask("--loud", "question")


@pytest.mark.parametrize("line", ["--out", "--out --new", "--timeout soon", "--timeout 0", "--timeout nan"])
def test_an_option_without_a_usable_value_is_refused(line):
    with pytest.raises(RequestRefused):
        read_ask(line, "question")


@pytest.mark.case("K02")
@pytest.mark.parametrize(
    "line", ["--api-key canary-0123456789", "--api-key=canary-0123456789", "--key canary-0123456789"]
)
def test_the_key_is_never_an_option_and_never_echoed(line):
    with pytest.raises(RequestRefused, match="SVCCHAT_API_KEY") as refused:
        read_ask(line, "question")

    assert "canary" not in str(refused.value)


def test_the_help_shows_every_option():
    text = ask_help()

    for option in OPTIONS:
        assert all(flag in text for flag in option.flags)
        assert option.meaning in text

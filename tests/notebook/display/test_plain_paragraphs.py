import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcchat_magic.notebook.display.plain_paragraphs import last_paragraph, paragraphs_apart
from svcchat_magic.notebook.display.safe_text import answer_html

FENCE = "\n\n```\ncode\n```\n"  # where code may go on behind an empty line, the parser reads everything

PIECES = [
    *("a", "one two", "é", "1", "12.", "3)", "²", "字", "。", "_", "’", "€", "$", "“"),
    *("**", "*", "**bold**", "**Done.**", "`", "`code`", "`a**b`", "` c`", "`count(*)`", "***"),
    *(" ", "  ", "\t", ".", ",", ":", "(", ")", '"', "'", "!", "=", "-", "+", "/", "#", "|", "~"),
    *(
        "\n\n",
        "\n\n",
        "\n\n\n",
        "\n",
        "- ",
        "1. ",
        "> ",
        "# ",
        "    ",
        "&amp;",
        "<b>",
        "[a](b)",
        "\\",
        "\u3164",
    ),
]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join).filter(lambda text: "```" not in text))
@pytest.mark.case("R22")
def test_a_paragraph_reads_as_the_parser_reads_it(text):
    if "~~~" in text:
        return

    assert answer_html(text) + answer_html(FENCE) == answer_html(text + FENCE)


@pytest.mark.parametrize(
    "plain",
    [
        "Revenue grew by 12.5 % to $1,204 (a record!).",
        "**Revenue** peaked in **Nov 2024**: `sum(total)` says so.",
        "“Größe” — naïve, 字 and 5 € too.",
        "`a**b` and `c`, **`d`**",
    ],
)
def test_plain_words_need_no_parser(plain):
    ((html, markdown),) = paragraphs_apart(plain)

    assert html
    assert not markdown


@pytest.mark.parametrize(
    "other",
    [
        *("# head", "- item", "1. one", "2) two", "> quote", "***", "| a |", "    code", "a\nb", "~~gone~~"),
        *(
            "*em*",
            "a _b_",
            "a **b",
            "a ** b **",
            "a`` b",
            "[a](https://b.example)",
            "a &amp; b",
            "<b>",
            "a\\b",
        ),
        "a\u00a0b",
    ],
)
def test_everything_else_is_left_to_the_parser(other):
    assert list(paragraphs_apart(other)) == [("", other)]


def test_where_code_may_go_on_behind_an_empty_line_nothing_is_plain():
    text = "one\n\n```\ntwo\n\nthree\n```"

    assert list(paragraphs_apart(text)) == [("", text)]
    assert last_paragraph("one\n\n```\ntwo\n\nthree\n") == -1


def test_the_last_paragraph_is_found_where_it_begins():
    lines = "- item\n\nplain words\n\nmore of them\n\n"

    assert lines[last_paragraph(lines) :] == "more of them\n\n"
    assert last_paragraph("plain words\n\n- item\n") == -1
    assert last_paragraph("plain words\n") == -1

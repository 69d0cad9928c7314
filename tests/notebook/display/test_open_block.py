"""A list or table taken apart while it grows looks as if it were parsed whole at each moment."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from svcchat_magic.notebook.display import open_block as open_blocks
from svcchat_magic.notebook.display import streamed_markdown
from svcchat_magic.notebook.display.open_block import OpenList, OpenTable, open_block
from svcchat_magic.notebook.display.safe_text import answer_html
from svcchat_magic.notebook.display.streamed_markdown import StreamedMarkdown
from tests.notebook.safe_page import faults, text_of

LINES = [
    *("- item\n", "- **b** `c`\n", "  nested\n", "  - inner\n", "    - deep\n", "\n", "-\n", "- # head\n"),
    *(
        "* other\n",
        " - in by one\n",
        "   - in by three\n",
        "lazy\n",
        "- ```\n",
        "  code\n",
        "  ```\n",
        "---\n",
    ),
    *("1. one\n", "2. two\n", "7) seven\n", "   more\n", "- > said\n", "- | a |\n  |---|\n", "\t- tab\n"),
    *("- a\r\n", "- \u2028x\n", "  \n", "# head\n", "-", "- [x](https://e.example) <b> $x$\n"),
]
ROWS = [
    *(
        "| a | b |\n",
        "| 1 | **2** |\n",
        "a | b | c\n",
        "|\n",
        "\n",
        "> said\n",
        "- item\n",
        "plain\n",
        "| a\\|b |",
    ),
    *(
        "| <b> | $x$ |\n",
        "    code\n",
        "| \u2028 | x |\n",
        "---\n",
        "| a | b |\r\n",
        "  | in | by two |\n",
        "#\n",
    ),
]


def assert_the_same_at_each_moment(block, text, step):
    """What is said of each beginning is right, and most of them are said."""
    for end in [*range(step, len(text), step), len(text)]:
        html = block.html(text[:end])
        if html is not None:
            assert html == answer_html(text[:end])


@given(st.lists(st.sampled_from(LINES), max_size=12), st.integers(1, 9))
@example(["- item\n", "\n", "- item\n", "- item\n"], 1)
@example(["- item\n", "- item\n", "\n", "  nested\n", "- item\n"], 1)
@example(["- # head\n", "\n", "- item\n", "-", "-\n"], 1)
def test_a_list_is_the_same_item_by_item(lines, step):
    assert_the_same_at_each_moment(OpenList(), "- first\n- second\n" + "".join(lines), step)


@settings(max_examples=50)
@given(st.lists(st.sampled_from(LINES), max_size=12), st.integers(1, 9))
def test_a_numbered_list_is_the_same_item_by_item(lines, step):
    assert_the_same_at_each_moment(OpenList(), "3. first\n4. second\n" + "".join(lines), step)


@settings(max_examples=50)
@given(st.lists(st.sampled_from(ROWS), max_size=12), st.integers(1, 9))
def test_a_table_is_the_same_row_by_row(lines, step):
    assert_the_same_at_each_moment(OpenTable(), "| x | y |\n|:-:|--:|\n| 0 | 0 |\n" + "".join(lines), step)


def growing(text, step=300):
    """What is shown of a text while it grows by whole lines, and the source of each finished block."""
    streamed = StreamedMarkdown()
    for end in [*range(step, len(text), step), len(text)]:
        lines = text[: text.rfind("\n", 0, end) + 1]
        finished, tail = streamed.update(lines)
        yield "".join(finished) + tail, streamed.sources, lines


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"- point *{at}* of it\n" for at in range(120)),
        "".join(f"{at}. point {at}\n   - inner\n" for at in range(1, 90)),
        "".join(f"- point {at}\n\n  more\n\n" for at in range(90)),
        "".join(f"- point {at}\n" for at in range(100)) + "\n- loose now\n" + "- more\n" * 30,
        "| a | b |\n|---|--:|\n" + "".join(f"| {at} | `x` |\n" for at in range(60)) + "\nAnd words.\n" * 3,
    ],
    ids=["bullets", "numbered", "loose", "loose at the end", "table"],
)
def test_a_block_shorter_than_a_page_is_shown_as_if_parsed_whole(text):
    for html, _, source in growing(text, step=701):
        assert text_of(html).split() == text_of(answer_html(source)).split()

    assert html == answer_html(text)


@pytest.mark.parametrize(
    ("text", "first", "of_each"),
    [
        ("".join(f"{at}. point {at}\n" for at in range(1, 900)), "<ol start=", "<li>"),
        ("| a | b |\n|---|--:|\n" + "".join(f"| {at} | x |\n" for at in range(400)), "<table", "<td "),
        ("- p **x**\n" * 1_500, "<ul>", "<li>"),
    ],
    ids=["numbers", "rows", "bullets"],
)
def test_a_long_block_goes_on_in_another_that_is_whole_in_itself(text, first, of_each):
    *_, (html, sources, _) = growing(text, step=977)

    whole = answer_html(text)
    assert len(sources) > 0
    assert html.count(of_each) == whole.count(of_each)
    assert html.count(first) == len(sources) + (first != "<ol start=")
    assert faults(html) == []


def test_numbers_that_start_anew_are_kept_in_one_list():
    *_, (html, _, _) = growing("1. the same number\n" * 1_200)

    assert html.count("<ol") == 1
    assert html.count("<li>") == 1_200


def test_a_table_goes_on_below_its_own_head():
    text = "| month | revenue |\n|---|--:|\n" + "".join(f"| {at} | {at} |\n" for at in range(400))

    *_, (html, sources, _) = growing(text)

    assert html.count("month</th>") == len(sources) + 1
    assert "".join(sources) == text[: len("".join(sources))]


def test_other_blocks_are_not_taken_apart():
    assert open_block("> said\n") is None
    assert open_block("```\ncode\n") is None


@pytest.mark.parametrize("line", ["- a *point* of it\n", "| a | row |\n"], ids=["list", "table"])
def test_each_item_and_row_is_parsed_about_once(monkeypatch, line):
    parsed_characters = []
    for module in (open_blocks, streamed_markdown):
        parse = module.parsed
        monkeypatch.setattr(
            module,
            "parsed",
            lambda source, parse=parse: parsed_characters.append(len(source)) or parse(source),
        )

    text = ("| a | b |\n|---|---|\n" if "|" in line else "") + line * 600
    for _ in growing(text, step=100):
        continue

    assert sum(parsed_characters) < 5 * len(text)

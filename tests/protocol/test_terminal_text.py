"""Text in a terminal ends its lines where the terminal does; code and long addresses stay whole."""

import io

import pytest

from svcchat_magic.protocol.terminal_stream import guarded, write_styled
from svcchat_magic.protocol.terminal_text import whole_words, wrapped
from svcchat_magic.protocol.text_table import columns

ADDRESS = "https://example.com/" + "a-long-way/" * 9
SQL = "SELECT region, MEASURE(revenue) FROM sales WHERE channel = 'Web' GROUP BY region ORDER BY region DESC"
PROSE = "Revenue in 2024 was \x1b[1m5.42 million\x1b[0m, 13.4% more than in 2023. It peaked in November."
ANSWER = f"""# A heading that says in more words than one line holds what comes below it

{PROSE}

- a point that is long enough to go on below itself, and not below its mark
  12. another one, within the first, with {ADDRESS} in it
> quoted words that are long enough to go on, and are then still quoted

```sql
{SQL}
```

| region | comment | revenue |
|:---|---|---:|
| Europe | a comment that is so long that it fits into no terminal at all | 1,234.50 |

売上高は前年比で十三パーセント増加しました。最も成長したチャネルは「ウェブ」であり、それに次ぐのは店舗です。
Words   with   gaps,
and an end."""


@pytest.mark.parametrize("width", [20, 40, 80])
def test_lines_end_where_the_terminal_does_but_for_code_and_long_words(width):
    lines = wrapped(ANSWER, width).split("\n")

    longer = {line.strip() for line in lines if columns(line) > width}
    assert longer - {SQL} <= {ADDRESS}
    assert SQL in lines


def test_bold_takes_no_room_and_ideographs_take_two():
    assert wrapped(PROSE, columns(PROSE)) == PROSE
    assert [columns(line) for line in wrapped("売上高は前年比で", 9).split("\n")] == [8, 8]


def test_what_goes_on_stands_below_its_own_words():
    assert wrapped("- one two three", 10) == "- one two\n  three"
    assert wrapped("12. one two three", 12) == "12. one two\n    three"
    assert wrapped("> one two three", 10) == "> one two\n> three"
    assert wrapped("  one two three", 10) == "  one two\n  three"


def test_no_mark_that_closes_begins_a_line():
    assert wrapped("増加。増加。", 4) == "増\n加。\n増\n加。"


def test_a_table_that_is_too_wide_is_cut_to_what_fits():
    assert "| Europe |" in wrapped(ANSWER, 120)
    assert "Europe  a comment" in wrapped(ANSWER, 60)
    assert all(columns(line) <= 60 for line in wrapped(ANSWER[ANSWER.index("| region") :], 60).split("\n"))


@pytest.mark.parametrize("width", [20, 40, 80])
def test_a_text_that_grows_only_goes_on(width):
    whole = wrapped(ANSWER, width)

    begun = [wrapped(whole_words(ANSWER[:end]), width) for end in range(len(ANSWER) + 1)]

    assert all(whole.startswith(each) for each in begun)
    assert len(begun[-1]) > len(whole) - 10


@pytest.mark.case("Z10")
def test_a_stream_that_leads_to_a_terminal_is_guarded_and_another_one_is_not():
    plain, terminal = io.StringIO(), Terminal()

    for stream in (guarded(plain), guarded(guarded(terminal))):
        print("a\x1b]0;owned\x07b", "\x9b", file=stream)
        stream.writelines(["\x1b[2J\u202e", "c\n"])

    assert plain.getvalue() == "a\x1b]0;owned\x07b \x9b\n\x1b[2J\u202ec\n"
    assert terminal.getvalue() == "ab ‹U+009B›\n‹U+202E›c\n"


@pytest.mark.case("Z10")
def test_a_guarded_stream_gives_all_of_a_long_text_and_no_way_around_it():
    terminal = Terminal()
    stream = guarded(terminal)

    assert stream.write("x" * 300_000) == 300_000
    write_styled(stream, "\x1b[1mbold\x1b[0m")

    assert terminal.getvalue() == "x" * 300_000 + "\x1b[1mbold\x1b[0m"
    assert not hasattr(stream, "buffer")
    assert stream.isatty()


class Terminal(io.StringIO):
    """A terminal as far as a program can tell."""

    buffer = io.BytesIO()

    def isatty(self):
        return True

"""Mutated answers, through every door to the page: `python -m tests.campaigns.texts [N]`."""

import random
import sys
from collections import Counter
from collections.abc import Sequence

from markdown_it import MarkdownIt

from svcchat_magic.notebook.display.safe_text import (
    answer_html,
    code_html,
    escaped,
    inline_html,
)
from svcchat_magic.notebook.display.streamed_markdown import StreamedMarkdown
from tests.campaigns.figures import Figure, main
from tests.notebook.safe_page import faults, tags_of, text_of

SEED = 20250110
MAX_SHOWN = 5
EVIL = "http://evil.example/"
ORDINARY = (
    "**Revenue grew by 12 %** to 4,210 in March.\n\n",
    "- web: 1,200\n- shop: 300\n  - north: 100\n\n",
    "| month | revenue |\n|:--|--:|\n| 2024-01 | 10 |\n\n",
    "> as asked\n\n",
    "1. first\n2. second\n\n",
    "```sql\nSELECT a < b, '$x$' FROM t\n```\n\n",
    "`code` and *emphasis*, ~~gone~~, [a page](https://example.com/a?b=1&c=2)\n\n",
    "## A heading\n\nIt cost $5 and $6, and a \\ stays.\n\n",
    "Ünïcode, 漢字, 🙂\n\n",
)
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    f"<img src='{EVIL}'>",
    "<svg onload=alert(1)>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<style>@import 'x';</style>",
    f"<iframe src='{EVIL}'></iframe>",
    "<form action=x><button formaction=y>",
    "<a id=MathJax name=x class=y data-commandlinker-command=z>",
    "<!--", "-->", "<![CDATA[", "]]>", "<?php", "<!DOCTYPE html>", "</div></td></details>",
    f"![x]({EVIL}?d=)", "![x][r]", f"[r]: {EVIL}\n", f"<{EVIL}>", "<javascript:alert(1)>",
    "[x](javascript:alert(1))", "[x](JaVa&#x53;cript:alert(1))", "[x](data:text/html;base64,AAAA)",
    "[x](//evil.example)", "[x](/lab?reset)", "[x](https://bank@evil.example/)", "[x](vbscript:x)",
    "[x](<https://ok.example\" onmouseover=\"alert(1)>)", "[x](https://ok.example 'a\" onclick=\"b')",
    '```js"><img src=x onerror=alert(1)>\n', "~~~ <b>\n", "    <b>indented</b>\n",
    r"$\href{javascript:alert(1)}{x}$", r"\(\unicode{41}\)", r"\[x\]", "$$", r"\begin{align}",
    "\\require{html}",
    "&lt;script&gt;", "&#60;script&#62;", "&#x202e;", "&amp;lt;",
    "\u202e", "\u200b", "\ud800", "\x00", "\x1b[2J",
    "\u2028", "\r", "*" * 40, "[" * 40, ">" * 40, "`" * 7, "|" * 9, "\n\n", "\\", "$", "<", '"', "'", "=",
)  # fmt: skip


def run(count: int) -> Sequence[Figure]:
    dice = random.Random(SEED)
    let_in: Counter[str] = Counter()
    uncaught: Counter[str] = Counter()
    plain = 0
    for number in range(count):
        text = mutated(dice)
        try:
            shown = DOORS[number % len(DOORS)](dice, text)
        except Exception as error:  # counting these is what the campaign is for
            uncaught[type(error).__name__] += 1
            _show(number, text, error, sum(uncaught.values()))
            continue

        plain += bool(_foreign(_plain(text)))
        if bad := _foreign(shown):
            let_in.update(bad)
            _show(number, text, bad, sum(let_in.values()))

    kept = sum(_is_kept(part) for part in ORDINARY)
    return (
        Figure(
            "forbidden nodes on the page",
            f"{sum(let_in.values())} from {count:,} texts",
            "0",
            not let_in,
            f"rendered as plain Markdown, {100 * plain / count:.0f} % would have held one",
        ),
        Figure("uncaught exceptions", str(sum(uncaught.values())), "0", not uncaught, ""),
        Figure(
            "ordinary texts in their form", f"{kept} of {len(ORDINARY)}", "all", kept == len(ORDINARY), ""
        ),
    )


def _foreign(html: str) -> list[str]:
    try:
        return faults(html)
    except AssertionError:  # a marked section that no parser takes
        return ["markup that cannot be read"]


def mutated(dice: random.Random) -> str:
    """Ordinary and hostile pieces in each other, and a few letters moved."""
    text = "".join(dice.choice(ORDINARY) for _ in range(dice.randint(0, 3)))
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(text) + 1)
        text = text[:at] + dice.choice(HOSTILE) + text[at:]

    for _ in range(dice.randint(0, 3)):
        at, length = dice.randrange(len(text) + 1), dice.randint(0, 5)
        text = text[:at] + text[at + length :] + text[at : at + length] * dice.randint(0, 1)

    return text


def _answer(_: random.Random, text: str) -> str:
    return answer_html(text)


def _line(_: random.Random, text: str) -> str:
    return inline_html(text)


def _sql(_: random.Random, text: str) -> str:
    return code_html(text)


def _name(_: random.Random, text: str) -> str:
    return escaped(text)


def _streamed(dice: random.Random, text: str) -> str:
    """The page after a random prefix, where the reader sees blocks that are not finished."""
    words = StreamedMarkdown()
    blocks: list[str] = []
    tail = ""
    for end in sorted({dice.randrange(len(text) + 1) for _ in range(3)} | {len(text)}):
        finished, tail = words.update(text[:end])
        blocks = list(finished)

    return "".join(blocks) + tail


DOORS = (_answer, _streamed, _answer, _streamed, _line, _sql, _name)


def _plain(text: str) -> str:
    """What the first cell magic that comes to mind would have shown: the control."""
    return MarkdownIt("commonmark", {"html": True}).enable("table").render(text.replace("\ud800", ""))


def _is_kept(text: str) -> bool:
    shown = answer_html(text)
    wanted = set(tags_of(_plain(text))) - {"img"}
    return wanted <= set(tags_of(shown)) and len(text_of(shown).split()) >= len(text_of(_plain(text)).split())


def _show(number: int, text: str, what: object, shown: int) -> None:
    if shown <= MAX_SHOWN:
        print(f"text {number}: {what!r}\n{text!r}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main("Mutated texts", run, 100_000))

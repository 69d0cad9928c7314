"""An answer of 100 kB drawn while it streams, by what it consists of."""

import time
from collections.abc import Iterator

import nh3
from markdown_it import MarkdownIt

from svcchat_magic.notebook.display.answer_pages import AnswerPages
from svcchat_magic.notebook.display.safe_text import answer_html
from tests.benchmarks.figures import Cost, Figure, growth, milliseconds, taking_turns

SECONDS = 5.0
REDRAWS_A_SECOND = 10
CHARACTERS = 100_000
SIZES = (12_500, 25_000, 50_000, 100_000)


def table(rows: int) -> str:
    lines = (
        f"| 2024-{at % 12 + 1:02} | web **{at}** | {at * 137.5:,.2f} | `x{at}` |\n" for at in range(rows)
    )
    return f"| month | channel | revenue | note |\n|---|---|---:|:-:|\n{''.join(lines)}\n"


def _of(count: int, block: str) -> str:
    return "".join(block.replace("#", str(at)) for at in range(count))


TEXTS = {
    "paragraphs": _of(1_500, "Point #: some words of an answer, **bold** and `code` beside.\n\n"),
    "tables": "".join(f"Words before table {at}.\n\n{table(20)}" for at in range(100)),
    "one table": table(2_000),
    "bullets": _of(2_000, "- Point #: some words of an answer, **bold** and `code`\n"),
    "nested lists": _of(1_200, "- Point #\n  - inner **one** #\n    - deeper `code` #\n  - inner two\n"),
    "numbered": "".join(
        f"{at}. Point of it\n\n   More words on that with *emphasis*.\n\n" for at in range(1, 1_500)
    ),
    "CJK": _of(
        1_500, "第#点：收入在二月**增长**了，`订单`也是如此。华北地区的表现最好，其次是华东地区。\n\n"
    ),
    "links": _of(1_000, "See [page #](https://docs.example/a?b=#&c=2) and <https://x.example/#> too.\n\n"),
}
_PLAIN = MarkdownIt("commonmark", {"html": False}).enable("table")


class Screen:
    """Counts what a cell would send."""

    def __init__(self) -> None:
        self.characters = 0

    def display(self, bundle, /, *, raw, metadata=None) -> None:
        self.characters += len(str(bundle))

    update = display


def drawn(text: str, redraws: int) -> int:
    """Draw the growing text so often, then its end; returns the characters sent."""
    screen = Screen()
    now = iter(range(redraws + 1))
    pages = AnswerPages(True, lambda: screen, lambda: next(now) / REDRAWS_A_SECOND)
    for at in range(1, redraws + 1):
        pages.grow(text[: len(text) * at // redraws])

    pages.finish(text)
    return screen.characters


def anew(text: str, redraws: int) -> None:
    """What is usual: the whole text so far, rendered and sanitised at each redraw."""
    for at in range(1, redraws + 1):
        nh3.clean(_PLAIN.render(text[: len(text) * at // redraws]))


def figures() -> Iterator[Figure]:
    redraws = int(SECONDS * REDRAWS_A_SECOND)
    for name, whole in TEXTS.items():
        text = whole[:CHARACTERS]
        costs = taking_turns(
            {
                "ours": lambda text=text: drawn(text, redraws),
                "rendered once": lambda text=text: answer_html(text),
            }
        )
        peer = _once(text, redraws)
        beside = (
            f"rendered once: {milliseconds(costs['rendered once'])}; anew at each redraw: {peer:.1f} s CPU"
        )
        seconds = costs["ours"].cpu.median
        yield Figure(f"{name}, 100 kB: drawn", seconds, 0.3, milliseconds(costs["ours"]), beside, "s CPU")
        sent = drawn(text, redraws) / 1e6
        yield Figure(f"{name}, 100 kB: sent to the page", sent, 1.0, f"{sent:.2f} MB", "", "MB")

    for name in ("one table", "nested lists"):
        # As many redraws as there are seconds in a stream of 2 kB a second.
        ways = {
            str(size): lambda size=size, name=name: drawn(TEXTS[name][:size], size // 200) for size in SIZES
        }
        costs = taking_turns(ways, rounds=3)
        found = [_seconds(costs[str(size)]) for size in SIZES]
        yield growth(f"{name}, slowly: growth with its length", SIZES, found, 1.05, beyond_first=True)


def _seconds(cost: Cost) -> float:
    return cost.cpu.median


def _once(text: str, redraws: int) -> float:
    began = time.process_time()
    anew(text, redraws)
    return time.process_time() - began

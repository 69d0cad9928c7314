"""Searching a model of 1,000 members: building the index, and a search beside one by words alone (BM25).

Run by hand: `python -m tests.benchmarks.member_search [members]`. Both searches take turns over the same
phrases; figures are CPU time, a median of the rounds.
"""

import random
import statistics
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Sequence
from math import log

from svcchat_magic.semantic.files.model_files import model_of_texts
from svcchat_magic.semantic.search.entries import Entry
from svcchat_magic.semantic.search.member_index import MemberIndex
from svcchat_magic.semantic.search.member_search import search_members
from svcchat_magic.semantic.search.words import form, stem, tokens

ROUNDS = 21
TABLE = 40  # members
_THINGS = [
    "order",
    "customer",
    "product",
    "invoice",
    "shipment",
    "employee",
    "patient",
    "flight",
    "claim",
    "ticket",
    "store",
    "vehicle",
]
_PARTS = [
    "first",
    "last",
    "net",
    "gross",
    "billed",
    "planned",
    "actual",
    "open",
    "late",
    "average",
    "total",
    "monthly",
    "online",
    "returned",
]
_FACTS = [
    "date",
    "amount",
    "count",
    "rate",
    "name",
    "status",
    "region",
    "type",
    "cost",
    "price",
    "weight",
    "delay",
    "score",
    "duration",
    "value",
]
PHRASES = (
    "revenue by region",
    "average shipment cost",
    "how many clients bought something last month",
    "turnovr",
    "utilisation of lorries",
    "share of invoices that were paid late",
    "doctor",
    "top 5 products by number of returned orders per store in Europe in the last three months of 2024",
)


def entries(count: int) -> list[Entry]:
    """Members of made-up tables with a title, a description and a synonym each."""
    dice = random.Random(1)
    found = []
    for number in range(count):
        words = [dice.choice(_PARTS), dice.choice(_THINGS), dice.choice(_FACTS)]
        table = f"table_{number // TABLE}"
        title = f"{' '.join(words).capitalize()} {number}"
        synonym = f"{dice.choice(_FACTS)} of the {dice.choice(_THINGS)}"
        about = f"The {words[2]} of each {words[1]}, {words[0]} ones alone."
        found.append(Entry(table, "_".join(words), "measure", title, (synonym,), about, "", table, "number"))

    return found


class WordsAlone:
    """A search that ranks by shared words only: BM25 over an index that is built once."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._texts = [
            Counter(self._words(f"{e.title} {e.name} {e.synonyms} {e.description}")) for e in entries
        ]
        self._mean = statistics.fmean(text.total() for text in self._texts)

    def find(self, phrase: str) -> list[int]:
        """The places of the entries that share a word, best first."""
        scores = [0.0] * len(self._texts)
        for word in set(self._words(phrase)):
            holders = sum(word in text for text in self._texts)
            rarity = log(1 + (len(self._texts) - holders + 0.5) / (holders + 0.5))
            for place, text in enumerate(self._texts):
                share = 0.6 + 0.4 * text.total() / self._mean
                scores[place] += rarity * text[word] * 2.2 / (text[word] + 1.2 * share)

        return sorted((place for place, score in enumerate(scores) if score), key=lambda at: -scores[at])

    @staticmethod
    def _words(text: str) -> list[str]:
        return [stem(form(word)) for word in tokens(text)]


def whole_calls(made: Sequence[Entry]) -> dict[str, float]:
    """The search tool over a model of these members, its first call left out; medians in milliseconds."""
    texts: dict[str, str] = {}
    for entry in made:
        head = f"cubes:\n  - name: {entry.table}\n    sql_table: {entry.table}\n    measures:\n"
        about = f"title: '{entry.title}', description: '{entry.description}'"
        words = f"meta: {{synonyms: ['{entry.synonyms[0]}']}}"
        text = texts.get(entry.table, head)
        texts[entry.table] = f"{text}      - {{name: m{len(text)}, type: count, {about}, {words}}}\n"

    model = model_of_texts(texts)
    search_members(model, PHRASES[0])
    return {
        phrase: statistics.median(
            milliseconds(lambda phrase=phrase: search_members(model, phrase)) for _ in range(ROUNDS)
        )
        for phrase in PHRASES
    }


def milliseconds(work: Callable[[], object]) -> float:
    """The CPU time of one call."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1e3


def main(members: int) -> None:
    """Print the figures."""
    made = entries(members)
    print(f"first index, files read: {milliseconds(lambda: MemberIndex(made)):.0f} ms")
    built = statistics.median(milliseconds(lambda: MemberIndex(made)) for _ in range(ROUNDS // 3))
    print(f"index of {members:,} members: {built:.0f} ms")
    index, words_alone = MemberIndex(made), WordsAlone(made)
    times: dict[str, dict[str, list[float]]] = {phrase: {"index": [], "words": []} for phrase in PHRASES}
    for _ in range(ROUNDS):
        for phrase in PHRASES:
            times[phrase]["index"].append(milliseconds(lambda phrase=phrase: index.find(phrase)))
            times[phrase]["words"].append(milliseconds(lambda phrase=phrase: words_alone.find(phrase)))

    for phrase, each in times.items():
        ours, theirs = statistics.median(each["index"]), statistics.median(each["words"])
        print(f"{ours:6.2f} ms, {theirs:6.2f} ms: {phrase}")

    for phrase, each in whole_calls(made).items():
        print(f"{each:6.2f} ms, the search tool's whole call: {phrase}")

    tracemalloc.start()
    kept = MemberIndex(made)
    print(f"memory of an index: {tracemalloc.get_traced_memory()[0] / 1e6:.1f} MB ({type(kept).__name__})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)

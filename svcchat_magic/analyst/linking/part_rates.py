"""Rates of a part in columns: `failure rate` where a table has both `failed_deliveries` and `deliveries`."""

from collections.abc import Iterator

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.linking.products import column_words
from svcchat_magic.analyst.linking.rates import is_akin
from svcchat_magic.analyst.meaning.tree import Concept, Measured, Ratio

Phrase = tuple[str, ...]

_WHOLE = frozenset({"total", "all", "number", "count", "of", "sum"})


def part_rate(said: Phrase, catalog: Catalog) -> Ratio | None:
    """What the words before `rate` are the rate of; None where several parts or tables fit."""
    learnt = catalog.model.derived.get("rates of parts", lambda: tuple(_parts(catalog)))
    found = [(part, whole) for name, part, whole in learnt if _is_so(said, name)]
    title = f"{' '.join(said)} rate"
    is_one = len(found) == 1
    return Ratio(Measured(found[0][0]), Measured(found[0][1]), is_share=True, title=title) if is_one else None


def _is_so(said: Phrase, name: Phrase) -> bool:
    return said == name or (len(said) == len(name) == 1 and is_akin(said[0], name[0]))


def _parts(catalog: Catalog) -> Iterator[tuple[Phrase, Concept, Concept]]:
    """The sums whose names say of which other sum they are a part, with the words that say so.

    What is counted has such parts; money and time have rates that are something else: tax, overtime.
    """
    for cube in catalog.entities:
        sums = [each for each in catalog.of_cube(cube, "measure") if each.agg_type == "sum"]
        counts = [each for each in sums if not is_of_money(each) and not each.over_time]
        words = {each: _plain(column_words(each)) for each in counts}
        for whole in counts:
            noun = words[whole]
            if not noun or not keywords().units.isdisjoint(noun):
                continue

            for part in counts:
                own = words[part]
                rest = len(own) - len(noun)
                if rest > 0 and own[rest:] == noun:
                    yield from ((name, part, whole) for name in (own[:rest], own))
                elif rest > 0 and own[: len(noun)] == noun:
                    yield from ((name, part, whole) for name in (own[len(noun) :], own))


def _plain(words: Phrase) -> Phrase:
    return tuple(each for each in words if each not in _WHOLE)

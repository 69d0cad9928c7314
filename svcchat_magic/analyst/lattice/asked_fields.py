"""Fields of a list that are asked for in a question of their own: `..., and what city do they live in?`."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.shown import Field, Shown
from svcchat_magic.analyst.lattice.tails import heads_before, tail_items
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.record_fields import RecordFields

_ASKING = frozenset({"what", "which"})
_PLACED = frozenset({"in", "at", "on", "from", "by", "to", "for", "with"})
_BEING = frozenset({"do", "does", "did", "is", "are", "was", "were", "have", "has"})
_WHOSE = frozenset({"they", "it", "he", "she", "each", "these", "those", "that", "one", "them"})
_HAVING = frozenset(  # whose it is and nothing else: who was born there may live elsewhere
    {
        "live", "lives", "living", "sit", "stand", "sits", "stands", "belong", "belongs", "work", "works",
        "come", "comes", "have", "has", "had", "use", "uses", "based", "located", "assigned", "kept",
    }
)  # fmt: skip
_THEIR = frozenset({"the", "their", "its", "his", "her"})
_JOINTS = frozenset({"and", ",", "&"})
_ENDS = frozenset({"?", ".", "!", ";"})
_LONGEST = 4  # words of a field
_SCORE, _EACH = 0.8, 0.95


def shown_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`SHOWN`: the fields at the end of a list, in a row or asked for in a question of their own."""
    yield from tail_items(chart, tokens, catalog)
    yield from _asked_items(chart, tokens, catalog)


def _asked_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`SHOWN`: columns of the rows that stand before, where all of them are found among theirs."""
    for at in range(1, len(tokens)):
        if tokens[at].form not in _JOINTS:
            continue

        start = _behind_joints(tokens, at)
        first = start + (start < len(tokens) and tokens[start].form in _PLACED)
        if first >= len(tokens) or tokens[first].form not in _ASKING:
            continue

        stop = next((one for one in range(first, len(tokens)) if tokens[one].text in _ENDS), len(tokens))
        words = _field_words(tokens, first + 1, stop)
        for place, head in enumerate(heads_before(chart, at) if words else ()):
            known = RecordFields(catalog, head)
            fields = [known.named(each) for each in words]
            if all(each is not None for each in fields):
                found: tuple[Field, ...] = tuple(each for each in fields if each is not None)
                yield Item("SHOWN", at, stop, Shown(found), _SCORE + _EACH * (stop - at) - 0.1 * place)


def _behind_joints(tokens: Sequence[Token], at: int) -> int:
    while at < len(tokens) and tokens[at].form in _JOINTS:
        at += 1

    return at


def _field_words(tokens: Sequence[Token], start: int, stop: int) -> list[list[str]]:
    """The words of each field, where the rest only says whose it is; none where it says more."""
    at = start
    while at < stop and tokens[at].form not in _BEING | _WHOSE:
        at += 1

    rest = [each.form for each in tokens[at:stop] if each.form not in _THEIR]
    says_whose = not rest or not _WHOSE.isdisjoint(rest)
    if not says_whose or not set(rest) <= _BEING | _WHOSE | _HAVING | _PLACED:
        return []

    words: list[list[str]] = [[]]
    for each in tokens[start:at]:
        if each.form in _JOINTS:
            words.append([])
        elif each.form not in _THEIR:
            words[-1].append(each.form)

    is_told = all(0 < len(each) <= _LONGEST for each in words)
    return words if is_told else []

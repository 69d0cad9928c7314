"""Steps of a scale that are told by their place: `first class` where classes are numbered from 1 to 3."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Compared, Concept

_STEPS = frozenset(  # what is counted from the first on, and not by when it was or how good it is
    (
        "class", "grade", "level", "tier", "floor", "division", "stage", "phase", "league", "degree", "rank",
        "category", "priority", "round", "half", "shift", "term", "semester",
    )
)  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SURE = 1.3


def step_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`CONDITION` of an ordinal and the last word of a scale that has such a step."""
    for at, token in enumerate(tokens[:-1]):
        step, behind = _step_of(token.text.lower()), at + 1 + (tokens[at + 1].text in "-‑")
        if not step or behind >= len(tokens) or tokens[behind].form not in _STEPS:
            continue

        named = catalog.phrases.get((tokens[behind].form,), ())
        scales = {each.of for each in named if isinstance(each.of, Concept) and _has(each.of, step, catalog)}
        if len(scales) == 1:
            kept = Compared(scales.pop(), "=", Decimal(step))
            yield Item("CONDITION", at, behind + 1, kept, score_of(behind + 1 - at, _SURE))


def _step_of(word: str) -> int:
    if word in _ORDINALS:
        return _ORDINALS.index(word) + 1

    digits = word.removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("th")
    return int(digits) if digits != word and digits.isdecimal() else 0


def _has(of: Concept, step: int, catalog: Catalog) -> bool:
    """Whether a numeric dimension is a scale on which there is such a step."""
    if of.kind != "dimension" or of.type != "number":
        return False

    ends = catalog.model.cubes[of.cube].dimensions[of.name].meta.get("scale", ())
    return isinstance(ends, list | tuple) and len(ends) == 2 and bool(ends[0] <= step <= ends[1])

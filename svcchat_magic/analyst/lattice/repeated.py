"""What a column counts of each row, said by its verb: `reopened`, `reopened at least twice`."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Compared, Concept
from svcchat_magic.semantic.inference.names import counted_noun
from svcchat_magic.semantic.search.thesaurus import stems_of

_TIMES: Mapping[str, int] = {"once": 1, "twice": 2}
_LEADS = ((("at", "least"), ">="), (("more", "than"), ">"), (("exactly",), "="), (("only",), "="), ((), "="))
_SURE = 0.9


def repeated_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Conditions on such columns, each with the words that say how often."""
    counted = _counted(catalog)
    for at, token in enumerate(tokens if counted else ()):
        said = stems_of(token.text)
        of = counted.get(said) if is_participle(token.text.lower()) else None
        if of is None or (token.form,) in catalog.phrases:
            continue

        stop, operator, number = _how_often(tokens, at + 1)
        operator, number = (
            (">", 0) if (operator, number) == (">=", 1) else (operator, number)
        )  # as a rate says
        yield Item("CONDITION", at, stop, Compared(of, operator, Decimal(number)), _SURE * (stop - at))


def _counted(catalog: Catalog) -> Mapping[tuple[str, ...], Concept]:
    """The columns that count what befell each row, by the stem of that."""
    found: dict[tuple[str, ...], list[Concept]] = {}
    for each in catalog.concepts:
        if each.kind == "dimension" and each.type == "number" and (noun := counted_noun(each.name)):
            found.setdefault(stems_of(noun), []).append(each)

    return {stems: each[0] for stems, each in found.items() if len(each) == 1}


def _how_often(tokens: Sequence[Token], at: int) -> tuple[int, str, int]:
    """Behind which place it ends, and how often it is; without a number any time at all."""
    forms = tuple(each.form for each in tokens[at : at + 4])
    for lead, operator in _LEADS:
        rest = forms[len(lead) :]
        if forms[: len(lead)] != lead or not rest:
            continue

        if rest[0] in _TIMES:
            return at + len(lead) + 1, operator, _TIMES[rest[0]]

        number = number_of(tokens[at + len(lead)])
        if number is not None and rest[1:2] == ("time",):
            return at + len(lead) + 2, operator, int(number)

    return at, ">", 0

"""`before VAT`, `VAT included`, `net please`: which of a row's amounts is meant, said beside its name."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.taxes import TAXES, Taxed, taxed_amounts

_LEFT_OUT = frozenset({"before", "excluding", "excl", "excl.", "ex", "without", "exclusive", "net"})
_LEFT_IN = frozenset({"including", "incl", "incl.", "inc", "with", "inclusive", "gross"})
_OUT_BEHIND = frozenset({"excluded", "exclusive", "excl"})
_IN_BEHIND = frozenset({"included", "inclusive", "incl"})
_BETWEEN = frozenset({"of", "the", "any", ".", "sales"})
_MOST_BETWEEN = 3
_ENDS = frozenset({"please", "pls", "only", "?", ".", ",", ")", "!", ";"})
_WAYS = {"net": False, "gross": True}
_SURE = 0.95


def tax_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`TAXED`: whether the tax is in what is asked for; only where a table's amounts tell of tax."""
    amounts = taxed_amounts(catalog)
    for start, stop, is_in in (*_phrases(tokens), *_bare(tokens)) if amounts else ():
        text = " ".join(each.text for each in tokens[start:stop])
        yield Item("TAXED", start, stop, Taxed(text, is_in, amounts, catalog.sums), _SURE * (stop - start))


def _phrases(tokens: Sequence[Token]) -> Iterator[tuple[int, int, bool]]:
    for at in [at for at, token in enumerate(tokens) if token.form in TAXES]:
        start = at - 1
        while start > 0 and at - start <= _MOST_BETWEEN and tokens[start].form in _BETWEEN:
            start -= 1

        before = tokens[start].form if start >= 0 else ""
        if before in _LEFT_OUT | _LEFT_IN:
            yield start, at + 1, before in _LEFT_IN

        behind = [each.form for each in tokens[at + 1 : at + 3]]
        skipped = behind[:1] == ["not"] or behind[:1] == ["is"]
        said = behind[skipped] if len(behind) > skipped else ""
        if said in _OUT_BEHIND | _IN_BEHIND:
            yield at, at + 2 + skipped, (said in _IN_BEHIND) != (behind[0] == "not")


def _bare(tokens: Sequence[Token]) -> Iterator[tuple[int, int, bool]]:
    """`Net please`, `(gross)`: alone, and no part of a name such as net sales."""
    for at, token in enumerate(tokens):
        behind = tokens[at + 1].form if at + 1 < len(tokens) else "."
        opens = at > 0 and not tokens[at - 1].form.isalnum()
        opens = opens or bool(token.before.strip())
        if token.form in _WAYS and at and opens and behind in _ENDS:
            yield at, at + 1, _WAYS[token.form]

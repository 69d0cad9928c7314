"""Amounts with and without tax: which of a table's columns is which, and how one makes the other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

TAXES = frozenset({"vat", "tax", "gst"})
_NO_AMOUNT = frozenset({"rate", "percent", "pct", "percentage", "code", "id", "number", "no"})
_NET = frozenset({"net", "subtotal", "excl", "ex", "excluding", "pretax"})
_GROSS = frozenset({"gross", "total", "incl", "inc", "including", "payable"})
_PARTS = frozenset(
    {"discount", "fee", "tip", "deposit", "shipping", "freight", "refund", "paid", "due", "tendered"}
)
_MONEY = frozenset({"amount", "price", "value", "total", "subtotal", "sum", "cost", "net", "gross", "amt"})


@dataclass(frozen=True, slots=True)
class TaxedAmount:
    """The amounts of one table's rows: before tax, the tax, and with it, where there are such columns."""

    net: Concept | None
    tax: Concept | None
    gross: Concept | None

    def without(self) -> tuple[Concept, Concept | None, str] | None:
        """The amount before tax: a column, or one less another; None where none can be told."""
        if self.net is not None:
            return self.net, None, ""

        return (self.gross, self.tax, "-") if self.gross and self.tax else None

    def including(self) -> tuple[Concept, Concept | None, str] | None:
        """The amount with tax: a column, or one and another; None where none can be told."""
        if self.gross is not None:
            return self.gross, None, ""

        return (self.net, self.tax, "+") if self.net and self.tax else None


@dataclass(frozen=True, slots=True)
class Taxed:
    """Words that say whether the tax is in an amount, with the amounts that this can be said of."""

    text: str
    is_in: bool
    amounts: Mapping[str, TaxedAmount] = field(compare=False)  # by cube
    sums: Mapping[Concept, Concept] = field(compare=False)  # of columns

    def of(self, amount: Concept) -> tuple[Concept, Concept | None, str] | None:
        """The sums that are meant where a sum or a column is asked for; None where that cannot be told."""
        known = self.amounts.get(amount.cube)
        total = amount if amount.kind == "measure" else self.sums.get(amount)
        if known is None or total is None or total not in (known.net, known.gross):
            return None

        return known.including() if self.is_in else known.without()

    def column_of(self, total: Concept) -> Concept | None:
        """The column that a sum adds up."""
        return next((column for column, measure in self.sums.items() if measure == total), None)


def taxed_amounts(catalog: Catalog) -> Mapping[str, TaxedAmount]:
    """The sums of the tables whose amounts tell of tax, by their cubes; learnt once for each model.

    An amount that does not say which it is (`amount` beside `vat_amount`) is taken for neither.
    """
    return catalog.model.derived.get("taxed amounts", lambda: dict(_found(catalog)))


def _found(catalog: Catalog) -> Iterator[tuple[str, TaxedAmount]]:
    for cube in catalog.entities:
        sums = [each for each in catalog.of_cube(cube, "measure") if each.agg_type == "sum"]
        amounts = [each for each in sums if not _words(each) & (_NO_AMOUNT | _PARTS)]
        tax = _only([each for each in amounts if _words(each) & TAXES and not _words(each) & (_NET | _GROSS)])
        rest = [each for each in amounts if each != tax and _words(each) & _MONEY]
        net = _only([each for each in rest if _is_net(_words(each))])
        gross = _only([each for each in rest if each != net and _column_words(each) & _GROSS])
        if net is not None or (tax is not None and gross is not None):
            yield cube, TaxedAmount(net, tax, gross)


def _is_net(words: frozenset[str]) -> bool:
    return bool(words & _NET) or {"before", "tax"} <= words or {"without", "tax"} <= words


def _only(found: list[Concept]) -> Concept | None:
    return found[0] if len(found) == 1 else None


def _column_words(each: Concept) -> frozenset[str]:
    """Without the `total` that the measure of a column begins with."""
    words = phrase_of(each.title)
    return frozenset(words[1:] if words[:1] == ("total",) and len(words) > 1 else words)


def _words(each: Concept) -> frozenset[str]:
    return frozenset((*phrase_of(each.name.replace("_", " ")), *phrase_of(each.title)))

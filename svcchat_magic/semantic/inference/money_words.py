"""What the money in a table of bookings is called: revenue, and with or without tax."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import Entry
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import counted_noun, entity_words, singular, words_of
from svcchat_magic.semantic.inference.table_profile import TableProfile

_MONEY = ("revenue", "sales", "money", "sales revenue", "turnover", "takings", "income")
_SPENT = frozenset({"cost", "costs", "expense", "expenses", "spend", "spending", "spent"})
_PRICES = ("price", "fee", "fare", "charge", "charged", "billed")  # what rows bring in that name no amount
_MARKED = ("revenue", "sales", "income", "turnover", "takings")  # net or gross


def with_words_for_money(table: TableProfile, measures: Sequence[Entry]) -> tuple[Entry, ...]:
    """Give the money of bookings the words that people ask for it by; the sum with tax where none has it.

    Where one amount says no more than that it is one, it is what the rows bring in. Of one without tax and
    one with it each is asked for by that; which `revenue` means nobody knows then.
    """
    words = entity_words(table.spoken)
    sums = [each for each in measures if each["type"] == "sum" and each.get("format") == "currency"]
    if words_that_are("earning").isdisjoint(map(singular, words)):  # sales lines are a sale's
        _name_what_is_paid(sums)
        return ()

    sums += _told_by_total(measures, sums, words)
    taxes = [each for each in sums if _words(each) & words_that_are("taxes")]
    plain = [each for each in sums if each not in taxes and _is_plain(each, words)]
    plain = plain or [each for each in sums if each not in taxes and _is_plain(each, (*words, *_PRICES))]
    net = [each for each in plain if "net" in _words(each)]
    gross = [each for each in plain if "gross" in _words(each)]
    others = [each for each in plain if each not in (*net, *gross)]
    if len(plain) == 1:
        _add(plain[0], [*_own(table), *_MONEY])
        spent = [each for each in sums if _words(each) & _SPENT]
        _add(plain[0], [] if spent else ["spend", "spending", "amount spent"])  # by those who buy

    is_split = len(net) == len(taxes) == 1
    made = tuple(_with_tax(net[0], taxes[0])) if is_split and not gross and not others else ()
    with_tax = gross or list(made) or (others if net else [])
    said = list(dict.fromkeys(("tax", *(word for each in taxes for word in _said_tax(each)))))
    if len(net) == 1:
        _add(net[0], [f"net {each}" for each in _MARKED] + [f"amount excluding {tax}" for tax in said])

    if len(with_tax) == 1 and net:
        marked = [f"gross {each}" for each in _MARKED] + [f"amount including {tax}" for tax in said]
        _add(with_tax[0], marked)

    return made


def _told_by_total(measures: Sequence[Entry], sums: Sequence[Entry], words: Sequence[str]) -> Sequence[Entry]:
    """The total of an invoice or of its lines is money, whatever its column says."""
    totals = [each for each in measures if each["type"] == "sum" and _is_plain(each, words)]
    if len(totals) != 1 or totals[0] in sums:
        return ()

    totals[0]["format"] = "currency"
    return totals


def _name_what_is_paid(sums: Sequence[Entry]) -> None:
    """Fares, rents and the like are revenue, whatever the rows are called."""
    earned = [each for each in sums if _words(each) & words_that_are("earned")]
    if len(earned) == 1:
        _add(earned[0], _MONEY)


def _with_tax(net: Entry, tax: Entry) -> Iterator[Entry]:
    """The sum of both columns."""
    yield {
        "name": "total_including_tax",
        "sql": f"{net['sql']} + {tax['sql']}",
        "type": "sum",
        "title": "Total including tax",
        "format": "currency",
        "meta": {"synonyms": ["gross amount"]},
    }


def _own(table: TableProfile) -> list[str]:
    """`ticket revenue` of bookings that count their tickets."""
    counted = [singular(many) for each in table.columns if (many := counted_noun(each.name))]
    return [f"{counted[0]} {each}" for each in _MONEY[:3]] if len(counted) == 1 else []


def _is_plain(measure: Entry, entity: Sequence[str]) -> bool:
    """Whether a sum says only that it is money of these rows: net amount, line total, invoice value."""
    known = words_that_are("plain_amounts") | {"net", "gross"} | set(entity)
    return known.issuperset(_words(measure))


def _words(measure: Mapping[str, object]) -> set[str]:
    return set(str(measure["title"]).lower().split())


def _said_tax(measure: Entry) -> list[str]:
    return [each for each in spelled_out(words_of(str(measure["title"]))) if each in words_that_are("taxes")]


def _add(measure: Entry, synonyms: Sequence[str]) -> None:
    meta = measure.get("meta")
    if isinstance(meta, dict):
        meta["synonyms"] = list(dict.fromkeys([*meta["synonyms"], *synonyms]))

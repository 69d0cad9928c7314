"""What a row comes to where a table says how many it has and what one of them costs: quantity by price."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import Entry, column_sql
from svcchat_magic.semantic.inference.column_roles import ColumnRole, Role
from svcchat_magic.semantic.inference.column_units import in_percent
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import entity_words, plural, singular, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

_LABOUR = ("labour cost", "labor cost", "staff cost", "wage cost")
_COST = frozenset({"cost", "costs"})
_PRICE = frozenset({"price", "fee", "rate", "fare", "tariff", "charge", "wage"})
_REDUCED = frozenset({"discount", "rebate", "reduction"})  # of which nobody knows what it is taken from
_LINES = frozenset({"line", "item", "detail", "sale", "position", "ingredient", "part", "purchase"})
_SHORT = 2  # words of a number's name that is priced: `net tonnes`, but not those of something else
_OF_TIME = {"hour": ("hour", "hourly"), "night": ("night", "nightly"), "day": ("day", "daily")}


def worth_of_rows(table: TableProfile, roles: Mapping[str, ColumnRole]) -> Iterator[Entry]:
    """The sums of number by price and of number by cost.

    None where a column says already what a row comes to, where several may be the number or the price, and
    no price where something is taken off it, unless that is a part of it: a discount of 0.15 or of 15 %.
    """
    sums = [set(_said(each)) for each in table.columns if roles[each.name].role is Role.AMOUNT]
    is_told = any(words_that_are("plain_amounts") & each and not each & _COST for each in sums)
    reduced = [each for each in table.columns if _REDUCED & set(_said(each))]
    parts = [each for each in reduced if roles[each.name].format == "percent" or in_percent(each)]
    numbers = [each for each in table.columns if roles[each.name].role is Role.AMOUNT]
    for kind, noun in ((_PRICE, "value"), (_COST, "cost")):
        prices = [
            each
            for each in table.columns
            if roles[each.name].role is Role.LEVEL and _is_of_one(each, kind, table, is_reduced=bool(parts))
        ]
        pairs = [(many, one) for many in numbers for one in prices if _fit(many, one)]
        if len(pairs) != 1 or (kind is _PRICE and (is_told or (reduced and reduced != parts[:1]))):
            continue

        entry = _sum_of(table, *pairs[0], noun)
        yield from _with_reduced(entry, parts[0]) if kind is _PRICE and parts else (entry,)


def _with_reduced(entry: Entry, part: ColumnProfile) -> Iterator[Entry]:
    """The value less the part that is taken off it, the value before that, and what is taken off."""
    named = str(entry["title"]).removeprefix("Total ")
    told = str(entry["description"]).removesuffix(", added up.")
    off_it = f"COALESCE({column_sql(part)}, 0){' / 100.0' if in_percent(part) else ''}"
    nets = [named, "net value", "net sales", "net revenue", f"{named} after discount", "value after discount"]
    yield {
        **entry,
        "sql": f"{entry['sql']} * (1 - {off_it})",
        "description": f"{told}, less {' '.join(_said(part))}.",
        "meta": {"synonyms": nets},
    }
    yield {
        **entry,
        "name": "total_gross_value",
        "title": f"Gross {named}",
        "meta": {"synonyms": ["gross value", "gross sales", "gross revenue", f"{named} before discount"]},
    }
    off = next(each for each in _said(part) if each in _REDUCED)
    yield {
        **entry,
        "name": f"total_{off}_given",
        "sql": f"{entry['sql']} * {off_it}",
        "title": f"Total {off} given",
        "description": f"{told}, times {' '.join(_said(part))}.",
        "meta": {
            "synonyms": [plural(off), f"{off} value", f"{off} amount", f"{plural(off)} given", f"total {off}"]
        },
    }


def name_pieces(table: TableProfile, measures: Sequence[Entry]) -> None:
    """Tickets are what ticket sales have so many of."""
    words = entity_words(table.spoken)
    sums = [each for each in measures if each["type"] == "sum" and _is_of_pieces(each)]
    if len(words) < 2 or words[-1] != "sale" or len(sums) != 1:
        return

    if words[-2] in words_that_are("entities") | words_that_are("sales_places"):
        return  # shop sales are sales of a shop

    things = " ".join((*words[:-2], plural(words[-2])))
    meta = sums[0].get("meta")
    if isinstance(meta, dict):
        meta["synonyms"] = [*meta["synonyms"], things, f"number of {things}"]


def _is_of_pieces(measure: Entry) -> bool:
    words = set(spelled_out(words_of(str(measure["title"]))))
    return not words.isdisjoint(words_that_are("pieces"))


def _sum_of(table: TableProfile, many: ColumnProfile, one: ColumnProfile, noun: str) -> Entry:
    words = entity_words(table.spoken)
    is_labour = not words_that_are("labour").isdisjoint(words)
    named = " ".join((*words, "cost" if is_labour else noun))
    return {
        "name": f"total_{noun}",
        "sql": f"{column_sql(many)} * {column_sql(one)}",
        "type": "sum",
        "title": f"Total {named}",
        "description": f"{' '.join(_said(many)).capitalize()} by {' '.join(_said(one))}, added up.",
        "format": "currency",
        "meta": {"synonyms": [named, *(_LABOUR if is_labour else ())]},
    }


def _said(column: ColumnProfile) -> tuple[str, ...]:
    return spelled_out(words_of(column.name), column.kind)


def _unit(column: ColumnProfile) -> str:
    """What a column counts: pieces, or hours, nights or days."""
    said = _said(column)
    done = len(said) > 1 and said[-1].endswith("ed")  # quantity ordered
    last = singular((said[:-1] if done else said or ("",))[-1])
    nouns = [singular(each) for each in _said(column)]
    time = next((unit for unit in _OF_TIME if unit in nouns), "")
    return time or ("piece" if last in words_that_are("pieces") else "")


def _per(column: ColumnProfile) -> str:
    """What a price is for one of: `tonne` of a price per tonne."""
    words = _said(column)
    at = words.index("per") + 1 if "per" in words else len(words)
    return singular(words[at]) if at < len(words) else ""


def _is_of_one(column: ColumnProfile, kind: frozenset[str], table: TableProfile, *, is_reduced: bool) -> bool:
    """Whether a column is the price of one; the price of a job is that of all its copies.

    What is asked is what was paid, less the part that lines of a document say is taken off.
    """
    words = set(_said(column))
    is_plain = words <= {"price", "cost", *entity_words(table.spoken)}
    is_of_line = not _LINES.isdisjoint(entity_words(table.spoken))
    is_asked = bool(words & words_that_are("asked_prices")) and not (is_reduced and is_of_line)
    return bool(words & kind) and not is_asked and (is_of_line or not is_plain)


def _fit(many: ColumnProfile, one: ColumnProfile) -> bool:
    """A rate for an hour goes with hours, a price per tonne with tonnes, any other price with pieces."""
    words = set(_said(one))
    if (per := _per(one)) and not any(per in names for names in _OF_TIME.values()):
        return singular((_said(many) or ("",))[-1]) == per and len(_said(many)) <= _SHORT

    times = [unit for unit, names in _OF_TIME.items() if words.intersection(names)]
    return times == [_unit(many)] if times else _unit(many) == "piece" and not words & {"rate", "wage"}

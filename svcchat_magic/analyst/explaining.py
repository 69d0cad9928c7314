"""How a question was read, stage by stage: words, links, analysis, plan, answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.meaning.titles import (
    ENGLISH,
    bound_text,
    condition_text,
    group_title,
    quantity_title,
)
from svcchat_magic.analyst.meaning.tree import Analysis, Concept, Derived, Entity, IsIn, Rank
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.analyst.telling.results import Result

_LINKED = (
    "MEASURE",
    "ENTITY",
    "DIM",
    "VALUE",
    "PERIOD",
    "GRAIN",
    "PART",
    "NUM",
    "SUPER",
    "AGG",
    "GROWTH",
    "SHARE",
)
_MOST_LINKS = 40
_MOST_RIVALS = 3


def reading_stages(read: Read) -> Iterator[str]:
    """The first four stages of one part of a question; those that it did not reach are left out."""
    yield f"**1. Words**: {_words(read)}"
    yield f"**2. Links**: {_links(read)}"
    if read.best is None:
        yield "**3. Analysis**: none"
        return

    yield f"**3. Analysis**: {_analysis(read.best)}{_rivals(read)}{_stopped(read)}"
    if read.planned is not None:
        tables = ENGLISH.listed([plain_text(each) for each in read.planned.source.tables])
        yield f"**4. Plan**: from {tables}: {plain_text(' '.join(read.planned.sql.split()))}"


def answer_stage(results: Sequence[Result], withheld: int) -> str:
    """What the answer is made from."""
    told = [
        f"{each.query.shape}, {len(each.rows.rows):,} of {each.rows.total_rows:,} rows" for each in results
    ]
    checked = f"; {withheld} sentences left out" if withheld else ""
    return f"**5. Answer**: {'; '.join(told) or 'no result'}{checked}"


def _words(read: Read) -> str:
    repaired = dict(read.repairs)
    return " · ".join(_word(each, repaired) for each in read.tokens)


def _word(token: Token, repaired: Mapping[str, str]) -> str:
    form = repaired.get(token.text, token.form)
    return plain_text(token.text if form == token.text.lower() else f"{token.text} → {form}")


def _links(read: Read) -> str:
    found = read.chart.all(_LINKED) if read.chart else ()
    items = sorted(found, key=lambda each: (each.start, -each.score))
    told = dict.fromkeys(_link(each, read.tokens) for each in items)
    return "; ".join([*told][:_MOST_LINKS]) or "none"


def _link(item: Item, tokens: Sequence[Token]) -> str:
    words = " ".join(each.text for each in tokens[item.start : item.stop])
    return plain_text(f"{words} = {item.category.lower()} {_linked(item.value)} ({item.score:.2f})")


def _linked(value: object) -> str:
    match value:
        case Concept():
            return f"{value.cube}.{value.name}"
        case Entity():
            return value.cube
        case IsIn():
            return f"{value.of.cube}.{value.of.name} = {value.values[0]}"
        case _:
            period = getattr(value, "period", None)
            return period.phrase if period is not None else str(value)


def _analysis(best: Assembled) -> str:
    return "; ".join(f"{name}: {plain_text(text)}" for name, text in _parts(best.analysis)) or "empty"


def _parts(analysis: Analysis) -> Iterator[tuple[str, str]]:
    """The parts of a tree that say something, in words."""
    if analysis.quantities:
        yield "quantities", ENGLISH.listed([quantity_title(each) for each in analysis.quantities])

    if analysis.groups:
        yield "groups", ENGLISH.listed([group_title(each) for each in analysis.groups])

    if analysis.where:
        yield "where", " and ".join(condition_text(each) for each in analysis.where)

    if analysis.having and analysis.quantities:
        yield "having", ENGLISH.listed([bound_text(each, analysis.quantities[0]) for each in analysis.having])

    for name, value in ((each.name, getattr(analysis, each.name)) for each in fields(Analysis)):
        if name in ("rank", "derived", "rows_of", "values_of", "chart") and value:
            yield name, _part(value)


def _part(value: object) -> str:
    match value:
        case Rank():
            limit = f", {value.limit} rows" if value.limit else ""
            by = f" by {quantity_title(value.by)}" if value.by else ""
            within = (
                f" within {ENGLISH.listed([group_title(each) for each in value.within])}"
                if value.within
                else ""
            )
            return f"{'highest' if value.descending else 'lowest'} first{by}{limit}{within}"
        case Derived():
            return f"{value.kind} {value.against}".strip()
        case Entity():
            return value.noun
        case Concept():
            return ENGLISH.lower(value.title)
        case _:
            return str(value)


def _rivals(read: Read) -> str:
    """The next best readings, with how much worse they fit."""
    score = read.best.score if read.best else 0.0
    told = [f"{_analysis(each)} ({score - each.score:.2f} less)" for each in read.others[:_MOST_RIVALS]]
    return f". Also possible: {' / '.join(told)}" if told else ""


def _stopped(read: Read) -> str:
    if read.is_sure:
        return ""

    unknown = f"not understood: {', '.join(map(plain_text, read.unknown))}" if read.unknown else ""
    stops = f"stopped: {', '.join(read.best.stops)}" if read.best and read.best.stops else ""
    return f". Not computed, {'; '.join(filter(None, (unknown, stops, plain_text(read.problem))))}"

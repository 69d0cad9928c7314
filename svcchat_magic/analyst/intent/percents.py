"""Numbers in percent against a column: 20 % is 0.2 where its values run to 1, and 20 where to 100."""

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.amounts import PERCENT, Amount
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.numbers import PERCENT_WORDS
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.replacing import with_changed
from svcchat_magic.analyst.meaning.tree import Aggregated, Bound, Compared, Concept, Measured, Quantity
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.errors import EngineError, QueryRefused

_WHOLE, _SURELY_PERCENT = 1, 2  # between them a column may hold either
_LEVELS = ("avg", "min", "max")
Scales = MutableMapping[Concept, Decimal | None]  # by column what 1 % is in it; None where nobody can tell


def scales_of(catalog: Catalog) -> Scales:
    """What is known of the columns of a model."""
    return catalog.model.derived.get("percent scales", dict[Concept, Decimal | None])


def with_percents(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with its percentages as the columns hold them; one that nobody can tell is not read."""
    if not any(each.form in PERCENT_WORDS for each in tokens):
        return read

    scales, lost = scales_of(catalog), list[str]()

    def scaled(part: Compared | Bound) -> Compared | Bound:
        of = _column(part, catalog)
        if not isinstance(part.value, Decimal) or getattr(part.value, "unit", "") != PERCENT:
            return part

        one = _scale(of, scales)
        if one is None:
            lost.append(f"{part.value.normalize():f} %")
            return part

        value = Amount(part.value * one)
        value.percentage = Decimal(part.value)
        return replace(part, value=value)

    analysis = with_changed(read.analysis, (Compared, Bound), scaled)
    if lost:
        return replace(read, dropped=(*read.dropped, *dict.fromkeys(lost)))

    return replace(read, analysis=analysis)


def _scale(of: Concept | None, scales: Mapping[Concept, Decimal | None]) -> Decimal | None:
    """A number that is no column is a ratio, and so is what the model shows in percent."""
    if of is None or of.format == "percent":
        return Decimal("0.01")

    return scales.get(of)


def _column(part: Compared | Bound, catalog: Catalog) -> Concept | None:
    return part.of if isinstance(part, Compared) else _column_of(part.quantity, catalog)


def _column_of(quantity: Quantity | None, catalog: Catalog) -> Concept | None:
    """The column whose values a level is one of; None for what is computed otherwise."""
    match quantity:
        case Aggregated(since=None, times=None):
            return quantity.of
        case Measured() if quantity.measure.agg_type in _LEVELS and quantity.measure.format != "percent":
            return catalog.columns.get(quantity.measure, quantity.measure)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class LearningPercents:
    """Asks the data how columns hold percentages that a question compares them with."""

    tools: Tools
    sources: Sources

    async def learns(self, read: Read) -> bool:
        """Learn what the question leaves open; whether something was learnt."""
        scales = scales_of(self.sources.catalog)
        columns = [each for each in dict.fromkeys(self._open(read)) if each not in scales]
        for each in columns:
            scales[each] = await self._scale(each)

        return bool(columns)

    def _open(self, read: Read) -> Iterator[Concept]:
        found: list[Concept] = []

        def note(part: Compared | Bound) -> Compared | Bound:
            of = _column(part, self.sources.catalog)
            if getattr(part.value, "unit", "") == PERCENT and of is not None:
                found.append(of)

            return part

        for each in (read.best, *read.others) if read.best else ():
            with_changed(each.analysis, (Compared, Bound), note)

        yield from found

    async def _scale(self, of: Concept) -> Decimal | None:
        source = self.sources.best(of.cube, [of])
        if source is None:
            return None

        ref = source.ref(of)
        ends = f"MIN({ref}), MAX({ref})" if of.kind == "dimension" else f"MEASURE({ref})"
        try:
            rows = (await self.tools.run_sql(f"SELECT {ends} FROM {source.text}")).rows
        except (QueryRefused, EngineError):  # then the question is not answered
            return None

        seen = [abs(Decimal(str(each))) for row in rows for each in row if each is not None]
        highest = max(seen, default=Decimal(0))
        if not highest or of.kind != "dimension":
            return None

        if highest <= _WHOLE:
            return Decimal("0.01")

        return Decimal(1) if highest >= _SURELY_PERCENT else None

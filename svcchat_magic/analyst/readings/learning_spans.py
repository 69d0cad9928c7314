"""Which seasons and terms of the data a question means: asked of the data where its words may name some."""

from collections.abc import Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.language.span_names import span_named
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.list_values import Several
from svcchat_magic.analyst.linking.span_phrases import Counted, Named, phrases_in
from svcchat_magic.analyst.linking.spans import SpanColumn, column_of, may_be_meant, meanings
from svcchat_magic.analyst.linking.values import Values, member_of
from svcchat_magic.analyst.meaning.tree import Analysis, Concept, IsIn
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.search.value_lists import ValueSearch

_YEARS_BACK = 3  # of what is told from today
_MOST_COLUMNS = 6  # of stretches of time, in one model


@dataclass(frozen=True, slots=True)
class LearningSpans:
    """Asks the data for the values that phrases such as `last season` mean."""

    tools: Tools
    sources: Sources
    calendar: Calendar

    async def with_spans(self, tokens: Sequence[Token], known: Values, asked: Analysis | None) -> Values:
        """The values with those that are told from today, or from what was asked before."""
        phrases = phrases_in(tokens, self.calendar)
        if not phrases:
            return known

        found = dict(known)
        for column in await self._columns(phrases):
            before = _asked(column.of, asked)
            for phrase, values in meanings(column, phrases, self.calendar.today, before):
                value = values[0] if len(values) == 1 else Several(values)
                found[phrase] = tuple(dict.fromkeys((*found.get(phrase, ()), (column.of, value))))

        return found

    async def _columns(self, phrases: Sequence[Named | Counted]) -> list[SpanColumn]:
        concepts = self.sources.catalog.concepts
        chosen = [each for each in concepts if may_be_meant(each, phrases)]
        texts = [each for each in chosen if each.type == "string"]
        texts = await self._of_spans(texts, phrases) if len(texts) > 1 else texts
        places = [each for each in chosen if each.type != "string" or each in texts]
        found = [await self._column(each) for each in places[:_MOST_COLUMNS]]
        return [each for each in found if each is not None]

    async def _of_spans(
        self, concepts: Sequence[Concept], phrases: Sequence[Named | Counted]
    ) -> list[Concept]:
        """Those with a value of the years that are asked about, where all of these are names of stretches."""
        catalog = self.sources.catalog
        years = {year % 100 for each in phrases for year in self._years(each)}
        members = tuple(member_of(each, catalog) for each in concepts)
        search = ValueSearch(members, (), tuple(f"%{year:02}%" for year in sorted(years)))
        try:
            found = await self.tools.find_values(search)
        except (QueryRefused, EngineError):
            return []

        named = {at: [each.value for each in found if each.place == at] for at in range(len(concepts))}
        return [concepts[at] for at, values in named.items() if values and all(map(span_named, values))]

    def _years(self, phrase: Named | Counted) -> tuple[int, ...]:
        if isinstance(phrase, Named):
            return (phrase.name.start.year,)

        return tuple(self.calendar.today.year - back for back in range(_YEARS_BACK))

    async def _column(self, of: Concept) -> SpanColumn | None:
        """The values of a column, with the first day of their rows where these have one."""
        time = self.sources.dates(of.cube)
        dated = self.sources.best(of.cube, [of, time]) if time else None
        source = dated or self.sources.best(of.cube, [of])
        if source is None:
            return None

        first = f", MIN({source.ref(time)})" if dated and time else ""
        return column_of(
            of, await self._rows(f"SELECT {source.ref(of)}{first} FROM {source.text} GROUP BY 1")
        )

    async def _rows(self, sql: str) -> Sequence[Sequence[object]]:
        try:
            return (await self.tools.run_sql(sql)).rows
        except (QueryRefused, EngineError):  # then its words count as not understood, which the answer says
            return ()


def _asked(of: Concept, analysis: Analysis | None) -> object:
    """The one value of a column that was asked for."""
    kept = [each for each in analysis.where if isinstance(each, IsIn) and each.of == of] if analysis else []
    return kept[0].values[0] if len(kept) == 1 and len(kept[0].values) == 1 else None

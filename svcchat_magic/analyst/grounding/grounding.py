"""Holds each sentence of a text against the rows of its turn.

A figure must be a cell of a row that goes by a name near it, or follow from such cells; a name must stand in
the rows, the question or the model; a date, a direction, a rank or a comparison must be what the rows say.
What looks like a number and is not read as one is not told either.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from svcchat_magic.analyst.facts.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.facts.known_dates import KnownDates, is_key
from svcchat_magic.analyst.facts.weekends import tells_weekends
from svcchat_magic.analyst.facts.wider_times import widened
from svcchat_magic.analyst.grounding.asked_for import AskedFor
from svcchat_magic.analyst.grounding.claims import Claims, without_rows
from svcchat_magic.analyst.grounding.comparisons import Comparisons
from svcchat_magic.analyst.grounding.date_spots import DateSpots, Spot
from svcchat_magic.analyst.grounding.ends import Said
from svcchat_magic.analyst.grounding.figure_sources import FigureSources
from svcchat_magic.analyst.grounding.given import Given
from svcchat_magic.analyst.grounding.listed import aligned, not_shared
from svcchat_magic.analyst.grounding.measure_names import MeasureNames
from svcchat_magic.analyst.grounding.names import KnownNames, masked
from svcchat_magic.analyst.grounding.near_figures import name_beside, names_around, next_told, own_dates
from svcchat_magic.analyst.grounding.said_to_be import SaidToBe
from svcchat_magic.analyst.grounding.superlatives import Superlatives
from svcchat_magic.analyst.grounding.told_times import ToldTimes, told_times
from svcchat_magic.analyst.grounding.units import Told, Units
from svcchat_magic.analyst.grounding.whole_claims import of_whole
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.sentences.clauses import Clause, clauses_of
from svcchat_magic.analyst.sentences.directions import DOWN, HIGHEST, LOWEST, OVER, UNDER, UP, claimed
from svcchat_magic.analyst.sentences.list_markers import ListMarkers
from svcchat_magic.analyst.sentences.number_words import vague_number
from svcchat_magic.analyst.sentences.ranks import spoken_ranks
from svcchat_magic.analyst.sentences.readable import as_read, deceit, quoted, without
from svcchat_magic.analyst.sentences.relative_dates import RelativeDate, relative_dates
from svcchat_magic.analyst.sentences.spoken_dates import SpokenDate, spoken_dates
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure
from svcchat_magic.analyst.sentences.spoken_figures import spoken_figures
from svcchat_magic.analyst.sentences.unread_digits import unread_digits

_AMONG = re.compile(r"\b(?:among|between)\s[^:;,]*:\s*[$€£]?$", re.IGNORECASE)  # `A leads among A and B: 5`
_Told = tuple[SpokenFigure, list[FactCell]]
_ALIKE = re.compile(r"\bthe same\b|\bgleich", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a sentence may be told, and what of it was not found."""

    problem: str = ""  # what stands nowhere, as it was written
    has_claims: bool = False  # it says something that was checked
    unsaid: str = ""  # a currency that the data do not name

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.problem


@dataclass
class Grounding:
    """The facts of one turn, and the sentence before, whose names a sentence may lean on."""

    tables: tuple[FactTable, ...]
    question: str
    given: str  # the question and the queries: names that may be repeated
    vocabulary: frozenset[str]  # words of the model
    measures: frozenset[str] = frozenset()  # what its measures are called, in lower case
    asked: frozenset[str] = frozenset()  # values of the data that the question names, in lower case
    calendar: Calendar | None = None  # from whose day `last month` is told; without one that is not read
    _before: Names = ()  # of the last sentence that held
    _told_before: list[FactCell] = field(default_factory=list)
    _unsaid: str = ""  # a currency of this sentence that the data do not name
    _markers: ListMarkers = field(default_factory=ListMarkers)

    @property
    def row_names(self) -> frozenset[str]:
        """What the rows go by, in lower case."""
        return frozenset(
            name for table in self.tables for row in table.names for each in row for name in each
        )

    def prepare(self) -> None:
        """Do what the first sentence would wait for: with a thousand rows a tenth of a second."""
        self._names.spots("")
        self._facts.claims("", UP)
        _ = self._names.scripts, self._known_dates.years, self._superlatives, self._dated

    def check(self, sentence: str) -> Checked:
        """Check one sentence; one that holds is what the next may lean on."""
        if self._wider and (
            tells_weekends(sentence) or any(map(self._is_wider, spoken_dates(as_read(sentence))))
        ):
            return self._by_wider(self._wider, sentence)

        return self._checked(sentence)

    def _is_wider(self, spoken: SpokenDate) -> bool:
        """Whether a date is one of whole rows taken together: a year of quarters."""
        wider = self._wider
        return (
            wider is not None
            and any(wider._known_dates.keys(spoken))
            and not any(self._known_dates.keys(spoken))
        )

    def _by_wider(self, wider: "Grounding", sentence: str) -> Checked:
        wider._before, wider._told_before = self._before, self._told_before
        found = wider._checked(sentence)
        self._before, self._told_before = wider._before, wider._told_before
        return found

    @cached_property
    def _wider(self) -> "Grounding | None":
        """The same with the rows added up to wider units of time, for sentences that name one."""
        tables = widened(self.tables)
        return replace(self, tables=(*self.tables, *tables)) if tables else None

    def _checked(self, sentence: str) -> Checked:
        self._unsaid = ""
        if found := deceit(sentence, self._names.everything, self._names.scripts, self._names.links):
            return Checked(found, has_claims=True)

        text, odd_marker = self._markers.without(as_read(sentence))
        dates = spoken_dates(masked(text, self._names.long_spots(text)))
        relative = self._relative(text, dates)
        spots = self._dated.with_dates(self._names.spots(text), dates, relative)
        hidden = without(masked(text, spots), dates)
        ranks = tuple(spoken_ranks(hidden))
        figures = spoken_figures(without(hidden, ranks))
        clauses = clauses_of(text, spots, figures, ranks)
        problem = (
            odd_marker
            or self._names.unknown(text, spots, without(without(text, dates), figures))
            or self._names.unknown_address(text, spots)
            or self._names.unknown_quote(quoted(sentence))
            or self._known_dates.unknown(text, self._dated.not_names(dates, spots), relative)
            or self._dated.unknown_whole(text, dates)
            or vague_number(hidden)
            or unread_digits(without(without(hidden, figures), ranks), self._names.has_word)
            or self._unknown_figure(text, clauses, spots, dates)
            or not_shared(self._facts, text, clauses)
            or self._facts.beyond(hidden)
        )
        if not problem and spots:
            self._before = tuple(dict.fromkeys(name for _, _, name in spots))

        claims = claimed(text, UP, DOWN, HIGHEST, LOWEST, OVER, UNDER)
        if not problem and (figures or claims or ranks):
            problem = self.asked_for.wrong(text, dates) or ("" if self.tables else without_rows(text))

        return Checked(problem, bool(spots or claims or figures or dates or ranks), self._unsaid)

    def _unknown_figure(
        self, text: str, clauses: Sequence[Clause], spots: Sequence[Spot], dates: Sequence[SpokenDate]
    ) -> str:
        """A figure that the rows do not give, or a clause that claims of it what they do not."""
        times = told_times(text, dates, spots, self.tables, self._known_dates)
        sources = self._sources(text, clauses, times)
        said = Said([], self._told_before, is_alike=_ALIKE.search(text) is not None)
        told: list[_Told] = []
        lean: Names = ()
        last: Names = ()
        focus: Names = ()  # the row that a superlative is about
        subject: Names = ()  # the last of these
        in_lists = aligned(self._facts, text, clauses)
        bare = masked(text, spots)
        found = [sources.found_in(each) for each in clauses]
        claims = Claims(self._facts, times, of_whole(self._facts, text, spots))
        for at, clause in enumerate(clauses):
            own = self._own(clause.names, last)
            lean, last = tuple(dict.fromkeys((*lean, *clause.names))), own or last
            said.names = lean
            subject = (focus := self._focus(clause, lean, focus)) or subject
            for figure in clause.figures:
                is_among = subject and _AMONG.search(text[: figure.start])
                beside = subject if is_among else name_beside(text, figure, spots) or own
                meant = beside or (last if figure.is_aside else focus or lean) or self._before
                names = said.of_own_date(meant, own_dates(text, figure, spots))
                cells = in_lists[figure.start] if in_lists else self._facts.spoken_cells(figure, names, bare)
                cells = [each for each in cells if sources.fits(figure, each, bare, said)]
                around = names_around(text, figure, spots, last if figure.is_aside else lean)
                if not cells and not sources.give(figure, clause, around or self._before, said):
                    return text[figure.start : figure.end].strip()

                said.tell(figure, cells)
                told.append((figure, cells))

            best, names = next_told(found[at:], self._facts), lean or self._before
            if problem := claims.wrong(clause, names, found[at].figures, best, self._before):
                return problem

        return self._unlike(text, spots, told, sources)

    def _sources(self, text: str, clauses: Sequence[Clause], times: ToldTimes) -> FigureSources:
        """Where the figures of a sentence may come from."""
        figures = [figure for each in clauses for figure in each.figures]
        given, names_of = Given(self.tables, self.question), MeasureNames(self.tables, self.measures)
        return FigureSources(self._facts, given, text, names_of, figures, times)

    def _unlike(
        self,
        text: str,
        spots: Sequence[Spot],
        told: list[_Told],
        sources: FigureSources,
    ) -> str:
        """A measure, a unit or a comparison that the figures of a sentence do not have."""
        self._told_before = [cell for _, cells in told for cell in cells] or self._told_before
        own_figures = [(figure, cells) for figure, cells in told if not sources.is_given(figure)]
        return (
            sources.measures.wrong(masked(text, spots), own_figures)
            or SaidToBe(self.tables, self._names).wrong(masked(text, spots), own_figures)
            or self._odd_unit(text, told)
            or sources.counted.wrong_only(spots)
            or Comparisons(self._facts, tuple(name for _, _, name in spots if is_key(name))).wrong(
                text, spots, told, self._before
            )
        )

    def _focus(self, clause: Clause, lean: Names, before: Names) -> Names:
        """The row that a superlative is about: `A is the highest of A and B: 120`."""
        if subject := self._superlatives.subject(clause):
            others = set(self._facts.of_rows(lean)) - {*subject}
            return tuple(each for each in lean if each not in others)

        return () if clause.names and clause.figures else before

    def _own(self, names: Names, before: Names) -> Names:
        """The names of a clause; with those of the one before where it names nothing but dates."""
        if not names or self._facts.of_rows(names) or not all(map(is_key, names)):
            return names

        return (*(each for each in before if not is_key(each)), *names)

    def _odd_unit(self, text: str, told: Told) -> str:
        """A unit that is not that of a figure; a currency is noted where the data name none."""
        units = Units(self.tables, f"{self.given} {' '.join(self.vocabulary)}")
        self._unsaid = units.unsaid(text, told)
        return units.wrong(text, told)

    @cached_property
    def asked_for(self) -> AskedFor:
        """What the question asks for that no query was about."""
        queries = self.given.removeprefix(self.question)
        relative = tuple(self._relative(self.question))
        return AskedFor(self.tables, self.question, queries, self.asked, self._known_dates, relative)

    def _relative(self, text: str, dates: Sequence[SpokenDate] = ()) -> list[RelativeDate]:
        """The dates that are told from today on, where no other date stands."""
        found = relative_dates(text, self.calendar) if self.calendar else []
        return [
            each for each in found if not any(one.start < each.end and each.start < one.end for one in dates)
        ]

    @cached_property
    def _facts(self) -> Facts:
        return Facts(self.tables)

    @cached_property
    def _superlatives(self) -> Superlatives:
        return Superlatives(self._facts)

    @cached_property
    def _names(self) -> KnownNames:
        return KnownNames(self.tables, self.given, self.vocabulary)

    @cached_property
    def _known_dates(self) -> KnownDates:
        stretches = {each for table in self.tables for each in (*table.stretches, *table.scope.stretches)}
        return KnownDates(self.question, frozenset(stretches))

    @cached_property
    def _dated(self) -> DateSpots:
        return DateSpots(self.tables, self._known_dates)

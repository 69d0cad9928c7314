"""Which state of rows `still carry` and `on the menu` mean, where only their status tells what is there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.standing import standing
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.living import rows_named, standing_in, tells_what_is_there
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.values import Values, member_of
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.search.value_lists import ValueSearch

_OF_STATES = frozenset({"status", "state", "lifecycle", "stage"})


@dataclass(frozen=True, slots=True)
class LearningStanding:
    """Asks the data what rows are called that are still there."""

    tools: Tools
    catalog: Catalog

    async def with_standing(self, tokens: Sequence[Token], known: Values) -> Values:
        """The values with the one state of the rows named that says so, and with no other state."""
        phrases = set(self._phrases(tokens)) - known.keys()
        columns = list(self._columns(tokens)) if phrases else []
        if not columns:
            return known

        members = tuple(member_of(each, self.catalog) for each in columns)
        try:
            rows = await self.tools.find_values(ValueSearch(members, tuple(sorted(standing().states)), ()))
        except (QueryRefused, EngineError):  # then it stays unknown what is still there
            return known

        found = dict(known)
        for at, of in enumerate(columns):
            values = {each.value for each in rows if each.place == at}
            if len(values) == 1:
                found |= {each: (*found.get(each, ()), (of, min(values))) for each in phrases}

        return found

    def _phrases(self, tokens: Sequence[Token]) -> Iterator[Phrase]:
        for start, stop, is_gone in standing_in(tokens):
            if not is_gone:
                yield tuple(each.form for each in tokens[start:stop])

    def _columns(self, tokens: Sequence[Token]) -> Iterator[Concept]:
        """The states of the rows that are named and have neither a flag nor a date of what is there."""
        named = rows_named(tokens, self.catalog) - tells_what_is_there(self.catalog)
        for each in self.catalog.concepts:
            words = {*phrase_of(each.name.replace("_", " ")), *phrase_of(each.title)}
            is_state = each.kind == "dimension" and each.type == "string" and words & _OF_STATES
            if is_state and each.cube in named:
                yield each

"""Which state of rows `carried out` and `taken place` mean: asked of the data where a question says so."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.language.happening import done_verbs_in, happening
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.values import Values, member_of
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.search.value_lists import ValueSearch

_OF_STATES = frozenset({"status", "state", "outcome"})


@dataclass(frozen=True, slots=True)
class LearningDone:
    """Asks the data what rows are called that were not only planned."""

    tools: Tools
    catalog: Catalog

    async def with_done(self, tokens: Sequence[Token], known: Values) -> Values:
        """The values with the one state that a verb says of the rows that are named beside it."""
        phrases = [each for each in done_verbs_in(tokens) if each not in known]
        columns = list(self._columns(tokens)) if phrases else []
        if not columns:
            return known

        words = happening()
        members = tuple(member_of(each, self.catalog) for each in columns)
        search = ValueSearch(members, tuple(sorted(words.done | words.undone)), ())
        try:
            rows = await self.tools.find_values(search)
        except (QueryRefused, EngineError):  # then the verb says no more than it did
            return known

        found = dict(known)
        for at, of in enumerate(columns):
            values = {each.value for each in rows if each.place == at}
            done = [each for each in values if each.strip().lower() in words.done]
            if len(done) == 1 and len(values) > 1:
                found |= {each: (*found.get(each, ()), (of, done[0])) for each in phrases}

        return found

    def _columns(self, tokens: Sequence[Token]) -> Iterator[Concept]:
        """The states of the rows that a question names."""
        forms = [each.form for each in tokens]
        phrases = [*((each,) for each in forms), *pairwise(forms)]
        meanings = (each.of for phrase in phrases for each in self.catalog.phrases.get(phrase, ()))
        named = {each.cube for each in meanings if isinstance(each, Entity)}
        for each in self.catalog.concepts:
            words = {*phrase_of(each.name.replace("_", " ")), *phrase_of(each.title)}
            is_state = each.kind == "dimension" and each.type == "string" and words & _OF_STATES
            if is_state and each.cube in named:
                yield each

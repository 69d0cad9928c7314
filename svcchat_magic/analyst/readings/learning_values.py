"""The values of a question's words that only the data can tell: states, what is free, stretches."""

from collections.abc import Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import Analysis
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.readings.learning_done import LearningDone
from svcchat_magic.analyst.readings.learning_free import LearningFree
from svcchat_magic.analyst.readings.learning_spans import LearningSpans
from svcchat_magic.analyst.readings.learning_standing import LearningStanding


@dataclass(frozen=True, slots=True)
class LearningValues:
    """Asks the data for each of them, where the question has such words."""

    tools: Tools
    sources: Sources
    calendar: Calendar

    async def with_learnt(self, tokens: Sequence[Token], known: Values, before: Analysis | None) -> Values:
        """The values that are known with those that are learnt, behind the question before."""
        catalog, tokens = self.sources.catalog, tuple(tokens)
        values = await LearningDone(self.tools, catalog).with_done(tokens, known)
        values = await LearningStanding(self.tools, catalog).with_standing(tokens, values)
        values = await LearningFree(self.tools, self.sources).with_free(tokens, values)
        return await LearningSpans(self.tools, self.sources, self.calendar).with_spans(tokens, values, before)

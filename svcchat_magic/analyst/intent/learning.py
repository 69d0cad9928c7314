"""What is asked of the data before a question is read again, with what they say."""

from typing import Protocol

from svcchat_magic.analyst.intent.few_values import LearningFewValues
from svcchat_magic.analyst.intent.percents import LearningPercents
from svcchat_magic.analyst.readings.learning_dates import LearningDates
from svcchat_magic.analyst.readings.learning_names import LearningNames
from svcchat_magic.analyst.readings.read import Read


class Learning(Protocol):
    """Learns what a reading leaves open."""

    async def learns(self, read: Read) -> bool:
        """Whether something was learnt, so that the question is to be read again."""


LEARNING = (LearningDates, LearningPercents, LearningNames, LearningFewValues)

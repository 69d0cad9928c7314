"""What a number is told per one of: `receipt`, where different receipts are counted."""

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.meaning.tree import Counted, Measured, Quantity


def one_of(quantity: Quantity, title: str, words: AnswerWords) -> str:
    """The noun of one of those that are counted; the title of anything else."""
    if isinstance(quantity, Counted):
        return words.noun(quantity.entity.noun)

    if not isinstance(quantity, Measured) or quantity.measure.agg_type != "count_distinct" or quantity.where:
        return title

    several = title.removeprefix(words.say("distinct", what=""))
    return words.singular(several) if several != title else title

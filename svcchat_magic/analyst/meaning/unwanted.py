"""Of which numbers less is better."""

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.meaning.titles import quantity_title
from svcchat_magic.analyst.meaning.tree import Quantity


def is_unwanted(quantity: Quantity) -> bool:
    """Whether less of it is better: the worst delay is the longest."""
    return keywords().is_unwanted(tuple(each.form for each in tokens_of(quantity_title(quantity))))

"""Answers without a query: what was not understood and what works instead, and what the model holds."""

from typing import Literal

from svcchat_magic.analyst.lexicon import lexicon
from svcchat_magic.analyst.obstacles import Obstacle
from svcchat_magic.analyst.reading import listed, lowered
from svcchat_magic.analyst.suggestions import questions
from svcchat_magic.analyst.understanding import Understanding
from svcchat_magic.analyst.vocabulary import Vocabulary, vocabulary_of
from svcchat_magic.analyst.words import plain_text, singular
from svcchat_magic.semantic.model.model import Field, Model

_LISTED = 12


def outcome_without_query(understood: Understanding) -> Literal["answered", "refused"]:
    """Questions about the model are answered without a query; all others are refused."""
    return "answered" if understood.about_model or understood.defines else "refused"


_REASONS = {  # the kind of obstacle: what stops the answer, and what works instead
    "excluding": (
        "I cannot tell what {words} leaves out",
        "A value can be left out, as in *without Web*; a period, a measure or a number cannot yet.",
    ),
    "condition": (
        "I cannot use {words} as a condition or a date",
        "Filters take values, and periods read as *in May 2023*, *since 2023* or *on 15 March 2024*.",
    ),
    "aggregate": (
        "I cannot compute {words} yet",
        "I compute the measures of the data model as they are defined.",
    ),
    "share": ("I cannot compute {words} yet", "A breakdown tells the share of the largest group."),
    "running": ("I cannot compute {words} yet", "A trend by month works."),
    "cause": (
        "I cannot tell {words} yet",
        "A breakdown shows which groups moved: *which channel grew the most?*",
    ),
    "future": ("I cannot tell {words}: I only compute what stands in the data", ""),
    "compare": ("I cannot tell what {words} compares", "Name both sides, as in *revenue 2023 vs 2024*."),
    "same_time": ("I cannot tell which days {words} means", "Name the period, as in *in March 2024*."),
    "relation": ("I cannot compute {words} yet", ""),
    "period": (
        "a second period, {words}, does not fit in",
        "One period works, or two of one kind beside each other: *Q4 2023 vs Q4 2024*.",
    ),
    "superlative": (
        "no measure is named, and I cannot tell what {words} means",
        "Name the number to rank by.",
    ),
    "within_groups": (
        "I cannot rank within each group yet ({words})",
        "A ranking over all works, and one for a single value.",
    ),
    "by_measure": ("I can only group by names and time, not by {words}", "Ask for both numbers by a group."),
    "unranked": (
        "I cannot tell what the {words} is among",
        "Name the groups: *which month had the highest ...*",
    ),
    "growth": (
        "I cannot tell the growth of groups {words} yet",
        "Growth by group or by time works, one at a time.",
    ),
}


def not_understood(understood: Understanding, model: Model) -> str:
    """Says what could not be read, and gives questions that can."""
    vocabulary = understood.vocabulary or _first(model)
    if vocabulary is None or not vocabulary.measures:
        return "**The data model holds no measure that you may see, so there is nothing to compute.**"

    if understood.defines:
        return _defined(understood)

    if understood.obstacles:
        return _stopped(understood.obstacles[0], vocabulary)

    if not understood.clauses and not understood.unused:
        return _offered("There is nothing to compute in this: name a number that you want.", "", vocabulary)

    filters = [each for clause in understood.clauses for each in clause.filters]
    values = [value for each in filters if not each.negated for value in each.values]
    named = [each for clause in understood.clauses for each in clause.dimensions]
    close = _described(vocabulary, understood.unused)
    unused = tuple(dict.fromkeys(understood.unused))
    words = listed([f"*{plain_text(word)}*" for word in unused[:_MOST_NAMED]])
    missing = f" I do not know {words}." if words else ""
    said = [f"*{plain_text(text)}*" for text in (*map(lowered, named), *values)]
    read = f" I did read {listed(said)}." if said else ""
    tries = " · ".join(f"*{plain_text(text)}*" for text in questions(vocabulary, [*close, *named], values))
    hint = _HINT if not said and _is_foreign(unused) else "Name a measure."
    first = f"**I found nothing to compute in this question.**{missing}{read} {hint}"
    return f"{first}\n\nTry next: {tries}"


def _is_foreign(unused: tuple[str, ...]) -> bool:
    """Whether words of which none was known may be another language's: many, or in other letters."""
    return len(unused) >= _SENTENCE_WORDS or not all(map(str.isascii, unused))


_MOST_NAMED = 8
_SENTENCE_WORDS = 4
_HINT = "I read questions in English; *what can I ask?* shows which numbers there are."


def _stopped(obstacle: Obstacle, vocabulary: Vocabulary) -> str:
    """A word that changes the meaning is never passed over: the answer would be another question's."""
    what, instead = _REASONS[obstacle.kind]
    told = what.format(words=f"*{plain_text(obstacle.words)}*")
    return _offered(f"I did not compute this: {told}.", instead, vocabulary)


def _offered(first: str, instead: str, vocabulary: Vocabulary) -> str:
    tries = " · ".join(f"*{plain_text(text)}*" for text in questions(vocabulary))
    return f"**{first}**{' ' if instead else ''}{instead}\n\nTry next: {tries}"


def _defined(understood: Understanding) -> str:
    """What the model says about the measures that were named."""
    measures = [each for clause in understood.clauses for each in clause.measures]
    told = [
        f"{plain_text(each.title)}: {plain_text(each.description or 'no description')}" for each in measures
    ]
    tries = [f"*{plain_text(each.title)} by month*" for each in measures[:3]]
    return f"**{' '.join(told)}**\n\nTry next: {' · '.join(tries)}"


def about_model(model: Model) -> str:
    """A short list of what can be asked."""
    vocabulary = _first(model)
    if vocabulary is None:
        return "**The data model holds nothing that you may see.**"

    measures = _titles(vocabulary.measures)
    dimensions = _titles(vocabulary.dimensions)
    tries = " · ".join(f"*{plain_text(text)}*" for text in questions(vocabulary))
    when = (
        "\n\nTime reads as *in 2024*, *last 3 months*, *since May 2023*, *by month*."
        if vocabulary.time
        else ""
    )
    source = model.table(vocabulary.table)
    table = plain_text((source.title if source else "") or vocabulary.table)
    return (
        f"**You can ask about {table}: numbers, broken down and filtered.**\n\n"
        f"Numbers: {measures}.\n\nBreak down or filter by: {dimensions}.{when}\n\nTry next: {tries}"
    )


def _first(model: Model) -> Vocabulary | None:
    """The vocabulary of the first table that has a measure."""
    found = (vocabulary_of(model, table.name, lexicon()) for table in model.tables())
    return next((each for each in found if each.measures), None)


def _described(vocabulary: Vocabulary, unused: tuple[str, ...]) -> list[Field]:
    """Measures whose description has one of the words that were not understood."""
    wanted = {singular(word) for word in unused if len(word) > 3}
    return [
        each for each in vocabulary.measures if wanted & {singular(word) for word in each.description.split()}
    ]


def _titles(members: tuple[Field, ...]) -> str:
    titles = [plain_text(lowered(each)) for each in members]
    shown = titles[:_LISTED]
    return ", ".join([*shown, f"and {len(titles) - _LISTED} more"] if len(titles) > _LISTED else shown)

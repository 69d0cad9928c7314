"""Answers without a query: what was not understood and what works instead, and what the model holds."""

from svcchat_magic.analyst.lexicon import lexicon
from svcchat_magic.analyst.reading import listed, lowered
from svcchat_magic.analyst.suggestions import questions
from svcchat_magic.analyst.understanding import Understanding
from svcchat_magic.analyst.vocabulary import Vocabulary, vocabulary_of
from svcchat_magic.analyst.words import plain_text, singular
from svcchat_magic.semantic.model import Field, Model

_LISTED = 12


def not_understood(understood: Understanding, model: Model) -> str:
    """Says what could not be read, and gives questions that can."""
    vocabulary = understood.vocabulary or _first(model)
    if vocabulary is None or not vocabulary.measures:
        return "**The data model holds no measure that you may see, so there is nothing to compute.**"

    if understood.turning:
        return _turned(understood.turning[0], vocabulary)

    filters = [each for clause in understood.clauses for each in clause.filters]
    values = [value for each in filters if not each.negated for value in each.values]
    named = [each for clause in understood.clauses for each in clause.dimensions]
    close = _described(vocabulary, understood.unused)
    words = listed([f"*{plain_text(word)}*" for word in understood.unused])
    missing = f" I do not know {words}." if words else ""
    said = [f"*{plain_text(text)}*" for text in (*map(lowered, named), *values)]
    read = f" I did read {listed(said)}." if said else ""
    tries = " · ".join(f"*{plain_text(text)}*" for text in questions(vocabulary, [*close, *named], values))
    first = f"**I found nothing to compute in this question.**{missing}{read} Name a measure."
    return f"{first}\n\nTry next: {tries}"


def _turned(word: str, vocabulary: Vocabulary) -> str:
    """A word that leaves something out is never passed over: the answer would be the opposite."""
    first = f"**I did not compute this: I cannot tell what *{plain_text(word)}* leaves out.**"
    tries = " · ".join(f"*{plain_text(text)}*" for text in questions(vocabulary))
    return f"{first} A value can be left out; a period or a number cannot.\n\nTry next: {tries}"


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

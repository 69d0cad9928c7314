"""Answers without a query: what was not understood and what works instead, and what the model holds."""

import re

from svcchat_magic.analyst.language.foreign_words import folded
from svcchat_magic.analyst.language.lexicon import lexicon
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.meaning.titles import listed, lower
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.analyst.read import Read
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.suggestions import questions
from svcchat_magic.semantic.model.model import Measure

_LISTED = 12
_MOST_NAMED = 6
_SENTENCE_WORDS = 4
_ENGLISH = "I read questions in English and in German"
_STOPS = {
    "future": "I only compute what stands in the data, so I cannot tell what is to come",
    "command": "I only read the data: nothing in it can be changed or sent from here",
    "why": "I cannot tell causes from data",
    "reference": "I cannot tell which rows of the last answer you mean",
    "no filter": "no filter is set, so there is none to remove",
    "undo": "there is nothing to go back to",
}


def not_understood(read: Read, reader: Reader) -> str:
    """Says what could not be read or computed, and gives questions that can."""
    if not reader.catalog.concepts:
        return "**The data model holds nothing that you may see, so there is nothing to compute.**"

    if read.best and read.best.stops:
        return _offered(f"I did not compute this: {_STOPS[read.best.stops[0]]}.", reader, ())

    unknown = read.unknown
    if _is_foreign(unknown):
        return _offered(f"I did not compute this: I do not know these words. {_ENGLISH}", reader, ())

    if unknown:
        words = listed([f"*{plain_text(word)}*" for word in dict.fromkeys(unknown[:_MOST_NAMED])])
        return _offered(f"I did not compute this: I do not know {words} in these data.", reader, _near(read))

    if read.problem:
        return _offered(
            f"I did not compute this: I cannot tell {plain_text(read.problem)}.", reader, _near(read)
        )

    return _offered("There is nothing to compute in this: name a number that you want.", reader, ())


def _is_foreign(unknown: tuple[str, ...]) -> bool:
    """Whether words that are not known may be another language's: many, or in other letters."""
    return len(unknown) >= _SENTENCE_WORDS or not all(map(str.isascii, map(folded, unknown)))


def asks_how(question: str) -> bool:
    """`how is AOV computed`, `what does margin mean`."""
    forms = [each.form for each in tokens_of(question)]
    low = [each.text.lower() for each in tokens_of(question)][:2]
    asks = tuple(low) in (("how", "is"), ("how", "are"), ("what", "does"), ("what", "do"), ("what", "is"))
    return asks and any((form,) in lexicon().defining for form in forms[2:])


def defined(read: Read, reader: Reader) -> str:
    """What the model says about the measures that were named."""
    model = reader.catalog.model
    measures = _measures(read)
    told = []
    for each in measures:
        found = model.cubes[each.cube].measures[each.name]
        how = f" It is computed as {_formula(found)}." if found.sql else ""
        told.append(f"{plain_text(each.title)}: {plain_text((found.description or 'no description') + how)}")

    tries = [f"*{plain_text(each.title)} by month*" for each in measures[:3]]
    return f"**{' '.join(told)}**\n\nTry next: {' · '.join(tries)}"


def _formula(measure: Measure) -> str:
    """How the model computes a measure, with its members as they are named there."""
    sql = re.sub(r"\$?\{\s*(?:CUBE\.)?([\w.]+)\s*\}", r"\1", measure.sql)
    return sql if measure.type == "number" else f"{measure.type} of {sql}"


def about_model(reader: Reader) -> str:
    """A short list of what can be asked."""
    concepts = reader.catalog.concepts
    if not concepts:
        return "**The data model holds nothing that you may see.**"

    measures = _titles([each for each in concepts if each.kind == "measure"])
    dimensions = _titles([each for each in concepts if each.kind == "dimension"])
    when = "\n\nTime reads as *in 2024*, *last 3 months*, *since May 2023*, *by month*."
    has_time = any(each.type == "time" for each in concepts)
    table = next(reader.catalog.model.tables())
    subject = plain_text(table.title or table.name)
    return (
        f"**You can ask about {subject}: numbers, broken down and filtered.**\n\n"
        f"Numbers: {measures}.\n\nBreak down or filter by: {dimensions}.{when if has_time else ''}"
        f"\n\nTry next: {_tries(questions(reader))}"
    )


def _near(read: Read) -> tuple[Concept, ...]:
    """What was read of the question, for suggestions near to it."""
    if read.best is None:
        return ()

    found = [*_measures(read)]
    found += [each.of for each in read.best.analysis.groups if hasattr(each, "of")]
    return tuple(found)


def _measures(read: Read) -> list[Concept]:
    quantities = read.best.analysis.quantities if read.best else ()
    return [each.measure for each in quantities if hasattr(each, "measure")]


def _offered(first: str, reader: Reader, near: tuple[Concept, ...]) -> str:
    return f"**{first}**\n\nTry next: {_tries(questions(reader, near))}"


def _tries(texts: tuple[str, ...]) -> str:
    return " · ".join(f"*{plain_text(text)}*" for text in texts)


def _titles(concepts: list[Concept]) -> str:
    titles = list(dict.fromkeys(plain_text(lower(each.title)) for each in concepts))
    shown = titles[:_LISTED]
    return ", ".join([*shown, f"and {len(titles) - _LISTED} more"] if len(titles) > _LISTED else shown)

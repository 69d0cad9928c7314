"""Answers without a query: what was not understood and what works instead, and how a number is defined."""

import re

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.foreign_words import folded
from svcchat_magic.analyst.language.lexicon import lexicon
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.analyst.readings.unread_words import unread_names, unread_turns
from svcchat_magic.analyst.suggestions import questions
from svcchat_magic.semantic.model.model import Measure
from svcchat_magic.semantic.search.thesaurus import is_english

_MOST_NAMED = 6
_SENTENCE_WORDS = 4


def not_understood(read: Read, reader: Reader, words: AnswerWords) -> str:
    """Says what could not be read or computed, and gives questions that can."""
    if not reader.catalog.concepts:
        return f"**{words.say('nothing visible')}**"

    first, near = _why(read, words)
    return f"**{first}**\n\n{_tries(questions(reader, words, near), words)}"


def _why(read: Read, words: AnswerWords) -> tuple[str, tuple[Concept, ...]]:
    """Why a question is not computed, and what of it was understood."""
    if read.best and read.best.stops:
        return words.say("stopped", why=words.say(read.best.stops[0])), ()

    unknown = read.unknown
    if _is_foreign(unknown):
        return words.say("foreign"), ()

    if unknown:
        names = unread_names(read)
        named = [f"*{plain_text(word)}*" for word in (names or unread_turns(read))[:_MOST_NAMED]]
        return words.say("unknown words" if names else "unread words", words=words.listed(named)), _near(read)

    if read.problem:
        problem = words.phrases.get(read.problem, read.problem)
        return words.say("problem", problem=plain_text(problem)), _near(read)

    return words.say("no number"), ()


def _is_foreign(unknown: tuple[str, ...]) -> bool:
    """Whether words that are not known may be another language's: many of no English, or in other letters."""
    strange = [each for each in unknown if not all(is_english(word) for word in each.lower().split())]
    return len(strange) >= _SENTENCE_WORDS or not all(map(str.isascii, map(folded, unknown)))


def asks_how(question: str) -> bool:
    """`how is AOV computed`, `what does margin mean`."""
    forms = [each.form for each in tokens_of(question)]
    low = [each.text.lower() for each in tokens_of(question)][:2]
    asks = tuple(low) in (("how", "is"), ("how", "are"), ("what", "does"), ("what", "do"), ("what", "is"))
    return asks and any((form,) in lexicon().defining for form in forms[2:])


def defined(read: Read, reader: Reader, words: AnswerWords) -> str:
    """What the model says about the measures that were named."""
    model = reader.catalog.model
    measures = _measures(read)
    told = []
    for each in measures:
        found = model.cubes[each.cube].measures[each.name]
        how = words.say("computed as", formula=_formula(found, words)) if found.sql else ""
        text = plain_text((found.description + how).strip() or words.say("no description"))
        told.append(words.say("defined", title=plain_text(each.title), text=text))

    units = [(each, reader.sources.unit_of(each.cube)) for each in measures[:3]]
    tries = tuple(words.say("by", what=each.title, groups=words.unit(unit)) for each, unit in units if unit)
    return f"**{' '.join(told)}**\n\n{_tries(tries or questions(reader, words), words)}"


def _formula(measure: Measure, words: AnswerWords) -> str:
    """How the model computes a measure, with its members as they are named there."""
    sql = re.sub(r"\$?\{\s*([\w.]+)\s*\}", r"\1", measure.sql).replace("CUBE.", "")
    return sql if measure.type == "number" else words.say("formula of", kind=measure.type, sql=sql)


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


def _tries(texts: tuple[str, ...], words: AnswerWords) -> str:
    return words.say("try next", questions=" · ".join(f"*{plain_text(text)}*" for text in texts))

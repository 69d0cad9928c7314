"""Flags and times that say what a row is: `(active)`, `with pool`, `cancelled`, `not resolved`."""

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.participles import done_title, owned_title, state_title
from svcchat_magic.analyst.meaning.tree import Concept, Condition, Holds, IsIn, Missing


def missing_text(condition: Missing, words: AnswerWords) -> str:
    """`cancelled` and `not cancelled` of a time, `with email` and `without email`."""
    of = condition.of
    if of.type == "time" and (done := done_title(of.title, words)):
        return done if condition.negated else words.say("not", what=done)

    return words.say("with" if condition.negated else "without", what=words.lower(of.title))


def flag_text(flag: Concept, words: AnswerWords, *, negated: bool) -> str:
    """`(active)`, `(not active)`, `with pool`, `without pool`."""
    if owned := owned_title(flag.title, words):
        return words.say("without" if negated else "with", what=owned)

    state = state_title(flag.title.rpartition(" is ")[2], words)  # whose it is stands beside it
    return words.say("holds", what=words.say("not", what=state) if negated else state)


def owned_predicate(condition: Condition, words: AnswerWords) -> str:
    """What rows with a flag do: `had pool`, `had no pool`; empty for other conditions."""
    if isinstance(condition, Holds):
        is_so = not condition.negated
    elif isinstance(condition, IsIn) and len(condition.values) == 1 and isinstance(condition.values[0], bool):
        is_so = (condition.values == (True,)) is not condition.negated
    else:
        return ""

    owned = owned_title(condition.of.title, words)
    return words.say("had some" if is_so else "had none", what=owned) if owned else ""

"""What was done, by the form of its word, and titles that say so: `booked at` is booked."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.semantic.search.business_terms import business_terms

_ENDING = "ed"
_SHORTEST = 5
_OF_TIME = frozenset({"at", "on", "date", "day", "time", "timestamp"})
_WAYS = frozenset({"in", "out", "up", "off"})  # of a check in, a drop off
_BE = frozenset({"is", "are", "was", "were", "not", "marked", "as"})
_BEING, _HAVING = ("is ", "was "), ("has ", "had ")


def is_participle(word: str) -> bool:
    """Whether a word, in lower case, has the form of what was done: borrowed, sold."""
    base = business_terms().irregular.get(word)
    is_irregular = base is not None and word not in business_terms().function
    return is_irregular or (len(word) >= _SHORTEST and word.endswith(_ENDING))


_OF_STATES = frozenset({"done", "lost", "dropped", "declined"})


def is_done_state(tokens: Sequence[Token], at: int) -> bool:
    """Whether `done` is a state: of done issues, of what is done; a verb has no several things behind it.

    So are lost parcels.
    """
    if tokens[at].text.lower() not in _OF_STATES:
        return False

    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    is_many = behind is not None and behind.text.lower() != behind.form and behind.text.lower().endswith("s")
    is_done = tokens[at].text.lower() == "done"
    return is_many or (is_done and at > 0 and tokens[at - 1].form in _BE)


def done_title(title: str, words: AnswerWords) -> str:
    """What happened at a time, by its title: `booked` for Booked at; empty for Order date."""
    found = words.lower(title).split()
    tells_when = found[-1:] in (["at"], ["on"])  # then `sold` is none of a noun, as `cost` of a cost date is
    while len(found) > 1 and found[-1] in _OF_TIME:
        found = found[:-1]

    has_form = bool(found) and is_participle(found[-1]) and (tells_when or found[-1].endswith(_ENDING))
    is_done = words.language == "en" and has_form
    return " ".join(found) if is_done else ""


def time_title(title: str, words: AnswerWords) -> str:
    """A time inside a sentence: `booked` for Booked at, `check-in`, `order date`."""
    low = words.lower(title)
    is_way = words.language == "en" and low.rpartition(" ")[2] in _WAYS
    return done_title(title, words) or (low.replace(" ", "-") if is_way else low)


def made_title(title: str, noun: str, words: AnswerWords) -> str:
    """What was done with these: `opened` of tickets, `made` of bookings."""
    done = done_title(title, words)
    said = done.rpartition(" ")[2].removesuffix(_ENDING)
    return "made" if done and noun.lower().startswith(said) else done


def dated_text(title: str, when: str, words: AnswerWords) -> str:
    """`booked in 2024`, `with order date in 2024`."""
    done = done_title(title, words)
    return f"{done} {when}" if done else words.say("dated", time=time_title(title, words), when=when)


def state_title(title: str, words: AnswerWords) -> str:
    """What a flag says of a row: `active` for Is active, `has pool`."""
    low = words.lower(title)
    being = next((each for each in _BEING if words.language == "en" and low.startswith(each)), "")
    return low.removeprefix(being)


def owned_title(title: str, words: AnswerWords) -> str:
    """What a flag says that a row has: `pool` for Has pool; empty for Is active."""
    low = words.lower(title)
    having = next((each for each in _HAVING if words.language == "en" and low.startswith(each)), "")
    return low.removeprefix(having) if having else ""

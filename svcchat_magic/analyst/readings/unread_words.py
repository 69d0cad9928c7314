"""Which words of a question stopped it: what has no name in the model, before the small words beside it."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.analyst.readings.read import Read

_TIMES = frozenset((*calendar_words().months, *calendar_words().weekdays))


def unread_names(read: Read) -> tuple[str, ...]:
    """The words that nothing in the model is called, those that stand together as one; none of small ones."""
    found = [_text(_without_small(span)) for span in _spans(read)]
    dropped = read.best.dropped if read.best else ()
    known = _titles(read)
    others = (each for each in dropped if each not in known)
    found += [each for each in others if not all(_is_small(word) for word in each.lower().split())]
    return tuple(dict.fromkeys(filter(None, found)))


def unread_turns(read: Read) -> tuple[str, ...]:
    """All that was not understood, words that stand together as one: `more than 30`."""
    known = _titles(read)
    dropped = [known.get(each, each) for each in (read.best.dropped if read.best else ())]
    return tuple(dict.fromkeys((*map(_text, _spans(read)), *dropped)))


def _titles(read: Read) -> dict[str, str]:
    """The titles of what was read, with the words that were typed for them."""
    items = read.best.cover.items if read.best else ()
    return {
        each.value.title: _text(read.tokens[each.start : each.stop])
        for each in items
        if isinstance(each.value, Concept)
    }


def _spans(read: Read) -> Iterator[Sequence[Token]]:
    """The words that nothing took, in stretches, with what a hyphen joins to them."""
    places = sorted(read.best.cover.unknown) if read.best else []
    joined = (at + 1 for at in places if at + 1 < len(read.tokens) and read.tokens[at + 1].before == "-")
    places = sorted({*places, *joined})
    while places:
        size = next((at for at in range(1, len(places)) if places[at] != places[0] + at), len(places))
        yield [read.tokens[at] for at in places[:size]]
        places = places[size:]


def _without_small(span: Sequence[Token]) -> Sequence[Token]:
    """From the first word that tells something to the last; with the numbers beside one: `mid 2023`."""
    told = {at for at, each in enumerate(span) if each.is_quoted or not _is_small(each.form)}
    told |= {at for at, each in enumerate(span) if _is_number(each.form) and {at - 1, at + 1} & told}
    return span[min(told) : max(told) + 1] if told else ()


def _text(span: Sequence[Token]) -> str:
    rest = (f"{'-' if each.before == '-' else ' '}{each.text}" for each in span[1:])
    return span[0].text + "".join(rest) if span else ""


def _is_small(word: str) -> bool:
    """Whether a word only says how others belong together: more, than, by, 30."""
    words = keywords()
    is_said = word in words.function | words.light | _TIMES | {"than"} or (word,) in words.meanings
    return is_said or word in words.units or _is_number(word)


def _is_number(word: str) -> bool:
    return word[:1].isdigit() or number_of(Token(word, word, 0)) is not None

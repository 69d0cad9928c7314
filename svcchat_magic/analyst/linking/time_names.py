"""Other names of the times of a model: `delivery date` of one that is called delivery."""

from collections.abc import Iterator

from svcchat_magic.analyst.language.lexicon import Phrase

OF_DAYS = ("at", "date", "time", "day", "on", "ts", "timestamp", "datetime")
_ENDS = {"started": "start", "ended": "end", "begun": "begin", "finished": "finish"}
_SURE, _LESS, _PART = 1.0, 0.76, 0.55


def names_of_time(phrase: Phrase) -> Iterator[tuple[Phrase, float]]:
    """What a time may be called besides its name, each with how surely it is meant."""
    if phrase and phrase[-1] not in OF_DAYS:
        yield (*phrase, "date"), _SURE  # check in, delivery
        if len(phrase) > 1 and phrase[-1] == "due":
            yield (*phrase[:-1], "date"), _SURE  # of an inspection that is due

        return

    if len(phrase) < 2:
        return

    if phrase[0] in _ENDS:
        yield from (((_ENDS[phrase[0]], *rest), _PART) for rest in ((), ("date",), ("time",)))

    yield (*phrase[:-1], "date"), _SURE
    yield (*phrase[:-1], "day"), _LESS

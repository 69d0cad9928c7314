"""`with their summary, who it is assigned to and the due date`: what is shown is read whole."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.leftovers.cover import Cover

_JOINTS = frozenset({",", "and", "&"})


def shown_in_part(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """The words that say little elsewhere, in what goes on behind fields that are shown."""
    for at, item in enumerate(cover.items):
        goes_on = item.category == "SHOWN" and [each.form for each in tokens[item.stop : item.stop + 1]]
        if not goes_on or goes_on[0] not in _JOINTS:
            continue

        others = (each.start for each in cover.items[at + 1 :] if each.category != "AND")
        following = next(others, len(tokens))
        yield from (tokens[place].text for place in cover.light if item.stop <= place < following)

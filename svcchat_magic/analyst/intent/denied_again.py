"""`who ordered in 2024 and has not ordered anything this year`: what they have not is of this year."""

from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.meaning.tree import Exists, Within


def with_denied_again(read: Assembled) -> Assembled:
    """The reading with a period that stands alone as that of what was not done again; nobody has both."""
    where = read.analysis.where
    done = {each.of for each in where if isinstance(each, Exists) and not each.negated and each.where}
    denied = [each for each in where if isinstance(each, Exists) and each.negated and not each.where]
    again = [each for each in denied if each.of in done]
    periods = [each for each in where if isinstance(each, Within)]
    if len(again) != 1 or len(periods) != 1 or periods[0].negated:
        return read

    kept = tuple(
        replace(each, where=(replace(periods[0], time=None),)) if each == again[0] else each
        for each in where
        if each != periods[0]
    )
    return replace(read, analysis=replace(read.analysis, where=kept))

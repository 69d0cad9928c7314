"""Checks `fell for three straight months`, `rose four quarters in a row`: how many moves went one way."""

import re
from dataclasses import dataclass

from svcchat_magic.analyst.facts.changes import Changes
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.sentences.directions import DOWN, UP
from svcchat_magic.analyst.sentences.number_words import some_number
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_IN_A_ROW = re.compile(
    r"\s+(?:(?:straight|consecutive|successive|aufeinanderfolgende[nr]?)\s+[a-zäöü]+"
    r"|[a-zäöü]+\s+(?:in a row|running|straight|on end|in folge|hintereinander))\b",
    re.IGNORECASE,
)
_RUN = re.compile(rf"\b{some_number()}{_IN_A_ROW.pattern}", re.IGNORECASE)


def tells_run(text: str) -> bool:
    """Whether a text says that moves went one way in a row."""
    return _RUN.search(text) is not None


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of moves that one sentence tells."""

    facts: Facts
    text: str
    after: Names = ()  # the dates behind which they are said to be

    def has(self, figure: SpokenFigure) -> bool:
        """Whether a figure says how long a run is."""
        return _IN_A_ROW.match(self.text, figure.end) is not None

    def give(self, figure: SpokenFigure) -> bool:
        """Whether so many moves in a row, or more, went the way that the sentence says."""
        claims = self.facts.claims(self.text, UP, DOWN) if self.has(figure) else []
        kinds = {each.kind for each in claims}
        if len(kinds) != 1 or any(each.is_denied for each in claims) or figure.nearness:
            return False

        size = figure.sizes[0][0]
        return any(each >= size > 1 for each in Changes(self.facts).runs(self.after, is_up=kinds == {UP}))

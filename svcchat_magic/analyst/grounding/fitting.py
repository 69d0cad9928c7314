"""Whether the words around a figure let it be a certain cell: a sum is no average, and an average no sum."""

import re
from dataclasses import dataclass

from svcchat_magic.analyst.facts.fact_tables import FactCell
from svcchat_magic.analyst.facts.facts import Facts
from svcchat_magic.analyst.grounding.ends import Ends, Said
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

APART = re.compile(r"\s+(?:less|more|fewer|lower|higher|weniger|mehr)\b", re.IGNORECASE)
AVERAGED = re.compile(
    r"\b(?:on average,?|average|mean|im schnitt,?|durchschnittlich\w*)\s[^,;:.\d]{0,60}$", re.IGNORECASE
)
MEDIAN = re.compile(r"\bmedian\w*\s[^,;:.\d]{0,60}$", re.IGNORECASE)
_TOTALLED = re.compile(
    r"\b(?:totall?ed|a total of|in total,?|add(?:s|ed)? up to|sum(?:s|med)? (?:up )?to|insgesamt)"
    r"\s[^,;:.\d]{0,40}$",
    re.IGNORECASE,
)
_IN_TOTAL = re.compile(r"[^,;:.\d]{0,40}\b(?:in total|in all|altogether|combined|insgesamt)\b", re.IGNORECASE)
_MULTIPLE = re.compile(
    r"\s+(?:times|mal)\s+(?:as|the|that|those|what|more|less|fewer|so|[a-z]+er)\b", re.IGNORECASE
)
_DIFFERS = re.compile(r"change|differ|growth|gap|delta|percent")
_AVERAGE_NAME = re.compile(r"average|avg|mean|(?<![a-z])per(?![a-z])|durchschnitt|median")


@dataclass(frozen=True, slots=True)
class Fitting:
    """Holds the cells that a figure could be against the words of its sentence."""

    facts: Facts
    text: str

    def fits(self, figure: SpokenFigure, cell: FactCell, bare: str, said: Said) -> bool:
        """Whether a figure may be this cell; `bare` is the sentence without its names."""
        if figure.nearness in ("over", "under") and not figure.is_sign and cell in said.now:
            return False  # `475 over 480` is no 475

        if figure.is_end and not Ends(self.facts, self.text).is_in_order(cell, said):
            return False  # `from 120 to 100`, where 120 came later

        if _MULTIPLE.match(bare, figure.end):
            return False  # `7 times faster` is what two figures give

        before, table = bare[: figure.start], self.facts.tables[cell.table]
        words = f"{cell.column} {table.titles.get(cell.column, '')}".casefold().replace("_", " ")
        if APART.match(bare, figure.end) and not _DIFFERS.search(words):
            return False  # `188 less` is what two figures are apart

        if figure.sign > 0 and (not _DIFFERS.search(words) or ("percent" in words and not figure.is_percent)):
            return False  # `+4` is no 4

        if MEDIAN.search(before):
            return "median" in words or "percentile" in words

        is_average = _AVERAGE_NAME.search(words) is not None
        if is_average and (_TOTALLED.search(before) or _IN_TOTAL.match(bare, figure.end)):
            return False

        return is_average or cell.column not in table.sums or not AVERAGED.search(before)

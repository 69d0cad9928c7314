"""Checks `A and B are level`, `both were used about equally`: whether figures lie close to each other."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from svcchat_magic.analyst.facts.fact_tables import FactTable, says_move
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.facts.known_dates import is_key
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.sentences.clauses import Clause
from svcchat_magic.analyst.sentences.number_words import some_number

_EVEN = re.compile(
    r"\b(?P<hedge>about|almost|nearly|roughly|practically|virtually|more or less|fairly|fast|nahezu)?\s*"
    r"(?:(?P<same>equally|equal|tied|identical|the same (?:number|amount|share)|gleichauf"
    r"|gleich (?:viele|hoch|groß)"
    r"|(?<!times )(?<!twice )(?<!half )(?<!not )as (?:many|much)(?=(?:\s+[\w-]+){1,3}\s+as\b))"
    r"|(?P<close>evenly|(?<=are )level|(?<=were )level|(?<=almost )level|(?<=nearly )level|on (?:a )?par"
    r"|neck and neck|balanced|similar|similarly|comparable|ausgeglichen|ähnlich))\b",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"\b(?:not|never|hardly|un|nicht|kaum)\b[^,;.]{0,20}$|n['’]t\b[^,;.]{0,20}$", re.IGNORECASE
)
_OF_ALL = re.compile(
    rf"\b(?:both|all|the\s+{some_number()}|across|between|among|alle|beide)\s+(?:(?:of\s+)?(?:the|our|these)\s+)*"
    rf"(?:{some_number()}\s+)?([^\W\d_]+)",
    re.IGNORECASE,
)
_COMBINED = re.compile(r"\b(?:combined|together|zusammen)\b", re.IGNORECASE)
_AS = re.compile(r"\b(?:as|wie)\s+(?:the\s+)?$", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:and|und|,)\s", re.IGNORECASE)
_SAME, _CLOSE = Decimal("0.005"), Decimal("0.2")  # of the higher figure


@dataclass(frozen=True, slots=True)
class Evenness:
    """Holds what is said to be level against the rows."""

    facts: Facts

    def wrong(self, clause: Clause, before: Names) -> bool:
        """Whether a clause says of several rows that they are level, and they are not.

        `before` are the names of the sentence so far: `A and B are level` are two clauses.
        """
        match = _EVEN.search(clause.text)
        if match is None or clause.figures or _NOT_SO.search(clause.text[: match.start()]):
            return False

        slack = _SAME if match["same"] and not match["hedge"] else _CLOSE
        names = self.facts.of_rows(clause.names)
        if len(names) == 1 and _LISTED.match(clause.said):
            names = self.facts.of_rows(before)[-2:]

        if match["same"] and _COMBINED.search(clause.said):
            return self._is_off_sum(clause, names, slack)

        groups = [each for table in self.facts.tables for each in self._groups(table, clause, names)]
        return bool(groups) and not any(_are_level(each, slack) for each in groups)

    def _is_off_sum(self, clause: Clause, names: Names, slack: Decimal) -> bool:
        """Whether `A made almost as many as B and C combined` is not so, or the other way round."""
        at = next((start for start, _, _ in clause.spots if _AS.search(clause.said[:start])), 0)
        parts = [
            [each for start, _, each in clause.spots if (start < at) == is_left and each in names]
            for is_left in (True, False)
        ]
        sums = [
            [
                sum(
                    (cell.value for cell in table.column(column, table.rows_of(table.named_by(part)))),
                    Decimal(0),
                )
                for part in parts
            ]
            for table in self.facts.tables
            for column in table.spoken(clause.text)
            if all(parts) and table.may_add_up(column)
        ]
        return not any(_are_level(each, slack) for each in sums)

    def _groups(self, table: FactTable, clause: Clause, names: Names) -> Iterator[list[Decimal]]:
        """The figures of the rows that are spoken of, for each column."""
        rows = self.facts.rows(table, names) if self._are_many(table, names) else self._all(table, clause)
        for column in table.spoken(clause.text):
            if not says_move(column) and column in table.current_columns():
                values = [cell.value for cell in table.column(column, rows)]
                if len(values) > 1:
                    yield values

    @staticmethod
    def _are_many(table: FactTable, names: Names) -> bool:
        """Whether several names of one column are said."""
        plain = [each for each in names if not is_key(each)] or list(names)
        return any(len(each) > 1 for each in table.named_by(plain).values())

    @staticmethod
    def _all(table: FactTable, clause: Clause) -> list[int]:
        nouns = {singular(each.casefold()) for each in _OF_ALL.findall(clause.text)}
        is_meant = table.is_whole and not clause.names and bool(nouns & table.label_words)
        return [*range(len(table.figures))] if is_meant else []


def _are_level(values: list[Decimal], slack: Decimal) -> bool:
    most = max(map(abs, values))
    return max(values) - min(values) <= most * slack

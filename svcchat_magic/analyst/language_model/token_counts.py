"""How many tokens each user has spent today."""

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from svcchat_magic.analyst.language_model.endpoint import Budget

_MOST_USERS = 10_000  # remembered; the one who asked longest ago is forgotten first


def _today() -> date:
    return datetime.now(UTC).date()


@dataclass(slots=True)
class TokenCounts:
    """Counts in this process; a restart begins anew."""

    _spent: OrderedDict[tuple[date, object], int] = field(default_factory=OrderedDict)

    def may_spend(self, user: object, budget: Budget) -> bool:
        """Whether the user has tokens left."""
        return self._spent.get((_today(), user), 0) < budget.tokens_a_day

    def spend(self, user: object, tokens: int) -> None:
        """Count what a turn took."""
        key = (_today(), user)
        self._spent[key] = self._spent.pop(key, 0) + tokens
        while len(self._spent) > _MOST_USERS:
            self._spent.popitem(last=False)

"""One SELECT in its clauses, put together last."""

from collections.abc import Sequence
from dataclasses import dataclass

_NEXT = ",\n       "


@dataclass(frozen=True, slots=True)
class Select:
    """The clauses of one SELECT; `order` and `limit` are whole clauses, empty without any."""

    outputs: Sequence[str]
    source: str
    where: Sequence[str] = ()
    keys: Sequence[str] = ()
    having: Sequence[str] = ()
    qualify: str = ""
    order: str = ""
    limit: str = ""

    @property
    def text(self) -> str:
        """The statement."""
        return "\n".join(filter(None, (self.inner, self.order, self.limit)))

    @property
    def inner(self) -> str:
        """The statement without an order, as a part of another one."""
        lines = [
            f"SELECT {_NEXT.join(self.outputs)}",
            f"FROM {self.source}",
            "WHERE " + "\n  AND ".join(self.where) if self.where else "",
            f"GROUP BY {', '.join(self.keys)}" if self.keys else "",
            f"HAVING {' AND '.join(self.having)}" if self.having else "",
            self.qualify,
        ]
        return "\n".join(filter(None, lines))

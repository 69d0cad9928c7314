"""What plain words ask of a record, before the model is asked what it calls them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OwnField:
    """What a plain word asks of a record: its date, name, key or amount, whatever the model calls them."""

    what: str  # date, name, key, amount; usual: those that tell such a record anyway

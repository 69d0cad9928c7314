"""What the language model of one turn took, for `__usage__` (decisions/additions-on-request)."""

from collections.abc import Iterable

from svcchat_magic.analyst.events import ModelUsed
from svcchat_magic.protocol.messages import Usage
from svcchat_magic.service.state.run_status import RunStatus

_KINDS = ("input_tokens", "output_tokens", "cache_write_tokens", "cache_read_tokens")


def usage_of(calls: Iterable[ModelUsed]) -> Usage:
    """The sum over a turn's requests; zeros without any.

    A count that the provider gave for no request is left out, as it is unknown and not zero.
    """
    made = tuple(calls)
    counts = {kind: _sum(getattr(each, kind) for each in made) if made else 0 for kind in _KINDS}
    if counts["input_tokens"] is not None or counts["output_tokens"] is not None:
        counts |= {kind: counts[kind] or 0 for kind in _KINDS[2:]}  # providers name a cache that was used

    return Usage(
        models=tuple(dict.fromkeys(each.model for each in made)),
        llm_calls=len(made),
        **counts,
        total_tokens=_sum(counts.values()),
    )


def usage_when_stored(stored: Usage | None, status: RunStatus) -> Usage:
    """What a turn from the store took: nothing was stored for one without a model."""
    if stored is not None:
        return stored

    return Usage() if status is RunStatus.INTERRUPTED else usage_of(())  # its worker did not get to count


def _sum(counts: Iterable[int | None]) -> int | None:
    known = [each for each in counts if each is not None]
    return sum(known) if known else None

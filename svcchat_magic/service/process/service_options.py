"""What a service is started with: what it serves, and where it listens."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceOptions:
    """What a service serves and where it keeps its state; the same for every worker.

    Without `model` and `data` it serves the built-in demo; with data alone, a model inferred from them.
    """

    model: Path | None = None  # folder of model files
    data: object | None = None  # what semantic/engines/data_source.py reads: a path, a frame, or several
    # The user's own tables beside a model, by name. Those that its cubes read are its data; the others are
    # joined to it, open to everyone who may ask.
    joined: Mapping[str, object] = field(default_factory=dict)
    account_file: Path | None = None
    account: str | None = None  # renames the account
    agent: str | None = None  # renames the account's first agent and serves no other
    state: Path | str | None = None  # None: a file in the user's data folder; IN_MEMORY: memory only
    today: date | None = None  # None: the account's date, or the real one
    data_limits: EngineLimits = EngineLimits()


def data_limits(settings: Settings) -> EngineLimits:
    """What the settings let the engine take."""
    return EngineLimits(settings.data_seconds, settings.data_memory_bytes, settings.data_spill_bytes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListenAddress:
    """Where a service listens, and for which Host names."""

    host: str = "127.0.0.1"
    port: int = 0  # 0 takes a free one
    listener: socket.socket | None = None  # an open socket to use instead, which several processes may share
    # Answer requests for any Host name. Only where no browser runs on this machine, as on a hub: otherwise
    # a page of another site could point its own name at the loopback address.
    any_host: bool = False

"""`svcchat serve`: the local service in the foreground, for other programs and other kernels."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from svcchat_magic.commands.command_line import FILE, Command, Number
from svcchat_magic.errors import SettingsError

if TYPE_CHECKING:  # loaded once the command line can be used
    from svcchat_magic.credentials import ApiKey
    from svcchat_magic.settings import Settings

MOST_GRACE_SECONDS = 3600
MOST_PORT = 65_535
_PORT = Number(int, 0, MOST_PORT, f"a whole number from 0 to {MOST_PORT}")
_WORKERS = Number(int, 1, math.inf, "a whole number of 1 or more")
_GRACE = Number(float, 0, MOST_GRACE_SECONDS, f"a number of seconds from 0 to {MOST_GRACE_SECONDS}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """What is served, where, and with which key."""

    host: str
    port: int
    api_key_file: Path | None
    model: Path | None
    data: str | None
    no_row_rules: bool
    account_file: Path | None
    account: str | None
    agent: str | None
    state: str | None
    workers: int
    grace: float
    log: str | None
    log_level: str


@click.command("serve", cls=Command)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="HOST", help="Address to listen on.")
@click.option(
    "--port", type=_PORT, default=0, metavar="PORT", help="Port to listen on; by default a free one."
)
@click.option("--api-key-file", type=FILE, metavar="F", help="File that contains the API key.")
@click.option(
    "--model",
    type=FILE,
    metavar="DIR",
    help="Folder of model files; by default one inferred from --data, or the demo's.",
)
@click.option(
    "--data",
    metavar="DIR|FILE|ADDRESS",
    help="Folder of Parquet, CSV or JSON files, one such file, a DuckDB file, or a database's address.",
)
@click.option(
    "--no-row-rules",
    is_flag=True,
    help="Serve data without a model to other machines: everyone with the key may see every row.",
)
@click.option(
    "--account-file",
    type=FILE,
    metavar="FILE",
    help="The account to serve; make its keys with svcchat account key new.",
)
@click.option("--account", metavar="NAME", help="Account name, without an account file.")
@click.option("--agent", metavar="ID", help="Agent id, without an account file.")
@click.option(
    "--state",
    metavar="FILE|ADDRESS",
    help="File or postgresql:// address for users and chats; by default they are kept in memory.",
)
@click.option(
    "--workers",
    type=_WORKERS,
    default=1,
    show_default=True,
    metavar="N",
    help="Processes that share address and state.",
)
@click.option(
    "--grace",
    type=_GRACE,
    default=5,
    show_default=True,
    metavar="SECONDS",
    help="How long answers may go on after SIGTERM or Ctrl-C; a second signal ends them at once.",
)
@click.option(
    "--log",
    type=click.Choice(["json", "text"]),
    help="Form of the log on stderr; by default text in a terminal, and JSON elsewhere.",
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    help="At info, each request and answer has a line.",
)
def command(**given: Any) -> int:
    """Serve the API on this machine.

    When the service is ready, one line of JSON with its addresses is printed.
    """
    from svcchat_magic.setting_sources import read_settings

    options = ServeOptions(**given)
    settings = read_settings()
    if options.account_file and (options.account or options.agent):
        raise SettingsError("The account file names account and agents: leave out --account and --agent.")

    _check_rules(options)
    _serve(options, _key(options, settings), settings)
    return 0


def _check_rules(options: ServeOptions) -> None:
    """Raise SettingsError where an inferred model, which has no row rules, would be served to others."""
    from svcchat_magic.service.process.server import LOOPBACK

    is_inferred = options.data is not None and options.model is None
    if is_inferred and options.host not in LOOPBACK and not options.no_row_rules:
        raise SettingsError(
            "Data without a model has no row rules. Write a model with svcchat model init and give it as "
            "--model, or add --no-row-rules to let everyone with the key see every row."
        )


def _serve(options: ServeOptions, api_key: ApiKey, settings: Settings) -> None:
    """Serve until a signal ends it."""
    from svcchat_magic.service.process.foreground import Operation, serve
    from svcchat_magic.service.process.service_options import (
        ListenAddress,
        ServiceOptions,
        data_limits,
        with_analyst,
    )
    from svcchat_magic.service.telemetry.logs import LogForm

    served = ServiceOptions(
        model=options.model,
        data=options.data,
        account_file=options.account_file,
        account=options.account,
        agent=options.agent,
        state=options.state,
        today=settings.today,
        data_limits=data_limits(settings),
    )
    serve(
        Operation(
            workers=options.workers,
            grace_seconds=options.grace,
            log_form=LogForm(options.log) if options.log else None,
            log_level=options.log_level,
        ),
        with_analyst(served, settings),
        api_key=api_key,
        address=ListenAddress(host=options.host, port=options.port),
    )


def _key(options: ServeOptions, settings: Settings) -> ApiKey:
    """The key of the command line or the environment; a random one if an account file has its own keys."""
    if options.api_key_file:
        return _key_from(options.api_key_file)

    if options.account_file:
        return _unknown_key(options.account_file)

    if settings.api_key is None:  # a random key would be of no use, as a key is never printed
        raise SettingsError("The service needs an API key: give --api-key-file, or set SVCCHAT_API_KEY.")

    return settings.api_key


def _unknown_key(account_file: Path) -> ApiKey:
    from secrets import token_urlsafe

    from svcchat_magic.credentials import ApiKey
    from svcchat_magic.service.access.key_file import keys_of, read_keys

    if all(key.revoked for key in read_keys(keys_of(account_file))):
        raise SettingsError(
            "The account has no active API key; make one with: "
            f"svcchat account key new --account-file {account_file}"
        )

    return ApiKey(token_urlsafe(32))


def _key_from(file: Path) -> ApiKey:
    from svcchat_magic.credentials import ApiKey

    try:
        text = file.read_text(encoding="ascii")
        mode = file.stat().st_mode
    except (OSError, UnicodeDecodeError) as cause:
        raise SettingsError(f"The key file {file} cannot be read.") from cause

    if mode & 0o077 and sys.platform != "win32":
        print(f"svcchat: others can read the key file {file}; run: chmod 600 {file}", file=sys.stderr)

    return ApiKey(text)

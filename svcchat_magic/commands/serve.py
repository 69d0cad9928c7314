"""`svcchat serve`: the local service in the foreground, for other programs and other kernels."""

import argparse
import secrets
import sys
from pathlib import Path
from typing import Any

from svcchat_magic.errors import SettingsError
from svcchat_magic.settings import ApiKey, Settings, read_settings

MOST_GRACE_SECONDS = 3600
MOST_PORT = 65_535


def add_to(commands: Any) -> None:
    """Add the command to the program's parser."""
    parser = commands.add_parser(
        "serve",
        help="serve the API on this machine",
        description="Serve the API; one line of JSON with its addresses is printed when it is ready.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument(
        "--port", type=_port, default=0, help="port to listen on; 0 takes a free one (default)"
    )
    parser.add_argument("--api-key-file", type=Path, metavar="F", help="file that holds the API key")
    parser.add_argument("--model", type=Path, metavar="DIR", help="folder of model files (default: the demo)")
    parser.add_argument("--data", type=Path, metavar="DIR|FILE", help="Parquet or CSV folder, or DuckDB file")
    parser.add_argument(
        "--account-file", type=Path, metavar="FILE", help="whose service it is; its keys: svcchat account key"
    )
    parser.add_argument("--account", metavar="NAME", help="account name, where there is no account file")
    parser.add_argument("--agent", metavar="ID", help="agent id, where there is no account file")
    parser.add_argument(
        "--state",
        metavar="FILE|ADDRESS",
        help="file, or postgresql:// address, for users and chats (default: memory)",
    )
    parser.add_argument(
        "--workers", type=_count, default=1, metavar="N", help="processes that share address and state"
    )
    _add_operation_to(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until a signal ends it."""
    from svcchat_magic.service.process.foreground import Operation, serve
    from svcchat_magic.service.process.service_options import ListenAddress, ServiceOptions
    from svcchat_magic.service.telemetry.logs import LogForm

    settings = read_settings()
    if options.account_file and (options.account or options.agent):
        raise SettingsError("The account file names account and agents: leave out --account and --agent.")

    serve(
        Operation(
            workers=options.workers,
            grace_seconds=options.grace,
            log_form=LogForm(options.log) if options.log else None,
            log_level=options.log_level,
        ),
        ServiceOptions(
            model=options.model,
            data=options.data,
            account_file=options.account_file,
            account=options.account,
            agent=options.agent,
            state=options.state,
            today=settings.today,
        ),
        api_key=_key(options, settings),
        address=ListenAddress(host=options.host, port=options.port),
    )
    return 0


def _key(options: argparse.Namespace, settings: Settings) -> ApiKey:
    """The one key of the command line or the environment, or, beside an account's, one that nobody knows."""
    if options.api_key_file:
        return _key_from(options.api_key_file)

    if options.account_file:
        from svcchat_magic.service.access.key_file import keys_of, read_keys

        if all(key.revoked for key in read_keys(keys_of(options.account_file))):
            raise SettingsError(
                "The account has no API key in force; make one with: "
                f"svcchat account key new --account-file {options.account_file}"
            )

        return ApiKey(secrets.token_urlsafe(32))

    if settings.api_key is None:  # a random key would be known to nobody, and a key is never printed
        raise SettingsError("The service needs an API key: give --api-key-file, or set SVCCHAT_API_KEY.")

    return settings.api_key


def _add_operation_to(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--grace",
        type=_seconds,
        default=5.0,
        metavar="SECONDS",
        help="how long answers may go on after SIGTERM or Ctrl-C (default: 5); a second one ends at once",
    )
    parser.add_argument(
        "--log", choices=("json", "text"), help="form of the log on stderr (default: text on a terminal)"
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="info has a line for each request and answer (default: %(default)s)",
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_PORT:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to {MOST_PORT}")

    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0

    if not 0 <= seconds <= MOST_GRACE_SECONDS:
        raise argparse.ArgumentTypeError(f"must be a number of seconds from 0 to {MOST_GRACE_SECONDS}")

    return seconds


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be a whole number from 1 on")

    return int(text)


def _key_from(file: Path) -> ApiKey:
    try:
        text = file.read_text(encoding="ascii")
        mode = file.stat().st_mode
    except (OSError, UnicodeDecodeError) as cause:
        raise SettingsError(f"The key file {file} cannot be read.") from cause

    if mode & 0o077 and sys.platform != "win32":
        print(f"svcchat: others can read the key file {file}; run: chmod 600 {file}", file=sys.stderr)

    return ApiKey(text)

"""`svcchat serve`: the local service in the foreground, for other programs and other kernels."""

import argparse
import sys
from pathlib import Path
from typing import Any

from svcchat_magic.errors import SettingsError
from svcchat_magic.settings import ApiKey, read_settings


def add_to(commands: Any) -> None:
    """Add the command to the program's parser."""
    parser = commands.add_parser(
        "serve",
        help="serve the API on this machine",
        description="Serve the API; one line of JSON with its addresses is printed when it is ready.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=0, help="port to listen on; 0 takes a free one (default)")
    parser.add_argument("--api-key-file", type=Path, metavar="F", help="file that holds the API key")
    parser.add_argument("--model", type=Path, metavar="DIR", help="folder of model files (default: the demo)")
    parser.add_argument("--data", type=Path, metavar="DIR|FILE", help="Parquet or CSV folder, or DuckDB file")
    parser.add_argument("--account", metavar="NAME", help="account name in the addresses")
    parser.add_argument("--agent", metavar="ID", help="agent id in the addresses")
    parser.add_argument(
        "--state", type=Path, metavar="FILE", help="file for users and chats (default: memory)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until a signal ends it."""
    from svcchat_magic.service.server import serve

    settings = read_settings()
    key = _key_from(options.api_key_file) if options.api_key_file else settings.api_key
    if key is None:  # a random key would be known to nobody, and a key is never printed
        raise SettingsError("The service needs an API key: give --api-key-file, or set SVCCHAT_API_KEY.")

    serve(
        host=options.host,
        port=options.port,
        api_key=key,
        model=options.model,
        data=options.data,
        account=options.account,
        agent=options.agent,
        state=options.state,
        today=settings.today,
    )
    return 0


def _key_from(file: Path) -> ApiKey:
    try:
        text = file.read_text(encoding="ascii")
        mode = file.stat().st_mode
    except (OSError, UnicodeDecodeError) as cause:
        raise SettingsError(f"The key file {file} cannot be read.") from cause

    if mode & 0o077 and sys.platform != "win32":
        print(f"svcchat: others can read the key file {file}; run: chmod 600 {file}", file=sys.stderr)

    return ApiKey(text)

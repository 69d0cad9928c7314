"""`svcchat doctor`: what could be wrong, checked one by one; the key is never shown."""

import argparse
from typing import Any

from svcchat_magic.settings import read_settings


def add_to(commands: Any) -> None:
    """Add the command to the program's parser."""
    parser = commands.add_parser(
        "doctor",
        help="check versions, address, key and recordings",
        description="Check versions, address, key and recordings. "
        "The service is reached, and asked no question.",
    )
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Print every check; 0 when none of them found something wrong."""
    from svcchat_magic.conversation.doctor import checks

    is_well = True
    for check in checks(read_settings()):
        print(check)
        is_well = is_well and check.is_fine is not False

    return 0 if is_well else 1
